/** A text as people, and models, may read it: without characters that cannot be seen, and with plain letters. */
import { plainLetter } from './plain-letters.ts'

/**
 * - `visible`: without invisible characters, in Unicode's compatible form (NFKC). Letters keep scripts and accents.
 * - `plain`: without accents too, and letters that look like ASCII in place of them.
 * - `tagged`: the same, with tag characters, which nobody sees and models read, as the text that they spell.
 */
export type Fold = 'visible' | 'plain' | 'tagged'

export interface FoldedText {
  readonly text: string
  /** The part of the source that a part of the text stands for. */
  sourceOf(from: number, to: number): readonly [number, number]
}

/** More marks than any writing has would make normalising slow (Unicode Standard Annex 15, stream-safe text). */
const mostMarks = 30
const pointsPerTurn = 8192

const isMark = (character: string): boolean => /^\p{M}$/u.test(character)
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|[^\P{Cc}\t-\r\u0085]/gu
const marks = /\p{M}/gu

/** The folds that can change a text: none of one that is all ASCII. */
export function foldsOf(text: string): readonly Fold[] {
  if (!/[^\t-\r -~]/.test(text)) return []
  return /[\u{e0020}-\u{e007e}]/u.test(text) ? ['visible', 'plain', 'tagged'] : ['visible', 'plain']
}

/** A text folded; undefined when that changes nothing. It stops now and then, so that others have their turn. */
export function* foldText(text: string, fold: Fold): Generator<undefined, FoldedText | undefined, undefined> {
  const pieces: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  const known = new Map<string, string>()
  let isChanged = false
  let pause = pointsPerTurn
  for (let at = 0; at < text.length; ) {
    const to = clusterEnd(text, at)
    const cluster = text.slice(at, to)
    let folded = known.get(cluster)
    if (folded === undefined) {
      folded = foldCluster(cluster, fold)
      if (known.size < 4096) known.set(cluster, folded)
    }
    isChanged ||= folded !== cluster
    pieces.push(folded)
    for (let unit = 0; unit < folded.length; unit++) {
      starts.push(at)
      ends.push(to)
    }
    at = to
    if (at < pause) continue
    pause = at + pointsPerTurn
    yield
  }
  if (!isChanged) return undefined
  return {
    text: pieces.join(''),
    sourceOf: (from, to) => [starts[from] ?? text.length, ends[to - 1] ?? text.length],
  }
}

/** Where a character with its marks ends. */
function clusterEnd(text: string, from: number): number {
  let at = from + sizeAt(text, from)
  for (let count = 0; count < mostMarks && at < text.length; count++) {
    if (text.charCodeAt(at) < 0x300) break
    const size = sizeAt(text, at)
    if (!isMark(text.slice(at, at + size))) break
    at += size
  }
  return at
}

function sizeAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}

function foldCluster(cluster: string, fold: Fold): string {
  if (/^[\t-\r -~]$/.test(cluster)) return cluster
  const read = fold === 'tagged' ? cluster.replaceAll(/[\u{e0020}-\u{e007e}]/gu, untagged) : cluster
  const seen = read.replaceAll(unseen, '')
  if (fold === 'visible') return seen.normalize('NFKC')
  return [...seen.normalize('NFKD').replaceAll(marks, '')].map(plainLetter).join('')
}

function untagged(tag: string): string {
  return String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000)
}
