/** The published documents that the clauses of rules cite. */
import type { Edition } from './contract.ts'

/** One published document. */
export interface SpecificationDocument {
  title: string
  /** The published address. Left out where none is known. */
  url?: string
  /** How clauses that cite this document start. Default: the document takes every clause that no other row takes. */
  clauses?: string
}

/** One part of a clause, with its document. */
export interface CitedSection {
  section: string
  title: string
  url?: string
}

const rfcTitles: Readonly<Record<string, string>> = {
  8259: 'The JavaScript Object Notation (JSON) Data Interchange Format',
  9110: 'HTTP Semantics',
  9457: 'Problem Details for HTTP APIs',
}

/** Documents that every contract can cite. */
const sharedDocuments: readonly SpecificationDocument[] = [
  {
    title: 'HTML Living Standard: Server-sent events',
    url: 'https://html.spec.whatwg.org/multipage/server-sent-events.html',
    clauses: 'WHATWG HTML',
  },
  { title: 'Replywire: streams of contracts that define none', clauses: 'SSE vocabulary' },
  { title: 'Replywire: extension members', clauses: 'Replywire' },
  { title: 'Replywire: checks of a live service', clauses: 'Checks of every service' },
  { title: 'The case file of the check', clauses: 'Case file' },
]

/**
 * The sections that a clause cites, in its order. A clause names several with `; ` between them.
 *
 * @example
 * citedSections(edition, 'RFC 9457 §3.1') // [{ section: 'RFC 9457 §3.1', title: 'RFC 9457: Problem …', url: 'https://…' }]
 */
export function citedSections(edition: Edition, clause: string): CitedSection[] {
  return clause.split('; ').map(section => {
    const { title, url } = rfcOf(section) ?? documentOf(edition, section)
    return { section, title, ...(url === undefined ? undefined : { url }) }
  })
}

function rfcOf(section: string): SpecificationDocument | undefined {
  const [, number, part] = /^RFC (\d+)(?: §([\d.]+))?/.exec(section) ?? []
  if (number === undefined) return undefined
  const name = rfcTitles[number]
  const url = `https://www.rfc-editor.org/rfc/rfc${number}`
  return {
    title: name === undefined ? `RFC ${number}` : `RFC ${number}: ${name}`,
    url: part === undefined ? url : `${url}#section-${part}`,
  }
}

function documentOf({ specification = [] }: Edition, section: string): SpecificationDocument {
  const rows = [...sharedDocuments, ...specification]
  return (
    rows.find(({ clauses }) => clauses !== undefined && section.startsWith(clauses)) ??
    rows.find(({ clauses }) => clauses === undefined) ?? { title: 'The specification of the contract' }
  )
}
