import { toneOf, wordOf } from './states-of.ts'

/** The state of something, in a word. */
export function StateBadge({ state }: { state: string }) {
  return <span class={`badge ${toneOf(state)}`}>{wordOf(state)}</span>
}
