/** Pays once it is allowed to; until then it says that it has begun, and waits. */
import { existsSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { defineAgent, operation } from '../../src/index.ts'

/** `MARK.begun` is written at the start of a run; it ends when `MARK.go` is there. */
export const recoveryAgent = (mark: string) =>
  defineAgent({
    name: 'recovery',
    version: '1.0.0',
    operations: {
      pay: operation({
        title: 'Pay',
        route: 'POST /payments',
        effects: 'additive',
        input: z.object({ amount: z.number() }),
        async handler({ amount }) {
          writeFileSync(`${mark}.begun`, '')
          while (!existsSync(`${mark}.go`)) await sleep(20)
          return { paid: amount }
        },
      }),
      note: operation({ title: 'Note', route: 'POST /notes', async: true, input: {}, handler: () => ({}) }),
    },
  })

/** A receiver on this machine that hears of every task. */
export const webhooksTo = (url: string) => ({
  allowLoopback: true,
  endpoints: [{ url, secret: `whsec_${Buffer.from('a secret of the receiver, thirty-two').toString('base64')}` }],
})
