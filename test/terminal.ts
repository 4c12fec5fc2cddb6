/** Streams that pass for terminals, and what is to be seen on one. */

/** @param terminal how wide it is; none unless given */
export function fakeStream(terminal?: { columns: number }): { stream: NodeJS.WriteStream; written: string[] } {
  const written: string[] = [];
  const write = (text: string): boolean => written.push(text) > 0;
  return { stream: { isTTY: terminal !== undefined, ...terminal, write } as unknown as NodeJS.WriteStream, written };
}

/** What a terminal shows of what was written, line by line; of its codes those that are used here. */
export function shownOn(written: readonly string[]): string[] {
  const lines = [''];
  let at = 0;
  for (const [piece] of written.join('').matchAll(/\x1b\[(\d*)([A-Za-z])|[\r\n]|[^\x1b\r\n]+/g)) {
    const last = lines.length - 1;
    const line = lines[last] ?? '';
    if (piece === '\n') at = lines.push('') * 0;
    else if (piece === '\r' || piece === '\x1b[1G') at = 0;
    else if (piece === '\x1b[0K' || piece === '\x1b[0J' || piece === '\x1b[K') lines[last] = line.slice(0, at);
    else if (piece === '\x1b[2K') lines[last] = '';
    else if (piece.startsWith('\x1b')) throw new Error(`what does ${JSON.stringify(piece)} do?`);
    else {
      lines[last] = line.slice(0, at) + piece + line.slice(at + piece.length);
      at += piece.length;
    }
  }
  return lines;
}
