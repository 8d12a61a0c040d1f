/** How jpcite wants to be served: its migration, the legacy shape of a route, its tags and languages, its own wording. */
import type { Author, ContractOptions, EditionChoice, Migration, RequestHead, Serving } from '../../codec/serving.ts'
import { unknownAsConflict } from '../../codec/unknown-outcome.ts'
import type { Json } from '../../lib/json-value.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { httpWire } from '../../wire/http.ts'
import { readClientTag } from './client-tag.ts'
import { type MigrationSetting, phaseAt } from './migration.ts'
import { languageOf, type Version, versionHeaders, versionServed } from './negotiation.ts'

/** What an author can set for the whole server. */
export interface JpciteServerOptions {
  /** Where the migration stands. Default: `auto`, by the calendar. */
  phase?: MigrationSetting
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
  choose({ asked, server, operation, now }) {
    const { migrated = true }: JpciteOperationOptions = operation
    const { version, invalid } = versionServed({
      asked: asked === undefined ? undefined : asked === editions.v1 ? 'v1' : 'v2',
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

/** jpcite words what the server says itself, in the caller's language: the server's own text is for developers. */
function present(given: Outcome, author: Author): Outcome {
  const outcome = unknownAsConflict(given)
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
