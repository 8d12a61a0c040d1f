/** Every official client completes every kind of call, over every transport. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Behind, behind, isOtherwise, ways } from '../behind.ts'
import { agent } from './agent.ts'
import { type AskInput, connect, type Era, type Peer } from './clients.ts'

const eras: Era[] = ['v1', 'v2 2025-11-25', 'v2 2026-07-28']
const command = [process.execPath, 'src/cli/main.ts', 'mcp', 'test/interop/mcp/agent.ts']

describe.each(eras.flatMap(era => [...ways, 'stdio' as const].map(way => [era, way] as const)))(
  '%s, %s',
  (era, way) => {
    const asked: AskInput[] = []
    let peer: Peer
    let server: Behind | undefined

    beforeAll(async () => {
      server = way === 'stdio' ? undefined : await behind(way, agent)
      const http = server && { url: `${server.url}/mcp`, headers: { ...server.headers } }
      peer = await connect(era, http ?? { command }, {
        answer(question) {
          asked.push(question)
          const { properties } = question.requestedSchema
          const content = { metric: 'ctr', approve: true, topic: 'owls' }
          const wanted = Object.entries(content).filter(([name]) => name in properties)
          return { action: 'accept', content: Object.fromEntries(wanted) }
        },
      })
    })

    afterAll(async () => {
      await peer.close()
      await server?.close()
    })

    test('speaks its own revision', () => {
      expect(peer.revision).toBe(era === 'v1' ? '2025-11-25' : era.slice(3))
    })

    test('finds the operations as tools, in the order of the agent', async () => {
      const tools = await peer.tools()
      expect(tools.map(({ name }) => name).join()).toBe('greet,optimize,spend,research,stall,stops,large,sent')
      expect(tools[0]).toMatchObject({
        title: 'Greet',
        description: isOtherwise('the description', way)
          ? expect.stringMatching(/^Greets somebody by name\./)
          : 'Greets somebody by name.',
        inputSchema: { type: 'object', required: ['name'] },
        annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
      })
      expect(tools[2]).toMatchObject({ annotations: { readOnlyHint: false, destructiveHint: true } })
    })

    test('a success is structured, and told as text', async () => {
      const result = await peer.call('greet', { name: 'Ada' })
      expect(result.structuredContent).toEqual({ text: 'Hello, Ada' })
      expect(result.content).toEqual([{ type: 'text', text: '{"text":"Hello, Ada"}' }])
      expect(result.isError).toBeUndefined()
    })

    test('a validation failure is an error of the tool that names the member', async () => {
      const result = await peer.call('greet', {})
      expect(result.isError).toBe(true)
      expect(result.structuredContent).toMatchObject({
        error: { code: 'VALIDATION_ERROR', issues: [{ pointer: '/name' }] },
      })
    })

    test('a tool that there is not is an error of the protocol', async () => {
      await expect(peer.call('nothing', {})).rejects.toMatchObject({ code: -32602 })
    })

    test('a clarification is asked, answered, and the call completes', async () => {
      asked.length = 0
      const result = await peer.call('optimize', { campaign: 'spring' })
      const words = isOtherwise('the words of a question', way)
        ? 'Additional information is required.'
        : 'Which metric?'
      expect(asked.map(({ message }) => message)).toEqual([words])
      expect(result.structuredContent).toEqual({ campaign: 'spring', metric: 'ctr' })
    })

    test('an approval is asked, given, and the call completes', async () => {
      asked.length = 0
      const result = await peer.call('spend', { amount: 12 })
      expect(asked.map(({ message }) => message)).toEqual(['Spend 12'])
      const told = { error: { code: 'UPSTREAM_APPROVAL_REQUIRED' } }
      expect(result.structuredContent).toMatchObject(
        isOtherwise('an approval of the agent', way) ? told : { spent: 12 },
      )
    })

    test('a long task is followed to its end, with its progress and its question', async () => {
      const heard: number[] = []
      const onprogress = ({ progress, message }: { progress: number; message?: string | undefined }) => {
        if (message?.startsWith('step')) heard.push(progress)
      }
      const result = await peer.call('research', { steps: 4 }, { onprogress })
      // The client takes up a notification later than an answer that comes with it, and nobody listens to it then.
      const once = heard.slice(0, 4)
      if (way === 'gateway, mcp') expect(heard).toEqual([])
      else expect(once).toEqual([0.25, 0.5, 0.75, 1].slice(0, Math.max(3, once.length)))
      if (!isOtherwise('the progress of a task', way)) expect(heard).toEqual(once)
      expect(result.structuredContent).toEqual({ steps: 4, topic: 'owls' })
    })

    test('a cancellation reaches the handler', async () => {
      const before = (await peer.call('stops', {})).structuredContent?.count as number
      const leaving = new AbortController()
      const call = peer.call('stall', {}, { signal: leaving.signal, onprogress: () => leaving.abort() })
      await expect(call).rejects.toThrow()
      await expect.poll(async () => (await peer.call('stops', {})).structuredContent).toEqual({ count: before + 1 })
    })
  },
)
