/** How jpcite wants to be served: its migration, the legacy shape of a route, its tags and languages, its own wording. */
import type { Author, ContractOptions, EditionChoice, Migration, RequestHead, Serving } from '../../codec/serving.ts'
import { unknownAsConflict } from '../../codec/unknown-outcome.ts'
import type { Json } from '../../lib/json-value.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { httpWire } from '../../wire/http.ts'
import { readClientTag } from './client-tag.ts'
import { madeFault } from './made-fault.ts'
import { type MigrationSetting, phaseAt } from './migration.ts'
import { languageOf, type Version, versionHeaders, versionServed } from './negotiation.ts'
import { documentationOf, errorRowOf } from './status.ts'

/** What an author can set for the whole server. */
export interface JpciteServerOptions {
  /** Where the migration stands. Default: `auto`, by the calendar. */
  phase?: MigrationSetting
  /** The page that explains the error codes; the code in lower case is the fragment. Default: the page of jpcite. */
  documentation?: string
}

/** What an author can set for one operation: its legacy shape, and whether it has the v2 shape yet. */
export interface JpciteOperationOptions {
  /** False: legacy and `v1` always, errors too. */
  migrated?: boolean
  /** The legacy body, where it is not `{total, limit, offset, results}` or the value itself. */
  legacy?: (outcome: Outcome) => Json
}

declare module '../../outcome/author-options.ts' {
  interface ServerContractOptions {
    jpcite?: JpciteServerOptions
  }
  interface OperationContractOptions {
    jpcite?: JpciteOperationOptions
  }
}

/** The editions by the versions that callers have for them. */
const editions: Readonly<Record<Version, string>> = { v1: 'legacy', v2: 'v2' }

function choiceOf(version: Version): EditionChoice {
  const { vary: _, ...headers } = versionHeaders(version)
  return { version: editions[version], vary: ['X-Envelope-Version', 'Accept-Language'], headers }
}

const choices: Readonly<Record<Version, EditionChoice>> = { v1: choiceOf('v1'), v2: choiceOf('v2') }

function phaseOf({ phase = 'auto' }: JpciteServerOptions, now: Date) {
  return phaseAt(phase, () => now)
}

const migration: Migration = {
  choose({ requested, server, operation, now }) {
    const { migrated = true }: JpciteOperationOptions = operation
    const { version, invalid } = versionServed({
      requested: requested === undefined ? undefined : requested === editions.v1 ? 'v1' : 'v2',
      phase: phaseOf(server, now),
      migrated,
    })
    return invalid === undefined ? choices[version] : { ...choices[version], invalid }
  },
  editions: (server: ContractOptions, now) =>
    phaseOf(server, now) === 'removed' ? [editions.v2] : [editions.v2, editions.v1],
  shape(encoded, outcome, edition, { legacy }: JpciteOperationOptions) {
    if (edition !== editions.v1 || legacy === undefined || outcome.kind !== 'completed') return encoded
    const { status, headers } = encoded.wire
    return { wire: httpWire({ status, headers, body: legacy(outcome) }), losses: encoded.losses }
  },
  choiceNames: {
    vary: ['X-Envelope-Version', 'Accept-Language'],
    headers: ['deprecation', 'sunset', 'link', 'x-envelope-version'],
  },
  // Each answer of the service names its version, and no export is in v2.
  exports: { vary: ['X-Envelope-Version'], headers: { 'x-envelope-version': 'v1' } },
}

/** The caller's tag and language. */
function exchangeOf(head: RequestHead): Pick<Exchange, 'billing' | 'extra'> {
  const tag = readClientTag(head.header('x-client-tag'))
  const lang = languageOf(head.query('lang'), head.header('accept-language'))
  return {
    ...(tag === undefined ? undefined : { billing: { tag } }),
    ...(lang === 'ja' ? undefined : { extra: { jpcite: { lang } } }),
  }
}

/** What is written as an error links to the author's own page, unless it has a link already. */
function withDocumentation(outcome: Outcome, page: string | undefined): Outcome {
  if (page === undefined) return outcome
  if (outcome.kind !== 'failed') return withLink(outcome, page)
  const { extra, category } = outcome.fault
  if (extra?.jpcite?.documentation !== undefined) return outcome
  const documentation = documentationOf(errorRowOf(category).code, page)
  return { ...outcome, fault: { ...outcome.fault, extra: { ...extra, jpcite: { ...extra?.jpcite, documentation } } } }
}

/** A run that waits or was canceled has no fault; its link is a member of its own. */
function withLink(outcome: Outcome, page: string): Outcome {
  const { extra } = outcome
  const made = madeFault(outcome)
  if (made === undefined || extra?.jpcite?.documentation !== undefined) return outcome
  const documentation = documentationOf(errorRowOf(made.category).code, page)
  return { ...outcome, extra: { ...extra, jpcite: { ...extra?.jpcite, documentation } } }
}

/** jpcite words what the server says itself, in the caller's language: the server's own text is for developers. */
function present(given: Outcome, author: Author, server: JpciteServerOptions = {}): Outcome {
  const outcome = withDocumentation(unknownAsConflict(given), server.documentation)
  if (outcome.kind !== 'failed') return outcome
  const { message, detail, issues, began } = outcome.fault
  if (began !== false && author !== 'server') return outcome
  // Issues say more to developers than a general sentence.
  const developers = detail ?? (issues.length > 0 ? undefined : message)
  return {
    ...outcome,
    fault: { ...outcome.fault, message: '', ...(developers === undefined ? undefined : { detail: developers }) },
  }
}

export const serving: Serving = {
  envelopes: { v1: editions.v1, v2: editions.v2 },
  migration,
  exchangeOf,
  mcp: { omitsOperation: true, correlatesByRequest: true, outputSchema: 'envelope' },
  present,
}
