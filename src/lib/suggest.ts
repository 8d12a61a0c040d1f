/** "Did you mean …": the known words nearest to one that is half typed or mistyped. */

const most = 3

/** A question with the nearest words, or undefined when none is near. */
export function didYouMean(word: string, known: readonly string[]): string | undefined {
  const near = suggest(word, known)
  if (near.length === 0) return undefined
  const last = near.at(-1)
  return near.length === 1 ? `Did you mean ${last}?` : `Did you mean ${near.slice(0, -1).join(', ')} or ${last}?`
}

/** Words that begin with it, then the words the fewest slips away, then words that hold it. */
export function suggest(word: string, known: readonly string[]): string[] {
  const typed = word.toLowerCase()
  if (typed === '') return []
  const begun = known.filter(candidate => candidate.toLowerCase().startsWith(typed))
  const measured = known.map(candidate => ({ candidate, slips: slips(typed, candidate.toLowerCase()) }))
  const fewest = Math.min(...measured.map(({ slips }) => slips))
  const slipped = measured
    .filter(({ candidate, slips }) => slips === fewest && slips <= bearable(typed, candidate))
    .map(({ candidate }) => candidate)
  const held = typed.length < 3 ? [] : known.filter(candidate => candidate.toLowerCase().includes(typed))
  return [...new Set([...begun, ...slipped, ...held])].slice(0, most)
}

const mostSlips = 3

/** A slip in three letters, but no more than three. */
function bearable(typed: string, candidate: string): number {
  return Math.min(mostSlips, Math.max(1, Math.floor(Math.min(candidate.length, typed.length) / 3)))
}

/** How many letters must be added, dropped, changed or swapped with their neighbour to get from one word to the other. */
function slips(from: string, to: string): number {
  // A word of any length may come in a file: what is too long to be near is not measured.
  if (Math.abs(from.length - to.length) > mostSlips) return Number.POSITIVE_INFINITY
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let line = 1; line <= from.length; line++) {
    const next = [line]
    for (let column = 1; column <= to.length; column++) {
      const same = from[line - 1] === to[column - 1]
      const swapped = from[line - 1] === to[column - 2] && from[line - 2] === to[column - 1]
      next.push(
        Math.min(
          at(row, column) + 1,
          at(next, column - 1) + 1,
          at(row, column - 1) + (same ? 0 : 1),
          swapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = row
    row = next
  }
  return at(row, to.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
