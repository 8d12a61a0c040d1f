/** What something rests on. Only addresses of the web become links. */
import { SafeLink } from './safe-link.tsx'

export interface Citation {
  readonly url?: string
  readonly title?: string
  readonly publisher?: string
  readonly excerpt?: string
  readonly license?: string
}

export function Citations({ list }: { list: readonly Citation[] }) {
  return (
    <ol class="citations">
      {list.map(({ url, title, publisher, excerpt, license }, index) => (
        <li key={index}>
          {url === undefined ? <span>{title ?? publisher}</span> : <SafeLink href={url}>{title ?? url}</SafeLink>}
          {publisher !== undefined && title !== undefined && <span class="soft"> · {publisher}</span>}
          {license !== undefined && <span class="soft small"> · {license}</span>}
          {excerpt !== undefined && <blockquote>{excerpt}</blockquote>}
        </li>
      ))}
    </ol>
  )
}
