/** The output of a worker: one line when a task starts, one when its run ends. */
import { ReplywireError } from '../../errors.ts'
import type { TaskNews } from '../../runtime/worker.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import { printable } from '../columns.ts'
import type { Style, Terminal } from '../terminal.ts'
import { taskState } from './task-view.ts'
import { cell, spanOf } from './words.ts'

export interface WorkerLines {
  say(event: string, text: string): void
  task(row: TaskRow, news: TaskNews): void
  failed(error: unknown): void
}

export function workerLines({ out, err, json }: Terminal, isQuiet: boolean): WorkerLines {
  const began = new Map<string, number>()
  const clock = (): string => out.style.dim(new Date().toTimeString().slice(0, 8))
  const line = (event: object): string => JSON.stringify({ ...event, at: new Date().toISOString() })
  return {
    say(event, text) {
      if (isQuiet) return
      out.line(json ? line({ event, text }) : `${clock()} ${printable(text)}`)
    },
    task(row, news) {
      const durationMs = Date.now() - (began.get(row.id) ?? Date.now())
      if (news.kind === 'started') began.set(row.id, Date.now())
      else began.delete(row.id)
      if (isQuiet) return
      out.line(json ? line(inJson(row, news, durationMs)) : `${clock()} ${textOf(row, news, durationMs, out.style)}`)
    },
    /** Other errors may contain anything: only the message of our own is printed. */
    failed(error) {
      const known = error instanceof ReplywireError
      if (json) err.line(line({ event: 'error', code: known ? error.code : 'ERR_DEFECT' }))
      else err.line(`${clock()} ${err.style.bad('✗')} ${known ? printable(error.message) : 'A defect in Replywire.'}`)
    },
  }
}

function inJson({ id, operation, tenant, attempt }: TaskRow, news: TaskNews, durationMs: number): object {
  const task = { id, operation, tenant, attempt }
  if (news.kind === 'started') return { event: 'started', ...task }
  if (news.kind !== 'settled') return { event: news.kind, ...task, durationMs }
  const { state, outcome } = news
  return { event: 'ended', ...task, durationMs, state, ...(outcome.kind === 'failed' && { code: outcome.fault.code }) }
}

function textOf({ id, operation, attempt }: TaskRow, news: TaskNews, durationMs: number, style: Style): string {
  const who = `${cell(operation)} ${style.dim(cell(id))}`
  if (news.kind === 'started') return `→ ${who}${attempt > 1 ? ` attempt ${attempt}` : ''}`
  const span = durationMs < 1000 ? `${durationMs} ms` : spanOf(durationMs)
  return `${endOf(news, style)} ${who} after ${span}`
}

function endOf(news: Exclude<TaskNews, { kind: 'started' }>, style: Style): string {
  if (news.kind === 'handed-back') return style.warn('handed back')
  if (news.kind === 'lost') return style.warn('taken by another worker')
  const { state, outcome } = news
  const code = outcome.kind === 'failed' ? ` ${cell(outcome.fault.code)}` : ''
  const word = state === 'queued' ? style.warn('will be retried') : taskState({ state, dead: false }, { style })
  return `${word}${code}`
}
