/** What a rule requires, with a good and a bad message. */
import type { ExampleMessage } from '../codec/contract.ts'
import type { Json, JsonObject } from '../lib/json-value.ts'
import type { IndexedRule } from './rule-index.ts'
import { sharedExamples } from './shared-examples.ts'
import { showMessage } from './show-message.ts'
import { headOf } from './wire-file.ts'

/** Two messages as people see them, and as a wire file has them. */
export interface ShownExamples {
  readonly good: string
  readonly bad: string
  readonly json: { readonly good: Json; readonly bad: Json }
}

/** The examples of a rule; undefined when it has none. */
export async function examplesOf({
  id,
  edition,
}: Pick<IndexedRule, 'id' | 'edition'>): Promise<ShownExamples | undefined> {
  const texts = sharedExamples[id]
  if (texts !== undefined) return { ...texts, json: { ...texts } }
  const example = (await edition.examples?.())?.[id]
  if (example === undefined) return undefined
  const { good, bad } = example
  return { good: showMessage(good), bad: showMessage(bad), json: { good: inJson(good), bad: inJson(bad) } }
}

/** A message as a wire file has it. */
function inJson({ wire, message }: ExampleMessage): JsonObject {
  const kind = message === undefined ? {} : { message }
  const reading = wire.body.json()
  return { ...kind, ...headOf(wire), ...(reading.ok ? { body: reading.value } : { text: wire.body.text() }) }
}
