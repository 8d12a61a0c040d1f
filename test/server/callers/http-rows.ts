/** Tasks, events, approvals and keys over HTTP. */
import { listed, type Row, repeated, status } from './row.ts'

export const overHttp: readonly Row[] = [
  [
    'read a task',
    async (w, as) => status(await w.send(`/operations/${await w.alices.done()}`, as)),
    ['404', '200', '404', '404', '404', '404', '200'],
  ],
  [
    'its status',
    async (w, as) => status(await w.send(`/operations/${await w.alices.done()}/status`, as)),
    ['404', '200', '404', '404', '404', '404', '200'],
  ],
  [
    'its result',
    async (w, as) => status(await w.send(`/operations/${await w.alices.done()}/result`, as)),
    ['404', '200', '404', '404', '404', '404', '200'],
  ],
  [
    'its events',
    async (w, as) => status(await w.send(`/operations/${await w.alices.done()}/events`, as)),
    ['404', '200', '404', '404', '404', '404', '200'],
  ],
  [
    'its events as a stream',
    async (w, as) =>
      status(await w.send(`/operations/${await w.alices.done()}/events`, { ...as, accept: 'text/event-stream' })),
    ['404', '200', '404', '404', '404', '404', '200'],
  ],
  [
    'cancel a task',
    async (w, as) => status(await w.send(`/operations/${await w.alices.waiting()}:cancel`, as, {})),
    ['404', '200', '404', '404', '404', '404', '200'],
  ],
  [
    'answer a task',
    async (w, as) =>
      status(await w.send(`/operations/${await w.alices.waiting()}:answer`, as, { inputs: { city: 'Rome' } })),
    ['404', '200', '404', '404', '404', '404', '200'],
  ],
  [
    'retry a task',
    async (w, as) => status(await w.send(`/operations/${await w.alices.done()}:retry`, as, {})),
    ['404', '409', '404', '404', '404', '404', '409'],
  ],
  [
    'list tasks',
    async (w, as) => {
      const id = await w.alices.done()
      return listed(await w.send('/operations?limit=100', as), id)
    },
    ['401', '200 with it', '200 without it', '200 without it', '200 without it', '200 without it', '200 with it'],
  ],
  [
    'AdCP tasks/get',
    async (w, as) => status(await w.send('/adcp/tasks/get?envelope=adcp', as, { task_id: await w.alices.done() })),
    ['404', '200', '404', '404', '404', '404', '200'],
  ],
  [
    'AdCP tasks/list',
    async (w, as) => {
      const id = await w.alices.done()
      return listed(await w.send('/adcp/tasks/list?envelope=adcp', as, {}), id)
    },
    ['401', '200 with it', '200 without it', '200 without it', '200 without it', '200 without it', '200 with it'],
  ],
  [
    'list approvals',
    async (w, as) => {
      const { id } = await w.alices.approval()
      return listed(await w.send('/approvals?limit=100', as), id)
    },
    ['401', '200 with it', '200 without it', '200 without it', '200 without it', '200 with it', '200 without it'],
  ],
  [
    'read an approval',
    async (w, as) => status(await w.send(`/approvals/${(await w.alices.approval()).id}`, as)),
    ['401', '200', '404', '404', '404', '200', '404'],
  ],
  [
    'decide an approval',
    async (w, as) =>
      status(await w.send(`/approvals/${(await w.alices.approval()).id}:decide`, as, { decision: 'approve' })),
    ['401', '403', '404', '404', '404', '200', '404'],
  ],
  [
    'reply to an approver',
    async (w, as) =>
      status(await w.send(`/approvals/${(await w.alices.asked()).id}:reply`, as, { reply: 'For Acme.' })),
    ['401', '200', '404', '404', '404', '409', '404'],
  ],
  [
    'repeat a call with her key',
    async (w, as) => {
      const { key, task } = await w.alices.keyed()
      return repeated(await w.send('/buys', { ...as, 'idempotency-key': key }, { city: 'Oslo' }), task)
    },
    ['401', '202 hers', '202 another', '202 another', '202 another', '202 another', '202 another'],
  ],
  [
    'another call with her key',
    async (w, as) => {
      const { key, task } = await w.alices.keyed()
      return repeated(await w.send('/buys', { ...as, 'idempotency-key': key }, { city: 'Rome' }), task)
    },
    ['401', '409 another', '202 another', '202 another', '202 another', '202 another', '202 another'],
  ],
]
