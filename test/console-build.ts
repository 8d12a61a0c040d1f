/** The console is built before the tests: two of them must not build it at the same time. */
import { cachedConsole } from '../scripts/build/console.ts'

export async function setup(): Promise<void> {
  await cachedConsole()
}
