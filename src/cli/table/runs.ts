/** Commands for runs: tasks, requests, approvals and webhooks of a store, and the worker. */
import type { Section } from '../command.ts'
import { flags, use } from '../flags.ts'
import { approvals } from './approvals.ts'
import { changeExits, listExits, rowOptions, showExits, storeOrServer } from './row-options.ts'

const taskStates = ['queued', 'working', 'paused', 'completed', 'failed', 'canceled', 'unknown'] as const
const deliveryStates = ['waiting', 'delivered', 'dead'] as const

export const taskListOptions = {
  ...rowOptions,
  state: { ...flags.state, values: taskStates },
  ...use('operation', 'governance', 'dead', 'limit'),
} as const

export const taskCancelOptions = { ...rowOptions, ...use('secret-file') }

export const requestTailOptions = {
  ...rowOptions,
  ...use('http-status', 'operation', 'contract-id', 'request-id', 'governance', 'since'),
}
export const requestListOptions = { ...requestTailOptions, ...use('limit') }

export const consoleOptions = { ...use('store', 'secret-file'), port: { ...flags.port, default: 'a free one' } }

export const tokenOptions = use('store', 'secret-file')

export const deliveryListOptions = {
  ...rowOptions,
  state: { ...flags.state, values: deliveryStates },
  ...use('limit'),
} as const

export const webhookTestOptions = use('secret', 'bearer', 'hmac', 'allow-loopback')

export const workerOptions = {
  store: { ...flags.store, default: 'the setting of the module, else sqlite:.replywire/replywire.db' },
  ...use('concurrency', 'per-tenant', 'lease', 'secret-file', 'admin-port', 'quiet', 'gateway'),
}

const taskId = { name: 'ID', about: 'A task, as `replywire tasks` lists it.' } as const
export const runs: Section = {
  title: 'Runs',
  commands: [
    {
      name: 'worker',
      summary: 'Run the tasks of an agent',
      about: [
        'Takes tasks from the store, runs each under a lease, and sends webhooks that are due. Several workers can share a store: a SQLite file on one machine, PostgreSQL on several.',
        'If a worker dies, another one continues its tasks after the last completed step: at once on the same machine, elsewhere when the leases expire.',
        'After SIGTERM or Ctrl-C it takes no new tasks, waits up to 30 seconds for running ones, and hands the rest back. A second signal ends it at once.',
      ],
      arguments: [
        {
          name: 'FILE',
          about: 'A module whose default export is an agent; with --gateway, the configuration of a gateway.',
          complete: 'files',
        },
      ],
      options: workerOptions,
      examples: [
        { run: 'replywire worker agent.ts', about: 'Work on the store of this folder.' },
        { run: 'replywire worker gateway.yaml --gateway', about: 'Forward the tasks of a gateway.' },
        {
          run: 'REPLYWIRE_SECRET=$SECRET replywire worker agent.ts --store $DATABASE_URL --concurrency 20',
          about: 'Work on a store that several machines share.',
        },
      ],
      load: () => import('../durable/worker.ts'),
    },
    {
      name: 'tasks',
      summary: 'List, show, follow, cancel and retry tasks',
      about: ['The input of a task is never shown.', storeOrServer],
      default: 'tasks list',
      commands: [
        {
          name: 'tasks list',
          summary: 'List tasks, the newest first',
          about: [],
          arguments: [],
          options: taskListOptions,
          examples: [
            { run: 'replywire tasks list --state working', about: 'Running tasks.' },
            { run: 'replywire tasks list --governance plan_7', about: 'Tasks under a governance token.' },
            { run: 'replywire tasks list --dead --json', about: 'Tasks with no attempts left, for a program.' },
          ],
          exits: listExits,
          load: () => import('../durable/tasks-list.ts'),
        },
        {
          name: 'tasks show',
          summary: 'Show a task with its steps, approvals, deliveries and history',
          about: [],
          arguments: [taskId],
          options: rowOptions,
          examples: [{ run: 'replywire tasks show tsk_…', about: 'Show one.' }],
          exits: showExits,
          load: () => import('../durable/tasks-show.ts'),
        },
        {
          name: 'tasks tail',
          summary: 'Print the events of a task until it ends',
          about: ['A paused task has not ended: the command keeps waiting.'],
          arguments: [taskId],
          options: rowOptions,
          examples: [{ run: 'replywire tasks tail tsk_… --json', about: 'One JSON object per event.' }],
          exits: [...showExits, [130, 'interrupted']],
          load: () => import('../durable/tasks-tail.ts'),
        },
        {
          name: 'tasks cancel',
          summary: 'Cancel a task',
          about: [
            'A waiting task is canceled at once. For a running task, its worker is asked to stop.',
            'The secret is needed only if the task has a webhook to notify.',
          ],
          arguments: [taskId],
          options: taskCancelOptions,
          examples: [{ run: 'replywire tasks cancel tsk_…', about: 'Cancel one.' }],
          exits: changeExits,
          load: () => import('../durable/tasks-cancel.ts'),
        },
        {
          name: 'tasks retry',
          summary: 'Queue a dead task again, with new attempts',
          about: ['Completed steps are not repeated.'],
          arguments: [taskId],
          options: rowOptions,
          examples: [{ run: 'replywire tasks retry tsk_…', about: 'Try one again.' }],
          exits: changeExits,
          load: () => import('../durable/tasks-retry.ts'),
        },
      ],
    },
    {
      name: 'requests',
      summary: 'List, show and follow the requests that servers answered',
      about: [
        'Reads the request journal. `replywire serve` and `dev` write one, and so does `serve()` with `journal: true`.',
        storeOrServer,
      ],
      default: 'requests list',
      commands: [
        {
          name: 'requests list',
          summary: 'List requests, the newest first',
          about: [],
          arguments: [],
          options: requestListOptions,
          examples: [
            { run: 'replywire requests list --http-status 5xx --since 1h', about: 'Failures of the last hour.' },
          ],
          exits: listExits,
          load: () => import('../durable/requests-list.ts'),
        },
        {
          name: 'requests show',
          summary: 'Show a request with its stages, findings and losses',
          about: ['Clients can send an id more than once: every request with the id is shown.'],
          arguments: [{ name: 'ID', about: 'The id of a request, as `replywire requests` lists it.' }],
          options: rowOptions,
          examples: [{ run: 'replywire requests show 81e33604-6797-47a8-84e0-91fd455d26e3', about: 'Show one.' }],
          exits: showExits,
          load: () => import('../durable/requests-show.ts'),
        },
        {
          name: 'requests tail',
          summary: 'Print requests as they are answered',
          about: ['Starts with the next request, or with --since.'],
          arguments: [],
          options: requestTailOptions,
          examples: [{ run: 'replywire requests tail --operation book --json', about: 'One JSON object per request.' }],
          exits: [...listExits, [130, 'interrupted']],
          load: () => import('../durable/requests-tail.ts'),
        },
      ],
    },
    ...approvals,
    {
      name: 'webhooks',
      summary: 'List and resend webhook deliveries, test receivers',
      about: ['Secrets and the query of an address are never shown.', storeOrServer],
      default: 'webhooks list',
      commands: [
        {
          name: 'webhooks list',
          summary: 'List deliveries, the newest first',
          about: [],
          arguments: [],
          options: deliveryListOptions,
          examples: [{ run: 'replywire webhooks list --state dead', about: 'Deliveries with no attempts left.' }],
          exits: listExits,
          load: () => import('../durable/webhooks-list.ts'),
        },
        {
          name: 'webhooks resend',
          summary: 'Send a delivery again',
          about: ['The delivery keeps its id. A receiver that was disabled is enabled again.'],
          arguments: [{ name: 'ID', about: 'A delivery, as `replywire webhooks` lists it.' }],
          options: rowOptions,
          examples: [{ run: 'replywire webhooks resend msg_…', about: 'Send one again.' }],
          exits: changeExits,
          load: () => import('../durable/webhooks-resend.ts'),
        },
        {
          name: 'webhooks test',
          summary: 'Send one signed message to a receiver',
          about: [
            'Prints what came back. It needs no store. Choose how it is signed with one of --secret, --bearer and --hmac.',
            'Other users of this machine can see a command line: pass secrets as @FILE.',
          ],
          arguments: [{ name: 'URL', about: 'The address of the receiver.' }],
          options: webhookTestOptions,
          examples: [
            { run: 'replywire webhooks test https://hooks.example/in --secret @secret.txt', about: 'Test a receiver.' },
          ],
          exits: [
            [0, 'delivered'],
            [1, 'not delivered'],
            [2, 'wrong usage'],
          ],
          load: () => import('../durable/webhooks-test.ts'),
        },
      ],
    },
    {
      name: 'console',
      summary: 'Open the console over a store: inbox, tasks and requests in a browser',
      about: [
        'Serves the console on this machine only, without an agent, and prints a link that signs in as the operator.',
        'Servers of `serve` and `dev` have the console at /console. This command is for a store whose server is elsewhere, or does not run.',
        'Runs no tasks and sends no webhooks: a server or `replywire worker` continues what was decided. Shows the tenant without a name; other tenants use the console of their server.',
      ],
      arguments: [],
      options: consoleOptions,
      examples: [
        { run: 'replywire console', about: 'For the store of this folder.' },
        { run: 'replywire console --store sqlite:agent.db --port 9000', about: 'For another store, at a port.' },
      ],
      exits: listExits,
      load: () => import('../durable/console.ts'),
    },
    {
      name: 'token',
      summary: 'Print the operator token of a server without authentication',
      about: [
        'On a server without authentication, only the operator can list and decide approvals over the network. Send the token as `Authorization: Bearer TOKEN`.',
        'For a SQLite file the token is in FILE.token next to it. For PostgreSQL it is derived from the secret.',
        'On a store, inbox, approve, reject and ask-back need no token. On a server (--url) they do.',
      ],
      arguments: [],
      options: tokenOptions,
      examples: [
        { run: 'replywire token', about: 'For the store of this folder.' },
        {
          run: 'curl -H "Authorization: Bearer $(replywire token)" http://127.0.0.1:8080/approvals?state=open',
          about: 'List open requests for approval over HTTP.',
        },
      ],
      exits: listExits,
      load: () => import('../durable/token.ts'),
    },
  ],
}
