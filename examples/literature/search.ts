/** Ranking a small corpus: BM25 over stemmed words, and the sentences that earned a paper its place. */
import { readFileSync } from 'node:fs'

export interface Paper {
  id: string
  title: string
  year: number
  journal: string
  design: string
  abstract: string
}

export interface Span {
  /** Character offsets into the abstract. */
  start: number
  end: number
  text: string
}

export interface Hit {
  paper: Paper
  score: number
  spans: Span[]
}

interface Document {
  paper: Paper
  words: string[]
  counts: Map<string, number>
}

const stopWords = new Set(
  'a an and are at be by for from in is it its may of on or than that the to was were with'.split(' '),
)

/** Words in a comparable form: lower case, without the commonest endings. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  )
    .filter(word => !stopWords.has(word))
    .map(word => word.replace(/(?:ies)$/, 'y').replace(/(?:ing|ed|es|s)$/, ''))
}

export class Corpus {
  readonly #documents: Document[]
  readonly #frequency = new Map<string, number>()
  readonly #averageLength: number

  constructor(papers: readonly Paper[]) {
    this.#documents = papers.map(paper => {
      // A word in the title counts twice.
      const words = wordsOf(`${paper.title} ${paper.title} ${paper.abstract}`)
      const counts = new Map<string, number>()
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
      for (const word of counts.keys()) this.#frequency.set(word, (this.#frequency.get(word) ?? 0) + 1)
      return { paper, words, counts }
    })
    const total = this.#documents.reduce((sum, { words }) => sum + words.length, 0)
    this.#averageLength = total / Math.max(1, this.#documents.length)
  }

  static load(): Corpus {
    return new Corpus(JSON.parse(readFileSync(new URL('corpus.json', import.meta.url), 'utf8')) as Paper[])
  }

  get size(): number {
    return this.#documents.length
  }

  /** The papers that answer a query best. */
  search(query: string, { limit, fromYear = 0, design }: { limit: number; fromYear?: number; design?: string }): Hit[] {
    const terms = [...new Set(wordsOf(query))]
    return this.#documents
      .filter(({ paper }) => paper.year >= fromYear && (design === undefined || paper.design === design))
      .map(document => ({ document, score: this.#score(document, terms) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || (a.document.paper.id < b.document.paper.id ? -1 : 1))
      .slice(0, limit)
      .map(({ document: { paper }, score }) => ({
        paper,
        score: Math.round(score * 1000) / 1000,
        spans: spansOf(paper, terms),
      }))
  }

  #score({ counts, words }: Document, terms: readonly string[]): number {
    const [saturation, lengthWeight] = [1.2, 0.75]
    return terms.reduce((sum, term) => {
      const count = counts.get(term) ?? 0
      if (count === 0) return sum
      const containing = this.#frequency.get(term) ?? 0
      const rarity = Math.log1p((this.size - containing + 0.5) / (containing + 0.5))
      const length = 1 - lengthWeight + (lengthWeight * words.length) / this.#averageLength
      return sum + (rarity * count * (saturation + 1)) / (count + saturation * length)
    }, 0)
  }
}

/** The sentences of an abstract that hold a word of the query, at most three. */
function spansOf(paper: Paper, terms: readonly string[]): Span[] {
  const wanted = new Set(terms)
  return [...paper.abstract.matchAll(/[^.]+\./g)]
    .map(match => ({ start: match.index, text: match[0] }))
    .map(({ start, text }) => ({ start: start + text.length - text.trimStart().length, text: text.trim() }))
    .filter(({ text }) => wordsOf(text).some(word => wanted.has(word)))
    .slice(0, 3)
    .map(({ start, text }) => ({ start, end: start + text.length, text }))
}
