/** A test agent on the official A2A SDK: JSON-RPC and HTTP+JSON, 1.0 and 0.3, over a real socket. */
import { AgentCard, Message, Task, TaskArtifactUpdateEvent, TaskStatusUpdateEvent } from '@a2a-js/sdk'
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  InMemoryTaskStore,
  type RequestContext,
} from '@a2a-js/sdk/server'
import { jsonRpcHandler, restHandler, UserBuilder } from '@a2a-js/sdk/server/express'
import express from 'express'
import type { Json } from '../../src/lib/json-value.ts'
import { listening, type Served } from './mcp-servers.ts'

type Data = Record<string, Json>

class TestAgent implements AgentExecutor {
  readonly cancelled: string[] = []
  readonly metadata: unknown[] = []
  readonly #hanging = new Map<string, () => void>()

  async execute(context: RequestContext, bus: Parameters<AgentExecutor['execute']>[1]): Promise<void> {
    const { taskId, contextId, userMessage, task } = context
    const wire = Message.toJSON(userMessage) as { parts?: { data?: Data; text?: string }[]; metadata?: unknown }
    this.metadata.push(wire.metadata)
    const data: Data = Object.assign({}, ...(wire.parts ?? []).map(part => part.data ?? { text: part.text ?? '' }))
    const status = (state: string, text?: string) =>
      TaskStatusUpdateEvent.fromJSON({ taskId, contextId, status: stateOf(state, text, taskId, contextId) })
    const say = (state: string, text?: string): void => bus.publish(AgentEvent.statusUpdate(status(state, text)))
    const artifact = (value: Json): void =>
      bus.publish(
        AgentEvent.artifactUpdate(
          TaskArtifactUpdateEvent.fromJSON({
            taskId,
            contextId,
            artifact: { artifactId: 'a', parts: [{ data: value }] },
          }),
        ),
      )
    if (data.text === 'hello') {
      bus.publish(
        AgentEvent.message(
          Message.fromJSON({ messageId: 'm', role: 'ROLE_AGENT', contextId, parts: [{ text: 'Hello yourself.' }] }),
        ),
      )
      bus.finished()
      return
    }
    if (data.act === 'crash') throw new Error('private')
    if (task === undefined) {
      bus.publish(AgentEvent.task(Task.fromJSON({ id: taskId, contextId, status: stateOf('SUBMITTED') })))
    }
    if (data.act === 'fail') say('FAILED', 'Out of paper.')
    else if (data.act === 'ask' && task === undefined) say('INPUT_REQUIRED', 'Which size?')
    else if (data.act === 'hang') {
      say('WORKING', 'thinking')
      await new Promise<void>(resolve => this.#hanging.set(taskId, resolve))
      return
    } else {
      say('WORKING', 'half of it')
      if (data.act === 'long') await new Promise(resolve => setTimeout(resolve, 300))
      const body: Json = data.act === 'huge' ? { x: 'x'.repeat(3_000_000) } : { got: data }
      artifact(data.act === 'adcp' ? { adcp_version: '3.1-beta.3', products: [] } : body)
      say('COMPLETED')
    }
    bus.finished()
  }

  cancelTask = async (taskId: string, bus: Parameters<AgentExecutor['execute']>[1]): Promise<void> => {
    this.cancelled.push(taskId)
    bus.publish(
      AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON({ taskId, contextId: '', status: stateOf('CANCELED') })),
    )
    bus.finished()
    this.#hanging.get(taskId)?.()
  }
}

function stateOf(state: string, text?: string, taskId = '', contextId = ''): Data {
  const message = { messageId: `${state}-1`, role: 'ROLE_AGENT', taskId, contextId, parts: [{ text: text ?? '' }] }
  return {
    state: `TASK_STATE_${state}`,
    timestamp: '2026-01-31T12:00:00.000Z',
    ...(text === undefined ? undefined : { message }),
  }
}

export type Way = readonly [binding: 'JSONRPC' | 'HTTP+JSON', version: '1.0' | '0.3']

/** Serves the agent with a card that names these ways only. */
export async function a2aAgent(
  ways: readonly Way[],
  more: { streaming?: boolean; skills?: readonly string[]; card?: (origin: string) => object } = {},
): Promise<Served & { agent: TestAgent }> {
  const app = express()
  const served = await listening(app)
  const { origin } = served
  const json = {
    name: 'Test agent',
    description: 'For tests.',
    version: '1.0.0',
    supportedInterfaces: ways.map(([protocolBinding, protocolVersion]) => ({
      url: protocolBinding === 'JSONRPC' ? `${origin}/rpc` : `${origin}/rest`,
      protocolBinding,
      protocolVersion,
    })),
    capabilities: { streaming: more.streaming ?? false },
    defaultInputModes: ['text/plain', 'application/json'],
    defaultOutputModes: ['application/json'],
    skills: (more.skills ?? ['act']).map(id => ({ id, name: id, description: `Does ${id}.`, tags: [] })),
  }
  const agent = new TestAgent()
  const both = ['1.0', '0.3'].flatMap(protocolVersion =>
    ['JSONRPC', 'HTTP+JSON'].map(protocolBinding => ({ url: origin, protocolBinding, protocolVersion })),
  )
  const requestHandler = new DefaultRequestHandler(
    AgentCard.fromJSON({ ...json, supportedInterfaces: both }),
    new InMemoryTaskStore(),
    agent,
  )
  const options = { requestHandler, userBuilder: UserBuilder.noAuthentication, legacyCompat: { enabled: true } }
  app.get('/.well-known/agent-card.json', (_, response) => void response.json({ ...json, ...more.card?.(origin) }))
  app.use('/rpc', jsonRpcHandler(options))
  app.use('/rest', restHandler(options))
  return { ...served, agent }
}
