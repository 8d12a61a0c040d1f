/** The commands around what lasts: tasks, approvals, webhooks, and the worker. */
import type { Command, CommandModule, Exits, Options } from '../command.ts'

export const taskVerbs = ['list', 'show', 'cancel', 'retry', 'tail'] as const
export type TaskVerb = (typeof taskVerbs)[number]

export const inboxVerbs = ['list', 'show'] as const
export type InboxVerb = (typeof inboxVerbs)[number]

export const webhookVerbs = ['list', 'resend', 'test'] as const
export type WebhookVerb = (typeof webhookVerbs)[number]

const taskStates = ['queued', 'working', 'paused', 'completed', 'failed', 'canceled', 'unknown'] as const
const deliveryStates = ['waiting', 'delivered', 'dead'] as const

const store = {
  store: {
    type: 'string',
    value: 'URL',
    about: 'sqlite:PATH or postgres://…. It must exist. Default: sqlite:.replywire/replywire.db.',
  },
} as const satisfies Options

const storeOptions = {
  ...store,
  tenant: { type: 'string', value: 'TENANT', about: 'Only what belongs to this tenant. Default: all tenants.' },
} as const satisfies Options

const secretFile = {
  type: 'string',
  value: 'FILE',
  complete: 'files',
} as const

const limit = { type: 'string', value: 'NUMBER', about: 'list: at most so many; 20 unless said.' } as const

const note = { type: 'string', value: 'TEXT' } as const

const as = {
  type: 'string',
  value: 'NAME',
  about: 'Who decides; the name of your account unless said. The audit log keeps both.',
} as const

export const tasksOptions = {
  ...storeOptions,
  state: {
    type: 'string',
    value: 'STATE',
    values: taskStates,
    about: `list: only those that are ${oneOf(taskStates)}.`,
  },
  operation: { type: 'string', value: 'NAME', about: 'list: only calls of this operation.' },
  dead: { type: 'boolean', about: 'list: only those that failed for good after their last try.' },
  limit,
  'secret-file': {
    ...secretFile,
    about: 'cancel: the file with the secret of the installation, where somebody waits for news of the task.',
  },
} as const satisfies Options

export const inboxOptions = {
  ...storeOptions,
  all: { type: 'boolean', about: 'list: those that were decided or have expired too.' },
  limit,
} as const satisfies Options

export const approveOptions = {
  ...storeOptions,
  note: { ...note, about: 'Kept with the decision; the requester is told.' },
  input: {
    type: 'string',
    value: 'JSON|@FILE|@-',
    complete: 'files',
    about:
      'Approve with this input in place of the asked one: a JSON object. It is judged when the run goes on, not here.',
  },
  as,
} as const satisfies Options

const rejectOptions = {
  ...storeOptions,
  note: { ...note, about: 'Why; the requester is told.' },
  as,
} as const satisfies Options

const askBackOptions = {
  ...storeOptions,
  note: { ...note, about: 'The question, which the requester is told. It is needed.' },
  as,
} as const satisfies Options

export const tokenOptions = {
  ...store,
  'secret-file': {
    ...secretFile,
    about: 'PostgreSQL: the file with the secret that all processes on the store share; else REPLYWIRE_SECRET.',
  },
} as const satisfies Options

export const webhooksOptions = {
  ...storeOptions,
  state: {
    type: 'string',
    value: deliveryStates.join('|'),
    values: deliveryStates,
    about: 'list: only those.',
  },
  limit,
  secret: {
    type: 'string',
    value: 'whsec_…|@FILE',
    complete: 'files',
    about: 'test: sign as Standard Webhooks do, with this secret or the one in a file.',
  },
  bearer: {
    type: 'string',
    value: 'TOKEN|@FILE',
    complete: 'files',
    about: 'test: send an AdCP bearer token.',
  },
  hmac: {
    type: 'string',
    value: 'SECRET|@FILE',
    complete: 'files',
    about: 'test: sign with AdCP HMAC-SHA256.',
  },
  'allow-loopback': { type: 'boolean', about: 'test: let a receiver on this machine through, by http too.' },
} as const satisfies Options

export const requestVerbs = ['list', 'show', 'tail'] as const
export type RequestVerb = (typeof requestVerbs)[number]

export const requestsOptions = {
  ...storeOptions,
  status: { type: 'string', value: 'CODE|5xx', about: 'list, tail: only answers with this status, or of this class.' },
  operation: { type: 'string', value: 'NAME', about: 'list, tail: only calls of this operation.' },
  contract: {
    type: 'string',
    value: 'ID',
    complete: 'contracts',
    about: 'list, tail: only answers in this contract.',
  },
  request: { type: 'string', value: 'ID', about: 'list, tail: only requests with this id.' },
  since: {
    type: 'string',
    value: 'DURATION|TIME',
    about: 'list, tail: only requests of the last 15m, 24h or 7d, or since a time such as 2026-11-18T06:00:00Z.',
  },
  limit: { ...limit, about: 'list: at most so many. Default: 20.' },
} as const satisfies Options

export const workerOptions = {
  ...store,
  concurrency: { type: 'string', value: 'NUMBER', about: 'How many tasks at once; what the module says, or 10.' },
  'per-tenant': {
    type: 'string',
    value: 'NUMBER',
    about: 'How many of one tenant at once, over all workers that say it too; any number unless said.',
  },
  lease: {
    type: 'string',
    value: 'SECONDS',
    about: 'How long a worker may be silent before another takes its task; what the module says, or 30.',
  },
  'secret-file': {
    ...secretFile,
    about:
      'The file with the secret that all processes on this store share; else REPLYWIRE_SECRET, else FILE.key beside a SQLite file.',
  },
  'admin-port': { type: 'string', value: 'PORT', about: 'Metrics and health on this port; 0 for any free one.' },
  quiet: { type: 'boolean', about: 'Say nothing but errors.' },
} as const satisfies Options

const exits: Exits = [
  [0, 'done'],
  [1, 'there is no such thing, or it is refused'],
  [2, 'wrong usage, or a store that cannot be reached'],
]

const approvalId = { name: 'ID', about: 'An approval, as the inbox names it.' } as const

/** Three commands of one file. */
function deciding(decision: 'approve' | 'reject' | 'ask'): () => Promise<CommandModule> {
  return async () => {
    const { decide } = await import('./decide.ts')
    return { run: invocation => decide(decision, invocation) }
  }
}

function oneOf(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

export const durableCommands: readonly Command[] = [
  {
    name: 'worker',
    summary: 'Run the tasks of an agent',
    about: [
      'Takes tasks from the store that calls left there, runs each under a lease, and sends the webhooks that are due. Many workers may share a store: on one machine a SQLite file, on many PostgreSQL. A task whose worker died is taken by another when its lease runs out, and goes on after its last committed step.',
      'SIGTERM or Ctrl-C: takes nothing new, waits up to 30 seconds for what runs, hands the rest back. A second signal ends at once.',
    ],
    arguments: [{ name: 'FILE', about: 'A module whose default export is an agent.', complete: 'files' }],
    options: workerOptions,
    examples: [
      { run: 'replywire worker agent.ts', about: 'Work on the store of this folder.' },
      {
        run: 'REPLYWIRE_SECRET=$SECRET replywire worker agent.ts --store $DATABASE_URL --concurrency 20',
        about: 'Work on a store that machines share.',
      },
    ],
    load: () => import('./worker.ts'),
  },
  {
    name: 'tasks',
    summary: 'List, show, cancel, retry and follow tasks',
    about: [
      'list shows the newest first. show tells of one: its times, steps, approvals and deliveries. cancel ends a task that waits, and asks the worker of one that runs. retry gives a dead task a new set of tries. tail prints its log, live until it ends; a pause is not the end.',
      'What a task was called with is not shown.',
    ],
    arguments: [
      { name: 'VERB', about: `${taskVerbs.join(', ')}.`, values: taskVerbs },
      { name: 'ID', about: 'show, cancel, retry, tail: a task.', optional: true },
    ],
    options: tasksOptions,
    examples: [
      { run: 'replywire tasks list --state working', about: 'What runs now.' },
      { run: 'replywire tasks list --dead --json', about: 'What has no try left, for a program.' },
      { run: 'replywire tasks tail tsk_… --json', about: 'Every event, a JSON object a line.' },
    ],
    exits: [...exits, [130, 'tail was interrupted']],
    load: () => import('./tasks.ts'),
  },
  {
    name: 'requests',
    summary: 'List, show and follow the requests that servers answered',
    about: [
      'Reads the request journal of a store, of all tenants. list shows the newest first. show prints all that was kept of a request: its ids, caller, stages with their times, findings and losses, and the redacted bodies where they are switched on. tail prints requests as they are answered, until it is interrupted.',
      'replywire serve and dev keep a journal; serve() in a program does with `journal: true`.',
    ],
    arguments: [
      { name: 'VERB', about: `${requestVerbs.join(', ')}.`, values: requestVerbs },
      { name: 'ID', about: 'show: the id of a request.', optional: true },
    ],
    options: requestsOptions,
    examples: [
      { run: 'replywire requests list --status 5xx --since 1h', about: 'What failed within the last hour.' },
      { run: 'replywire requests show 81e33604-6797-47a8-84e0-91fd455d26e3', about: 'All that was kept of one.' },
      { run: 'replywire requests tail --operation book --json', about: 'Follow one operation, for a program.' },
    ],
    exits: [...exits, [130, 'tail was interrupted']],
    load: () => import('./requests.ts'),
  },
  {
    name: 'inbox',
    summary: 'List what waits for an approval',
    about: [
      'Shows what would be done, who asked, since when, and until when it can be decided. show tells of one, with its input and its history.',
    ],
    arguments: [
      { name: 'VERB', about: `${inboxVerbs.join(', ')}; list unless said.`, values: inboxVerbs, optional: true },
      { name: 'ID', about: 'show: an approval.', optional: true },
    ],
    options: inboxOptions,
    examples: [
      { run: 'replywire inbox', about: 'What is open.' },
      { run: 'replywire inbox show apv_…', about: 'One, with its history.' },
    ],
    exits,
    load: () => import('./inbox.ts'),
  },
  {
    name: 'approve',
    summary: 'Approve what waits in the inbox',
    about: [
      'Decided once, and kept in the audit log. A task that waits for it goes on; a caller goes on by repeating the call with its token. Nobody approves what they asked for themselves.',
      'A store does not know what its operations take: --input is judged when the run goes on, which fails if it does not fit. Over HTTP it is judged at once.',
    ],
    arguments: [approvalId],
    options: approveOptions,
    examples: [
      { run: 'replywire approve apv_… --note "Within budget."', about: 'Approve.' },
      { run: `replywire approve apv_… --input '{"amount":3}'`, about: 'Approve something else than was asked.' },
    ],
    exits,
    load: deciding('approve'),
  },
  {
    name: 'reject',
    summary: 'Reject what waits in the inbox',
    about: ['Decided once, and kept in the audit log. The requester is told, with the note.'],
    arguments: [approvalId],
    options: rejectOptions,
    examples: [{ run: 'replywire reject apv_… --note "Too much."', about: 'Reject, and say why.' }],
    exits,
    load: deciding('reject'),
  },
  {
    name: 'ask-back',
    summary: 'Ask the requester before deciding',
    about: [
      'The requester is told the question. Once they have answered it, what they asked for is in the inbox again.',
    ],
    arguments: [approvalId],
    options: askBackOptions,
    examples: [{ run: 'replywire ask-back apv_… --note "For which client?"', about: 'Ask.' }],
    exits,
    load: deciding('ask'),
  },
  {
    name: 'token',
    summary: 'Show the operator token of an open server',
    about: [
      'A server without authentication lists and decides approvals over the network only for its operator: send the token as `Authorization: Bearer TOKEN`. It stands in FILE.token beside a SQLite file, and is derived from the secret for PostgreSQL.',
      'inbox, approve, reject and ask-back work on the store itself and need no token.',
    ],
    arguments: [],
    options: tokenOptions,
    examples: [
      { run: 'replywire token', about: 'Of the store of this folder.' },
      {
        run: 'curl -H "Authorization: Bearer $(replywire token)" http://127.0.0.1:8080/approvals?state=open',
        about: 'List what waits for an approval.',
      },
    ],
    exits: [
      [0, 'done'],
      [2, 'wrong usage, or a store that cannot be reached'],
    ],
    load: () => import('./token.ts'),
  },
  {
    name: 'webhooks',
    summary: 'List, resend and test webhooks',
    about: [
      'list shows what was sent, what waits and what was given up, newest first. resend sends one again from the start, with the same id; an endpoint that was disabled is used again. test sends one signed message to an address and says what came back; it needs no store.',
      'Secrets and the query of an address are never shown. A secret on the command line is seen by other accounts of the machine: @FILE reads it from a file.',
    ],
    arguments: [
      { name: 'VERB', about: `${webhookVerbs.join(', ')}.`, values: webhookVerbs },
      { name: 'ID|URL', about: 'resend: a delivery. test: an address.', optional: true },
    ],
    options: webhooksOptions,
    examples: [
      { run: 'replywire webhooks list --state dead', about: 'What was given up.' },
      { run: 'replywire webhooks resend msg_…', about: 'Send it again.' },
      { run: 'replywire webhooks test https://hooks.example/in --secret @secret.txt', about: 'Test a receiver.' },
    ],
    exits: [
      [0, 'done; test: delivered'],
      [1, 'there is no such thing, or it is refused; test: not delivered'],
      [2, 'wrong usage, or a store that cannot be reached'],
    ],
    load: () => import('./webhooks.ts'),
  },
]
