/** The `textStream` of the AI SDK through `ctx.pipe`, to a reader of a stream over a real socket. */
import { simulateReadableStream, streamText } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineAgent, operation } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { readStream } from '../server/streamed-tasks-kit.ts'

/** A model that says three tokens. */
const model = new MockLanguageModelV4({
  doStream: async () => ({
    stream: simulateReadableStream({
      chunks: [
        { type: 'stream-start', warnings: [] },
        { type: 'text-start', id: '1' },
        ...['Owls ', 'fly ', '🦉.'].map(delta => ({ type: 'text-delta' as const, id: '1', delta })),
        { type: 'text-end', id: '1' },
        {
          type: 'finish',
          finishReason: { unified: 'stop', raw: undefined },
          usage: {
            inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
            outputTokens: { total: 3, text: 3, reasoning: undefined },
          },
        },
      ],
    }),
  }),
})

test.each([true, false])('each token is an event, and the whole is in the answer (async: %s)', async isAsync => {
  const tell = operation({
    title: 'Tell',
    route: 'POST /tellings',
    async: isAsync,
    input: z.object({ about: z.string() }),
    handler: async ({ about }, ctx) => ({
      told: await ctx.step('told', () => ctx.pipe(streamText({ model, prompt: about }).textStream)),
    }),
  })
  const agent = defineAgent({ name: 'owls', version: '1', operations: { tell } })
  const { url, close } = await serve(agent, { authenticate: false }).listen({ port: 0 })
  const { events } = await readStream(`${url}/tellings`, { method: 'POST', body: { about: 'owls' } })
  await close()
  expect(events.slice(0, -1).map(({ event, data }) => [event, JSON.parse(data).part.text])).toEqual([
    ['delta', 'Owls '],
    ['delta', 'fly '],
    ['delta', '🦉.'],
  ])
  expect(JSON.parse(events.at(-1)?.data ?? '')).toMatchObject({ told: 'Owls fly 🦉.' })
})
