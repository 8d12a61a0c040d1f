/** An agent that can do everything that an MCP client may meet. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, completed, defineAgent, operation, requireApproval } from '../../../src/index.ts'

/** How many runs were told to stop. */
let stops = 0

/** How many events the last large run has sent so far. */
let sent = 0

export const agent = defineAgent({
  name: 'interop',
  version: '1.0.0',
  operations: {
    greet: operation({
      title: 'Greet',
      description: 'Greets somebody by name.',
      effects: 'none',
      input: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 40 } } },
      output: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
      handler: input => ({ text: `Hello, ${(input as { name: string }).name}` }),
    }),
    optimize: operation({
      title: 'Optimize',
      input: {
        type: 'object',
        required: ['campaign'],
        properties: { campaign: { type: 'string' }, metric: { enum: ['ctr', 'cpl'] } },
      },
      handler(input) {
        const { campaign, metric } = input as { campaign: string; metric?: string }
        if (metric === undefined) return ask([{ name: 'metric', question: 'Which metric?', allowed: ['ctr', 'cpl'] }])
        return { campaign, metric }
      },
    }),
    spend: operation({
      title: 'Spend',
      effects: 'destructive',
      input: { type: 'object', required: ['amount'], properties: { amount: { type: 'number' } } },
      handler(input, ctx) {
        const { amount } = input as { amount: number }
        const decision = ctx.approval('spend')
        if (decision === undefined) return requireApproval('spend', { action: `Spend ${amount}` })
        return { spent: amount, by: decision.by }
      },
    }),
    research: operation({
      title: 'Research',
      async: true,
      input: {
        type: 'object',
        properties: { steps: { type: 'integer' }, waitMs: { type: 'integer' }, topic: { type: 'string' } },
      },
      async handler(input, ctx) {
        const { steps = 3, waitMs = 5, topic } = input as { steps?: number; waitMs?: number; topic?: string }
        for (let step = 1; step <= steps; step++) {
          await ctx.step(`step ${step}`, () => sleep(waitMs, step, { signal: ctx.signal }))
          await ctx.progress(step / steps, `step ${step}`)
        }
        if (topic === undefined) return ask([{ name: 'topic', question: 'About what?' }])
        return { steps, topic }
      },
    }),
    stall: operation({
      title: 'Stall',
      input: {},
      async handler(_, ctx) {
        await ctx.progress(0.1, 'begun')
        await new Promise<void>(resolve => ctx.signal.addEventListener('abort', () => resolve(), { once: true }))
        stops++
        return {}
      },
    }),
    stops: operation({ title: 'Stops', effects: 'none', input: {}, handler: () => ({ count: stops }) }),
    large: operation({
      title: 'Large',
      input: {
        type: 'object',
        properties: { bytes: { type: 'integer' }, events: { type: 'integer' }, eventBytes: { type: 'integer' } },
      },
      async handler(input, ctx) {
        const { bytes = 0, events = 0, eventBytes = 10 } = input as Record<string, number | undefined>
        const message = 'x'.repeat(eventBytes)
        for (sent = 0; sent < events; sent++) await ctx.progress((sent + 1) / events, message)
        return completed({ text: 'y'.repeat(bytes) })
      },
    }),
    sent: operation({ title: 'Sent', effects: 'none', input: {}, handler: () => ({ count: sent }) }),
  },
})

/** A task whose process was killed is taken up soon. */
export const options = { leaseMs: 500 }

export default agent
