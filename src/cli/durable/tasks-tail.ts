/** `replywire tasks tail`: the log of a task, from its first event, live until its end. */
import type { Interim } from '../../outcome/moment.ts'
import { fromBytes } from '../../runtime/bytes.ts'
import type { EventRow, TaskRow } from '../../store/operations/tasks.ts'
import type { Store } from '../../store/store.ts'
import { concerns } from '../../store/wakes.ts'
import { printable } from '../columns.ts'
import { exitCodes } from '../command.ts'
import type { Stream, Terminal } from '../terminal.ts'
import { withStore } from './reach.ts'
import { answerView, findTask, noTask, outcomeText, progressText } from './task-view.ts'
import type { TasksInvocation } from './tasks.ts'
import { timeOf } from './words.ts'

const interrupted = 130
const pageSize = 100

export async function run({ values, positionals, terminal }: TasksInvocation): Promise<number> {
  const [, id = ''] = positionals
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    return await withStore(values.store, async store => {
      const row = await findTask(store, id, values.tenant)
      if (row === undefined) return noTask(terminal, id)
      for await (const event of eventsOf(store, row, controller.signal)) show(event, terminal)
      return controller.signal.aborted ? interrupted : exitCodes.ok
    })
  } finally {
    process.removeListener('SIGINT', stop)
    process.removeListener('SIGTERM', stop)
  }
}

/** Every event once and in order. A pause is not the end: the task may go on. */
async function* eventsOf(
  store: Store,
  { id, tenant }: TaskRow,
  signal: AbortSignal,
  pollMs = 1000,
): AsyncGenerator<EventRow> {
  let seen = 0
  let woken = Promise.withResolvers<void>()
  const wake = (): void => woken.resolve()
  const unhear = store.onWake(topic => {
    if (concerns(topic, `task:${id}`)) wake()
  })
  signal.addEventListener('abort', wake, { once: true })
  try {
    while (!signal.aborted) {
      woken = Promise.withResolvers()
      const row = await store.do('getTask', { id, tenant })
      const events = await store.do('readEvents', { id, after: seen, limit: pageSize })
      yield* events
      seen = events.at(-1)?.seq ?? seen
      if (events.length === pageSize) continue
      if (row === undefined || (row.endedAt !== null && seen >= row.events)) return
      const timer = setTimeout(wake, pollMs)
      await woken.promise
      clearTimeout(timer)
    }
  } finally {
    unhear()
    signal.removeEventListener('abort', wake)
  }
}

function show({ seq, at, kind, body }: EventRow, { out, json }: Terminal): void {
  if (json) {
    const told = kind === 'outcome' ? { answer: answerView(body) } : { moment: fromBytes<Interim>(body) }
    out.line(JSON.stringify({ seq, at: timeOf(at), kind, ...told }))
  } else out.line(`${out.style.dim(timeOf(at))} ${textOf(kind, body, out)}`)
}

const paints = { completed: 'good', failed: 'bad', unknown: 'bad', canceled: 'dim', paused: 'warn' } as const

function textOf(kind: string, body: Uint8Array, { style }: Stream): string {
  if (kind === 'outcome') {
    const { outcome } = answerView(body)
    return style[outcome.kind === 'pending' ? 'dim' : paints[outcome.kind]](outcomeText(outcome))
  }
  const moment = fromBytes<Interim>(body)
  switch (moment.kind) {
    case 'progress':
      return progressText(moment)
    case 'delta':
      return moment.part.type === 'text' ? printable(moment.part.text) : style.dim(`a ${moment.part.type} part`)
    case 'opaque':
      return style.dim(printable(`${moment.contract} ${moment.event}`))
  }
}
