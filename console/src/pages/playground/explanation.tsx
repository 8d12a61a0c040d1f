/** A rule: why it is there, where it is written, and a good and a bad message. */
import { useEffect, useState } from 'preact/hooks'
import { CodeBlock } from '../../parts/code-block.tsx'
import type { RuleExplanation } from './load-explanation.ts'

export function Explanation({ rule }: { rule: string }) {
  const [loaded, setLoaded] = useState<RuleExplanation | 'none'>()
  useEffect(() => {
    let isShown = true
    import('./load-explanation.ts')
      .then(({ loadExplanation }) => loadExplanation(rule))
      .then(
        found => isShown && setLoaded(found ?? 'none'),
        () => isShown && setLoaded('none'),
      )
    return () => {
      isShown = false
    }
  }, [rule])
  if (loaded === undefined) return <p class="soft">The rule is loading …</p>
  if (loaded === 'none') return <p class="soft">This rule is not explained here.</p>
  const { title, why, documents, good, bad } = loaded
  return (
    <div class="explanation">
      <p class="strong">{title}</p>
      <p>{why}</p>
      <ul class="small">
        {documents.map((document, index) => (
          <li key={index}>
            <DocumentLink {...document} />
          </li>
        ))}
      </ul>
      {good !== undefined && bad !== undefined && (
        <div class="examples">
          <figure>
            <figcaption>
              <span class="badge good">good</span>
            </figcaption>
            <CodeBlock label="A good message">{good}</CodeBlock>
          </figure>
          <figure>
            <figcaption>
              <span class="badge bad">bad</span>
            </figcaption>
            <CodeBlock label="A bad message">{bad}</CodeBlock>
          </figure>
        </div>
      )}
    </div>
  )
}

/** Addresses of published documents; anything but a web address is text. */
function DocumentLink({ title, url }: RuleExplanation['documents'][number]) {
  if (url === undefined || !/^https?:\/\//.test(url)) return <>{title}</>
  return (
    <a href={url} rel="noreferrer noopener" target="_blank">
      {title}
    </a>
  )
}
