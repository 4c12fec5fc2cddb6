/**
 * What the kernel exports (`src/kernel/abi.ts` documents each call), as JavaScript sees it: u64 is a bigint, a bool is 0 or 1.
 *
 * Nothing there checks its arguments: lengths must fit the buffers, and a position must have been set before it is asked about.
 */
export interface KernelExports {
  readonly memory: WebAssembly.Memory;
  inputAddress(): number;
  inputCapacity(): number;
  outputAddress(): number;
  outputCapacity(): number;
  movesAddress(): number;
  movesCapacity(): number;

  setFen(length: number): number;
  getFen(canonical: boolean): number;
  positionHash(): bigint;
  hashLow(): number;
  hashHigh(): number;
  perft(depth: number): bigint;
  countMismatches(depth: number): number;
  overlooked(): number;

  legalMoves(): number;
  play(move: number): number;
  san(move: number): number;

  decodeMovetext(length: number): number;
  faultCode(): number;
  faultAt(): number;
  faultBytes(): number;

  analyze(depth: number, mask: number): number;
  foundMask(): number;
  foundCount(): number;
  scanGame(count: number, from: number, to: number): number;
  scanDecoded(from: number, to: number): number;
  forget(): void;

  solve(): number;
  worth(attacking: boolean): number;

  triggerCount(): number;
  explainTrigger(index: number): number;
  leastGain(): number;
  materialBalance(): number;
  estimate(): number;
  nodeCount(): number;
}
