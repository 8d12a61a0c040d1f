import { describe, expect, test } from 'vitest'
import type { Interim } from '../outcome/moment.ts'
import { EarlierMoments } from './earlier-moments.ts'

const text = (mode: 'append' | 'replace', words: string): Interim => ({
  kind: 'delta',
  mode,
  part: { kind: 'text', text: words },
})

function earlier(...log: Interim[]): EarlierMoments {
  return new EarlierMoments(log.length, async after => ({ moments: log.slice(after), last: log.length }))
}

describe('a text that replaces another in the middle of a piece that readers have', () => {
  test('what follows is sent, though the old piece goes on with the same words', async () => {
    const moments = earlier(text('append', 'Hello world'))
    expect(await moments.pass(text('append', 'Hello '))).toEqual([])
    expect(await moments.pass(text('replace', 'Bye '))).toEqual([text('replace', 'Bye ')])
    expect(await moments.pass(text('append', 'world'))).toEqual([text('append', 'world')])
  })

  test('what follows it does not bring the old text back', async () => {
    const moments = earlier(text('append', 'Hello world'))
    await moments.pass(text('append', 'Hello '))
    await moments.pass(text('replace', 'Bye '))
    expect(await moments.pass(text('append', 'moon'))).toEqual([text('append', 'moon')])
    expect(await moments.pass({ kind: 'progress', fraction: 0.5 })).toEqual([{ kind: 'progress', fraction: 0.5 }])
  })
})
