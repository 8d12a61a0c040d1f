/** `replywire tasks tail`: the log of a task, from its first event, live until its end. */
import { storedAnswer, storedMoment } from '../../runtime/stored-answer.ts'
import type { EventRow } from '../../store/operations/events.ts'
import { printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { rowOptions } from '../table/row-options.ts'
import type { OutputStream, Terminal } from '../terminal.ts'
import { withSource } from './run-source.ts'
import { answerView, noTask, outcomeText, progressText } from './task-view.ts'
import { timeOf } from './words.ts'

export async function run(invocation: Invocation<typeof rowOptions>): Promise<number> {
  const { values, positionals, terminal } = invocation
  const [id = ''] = positionals
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    return await withSource(invocation, async source => {
      const events = await source.events(id, values.tenant, controller.signal)
      if (events === undefined) return noTask(terminal, id)
      for await (const event of events) show(event, terminal)
      return controller.signal.aborted ? exitCodes.interrupted : exitCodes.ok
    })
  } finally {
    process.removeListener('SIGINT', stop)
    process.removeListener('SIGTERM', stop)
  }
}

function show({ seq, at, kind, body }: EventRow, { out, json }: Terminal): void {
  if (json) {
    const content = kind === 'outcome' ? { answer: answerView(storedAnswer(body)) } : { moment: storedMoment(body) }
    out.line(JSON.stringify({ seq, at: timeOf(at), kind, ...content }))
  } else out.line(`${out.style.dim(timeOf(at))} ${textOf(kind, body, out)}`)
}

const paints = { completed: 'good', failed: 'bad', unknown: 'bad', canceled: 'dim', paused: 'warn' } as const

function textOf(kind: string, body: Uint8Array, { style }: OutputStream): string {
  if (kind === 'outcome') {
    const { outcome } = answerView(storedAnswer(body))
    return style[outcome.kind === 'pending' ? 'dim' : paints[outcome.kind]](outcomeText(outcome))
  }
  const moment = storedMoment(body)
  switch (moment.kind) {
    case 'progress':
      return progressText(moment)
    case 'delta':
      return moment.part.kind === 'text' ? printable(moment.part.text) : style.dim(`a ${moment.part.kind} part`)
    case 'opaque':
      return style.dim(printable(`${moment.contract} ${moment.event}`))
  }
}
