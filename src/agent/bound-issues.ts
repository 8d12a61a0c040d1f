/** The issues of an invalid input, bounded: a small request must not get a large answer. */
import type { Issue } from '../outcome/fault.ts'

const mostIssues = 100
const longestPointer = 1024

/** The first hundred issues, and the number of the rest. */
export function boundIssues<T>(found: readonly T[], issueOf: (item: T) => Issue): Issue[] {
  const issues = found.slice(0, mostIssues).map(item => {
    const issue = issueOf(item)
    return { ...issue, pointer: shortened(issue.pointer) }
  })
  const more = found.length - issues.length
  if (more > 0)
    issues.push({ pointer: '', message: `There ${more === 1 ? 'is 1 more issue' : `are ${more} more issues`}.` })
  return issues
}

/** A pointer as far as it is short enough: keys are the caller's, and may be of any length. */
function shortened(pointer: string): string {
  if (pointer.length <= longestPointer) return pointer
  return pointer.slice(0, pointer.lastIndexOf('/', longestPointer))
}
