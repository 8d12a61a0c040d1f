/**
 * Japanese has no spaces, and neither of FTS5's tokenizers finds a word of two characters inside a sentence. So texts
 * are cut into overlapping pairs here, and a word is looked for as the phrase of its pairs.
 */

/** Latin words and numbers stay whole; everything else is cut. */
const runs = /[\p{Script=Latin}\p{N}]+|[[\p{L}\p{M}]--\p{Script=Latin}]+/gv
const whole = /^[\p{Script=Latin}\p{N}]/u

/** One way of writing for full and half width, capitals and small letters. */
export function normalized(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** The grams of a text, in order. A run ends with its last character alone, so that its end can be found too. */
export function gramsOf(text: string): string[] {
  return runsOf(text).flatMap(run => (whole.test(run) ? [run] : pairs(run)))
}

/**
 * The FTS5 query that finds a word: a phrase of its grams. One that ends in a single character asks for whatever
 * begins with it. Undefined when nothing in it can be looked for.
 */
export function phraseOf(word: string): string | undefined {
  const grams = gramsOf(word)
  const last = runsOf(word).at(-1)
  if (last === undefined) return undefined
  const single = [...last].length === 1
  if (!whole.test(last) && !single) grams.pop()
  return `"${grams.join(' ')}"${single && !whole.test(last) ? '*' : ''}`
}

function runsOf(text: string): string[] {
  return normalized(text).match(runs) ?? []
}

function pairs(run: string): string[] {
  const characters = [...run]
  return characters.map((character, index) => character + (characters[index + 1] ?? ''))
}
