/** The operation on the official servers: MCP's first-line server class with sessions, and A2A's express handler. */
import { randomUUID } from 'node:crypto'
import type { AgentExecutor } from '@a2a-js/sdk/server'
import { listen, readBody, type Started } from './frameworks.ts'
import { advise, input } from './operation.ts'

export async function startOfficialMcp(): Promise<Started> {
  const [{ McpServer }, { StreamableHTTPServerTransport }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/mcp.js'),
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
  ])
  type Transport = InstanceType<typeof StreamableHTTPServerTransport>
  const sessions = new Map<string, Transport>()
  const open = async (): Promise<Transport> => {
    const transport: Transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: id => void sessions.set(id, transport),
    })
    const server = new McpServer({ name: 'campaigns', version: '1.0.0' })
    server.registerTool('optimize', { title: 'Optimize a campaign', inputSchema: input.shape }, given => {
      const structuredContent = { ...advise(given) }
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
    })
    await server.connect(transport as Parameters<typeof server.connect>[0])
    return transport
  }
  return listen(async (request, response) => {
    const body: unknown = request.method === 'POST' ? JSON.parse(await readBody(request)) : undefined
    const transport = sessions.get(String(request.headers['mcp-session-id'])) ?? (await open())
    await transport.handleRequest(request, response, body)
  })
}

export async function startOfficialA2a(): Promise<Started> {
  const [
    { AgentCard, Message, Task, TaskArtifactUpdateEvent, TaskStatusUpdateEvent },
    server,
    http,
    { default: express },
  ] = await Promise.all([
    import('@a2a-js/sdk'),
    import('@a2a-js/sdk/server'),
    import('@a2a-js/sdk/server/express'),
    import('express'),
  ])
  const { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } = server
  const status = (state: string) => ({ state: `TASK_STATE_${state}`, timestamp: new Date().toISOString() })
  const executor: AgentExecutor = {
    async execute({ taskId, contextId, userMessage }, bus) {
      const { parts } = Message.toJSON(userMessage) as { parts: { data: { parameters: unknown } }[] }
      const data = advise(input.parse(parts[0]?.data.parameters))
      const artifact = { artifactId: 'answer', parts: [{ data }] }
      bus.publish(AgentEvent.task(Task.fromJSON({ id: taskId, contextId, status: status('SUBMITTED') })))
      bus.publish(AgentEvent.artifactUpdate(TaskArtifactUpdateEvent.fromJSON({ taskId, contextId, artifact })))
      bus.publish(
        AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON({ taskId, contextId, status: status('COMPLETED') })),
      )
      bus.finished()
    },
    async cancelTask() {},
  }
  const card = AgentCard.fromJSON({
    name: 'campaigns',
    description: 'Optimizes campaigns.',
    version: '1.0.0',
    supportedInterfaces: [{ url: 'http://127.0.0.1/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: {},
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    skills: [{ id: 'optimize', name: 'Optimize', description: 'Optimizes a campaign.', tags: [] }],
  })
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor)
  const app = express()
  app.use('/a2a', http.jsonRpcHandler({ requestHandler, userBuilder: http.UserBuilder.noAuthentication }))
  return listen(app)
}
