/** What something rests on. Only addresses of the web become links, and each says where it leads. */
import { DataText } from './data-text.tsx'
import { SafeLink, webAddress } from './safe-link.tsx'

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
          {url === undefined ? (
            <DataText text={title ?? publisher ?? ''} />
          ) : (
            <>
              <SafeLink href={url}>
                <DataText text={title ?? url} />
              </SafeLink>{' '}
              <Host url={url} />
            </>
          )}
          {publisher !== undefined && title !== undefined && (
            <span class="soft">
              {' · '}
              <DataText text={publisher} />
            </span>
          )}
          {license !== undefined && (
            <span class="soft small">
              {' · '}
              <DataText text={license} />
            </span>
          )}
          {excerpt !== undefined && (
            <blockquote>
              <DataText text={excerpt} lines />
            </blockquote>
          )}
        </li>
      ))}
    </ol>
  )
}

/** The host that a link leads to, in the letters that the network uses. */
function Host({ url }: { url: string }) {
  const address = webAddress(url)
  return <span class="soft small mono">{address === undefined ? 'no link' : new URL(address).host}</span>
}
