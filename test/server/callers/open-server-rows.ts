/**
 * The same on a server without authentication, where all callers are one: who does not show its operator token, and who
 * does. These rows hold once the server has such a token.
 */
import { modern } from '../../interop/mcp/raw.ts'
import type { Answer, sender, things } from './world.ts'

export interface OpenWorld {
  url: string
  send: ReturnType<typeof sender>
  theirs: ReturnType<typeof things>
}

export type OpenRow = readonly [
  operation: string,
  act: (world: OpenWorld, as: Record<string, string>) => Promise<string>,
  without: string,
  withToken: string,
]

const status = ({ status: code }: Answer) => String(code)
const a2a = (world: OpenWorld, as: Record<string, string>, method: string, params: object) =>
  world.send('/a2a', { 'a2a-version': '1.0', ...as }, { jsonrpc: '2.0', id: 1, method, params })
const stateOf = ({ text }: Answer) => /TASK_STATE_\w+/.exec(text)?.[0] ?? ''

export const onOpenServer: readonly OpenRow[] = [
  ['read a task', async (w, as) => status(await w.send(`/operations/${await w.theirs.done()}`, as)), '200', '200'],
  [
    'its result',
    async (w, as) => status(await w.send(`/operations/${await w.theirs.done()}/result`, as)),
    '200',
    '200',
  ],
  [
    'its events',
    async (w, as) => status(await w.send(`/operations/${await w.theirs.done()}/events`, as)),
    '200',
    '200',
  ],
  [
    'cancel a task',
    async (w, as) => status(await w.send(`/operations/${await w.theirs.waiting()}:cancel`, as, {})),
    '200',
    '200',
  ],
  [
    'answer a task',
    async (w, as) =>
      status(await w.send(`/operations/${await w.theirs.waiting()}:answer`, as, { inputs: { city: 'Rome' } })),
    '200',
    '200',
  ],
  ['list tasks', async (w, as) => status(await w.send('/operations', as)), '200', '200'],
  ['list tasks over A2A', async (w, as) => status(await a2a(w, as, 'ListTasks', {})), '200', '200'],
  ['list approvals', async (w, as) => status(await w.send('/approvals', as)), '401', '200'],
  [
    'read an approval',
    async (w, as) => status(await w.send(`/approvals/${(await w.theirs.approval()).id}`, as)),
    '200',
    '200',
  ],
  [
    'decide an approval',
    async (w, as) =>
      status(await w.send(`/approvals/${(await w.theirs.approval()).id}:decide`, as, { decision: 'approve' })),
    '401',
    '200',
  ],
  [
    'reply to the operator',
    async (w, as) => status(await w.send(`/approvals/${(await w.theirs.asked()).id}:reply`, as, { reply: 'For us.' })),
    '200',
    '200',
  ],
  [
    'decide over A2A',
    async (w, as) => {
      const { task } = await w.theirs.approval()
      const message = { messageId: 'm', role: 'ROLE_USER', taskId: task, parts: [{ data: { approve: true } }] }
      return stateOf(await a2a(w, as, 'SendMessage', { message }))
    },
    'TASK_STATE_INPUT_REQUIRED',
    'TASK_STATE_COMPLETED',
  ],
  [
    'decide over MCP',
    async (w, as) => {
      const { task } = await w.theirs.approval()
      const more = { headers: as, capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } }
      const ask = async (method: string, params = {}) =>
        (await modern(`${w.url}/mcp`, method, { taskId: task, ...params }, more)).body.result ?? {}
      const [key = ''] = Object.keys((await ask('tasks/get')).inputRequests ?? {})
      await ask('tasks/update', { inputResponses: { [key]: { action: 'accept', content: { approve: true } } } })
      const { status: state } = await ask('tasks/get')
      return state === 'input_required' ? 'it waits' : 'it goes on'
    },
    'it waits',
    'it goes on',
  ],
]
