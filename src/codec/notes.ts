/**
 * Notices and citations as one short text, for carriers whose hosts show text and whose models read it. The members
 * themselves travel in metadata: a reader takes a text off again when it says exactly what they say.
 */
import { isObject, type Json } from '../lib/json-value.ts'
import { isMember } from '../outcome/guard.ts'
import type { Citation, Notice, Outcome } from '../outcome/outcome.ts'

type Noted = Pick<Outcome, 'notices' | 'citations'> & { partial?: boolean }

/** At most so many notices, and so many citations, are listed. */
const most = 20

const labels: Readonly<Record<Notice['severity'], string>> = { info: 'Note', warning: 'Warning', error: 'Error' }

/**
 * What a reader should know in addition to the answer itself; undefined when there is nothing.
 *
 * @example
 * notesOf(partial({ rows: 3 }, ['Two of five sources did not answer.']))
 * // 'This answer is partial.\nWarning: Two of five sources did not answer.'
 */
export function notesOf({ partial, notices = [], citations = [] }: Noted): string | undefined {
  if (partial !== true && notices.length === 0 && citations.length === 0) return undefined
  const sources = citations.map(sourceLine).filter(line => line !== '')
  return [
    ...(partial === true ? ['This answer is partial.'] : []),
    ...listed(notices.map(({ severity, message }) => `${labels[severity]}: ${oneLine(message)}`)),
    ...(sources.length === 0 ? [] : ['Sources:', ...listed(sources)]),
  ].join('\n')
}

/** The same of the members of an outcome as a message carries them, of which some may not fit. */
export function notesIn(members: Json | undefined): string | undefined {
  if (!isObject(members)) return undefined
  const { partial, notices, citations } = members
  return notesOf({
    ...(partial === true ? { partial } : undefined),
    ...(isMember('notices', notices) ? { notices: notices as unknown as Notice[] } : undefined),
    ...(isMember('citations', citations) ? { citations: citations as unknown as Citation[] } : undefined),
  })
}

/** `- id: title, url`, of what there is; empty when there is none of it. */
function sourceLine({ id, title, publisher, text, url }: Citation): string {
  const [key, name, place] = [id, title || publisher || text, url].map(word => oneLine(word ?? ''))
  const about = [name, place].filter(Boolean).join(', ')
  const line = [key, about].filter(Boolean).join(': ')
  return line === '' ? '' : `- ${line}`
}

function listed(lines: readonly string[]): readonly string[] {
  return lines.length <= most ? lines : [...lines.slice(0, most), `… and ${lines.length - most} more`]
}

/** A line of its own cannot be made up by what is in another, and nothing in it steers a terminal. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
