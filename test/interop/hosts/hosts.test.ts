/** Partial answers, warnings and citations as the hosts and clients of others show them. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Part } from '@a2a-js/sdk'
import { createMCPClient } from '@ai-sdk/mcp'
import { generateText, isStepCount } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve } from '../../../src/server/index.ts'
import { call, clientOf, sent, wires } from '../a2a-kit.ts'
import { agent } from './agent.ts'

let listening: Awaited<ReturnType<ReturnType<typeof serve>['listen']>>
let home: string
beforeAll(async () => {
  listening = await serve(agent, { authenticate: false }).listen({ port: 0 })
  home = await mkdtemp(join(tmpdir(), 'replywire-hosts-'))
})
afterAll(async () => {
  await listening.close()
  await rm(home, { recursive: true, force: true })
})

/** What each operation answers: its data as text, then what there is to know. */
const seen = {
  report: [
    '{"total":3}',
    'This answer is partial.\nWarning: half is missing\nSources:\n- S-1: Annual report, https://example.com/report',
  ],
  estimate: ['{"total":4}', 'Warning: Prices are net.'],
}
const operations = Object.keys(seen) as (keyof typeof seen)[]

describe("the MCP inspector's command line", () => {
  const cli = 'node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js'

  test.each(operations.flatMap(name => [[name, 'legacy'] as const, [name, 'modern'] as const]))(
    'shows the notes of %s (%s)',
    async (name, era) => {
      const words = ['--method', 'tools/call', '--tool-name', name, '--tool-arg', 'topic=x', '--protocol-era', era]
      const { stdout } = await promisify(execFile)(process.execPath, [cli, `${listening.url}/mcp`, ...words], {
        env: { ...process.env, HOME: home, USERPROFILE: home },
      })
      const { content } = JSON.parse(stdout) as { content: { type: string; text: string }[] }
      expect(content).toEqual(seen[name].map(text => ({ type: 'text', text })))
    },
  )
})

describe("the AI SDK's MCP client", () => {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  }

  /** A model that calls one tool, and then says that it is done. */
  const callerOf = (toolName: string) =>
    new MockLanguageModelV4({
      doGenerate: [
        {
          content: [{ type: 'tool-call', toolCallId: 'call-1', toolName, input: '{"topic":"x"}' }],
          finishReason: { unified: 'tool-calls', raw: undefined },
          usage,
          warnings: [],
        },
        {
          content: [{ type: 'text', text: 'Done.' }],
          finishReason: { unified: 'stop', raw: undefined },
          usage,
          warnings: [],
        },
      ],
    })

  test.each(operations)('gives the notes of %s to the model', async name => {
    const client = await createMCPClient({ transport: { type: 'http', url: `${listening.url}/mcp` } })
    try {
      const model = callerOf(name)
      await generateText({ model, tools: await client.tools(), prompt: 'Report.', stopWhen: isStepCount(2) })
      const last = model.doGenerateCalls[1]?.prompt.at(-1)
      expect(last).toMatchObject({
        role: 'tool',
        content: [
          { toolName: name, output: { type: 'content', value: seen[name].map(text => ({ type: 'text', text })) } },
        ],
      })
    } finally {
      await client.close()
    }
  })
})

describe("the A2A SDK's client", () => {
  const shown = ({ content }: Part) => (content?.$case === 'data' ? JSON.stringify(content.value) : content?.value)

  test.each(wires)('finds the notes in parts of the result over %s', async wire => {
    const client = await clientOf(listening.url, wire)
    for (const name of operations) {
      const task = await sent(client, call(name, {}))
      expect(task.artifacts.flatMap(({ parts }) => parts.map(shown))).toEqual(seen[name])
    }
  })
})
