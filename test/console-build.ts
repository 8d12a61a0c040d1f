/** The console is built before the tests: two of them must not build it at the same time. */
import { existsSync } from 'node:fs'
import { cachedConsole } from '../scripts/build/console.ts'

export async function setup(): Promise<void> {
  // A copy of the repository that a test has made has no console, and shares the packages: it builds none.
  if (existsSync('console/vite.config.ts')) await cachedConsole()
}
