/** The ways in which a text is searched: as it is written, and folded, so that letters that look alike hide nothing. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type FoldedText, foldsOf, foldText } from '../../../lib/fold-text.ts'
import type { LinearMatcher, TextSpan } from '../../../lib/linear-regex/linear-matcher.ts'

/** What one call has folded: every pattern searches the same. */
export class TextViews {
  readonly #folded = new Map<string, readonly FoldedText[]>()

  /** Whether a pattern is anywhere in a text, however it is read. */
  async has(matcher: LinearMatcher, text: string): Promise<boolean> {
    if (await inTurns(matcher.search(text))) return true
    for (const view of await this.#viewsOf(text)) if (await inTurns(matcher.search(view.text))) return true
    return false
  }

  /** The parts of a text that belong to a match, in order and apart from each other. */
  async spans(matcher: LinearMatcher, text: string): Promise<readonly TextSpan[]> {
    const spans: TextSpan[] = await inTurns(matcher.searchSpans(text))
    for (const view of await this.#viewsOf(text)) {
      const found = await inTurns(matcher.searchSpans(view.text))
      spans.push(...found.map(([from, to]) => view.sourceOf(from, to)))
    }
    return joined(spans)
  }

  async #viewsOf(text: string): Promise<readonly FoldedText[]> {
    const known = this.#folded.get(text)
    if (known !== undefined) return known
    const views: FoldedText[] = []
    for (const fold of foldsOf(text)) {
      const view = await inTurns(foldText(text, fold))
      if (view !== undefined) views.push(view)
    }
    if (views.length > 0) this.#folded.set(text, views)
    return views
  }
}

function joined(spans: readonly TextSpan[]): readonly TextSpan[] {
  const apart: [number, number][] = []
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    const last = apart.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else apart.push([from, to])
  }
  return apart
}

/** Other calls have their turn while a long text is searched. */
async function inTurns<T>(work: Generator<undefined, T, undefined>): Promise<T> {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
    await nextTurn()
  }
}
