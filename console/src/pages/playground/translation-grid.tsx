/** The same outcome in every other contract, side by side; what each has no place for is named. */
import { useEffect, useState } from 'preact/hooks'
import { CodeBlock } from '../../parts/code-block.tsx'
import type { Examination } from './examine-message.ts'
import type { TranslatedMessage } from './translate-message.ts'
import { carrierNames } from './verdict.tsx'

type Cell = TranslatedMessage | { readonly target: string }

export function TranslationGrid({ examination }: { examination: Examination }) {
  const { source, recognised } = examination
  const [cells, setCells] = useState<readonly Cell[]>()
  useEffect(() => {
    let isCurrent = true
    setCells(undefined)
    void (async () => {
      const { isTranslatable, targetsFor, translateMessage } = await import('./translate-message.ts')
      if (!isTranslatable(recognised)) return
      const done: Cell[] = []
      for (const target of targetsFor(recognised)) {
        // One at a time, so that the page answers in between.
        await new Promise(resolve => setTimeout(resolve))
        if (!isCurrent) return
        done.push(await translateMessage(source, recognised, target).catch(() => ({ target })))
        if (isCurrent) setCells([...done])
      }
    })()
    return () => {
      isCurrent = false
    }
  }, [examination])
  if (recognised.message !== 'response' && recognised.message !== 'stream') {
    return <p class="soft">Only answers and streams are translated; this is a {recognised.message}.</p>
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
