/** Loads the kernel from the file that the build leaves; what an instance can do is said in `kernel-engine.ts`. */
import { readFile } from 'node:fs/promises';
import { KERNEL_WASM } from '../paths.js';
import type { Engine } from './engine.js';
import type { KernelExports } from './exports.js';
import { KernelEngine } from './kernel-engine.js';

/**
 * Compiles the kernel, once a process: instances in other threads are made from the same module.
 * @throws {Error} where its file is missing
 */
export async function compileKernel(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readKernel());
}

async function readKernel(): Promise<Buffer<ArrayBuffer>> {
  try {
    return await readFile(KERNEL_WASM);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const advice = 'build it with: npm run build; or, if this code is bundled, have the bundler leave motif external';
    throw new Error(`motif: the kernel is missing (${KERNEL_WASM}): ${advice}`, { cause: error });
  }
}

/** A bare instance, with its own memory (some 20 MB) and tables (some 2 ms): for tests and measurements below the engine. */
export async function loadKernel(module?: WebAssembly.Module): Promise<KernelExports> {
  const instance = await WebAssembly.instantiate(module ?? (await compileKernel()));
  return instance.exports as unknown as KernelExports;
}

/** A new engine on its own instance. */
export async function loadEngine(module?: WebAssembly.Module): Promise<Engine> {
  return new KernelEngine(await loadKernel(module));
}
