/** Traffic: what callers asked of the server, from its request journal. */
import type { PageProps } from '../../pages.ts'
import { Overview } from './overview.tsx'
import '../../parts/message.css'
import './page.css'
import { Story } from './story.tsx'

export function Page({ place }: PageProps) {
  const [, id] = place.path
  return id === undefined ? <Overview query={place.query} /> : <Story key={id} id={id} />
}
