/** What jpcite asks of a server: its phases, routes that are not migrated, the legacy shape of a route, its tags. */
import type { Operation } from '../agent/define.ts'
import { readClientTag } from '../contracts/jpcite/client-tag.ts'
import { phaseAt } from '../contracts/jpcite/migration.ts'
import { languageOf, type Version, versionHeaders, versionServed } from '../contracts/jpcite/negotiation.ts'
import { mintUlid } from '../contracts/jpcite/request-id.ts'
import type { Exchange, SealedExchange } from '../outcome/exchange.ts'
import { type Fault, fault } from '../outcome/fault.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { httpWire } from '../wire/http.ts'
import { exportOf } from './exports.ts'
import { inKnownWords } from './finish.ts'
import { type Negotiation, negotiate, type Offers, type Served, served } from './negotiate.ts'
import type { ServeOptions } from './site.ts'

export interface Settled {
  served: Served
  vary: readonly string[]
  headers?: Record<string, string | undefined>
  refused?: Fault
}

/** What the migration depends on beside the request: `serve` and `respond` both have it. */
export interface Migration {
  readonly options: Pick<ServeOptions, 'jpcite'>
  readonly offers: Offers
  now(): number
}

/** What is asked of a route: an operation is one. */
export type Route = Pick<Operation, 'jpcite'> & Partial<Pick<Operation, 'exports'>>

/**
 * Settles in which edition a request is answered, by its route and by the phase; the one place that does, for `serve`
 * and `respond`. Only jpcite has editions that depend on them. An export is in no envelope, so that none is refused.
 */
export function jpciteRoute(
  site: Migration,
  negotiation: Negotiation,
  request: Request,
  url: URL,
  route: Route | undefined,
): Settled {
  const { served: chosen, vary } = negotiation
  const isExport = exportOf(route, url) !== undefined
  const { version, invalid } =
    chosen.contract.id === 'jpcite'
      ? versionServed({
          asked: askedVersion(site, negotiation, request),
          phase: phaseAt(site.options.jpcite?.phase ?? 'auto', () => new Date(site.now())),
          migrated: route?.jpcite.migrated !== false,
        })
      : {}
  const fault = invalid === undefined ? negotiation.refused : refusedEnvelope(invalid)
  const refused = fault === undefined || isExport ? undefined : { refused: fault }
  if (version === undefined) return { served: chosen, vary, ...refused }
  const { vary: _, ...headers } = versionHeaders(version)
  return {
    served: served(chosen.contract, version === 'v1' ? 'legacy' : 'v2') ?? chosen,
    vary: [...vary, 'X-Envelope-Version', 'Accept-Language'],
    headers,
    ...refused,
  }
}

/** What the mount adds to every export: a jpcite service names the version of each answer, and no export is in v2. */
export function exportHeaders({ offers }: Pick<Migration, 'offers'>): {
  vary?: string[]
  'x-envelope-version'?: string
} {
  return offers.mount.contract.id === 'jpcite' ? { vary: ['X-Envelope-Version'], 'x-envelope-version': 'v1' } : {}
}

/** The shape that a caller names, in whatever words; jpcite by name means its current edition. */
function askedVersion({ offers }: Migration, negotiation: Negotiation, request: Request): Version | undefined {
  // An envelope that there is not is refused in the shape that Accept asks for.
  const told =
    negotiation.refused === undefined ? negotiation : negotiate(request.headers, new URLSearchParams(), offers)
  // What the mount has is served to those who name nothing.
  if (told.served === offers.mount || told.served.contract.id !== 'jpcite') return undefined
  return told.served.edition.version === 'legacy' ? 'v1' : 'v2'
}

function refusedEnvelope(message: string): Fault {
  const issues = [{ pointer: '/envelope', message, location: 'query' as const }]
  return fault('invalid', 'This envelope is not served.', { issues, began: false })
}

/** What a jpcite call adds to its exchange: the caller's tag and language. */
export function jpciteExchange(request: Request, url: URL): Pick<Exchange, 'billing' | 'extra'> {
  const tag = readClientTag(request.headers.get('x-client-tag') ?? undefined)
  const lang = languageOf(
    url.searchParams.get('lang') ?? undefined,
    request.headers.get('accept-language') ?? undefined,
  )
  return {
    ...(tag === undefined ? undefined : { billing: { tag } }),
    ...(lang === 'ja' ? undefined : { extra: { jpcite: { lang } } }),
  }
}

/** jpcite mints ULIDs. */
export function ulid(now: () => number): string {
  return mintUlid({ now: () => new Date(now()), random: size => crypto.getRandomValues(new Uint8Array(size)) })
}

/** A face that writes a route's own legacy body in place of the usual one. */
export function withLegacyShape(chosen: Served, { jpcite: { legacy } }: Route): Served {
  if (chosen.contract.id !== 'jpcite' || chosen.edition.version !== 'legacy' || legacy === undefined) return chosen
  return {
    ...chosen,
    face: {
      ...chosen.face,
      encode(outcome: Outcome, exchange: SealedExchange) {
        const encoded = chosen.face.encode(outcome, exchange)
        if (outcome.kind !== 'completed') return encoded
        const { status, headers } = encoded.wire
        return { wire: httpWire({ status, headers, body: legacy(outcome) }), losses: encoded.losses }
      },
    },
  }
}

/** What the server itself says of a run that it could not bring to its end. */
const ownWords = new Set([
  'The run failed.',
  'The run took too long.',
  'There is no time left for the run.',
  'The server failed.',
  'The server is shutting down.',
])

/** jpcite words its refusals itself, in the caller's language: the server's own text is for developers. */
export function inContract({ contract }: Pick<Served, 'contract'>, given: Outcome): Outcome {
  const outcome = inKnownWords(contract.id, given)
  if (contract.id !== 'jpcite' || outcome.kind !== 'failed') return outcome
  const { message, detail, issues, began } = outcome.fault
  if (began !== false && !ownWords.has(message)) return outcome
  // Issues tell developers more than a general sentence.
  const told = detail ?? (issues.length > 0 ? undefined : message)
  return {
    ...outcome,
    fault: { ...outcome.fault, message: '', ...(told === undefined ? undefined : { detail: told }) },
  }
}
