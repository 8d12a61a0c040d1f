/** A client that is typed by an agent, and by the types of a document. Every line under an expected error must fail. */
import { z } from 'zod'
import { connect, dataOf, type Outcome } from '../../src/client/index.ts'
import { defineAgent, operation } from '../../src/index.ts'
import type { Equal } from './equal.ts'

const agent = defineAgent({
  name: 'sums',
  version: '1.0.0',
  operations: {
    add: operation({
      title: 'Add',
      input: z.object({ a: z.number(), b: z.number().optional() }),
      output: z.object({ sum: z.number() }),
      handler: ({ a, b = 0 }) => ({ sum: a + b }),
    }),
  },
})

export async function typed(): Promise<void> {
  const client = connect<typeof agent>('http://127.0.0.1:8080')
  const data = await client.call('add', { a: 1 }).orThrow()
  const isSum: Equal<typeof data, { sum: number }> = true
  void isSum
  // @ts-expect-error there is no such operation
  void client.call('subtract', { a: 1 })
  // @ts-expect-error a is missing
  void client.call('add', { b: 1 })
  // @ts-expect-error a is a number
  void client.call('add', { a: '1' })
  const { outcome } = await client.call('add', { a: 1 })
  if (outcome.kind === 'completed') {
    const read = dataOf(outcome)
    const isSame: Equal<typeof read, { sum: number }> = true
    void isSame
  }
}

/** Every kind of outcome has a case, and there is no other. */
export function exhaustive(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'completed':
      return 'done'
    case 'pending':
      return outcome.phase
    case 'paused':
      return outcome.needs[0].kind
    case 'failed':
      return outcome.fault.code
    case 'canceled':
      return 'canceled'
    case 'unknown':
      return outcome.status
  }
}

export async function untyped(): Promise<void> {
  const client = connect('http://127.0.0.1:8080')
  const data = await client.call('anything', { goes: true }).orThrow()
  const isUnknown: Equal<typeof data, unknown> = true
  void isUnknown
}
