/** What a model says in a task that is interrupted and tried again: readers of its log have the text once. */
import { afterEach, describe, expect, test } from 'vitest'
import type { Context } from '../../src/agent/context.ts'
import { defineAgent, operation, refuse } from '../../src/index.ts'
import type { Interim } from '../../src/outcome/moment.ts'
import { fromBytes } from '../../src/runtime/bytes.ts'
import { type Kit, kit } from './kit.ts'

const kits: Kit[] = []
afterEach(async () => {
  for (const one of kits.splice(0)) await one.close()
})

/** Runs the attempts one after the other as one task; all but the last fail in a way that a later one may mend. */
async function attempted(...attempts: ((ctx: Context) => Promise<unknown>)[]) {
  let tries = 0
  const write = operation({
    title: 'Write',
    input: {},
    async: true,
    retry: { attempts: attempts.length, backoffMs: 1 },
    async handler(_, ctx) {
      const attempt = attempts[tries++]
      const value = await attempt?.(ctx)
      return tries < attempts.length ? refuse('unavailable', 'Interrupted.') : ({ value } as object)
    },
  })
  const one = await kit(defineAgent({ name: 'writer', version: '1', operations: { write } }))
  kits.push(one)
  const { outcome } = await one.call('write', {})
  const id = outcome.task?.id ?? ''
  one.worker()
  const state = async () => (await one.store.do('getTask', { id, tenant: 'north' }))?.state
  await expect.poll(state, { timeout: 60_000 }).toBe('completed')
  const events = await one.store.do('readEvents', { id, after: 0, limit: 1000 })
  const moments = events.filter(({ kind }) => kind === 'moment').map(({ body }) => fromBytes<Interim>(body))
  const steps = await one.store.do('loadSteps', { runId: id })
  const values = steps.map(({ value }) => Buffer.from(value ?? []).toString())
  return { lines: moments.map(lineOf), text: textOf(moments), tries, values }
}

/** `+` adds to the text, `=` replaces it, a number is progress. */
function lineOf(moment: Interim): string {
  if (moment.kind === 'progress') return String(moment.fraction)
  return moment.kind === 'delta' && moment.part.kind === 'text'
    ? `${moment.mode === 'append' ? '+' : '='}${moment.part.text}`
    : moment.kind
}

/** The text as a reader of all events has it in the end. */
function textOf(moments: readonly Interim[]): string {
  let text = ''
  for (const moment of moments) {
    if (moment.kind !== 'delta' || moment.part.kind !== 'text') continue
    text = moment.mode === 'append' ? text + moment.part.text : moment.part.text
  }
  return text
}

const saying =
  (...pieces: (string | number)[]) =>
  async (ctx: Context) => {
    for (const piece of pieces) await (typeof piece === 'string' ? ctx.text(piece) : ctx.progress(piece))
  }

describe('text that is sent again', () => {
  test('in the same pieces is in the log once', async () => {
    const { lines } = await attempted(saying('One ', 0.3, 'two '), saying('One ', 0.3, 'two ', 'three'))
    expect(lines).toEqual(['+One ', '0.3', '+two ', '+three'])
  })

  test('in other pieces is in the log once', async () => {
    const { lines } = await attempted(saying('One t', 'wo'), saying('O', 'ne two thr', 'ee'))
    expect(lines).toEqual(['+One t', '+wo', '+ thr', '+ee'])
  })

  test('in other words takes the place of what readers have', async () => {
    const { lines, text } = await attempted(saying('One ', 'two'), saying('One ', 'three', ' four'))
    expect(lines).toEqual(['+One ', '+two', '=One three', '+ four'])
    expect(text).toBe('One three four')
  })

  test('that is shorter takes the place of what readers have before anything else comes', async () => {
    const { lines, text } = await attempted(saying('One ', 'two'), saying('One ', 0.9))
    expect(lines).toEqual(['+One ', '+two', '=One ', '0.9'])
    expect(text).toBe('One ')
  })

  test('in other words each time is right in the end', async () => {
    const { text, tries } = await attempted(saying('a', 'b', 'c'), saying('a', 'x'), saying('a', 'x', 'y'), saying('z'))
    expect([text, tries]).toEqual(['z', 4])
  })
})

test('a step that is done asks no model again, and what comes after it is not swallowed', async () => {
  const asked: string[] = []
  const write = async (ctx: Context) => {
    await ctx.progress(0.1)
    const first = await ctx.step('first', () => {
      asked.push('first')
      return ctx.pipe(['One ', 'two. '])
    })
    await ctx.progress(0.5)
    return first
  }
  const { lines } = await attempted(write, async ctx => {
    const first = await write(ctx)
    const second = await ctx.step('second', () => ctx.pipe(['Three ', 'four.']))
    await ctx.progress(0.9)
    return first + second
  })
  expect(asked).toEqual(['first'])
  expect(lines).toEqual(['0.1', '+One ', '+two. ', '0.5', '+Three ', '+four.', '0.9'])
})

test('a step whose model was cut off says it again, after what an earlier step said', async () => {
  const first = (ctx: Context) => ctx.step('first', () => ctx.pipe(['One. ']))
  const { lines, text } = await attempted(
    async ctx => {
      await first(ctx)
      await ctx.pipe(['Two', ' is'])
    },
    async ctx => {
      await first(ctx)
      await ctx.step('second', () => ctx.pipe(['Three', '.']))
    },
  )
  expect(lines).toEqual(['+One. ', '+Two', '+ is', '=One. Three', '+.'])
  expect(text).toBe('One. Three.')
})

test('the result of a step that sent text is kept as plain JSON, which processes of an earlier version read', async () => {
  const { values } = await attempted(ctx =>
    ctx.step('story', async () => {
      await ctx.text('Once')
      return { words: 1 }
    }),
  )
  expect(values).toEqual(['{"words":1}'])
})
