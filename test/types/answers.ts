/** What a handler may return where its operation declares an output. Every line under an expected error must fail. */
import { z } from 'zod'
import {
  ask,
  type Completed,
  completed,
  created,
  delta,
  type Outcome,
  operation,
  partial,
  progress,
  refuse,
} from '../../src/index.ts'

interface Campaign {
  id: string
  state: 'active' | 'ended'
  tags?: ('new' | 'big')[]
}

const input = z.object({ id: z.string() })
const output = z.object({
  id: z.string(),
  state: z.enum(['active', 'ended']),
  tags: z.array(z.enum(['new', 'big'])).optional(),
  visits: z.number().default(0),
})
const title = 'Answer'
declare const campaign: Campaign
declare const anything: Outcome

export const accepted = [
  operation({ title, input, output, handler: ({ id }) => ({ id, state: 'active' }) }),
  operation({ title, input, output, handler: ({ id }) => created({ id, state: 'active', tags: ['new', 'big'] }) }),
  operation({ title, input, output, handler: () => ({ id: '1', state: 'ended', visits: 3 }) }),
  operation({ title, input, output, handler: () => completed(campaign) }),
  operation({ title, input, output, handler: () => partial(campaign, ['visits']) }),
  operation({ title, input, output, handler: () => ({ kind: 'completed', payload: { kind: 'value', value: 1 } }) }),
  operation({
    title,
    input,
    output,
    async handler({ id }) {
      if (id === '') return ask([{ name: 'id', question: 'Which one?' }])
      if (id === '0') return refuse('not-found', 'There is no such campaign.')
      return created({ id, state: 'active' }, { location: `/campaigns/${id}` })
    },
  }),
  operation({
    title,
    input,
    output,
    async *handler({ id }) {
      yield progress(0.5)
      yield { kind: 'progress', fraction: 0.7 }
      yield delta('almost')
      if (id === '') return ask([{ name: 'id', question: 'Which one?' }])
      return { id, state: 'active' }
    },
  }),
  operation({ title, input, handler: () => undefined }),
  operation({ title, input, handler: () => anything }),
]

export const refused = [
  // @ts-expect-error: members are missing, and another one is there
  operation({ title, input, output, handler: () => created({ wrong: 1 }) }),
  // @ts-expect-error: the same, with the input read
  operation({ title, input, output, handler: ({ id }) => created({ wrong: id }) }),
  // @ts-expect-error: no such state
  operation({ title, input, output, handler: ({ id }) => ({ id, state: 'asleep' }) }),
  // @ts-expect-error: a number is no id
  operation({ title, input, output, handler: async () => completed({ id: 1, state: 'active' }) }),
  // @ts-expect-error: nothing is no campaign
  operation({ title, input, output, handler: () => undefined }),
  // @ts-expect-error: nor is a completed outcome without data
  operation({ title, input, output, handler: () => completed() }),
  // @ts-expect-error: nor an array of campaigns
  operation({ title, input, output, handler: () => partial([campaign], ['the rest']) }),
  // @ts-expect-error: an outcome whose data nobody knows
  operation({ title, input, output, handler: () => anything }),
  operation({
    title,
    input,
    output,
    // @ts-expect-error: the generator returns something else
    async *handler({ id }) {
      yield progress(0.5)
      return { id }
    },
  }),
  operation({
    title,
    input,
    output,
    // @ts-expect-error: and this one yields something else
    async *handler({ id }) {
      yield { kind: 'progres', fraction: 0.5 }
      return { id, state: 'active' }
    },
  }),
  // @ts-expect-error: the input has no such member
  operation({ title, input, handler: ({ name }) => ({ name }) }),
]

/** A helper says what its outcome holds. */
export const typed: Completed<Campaign> = created(campaign)
export const erased: Outcome = typed
