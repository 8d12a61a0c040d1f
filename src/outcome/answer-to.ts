/** Answers to what a paused run needs, by name. */
import type { Json } from '../lib/json-value.ts'
import type { Need } from './need.ts'

/** Answers by the name of what they answer: an input's name, `reply`, an approval's key or `approve`. */
export type Answers = Readonly<Record<string, Json>>

export const replyName = 'reply'
export const approveName = 'approve'
export const credentialsName = 'credentials'

/** The answer to a need; undefined when there is none. */
export function answerTo(need: Need, answers: Answers): Json | undefined {
  const names =
    need.kind === 'input'
      ? [need.name]
      : need.kind === 'reply'
        ? [replyName]
        : need.kind === 'approval'
          ? [need.key, approveName]
          : [credentialsName]
  const name = names.find(candidate => Object.hasOwn(answers, candidate))
  return name === undefined ? undefined : answers[name]
}
