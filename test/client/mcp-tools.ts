/** The tools of a test server on the official SDK (v2), which serves both eras. */
import { type CallToolResult, inputRequired, ProtocolError, Server } from '@modelcontextprotocol/server'
import { z } from 'zod'

const object = { type: 'object' } as const
const text = (words: string): CallToolResult['content'] => [{ type: 'text', text: words }]

const tools = [
  { name: 'greet', description: 'Says hello.', inputSchema: { ...object, properties: { name: { type: 'string' } } } },
  { name: 'add', inputSchema: { ...object, properties: { a: { type: 'number' }, b: { type: 'number' } } } },
  ...['fail', 'refuse', 'order', 'slow', 'long', 'huge', 'bare', 'jpcite', 'hang'].map(name => ({
    name,
    inputSchema: object,
  })),
]

interface Task {
  state: 'working' | 'input_required' | 'completed' | 'cancelled'
  looks: number
  asks: boolean
  answer?: unknown
}

/** What every instance of one server shares. */
export interface World {
  readonly tasks: Map<string, Task>
  readonly cancelled: string[]
}

export const newWorld = (): World => ({ tasks: new Map(), cancelled: [] })

const form = {
  method: 'elicitation/create' as const,
  params: {
    mode: 'form' as const,
    message: 'Which size?',
    requestedSchema: {
      type: 'object' as const,
      properties: { size: { type: 'string' as const, enum: ['small', 'large'] } },
      required: ['size'],
    },
  },
}

export function toolServer({ tasks, cancelled }: World): Server {
  const server = new Server(
    { name: 'test', version: '1.0.0' },
    { capabilities: { tools: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } } },
  )
  server.setRequestHandler('tools/list', async () => ({ tools: tools as never }))
  server.setRequestHandler('tools/call', async (request, ctx) => {
    const { name, arguments: given = {} } = request.params
    switch (name) {
      case 'greet':
        return { content: text(`Hello, ${given.name}.`), structuredContent: { greeting: `Hello, ${given.name}.` } }
      case 'add':
        return { content: [], structuredContent: { sum: Number(given.a) + Number(given.b) } }
      case 'fail':
        return { isError: true, content: text('The printer is out of paper.') }
      case 'refuse':
        throw new ProtocolError(-32602, 'No such colour.')
      case 'order': {
        const responses = ctx.mcpReq.inputResponses as
          | Record<string, { action: string; content?: { size?: string } }>
          | undefined
        const said = responses?.size
        if (said?.action === 'accept' && ctx.mcpReq.requestState?.() === 'state-1')
          return { content: [], structuredContent: { ordered: said.content?.size ?? '' } }
        if (said?.action === 'decline') return { isError: true, content: text('Nothing was ordered.') }
        return inputRequired({ inputRequests: { size: form }, requestState: 'state-1' }) as never
      }
      case 'slow': {
        const { progressToken } = ctx.mcpReq._meta ?? {}
        for (const progress of [1, 2]) {
          if (progressToken === undefined) break
          await ctx.mcpReq.notify({
            method: 'notifications/progress',
            params: { progressToken, progress, total: 2, message: `step ${progress}` },
          })
        }
        return { content: [], structuredContent: { done: true } }
      }
      case 'hang':
        return new Promise(resolve => {
          ctx.mcpReq.signal.addEventListener('abort', () => {
            cancelled.push('hang')
            resolve({ content: [] })
          })
        })
      case 'long': {
        const id = `task-${tasks.size + 1}`
        tasks.set(id, { state: 'working', looks: given.never === true ? 2 : 0, asks: given.asks === true })
        return { resultType: 'task', taskId: id, status: 'working', ...times } as never
      }
      case 'huge':
        return { content: text('x'.repeat(3_000_000)) }
      case 'bare':
        return { content: [], structuredContent: { big: 1 }, isError: 'perhaps' } as never
      case 'jpcite':
        return {
          content: [],
          structuredContent: {
            status: 'sparse',
            query_echo: { q: 'x' },
            results: [{ id: 1 }],
            meta: { api_version: 'v2' },
          },
        }
      default:
        throw new ProtocolError(-32602, `Unknown tool ${name}`)
    }
  })
  const params = z.looseObject({ taskId: z.string() })
  const result = z.looseObject({})
  server.setRequestHandler('tasks/get', { params, result }, async ({ taskId }) => {
    const task = tasks.get(taskId)
    if (task === undefined) throw new ProtocolError(-32602, 'No such task.')
    task.looks++
    if (task.state === 'working' && task.looks === 2) task.state = task.asks ? 'input_required' : 'completed'
    const state = { resultType: 'complete', taskId, status: task.state, statusMessage: `look ${task.looks}`, ...times }
    if (task.state === 'completed')
      return { ...state, result: { content: [], structuredContent: { done: task.answer ?? true } } }
    return task.state === 'input_required' ? { ...state, inputRequests: { size: form } } : state
  })
  server.setRequestHandler('tasks/update', { params, result }, async ({ taskId }, ctx) => {
    const task = tasks.get(taskId)
    if (task === undefined) throw new ProtocolError(-32602, 'No such task.')
    task.state = 'completed'
    task.answer = (
      ctx.mcpReq.inputResponses as { size?: { content?: { size?: string } } } | undefined
    )?.size?.content?.size
    return { resultType: 'complete' }
  })
  server.setRequestHandler('tasks/cancel', { params, result }, async ({ taskId }) => {
    const task = tasks.get(taskId)
    if (task !== undefined) task.state = 'cancelled'
    cancelled.push(taskId)
    return { resultType: 'complete' }
  })
  return server
}

const times = {
  createdAt: '2026-01-31T12:00:00.000Z',
  lastUpdatedAt: '2026-01-31T12:00:00.000Z',
  ttlMs: 60_000,
  pollIntervalMs: 20,
}
