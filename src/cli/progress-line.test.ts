import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { progressLine, showWhile } from './progress-line.ts'
import type { OutputStream } from './terminal.ts'

const same = (text: string): string => text
const style = { good: same, bad: same, warn: same, dim: same, strong: same, name: same }

function collect({ isTerminal = true, json = false, columns = 30 } = {}) {
  const written: string[] = []
  const write = (text: string | Uint8Array): void => void written.push(String(text))
  const err: OutputStream = { write, line: (text = '') => write(text), style, isTerminal, columns }
  return { written, terminal: { err, json } }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the line is rewritten in place, within the width of the terminal, and taken away', () => {
  const { written, terminal } = collect()
  const line = progressLine(terminal)
  line.show('a text that is longer than the terminal is wide')
  line.clear()
  expect(written).toEqual(['\r\x1b[2Ka text that is longer than th', '\r\x1b[2K'])
})

test('text of others cannot steer the terminal', () => {
  const { written, terminal } = collect()
  progressLine(terminal).show('a\x1b[31mb')
  expect(written.join('').replace('\r\x1b[2K', '')).not.toContain('\x1b')
})

test('work shows how long it takes, until it fails or ends', async () => {
  const { written, terminal } = collect()
  const work = Promise.withResolvers<number>()
  const shown = showWhile(terminal, 'Working', () => work.promise)
  await vi.advanceTimersByTimeAsync(2000)
  work.reject(new Error('no'))
  await expect(shown).rejects.toThrow('no')
  await vi.advanceTimersByTimeAsync(2000)
  const clear = '\r\x1b[2K'
  expect(written).toEqual([`${clear}Working …`, `${clear}Working … 1 s`, `${clear}Working … 2 s`, clear])
})

test.each([{ isTerminal: false }, { json: true }])('nothing is shown with %j', async options => {
  const { written, terminal } = collect(options)
  await showWhile(terminal, 'Working', async () => {
    progressLine(terminal).show('half')
    await vi.advanceTimersByTimeAsync(3000)
  })
  expect(written).toEqual([])
})
