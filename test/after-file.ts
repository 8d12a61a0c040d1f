/**
 * Cleaning up after test files. They share their modules, so that a hook that a kit registers when it is loaded would
 * run after the first file alone.
 */
const cleanUps = new Set<() => unknown>()

/** Has this called after every test file of the worker. It must do nothing where nothing is left to clean up. */
export function afterEachFile(cleanUp: () => unknown): void {
  cleanUps.add(cleanUp)
}

export async function cleanUpAll(): Promise<void> {
  for (const cleanUp of cleanUps) await cleanUp()
}
