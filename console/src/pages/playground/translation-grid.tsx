/** The same outcome in every other contract, side by side; what each has no place for is named. */
import { useEffect, useState } from 'preact/hooks'
import { CodeBlock } from '../../parts/code-block.tsx'
import type { PlaygroundQuestion, RecognisedMessage } from './playground-work.ts'
import type { TranslatedMessage } from './translate-message.ts'
import type { PlaygroundWork } from './use-examination.ts'
import { carrierNames } from './verdict.tsx'

type Cell = TranslatedMessage | { readonly target: string }

interface TranslationGridProps {
  readonly work: PlaygroundWork
  readonly question: PlaygroundQuestion
  readonly examination: RecognisedMessage
}

export function TranslationGrid({ work, question, examination }: TranslationGridProps) {
  const { message, targets } = examination
  const [cells, setCells] = useState<readonly Cell[]>()
  useEffect(() => {
    const end = new AbortController()
    setCells(undefined)
    void (async () => {
      const done: Cell[] = []
      for (const target of targets) {
        const answer = await work.call({ ...question, target }, end.signal).catch(() => undefined)
        if (end.signal.aborted) return
        done.push(answer?.kind === 'translated' ? answer.translation : { target })
        setCells([...done])
      }
    })()
    return () => end.abort()
  }, [examination])
  if (targets.length === 0) {
    return <p class="soft">Only answers and streams are translated; this is a {message}.</p>
  }
  return (
    <section aria-labelledby="playground-others" class="stack">
      <h2 id="playground-others">The same in the other contracts</h2>
      {cells === undefined && (
        <p class="soft" role="status">
          The contracts are loading …
        </p>
      )}
      <div class="translations">
        {cells?.map(cell =>
          'target' in cell ? (
            <article key={cell.target} class="card section">
              <h3>{cell.target}</h3>
              <p class="problem">It cannot be written in this contract.</p>
            </article>
          ) : (
            <Translated key={`${cell.id}@${cell.version}`} {...cell} />
          ),
        )}
      </div>
    </section>
  )
}

/** Longer texts are cut in the page; the command line has the whole. */
const mostShown = 20_000

function Translated({ title, version, carrier, head, body, losses }: TranslatedMessage) {
  return (
    <article class="card section translation">
      <header class="row">
        <h3>
          {title} {version}
        </h3>
        <span class="badge">{carrierNames[carrier]}</span>
        <span class={`badge ${losses.length === 0 ? 'good' : 'warn'}`}>
          {losses.length === 0 ? 'nothing lost' : `${losses.length} ${losses.length === 1 ? 'loss' : 'losses'}`}
        </span>
      </header>
      {head !== '' && <pre class="head">{head}</pre>}
      {body === '' ? (
        <p class="soft">No body.</p>
      ) : (
        <CodeBlock label={`${title} ${version}`}>
          {body.slice(0, mostShown)}
          {body.length > mostShown && '\n…'}
        </CodeBlock>
      )}
      {losses.length > 0 && (
        <ul class="losses">
          {losses.slice(0, 50).map(({ pointer, reason }, index) => (
            <li key={index}>
              <code>{pointer}</code> {reason}
            </li>
          ))}
          {losses.length > 50 && <li>{losses.length - 50} more</li>}
        </ul>
      )}
    </article>
  )
}
