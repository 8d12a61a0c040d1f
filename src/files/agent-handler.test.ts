import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { dataOf, world } from '../../test/faults/files-world.ts'
import { type Agent, defineAgent, operation } from '../agent/define.ts'
import { agentHandler } from './agent-handler.ts'

describe('an agent as handler', () => {
  const echo = (title: string, input: z.ZodType) =>
    operation({ title, input, handler: given => ({ title, given }) as never })
  const agent = defineAgent({
    name: 'test',
    version: '1',
    operations: {
      agentContentEnhancer: echo(
        'enhance',
        z.object({ prompt: z.string(), context: z.object({}).loose(), model: z.string().optional() }),
      ),
      SEARCH: echo('search', z.object({ query: z.string(), limit: z.number().default(5) })),
      spread: echo('spread', z.object({ prompt: z.string(), tone: z.string() })),
    },
  })
  const through = async (agentName: string, prompt: string, context = {}, of: Agent = agent) => {
    const { ask, host } = world()
    const each = { agent: agentName, prompt, context }
    await ask(each)
    await host(agentHandler(of))
    return ask(each)
  }

  test.each(['agentContentEnhancer', 'agent-content-enhancer', 'agent_content_enhancer', 'AGENT_CONTENT_ENHANCER'])(
    '%s is the operation',
    async name => {
      expect(dataOf(await through(name, 'p', { a: 1 }))).toEqual({
        title: 'enhance',
        given: { prompt: 'p', context: { a: 1 } },
      })
    },
  )

  test.each([
    ['words fill the text that is missing', 'naps of nurses', {}, { query: 'naps of nurses', limit: 5 }],
    ['words fill it beside the context', 'naps', { limit: 2 }, { query: 'naps', limit: 2 }],
    ['an object is the input', '{"query":"naps"}', { limit: 3 }, { query: 'naps', limit: 3 }],
    ['the context alone is the input', 'Search, please.', { query: 'naps' }, { query: 'naps', limit: 5 }],
  ])('%s', async (_, prompt, context, given) => {
    expect(dataOf(await through('search', prompt, context))).toEqual({ title: 'search', given })
  })

  test('the members of the context stand beside the prompt where there is no context', async () => {
    expect(dataOf(await through('spread', 'p', { tone: 'warm' }))).toEqual({
      title: 'spread',
      given: { prompt: 'p', tone: 'warm' },
    })
  })

  test('a name that is none is told, with those that there are', async () => {
    expect(await through('nobody', 'p')).toMatchObject({
      kind: 'failed',
      fault: {
        category: 'not-found',
        message: 'The agent test has no operation of that name; it has agentContentEnhancer, SEARCH, spread.',
      },
    })
  })

  test('an agent with one operation runs that', async () => {
    const single = defineAgent({
      name: 's',
      version: '1',
      operations: { only: echo('only', z.object({ prompt: z.string() })) },
    })
    expect(dataOf(await through('any-name', 'p', {}, single))).toEqual({ title: 'only', given: { prompt: 'p' } })
  })

  test('an input that does not fit is told with its places', async () => {
    expect(await through('search', 'naps', { limit: 'x' })).toMatchObject({
      kind: 'failed',
      fault: { category: 'invalid', issues: [{ pointer: '/limit' }] },
    })
  })
})
