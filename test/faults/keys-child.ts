/** One of two processes that make the same calls at the same moment. */
import { setTimeout as sleep } from 'node:timers/promises'
import { defineAgent, operation } from '../../src/index.ts'
import { kit } from '../runtime/kit.ts'
import type { RoundTold } from './keys.ts'

const [url = '', calls = '1', seed = '0'] = process.argv.slice(2)
let executed = 0
const agent = defineAgent({
  name: 'keys',
  version: '1.0.0',
  operations: {
    once: operation({
      title: 'Once',
      input: { type: 'object' },
      async handler() {
        executed += 1
        const mark = `${process.pid}-${executed}-${Math.random()}`
        await sleep(Math.random() * 5)
        return { mark }
      },
    }),
  },
})
const { call } = await kit(agent, { url, inserts: { others: { perSecond: 1e9, burst: 1e9 } } })

/** One caller, who asks until there is an answer. */
async function asked(key: string): Promise<string> {
  for (;;) {
    const { outcome } = await call('once', { key }, { idempotencyKey: key })
    // In flight, or too many at once for the store: both are to be asked again.
    if (outcome.kind !== 'failed' || outcome.fault.recovery !== 'retry') return JSON.stringify(outcome)
    await sleep(50 + Math.random() * 100)
  }
}

process.on('message', async ({ round }: { round: number }) => {
  const before = executed
  const answers = await Promise.all(Array.from({ length: Number(calls) }, () => asked(`key-${seed}-${round}`)))
  const told: RoundTold = {
    round,
    executed: executed - before,
    answers: [...new Set(answers)],
    answered: answers.length,
  }
  process.send?.(told)
})
process.send?.('ready')
