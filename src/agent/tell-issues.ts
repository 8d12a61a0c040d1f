/** What is told of a wrong input, bounded: a small request must not earn a large answer. */
import type { Issue } from '../outcome/fault.ts'

const mostIssues = 100
const longestPointer = 1024

/** The first hundred of what was found, and how many more there are. */
export function tellIssues<T>(found: readonly T[], issueOf: (item: T) => Issue): Issue[] {
  const told = found.slice(0, mostIssues).map(item => {
    const issue = issueOf(item)
    return { ...issue, pointer: shortened(issue.pointer) }
  })
  const more = found.length - told.length
  if (more > 0)
    told.push({ pointer: '', message: `There ${more === 1 ? 'is 1 more issue' : `are ${more} more issues`}.` })
  return told
}

/** A pointer as far as it is short enough: keys are the caller's, and may be of any length. */
function shortened(pointer: string): string {
  if (pointer.length <= longestPointer) return pointer
  return pointer.slice(0, pointer.lastIndexOf('/', longestPointer))
}
