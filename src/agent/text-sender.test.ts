import { describe, expect, test } from 'vitest'
import { Stop } from '../lib/stop.ts'
import type { Interim } from '../outcome/moment.ts'
import type { Context } from './context.ts'
import { defineAgent, operation } from './define.ts'
import { runCall } from './run-call.ts'
import { TextSender } from './text-sender.ts'

/** Runs a handler; returns what came of it and the pieces that were sent. */
async function sent(handler: (ctx: Context) => Promise<unknown>, signal?: AbortSignal) {
  const pieces: Interim[] = []
  const go = operation({ title: 'Go', input: {}, handler: (_, ctx) => handler(ctx) as Promise<object> })
  const agent = defineAgent({ name: 'a', version: '1', operations: { go } })
  const call = { operation: 'go', input: {}, exchange: {} }
  const { outcome } = await runCall(agent, call, { signal, onMoment: moment => void pieces.push(moment) })
  return { outcome, pieces }
}

const piece = (text: string) => ({ kind: 'delta', mode: 'append', part: { kind: 'text', text } })

async function* tokens(...all: unknown[]) {
  yield* all as string[]
}

function webStream(...all: string[]): ReadableStream<string> {
  return new ReadableStream({
    start(controller) {
      for (const one of all) controller.enqueue(one)
      controller.close()
    },
  })
}

describe('text', () => {
  test('is sent piece by piece, and nothing is sent for nothing', async () => {
    const { pieces } = await sent(async ({ text }) => {
      for (const chunk of ['One', '', ' two']) await text(chunk)
      return {}
    })
    expect(pieces).toEqual([piece('One'), piece(' two')])
  })

  test('is never cut within a character, wherever a model cuts it', async () => {
    const { pieces } = await sent(async ctx => {
      for (const chunk of ['a\ud83d', '\ude00b', '\ud83d']) await ctx.text(chunk)
      return {}
    })
    expect(pieces).toEqual([piece('a'), piece('😀b')])
  })

  test('in a long piece is sent as several', async () => {
    const { pieces } = await sent(async ctx => {
      await ctx.text(`${'x'.repeat(16 * 1024 - 1)}😀y`)
      return {}
    })
    expect(pieces).toEqual([piece('x'.repeat(16 * 1024 - 1)), piece('😀y')])
  })

  test('that is no text is refused with what to write; unawaited, it brings nothing down', async () => {
    const { outcome, pieces } = await sent(async ctx => {
      void ctx.text(5 as never)
      await expect(ctx.text({} as never)).rejects.toThrow('ctx.text() takes a string, not an object.')
      return {}
    })
    expect([outcome.kind, pieces]).toEqual(['completed', []])
  })
})

describe('pipe', () => {
  test.each([
    ['an async generator', () => tokens('Hel', 'lo')],
    ['a list', () => ['Hel', 'lo']],
    ['a web stream, as the textStream of the AI SDK is one', () => webStream('Hel', 'lo')],
  ])('sends %s and returns the whole', async (_, source) => {
    const { outcome, pieces } = await sent(async ctx => ({ whole: await ctx.pipe(source()) }))
    expect(outcome).toMatchObject({ payload: { value: { whole: 'Hello' } } })
    expect(pieces).toEqual([piece('Hel'), piece('lo')])
  })

  test('takes a string as one piece', async () => {
    expect((await sent(async ctx => ({ whole: await ctx.pipe('Hello') }))).pieces).toEqual([piece('Hello')])
  })

  test.each([
    ['the result of a model in place of its textStream', {}, 'ctx.pipe() takes an iterable of strings'],
    ['nothing', undefined, 'not undefined.'],
    ['pieces that are no text', tokens({ type: 'text-delta' }), 'ctx.pipe() takes pieces of text, not an object.'],
  ])('refuses %s with what to write', async (_, source, message) => {
    const { outcome } = await sent(async ctx => {
      await expect(ctx.pipe(source as never)).rejects.toThrow(message)
      return {}
    })
    expect(outcome.kind).toBe('completed')
  })

  test('passes on what goes wrong in the source, for the handler to answer', async () => {
    async function* breaking() {
      yield 'One'
      throw new TypeError('the model is away')
    }
    const { pieces } = await sent(async ctx => {
      await expect(ctx.pipe(breaking())).rejects.toThrow('the model is away')
      return {}
    })
    expect(pieces).toEqual([piece('One')])
  })

  test('leaves a source that is longer than it keeps', async () => {
    let isLeft = false
    async function* endless() {
      try {
        for (;;) yield 'x'.repeat(1024 * 1024)
      } finally {
        isLeft = true
      }
    }
    const { outcome } = await sent(async ctx => {
      await expect(ctx.pipe(endless())).rejects.toThrow('ctx.pipe() keeps at most 8388608 characters.')
      return {}
    })
    expect([outcome.kind, isLeft]).toEqual(['completed', true])
  })

  test('leaves a source that hangs when the run has to stop', async () => {
    const stopping = new AbortController()
    const left = Promise.withResolvers<string>()
    const hanging: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => {}),
        return: async () => {
          left.resolve('left')
          return { done: true, value: undefined }
        },
      }),
    }
    const running = sent(ctx => {
      const piping = ctx.pipe(hanging)
      stopping.abort()
      return piping
    }, stopping.signal)
    expect((await running).outcome.kind).toBe('canceled')
    expect(await left.promise).toBe('left')
  })

  test('takes the next piece when the one before was taken', async () => {
    const read: number[] = []
    const taken: PromiseWithResolvers<void>[] = []
    function* counted() {
      for (let n = 1; n <= 3; n++) {
        read.push(n)
        yield String(n)
      }
    }
    const sender = new TextSender(
      () => {
        const next = Promise.withResolvers<void>()
        taken.push(next)
        return next.promise
      },
      { stop: new Stop() },
    )
    const piping = sender.pipe(counted())
    for (let n = 1; n <= 3; n++) {
      await expect.poll(() => taken.length).toBe(n)
      expect(read).toEqual([1, 2, 3].slice(0, n))
      taken[n - 1]?.resolve()
    }
    expect(await piping).toBe('123')
  })
})
