/** One outcome of every kind that the golden matrix distinguishes, and their exchange. */
import type { SealedExchange } from '../outcome/exchange.ts'
import { type FaultCategory, fault, faultCategories } from '../outcome/fault.ts'
import { canceled, completed, created, failed, type Outcome, partial, paused, pending } from '../outcome/outcome.ts'

/**
 * The exchange of the golden matrix.
 *
 * @example
 * goldenExchange.correlationId // 'corr-123'
 */
export const goldenExchange: SealedExchange = {
  requestId: '01KQ3XQ77RR7J8XWZ8C0YR2JN2',
  correlationId: 'corr-123',
  conversationId: 'ctx_abc123',
  operation: 'search_programs',
  context: '{"ui":"session-7","n":1.0}',
  at: '2026-04-30T03:00:00.000Z',
  durationMs: 42,
  query: { input: { q: 'IT導入' }, filters: { tier: ['S'] }, unparsed: [] },
  billing: { units: 1, tag: 'desk-1' },
}

const row = (n: number) => ({ id: `P-${n}`, name: `Program ${n}`, amount_max_yen: n * 100_000 })

const messages: Readonly<Record<FaultCategory, string>> = {
  invalid: 'The budget must be greater than zero.',
  unauthenticated: 'A valid key is required.',
  forbidden: 'This caller may not optimize campaigns.',
  'license-blocked': 'The licence of this source does not allow it.',
  'not-found': 'There is no such campaign.',
  conflict: 'An optimization is already running.',
  'rate-limited': 'Too many requests a second.',
  'quota-exceeded': 'The quota of the day is used up.',
  dependency: 'The model backend is down.',
  timeout: 'The run took too long.',
  integrity: 'Two sources contradict each other.',
  unavailable: 'The service is being restarted.',
  internal: 'It failed for a reason of its own.',
}

const faults = Object.keys(faultCategories).map((category): [string, Outcome] => {
  const more = {
    ...(category === 'invalid' ? { issues: [{ pointer: '/budget', message: 'Must be greater than zero.' }] } : {}),
    ...(category === 'conflict' ? { resourceId: 'opt-12' } : {}),
    ...(category === 'rate-limited' ? { retryAfterMs: 5000 } : {}),
  }
  return [`failed-${category}`, failed(fault(category as FaultCategory, messages[category as FaultCategory], more))]
})

/**
 * The rows of the golden matrix by name.
 *
 * @example
 * for (const [name, outcome] of Object.entries(goldenOutcomes)) console.log(name, outcome.kind)
 */
export const goldenOutcomes: Readonly<Record<string, Outcome>> = {
  'completed-rich': completed([1, 2, 3, 4, 5, 6, 7].map(row), {
    citations: [
      {
        id: 'src-1',
        url: 'https://www.example.go.jp/a',
        publisher: '経済産業省',
        paths: ['/0/amount_max_yen'],
        verification: 'verified',
      },
    ],
    actions: [{ tool: 'get_program', args: { id: 'P-1' } }],
  }),
  'completed-sparse': completed([row(1), row(2)]),
  'completed-empty': completed([], { emptyReason: 'no_match', retryWith: { broaden: true } }),
  'completed-value': completed({ campaign: { id: 'c-1', budget: 5000 } }, { message: 'Here is the campaign.' }),
  'completed-text': completed('# Report\n\nAll is well.'),
  'completed-created': created({ id: 'c-1' }, { location: '/campaigns/c-1' }),
  'completed-partial': partial([row(1)], ['One of three sources did not answer.']),
  'pending-queued': pending({ id: 'task_789', statusUrl: '/operations/task_789/status', pollAfterMs: 5000 }),
  'pending-working': pending({ id: 'task_789' }, { phase: 'working', progress: { fraction: 0.5, message: 'halfway' } }),
  'paused-input': paused(
    [
      {
        kind: 'input',
        name: 'successMetric',
        location: 'body',
        schema: { type: 'string', enum: ['ctr', 'cpl'] },
        required: true,
        question: 'Which metric?',
      },
    ],
    { message: 'One thing is missing.' },
  ),
  'paused-reply': paused([{ kind: 'reply', question: 'What should the campaign achieve?' }]),
  'paused-approval': paused([{ kind: 'approval', key: 'spend', action: 'Spend 25000', token: 'apr_9vQ2Lw7xT0aB' }]),
  'paused-credentials': paused([{ kind: 'credentials', url: 'https://auth.example/start', scheme: 'Bearer' }]),
  ...Object.fromEntries(faults),
  'failed-never-began': failed(fault('invalid', 'The order is closed.', { began: false })),
  canceled: canceled({ message: 'Stopped on request.' }),
  unknown: { kind: 'unknown', status: 'paused-by-moon' },
}
