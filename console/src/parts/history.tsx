/** Lines of the audit log: who did what, and when. */
import { DataText } from './data-text.tsx'
import { personName } from './person.ts'
import { Ago } from './time.tsx'

export interface HistoryLine {
  readonly at: string
  readonly actor: string
  readonly action: string
  readonly note?: unknown
  readonly reply?: unknown
}

const words: Readonly<Record<string, string>> = {
  'approval.approve': 'approved',
  'approval.edit': 'approved with other arguments',
  'approval.reject': 'rejected',
  'approval.ask': 'asked back',
  'approval.reply': 'replied',
  'approval.used': 'used the approval',
  'approval.returned': 'gave the approval back',
  'task.cancel': 'canceled the task',
  'task.answer': 'answered',
  'task.retry': 'tried the task again',
  'delivery.resend': 'sent the webhook again',
}

export function historyText({ actor, action }: Pick<HistoryLine, 'actor' | 'action'>): string {
  return `${personName(actor)} ${Object.hasOwn(words, action) ? words[action] : action}`
}

export function History({ lines }: { lines: readonly HistoryLine[] }) {
  return (
    <ol class="timeline">
      {lines.map((line, index) => (
        <li key={index}>
          <span>{historyText(line)}</span> <span class="soft small">{<Ago at={line.at} />}</span>
          {[line.note, line.reply].map(
            (text, place) =>
              typeof text === 'string' &&
              text !== '' && (
                <blockquote key={place}>
                  <DataText text={text} lines />
                </blockquote>
              ),
          )}
        </li>
      ))}
    </ol>
  )
}
