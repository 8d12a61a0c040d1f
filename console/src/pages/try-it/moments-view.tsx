/** What a call reports while it runs. */
import type { Moment } from '../../../../src/client/index.ts'

const mostListed = 50

export function MomentsView({
  moments,
  dropped,
  isRunning,
}: {
  moments: readonly Moment[]
  dropped: number
  isRunning: boolean
}) {
  if (moments.length === 0 && !isRunning) return null
  const progress = moments.findLast(moment => moment.kind === 'progress')
  const text = textOf(moments)
  const others = moments.filter(moment => moment.kind === 'opaque')
  return (
    <section class="card section" aria-label="Progress">
      <div class="row">
        {isRunning && <span class="spinner" aria-hidden="true" />}
        <p role="status">{progress?.message ?? (isRunning ? 'It runs …' : 'Done.')}</p>
        <span class="soft small">
          {moments.length + dropped} {moments.length + dropped === 1 ? 'event' : 'events'}
        </span>
      </div>
      {progress?.fraction !== undefined && (
        <progress max={1} value={progress.fraction} aria-label="Progress of the call" />
      )}
      {text !== '' && <p class="streamed">{text}</p>}
      {others.length > 0 && (
        <ul class="small">
          {others.slice(-mostListed).map((moment, index) => (
            <li key={index}>
              <code>{moment.event}</code>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The pieces of the answer so far. */
function textOf(moments: readonly Moment[]): string {
  let text = ''
  for (const moment of moments) {
    if (moment.kind !== 'delta' || moment.part.kind !== 'text') continue
    text = moment.mode === 'replace' ? moment.part.text : text + moment.part.text
  }
  return text.slice(-20_000)
}
