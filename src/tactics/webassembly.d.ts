/**
 * The little of WebAssembly that is used here. TypeScript declares it with the browser's library only, and that one would let all of
 * the browser's globals pass for Node's.
 */
declare namespace WebAssembly {
  /** Compiled code without state: may be sent to worker threads. */
  class Module {
    private readonly brand: 'WebAssembly.Module';
  }

  class Instance {
    readonly exports: Record<string, unknown>;
  }

  interface Memory {
    readonly buffer: ArrayBuffer;
  }

  function compile(bytes: Uint8Array): Promise<Module>;
  function instantiate(module: Module, imports?: object): Promise<Instance>;
}
