import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Processes and threads that tests start find what the ones before them compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node-compile')

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts'],
    globalSetup: ['test/postgres-run.ts', 'test/console-build.ts'],
    setupFiles: ['test/setup.ts'],
    // Limits for a machine that is ten times slower: nothing that passes waits for them.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    expect: { poll: { interval: 25, timeout: 300_000 } },
    maxWorkers: 2,
    // Files share a worker and its modules: each puts back what it changes in the process.
    isolate: false,
  },
})
