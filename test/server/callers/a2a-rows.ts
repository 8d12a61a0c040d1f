/** Tasks, decisions, push registrations and keys over A2A. */
import { listed, type Row, repeated, status } from './row.ts'
import type { Answer, World } from './world.ts'

const a2a = (world: World, as: Record<string, string>, method: string, params: object, more = {}, path = '/a2a') =>
  world.send(path, { 'a2a-version': '1.0', ...as, ...more }, { jsonrpc: '2.0', id: 1, method, params })
const told = ({ status: code, rpc }: Answer) =>
  rpc.error === undefined ? `${code} answered` : `${code} error ${rpc.error.code}`
const message = (data: object, taskId?: string) => ({
  message: { messageId: 'm', role: 'ROLE_USER', parts: [{ data }], ...(taskId && { taskId }) },
})
const rest = (world: World, as: Record<string, string>, path: string, body?: object, method?: string) =>
  world.send(`/a2a${path}`, { 'a2a-version': '1.0', ...as }, body, method)

export const overA2a: readonly Row[] = [
  [
    'GetTask',
    async (w, as) => told(await a2a(w, as, 'GetTask', { id: await w.alices.done() })),
    [
      '200 error -32001',
      '200 answered',
      '200 error -32001',
      '200 error -32001',
      '200 error -32001',
      '200 error -32001',
      '200 answered',
    ],
  ],
  [
    'GET /tasks/{id}',
    async (w, as) => status(await rest(w, as, `/tasks/${await w.alices.done()}`)),
    ['404', '200', '404', '404', '404', '404', '200'],
  ],
  [
    'tasks/get of 0.3',
    async (w, as) => told(await a2a(w, as, 'tasks/get', { id: await w.alices.done() }, { 'a2a-version': '0.3' })),
    [
      '200 error -32001',
      '200 answered',
      '200 error -32001',
      '200 error -32001',
      '200 error -32001',
      '200 error -32001',
      '200 answered',
    ],
  ],
  [
    'CancelTask',
    async (w, as) => told(await a2a(w, as, 'CancelTask', { id: await w.alices.waiting() })),
    [
      '200 error -32001',
      '200 answered',
      '200 error -32001',
      '200 error -32001',
      '200 error -32001',
      '200 error -32001',
      '200 answered',
    ],
  ],
  [
    'SubscribeToTask',
    // The task is over: whoever may see it is told so.
    async (w, as) => told(await a2a(w, as, 'SubscribeToTask', { id: await w.alices.done() })),
    [
      '200 error -32001',
      '200 error -32004',
      '200 error -32001',
      '200 error -32001',
      '200 error -32001',
      '200 error -32001',
      '200 error -32004',
    ],
  ],
  [
    'SendMessage with an answer',
    async (w, as) => told(await a2a(w, as, 'SendMessage', message({ city: 'Rome' }, await w.alices.waiting()))),
    [
      '200 error -32001',
      '200 answered',
      '200 error -32001',
      '200 error -32001',
      '200 error -32001',
      '200 error -32001',
      '200 answered',
    ],
  ],
  [
    'SendMessage with a decision',
    async (w, as) => {
      const { task } = await w.alices.approval()
      const { rpc, status: code, text } = await a2a(w, as, 'SendMessage', message({ approve: true }, task))
      if (rpc.error !== undefined) return `${code} error ${rpc.error.code}`
      const state = /TASK_STATE_\w+/.exec(text)?.[0] ?? ''
      return `${state.slice('TASK_STATE_'.length)}${text.includes('artifacts') ? ' with the result' : ''}`
    },
    [
      '200 error -32001',
      'INPUT_REQUIRED',
      '200 error -32001',
      '200 error -32001',
      '200 error -32001',
      'WORKING',
      'INPUT_REQUIRED',
    ],
  ],
  [
    'ListTasks',
    async (w, as) => {
      const id = await w.alices.done()
      return listed(await a2a(w, as, 'ListTasks', { pageSize: 100 }), id)
    },
    ['401', '200 with it', '200 without it', '200 without it', '200 without it', '200 without it', '200 with it'],
  ],
  [
    'GET /tasks',
    async (w, as) => {
      const id = await w.alices.done()
      return listed(await rest(w, as, '/tasks?pageSize=100'), id)
    },
    ['401', '200 with it', '200 without it', '200 without it', '200 without it', '200 without it', '200 with it'],
  ],
  [
    'AdCP list_tasks',
    async (w, as) => {
      const id = await w.alices.done()
      const data = { skill: 'list_tasks', parameters: {} }
      return listed(await a2a(w, as, 'SendMessage', message(data), {}, '/a2a?envelope=adcp'), id)
    },
    ['401', '200 with it', '200 without it', '200 without it', '200 without it', '200 without it', '200 with it'],
  ],
  [
    'create a push registration',
    async (w, as) => {
      const config = { taskId: await w.alices.waiting(), id: 'p2', url: 'http://127.0.0.1:1/' }
      return told(await a2a(w, as, 'CreateTaskPushNotificationConfig', config))
    },
    [
      '200 error -32001',
      '200 answered',
      '200 error -32001',
      '200 error -32001',
      '200 error -32001',
      '200 error -32001',
      '200 answered',
    ],
  ],
  [
    'list push registrations',
    async (w, as) => told(await a2a(w, as, 'ListTaskPushNotificationConfigs', { taskId: await w.alices.push() })),
    [
      '200 error -32001',
      '200 answered',
      '200 error -32001',
      '200 error -32001',
      '200 error -32001',
      '200 error -32001',
      '200 answered',
    ],
  ],
  [
    'read a push registration',
    async (w, as) =>
      told(await a2a(w, as, 'GetTaskPushNotificationConfig', { taskId: await w.alices.push(), id: 'p1' })),
    [
      '200 error -32001',
      '200 answered',
      '200 error -32001',
      '200 error -32001',
      '200 error -32001',
      '200 error -32001',
      '200 answered',
    ],
  ],
  [
    'delete a push registration',
    async (w, as) =>
      told(await a2a(w, as, 'DeleteTaskPushNotificationConfig', { taskId: await w.alices.push(), id: 'p1' })),
    [
      '200 error -32001',
      '200 answered',
      '200 error -32001',
      '200 error -32001',
      '200 error -32001',
      '200 error -32001',
      '200 answered',
    ],
  ],
  [
    'repeat a call with her key',
    async (w, as) => {
      const { key, task } = await w.alices.keyed()
      const call = message({ skill: 'create_media_buy', parameters: { city: 'Oslo' } })
      return repeated(await a2a(w, as, 'SendMessage', call, { 'idempotency-key': key }), task)
    },
    ['401', '200 hers', '200 another', '200 another', '200 another', '200 another', '200 another'],
  ],
]
