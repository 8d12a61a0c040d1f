/** A link from data: only to the web. Everything else stays text. */
import type { ComponentChildren } from 'preact'

/** The address, if it is one of the web. */
export function webAddress(text: string): string | undefined {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}

export function SafeLink({ href, children }: { href: string; children?: ComponentChildren }) {
  const address = webAddress(href)
  if (address === undefined) return <span>{children ?? href}</span>
  return (
    <a href={address} rel="noopener noreferrer" target="_blank">
      {children ?? href}
    </a>
  )
}
