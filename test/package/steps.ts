/** Steps in groups: one line for each; a step that fails ends its group, and the other groups go on. */
import { endAll } from './processes.ts'

export type Step = <T>(name: string, action: () => Promise<T> | T) => Promise<T>

const counts = { passed: 0, failed: 0 }

/** What the failed step printed already. */
class GroupEnded extends Error {}

function fail(title: string, error: unknown): void {
  counts.failed += 1
  const text = error instanceof Error ? error.message : String(error)
  console.log(`  FAIL  ${title}\n${text.replaceAll(/^/gm, '        ')}`)
}

export async function group(name: string, actions: (step: Step) => Promise<void>): Promise<void> {
  console.log(`\n${name}`)
  const step: Step = async (title, action) => {
    const began = performance.now()
    const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`
    try {
      const result = await action()
      counts.passed += 1
      console.log(`  ok    ${title} (${seconds()})`)
      return result
    } catch (error) {
      fail(`${title} (${seconds()})`, error)
      throw new GroupEnded()
    }
  }
  try {
    await actions(step)
  } catch (error) {
    if (!(error instanceof GroupEnded)) fail('between the steps', error)
    console.log(`        The rest of "${name}" was not run.`)
  } finally {
    await endAll()
  }
}

/** Prints the counts. Returns the exit code. */
export function finish(): number {
  console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
  return counts.failed === 0 && counts.passed > 0 ? 0 : 1
}
