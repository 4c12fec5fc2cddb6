import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/setup.ts'],
    // For what hangs, not for what is slow: a busy machine takes ten times as long. Each test waits for what it wants to see, and no longer.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // A process for each: tests weigh memory and time, and the one beside them is not to be counted.
    pool: 'forks',
    maxWorkers: '100%',
  },
});
