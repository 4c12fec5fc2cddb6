/** Packages that are part compiled: what to do where that part is missing (its install script was held back) or was made for another Node. */

/** In words; null where the error is another one. */
export function nativeFault(name: string, error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? error.code : undefined;
  const missing = code === 'MODULE_NOT_FOUND' || error.message.startsWith('Could not locate the bindings file');
  if (!missing && code !== 'ERR_DLOPEN_FAILED') return null;
  return (
    `the compiled part of ${name} is missing, or was made for another version of Node than this one (${process.version}); ` +
    `run npm ci with this version, and let ${name} run its install script`
  );
}
