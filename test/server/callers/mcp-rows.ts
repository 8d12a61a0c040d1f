/** Tasks, keys and sessions over MCP. */
import type { JsonObject } from '../../../src/lib/json-value.ts'
import { modern } from '../../interop/mcp/raw.ts'
import { type Row, status } from './row.ts'
import type { World } from './world.ts'

const mcp = async (
  { url }: World,
  headers: Record<string, string>,
  method: string,
  params: JsonObject,
  envelope = 'mcp',
) =>
  modern(`${url}/mcp?envelope=${envelope}`, method, params, {
    headers,
    capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } },
  })
const spoken = ({ status: code, body }: Awaited<ReturnType<typeof mcp>>) => {
  if (body.error !== undefined) return `${code} error ${body.error.code}`
  return `${code} ${body.result?.isError === true ? 'refused' : 'answered'}`
}
const inSession = (world: World, as: Record<string, string>, session: string, method?: string) =>
  world.send(
    '/mcp',
    {
      'mcp-session-id': session,
      'mcp-protocol-version': '2025-06-18',
      accept: 'application/json, text/event-stream',
      ...as,
    },
    method === undefined ? undefined : { jsonrpc: '2.0', id: 2, method, params: {} },
    method === undefined ? 'DELETE' : 'POST',
  )

export const overMcp: readonly Row[] = [
  [
    'tasks/get',
    async (w, as) => spoken(await mcp(w, as, 'tasks/get', { taskId: await w.alices.done() })),
    [
      '200 error -32602',
      '200 answered',
      '200 error -32602',
      '200 error -32602',
      '200 error -32602',
      '200 error -32602',
      '200 answered',
    ],
  ],
  [
    'tasks/cancel',
    async (w, as) => spoken(await mcp(w, as, 'tasks/cancel', { taskId: await w.alices.waiting() })),
    [
      '200 error -32602',
      '200 answered',
      '200 error -32602',
      '200 error -32602',
      '200 error -32602',
      '200 error -32602',
      '200 answered',
    ],
  ],
  [
    'tasks/update',
    async (w, as) => spoken(await mcp(w, as, 'tasks/update', { taskId: await w.alices.waiting(), inputResponses: {} })),
    [
      '200 error -32602',
      '200 answered',
      '200 error -32602',
      '200 error -32602',
      '200 error -32602',
      '200 error -32602',
      '200 answered',
    ],
  ],
  [
    'tasks/update with a decision',
    async (w, as) => {
      const { task } = await w.alices.approval()
      const { body } = await mcp(w, w.headers.alice, 'tasks/get', { taskId: task })
      const [key = ''] = Object.keys(body.result?.inputRequests ?? {})
      const inputResponses = { [key]: { action: 'accept', content: { approve: true } } }
      return spoken(await mcp(w, as, 'tasks/update', { taskId: task, inputResponses }))
    },
    [
      '200 error -32602',
      '200 answered',
      '200 error -32602',
      '200 error -32602',
      '200 error -32602',
      '200 error -32602',
      '200 answered',
    ],
  ],
  [
    'AdCP get_task_status',
    async (w, as) => {
      const call = { name: 'get_task_status', arguments: { task_id: await w.alices.done() } }
      return spoken(await mcp(w, as, 'tools/call', call, 'adcp'))
    },
    ['200 refused', '200 answered', '200 refused', '200 refused', '200 refused', '200 refused', '200 answered'],
  ],
  [
    'AdCP list_tasks',
    async (w, as) => {
      const id = await w.alices.done()
      const answer = await mcp(w, as, 'tools/call', { name: 'list_tasks', arguments: {} }, 'adcp')
      return answer.status === 200
        ? `200 ${JSON.stringify(answer.body).includes(id) ? 'with' : 'without'} it`
        : spoken(answer)
    },
    [
      '401 error -32028',
      '200 with it',
      '200 without it',
      '200 without it',
      '200 without it',
      '200 without it',
      '200 with it',
    ],
  ],
  [
    'repeat a call with her key',
    async (w, as) => {
      const { key, task } = await w.alices.keyed()
      const call = {
        name: 'create_media_buy',
        arguments: { city: 'Oslo' },
        _meta: { 'replywire/call': { idempotencyKey: key } },
      }
      const answer = await mcp(w, as, 'tools/call', call)
      return answer.status === 200 && answer.body.result?.isError !== true
        ? JSON.stringify(answer.body).includes(task)
          ? 'hers'
          : 'another'
        : spoken(answer)
    },
    ['401 error -32000', 'hers', 'another', 'another', 'another', 'another', 'another'],
  ],
  [
    'use her session',
    async (w, as) => status(await inSession(w, as, await w.alices.session(), 'ping')),
    ['404', '200', '404', '404', '404', '404', '404'],
  ],
  [
    'end her session',
    async (w, as) => status(await inSession(w, as, await w.alices.session())),
    ['404', '200', '404', '404', '404', '404', '404'],
  ],
]
