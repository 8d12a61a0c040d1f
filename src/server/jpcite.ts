/** What jpcite asks of a server: its phases, routes that are not migrated, the legacy shape of a route, its tags. */
import type { Operation } from '../agent/define.ts'
import { readClientTag } from '../contracts/jpcite/client-tag.ts'
import { phaseAt } from '../contracts/jpcite/migration.ts'
import { languageOf, negotiate as negotiateVersion } from '../contracts/jpcite/negotiation.ts'
import { mintUlid } from '../contracts/jpcite/request-id.ts'
import type { Exchange, SealedExchange } from '../outcome/exchange.ts'
import { type Fault, fault } from '../outcome/fault.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { httpWire } from '../wire/http.ts'
import { type Negotiation, type Served, served } from './negotiate.ts'
import type { Site } from './site.ts'

export interface Settled {
  served: Served
  vary: readonly string[]
  headers?: Record<string, string | undefined>
  refused?: Fault
}

/** The version words of `?envelope=` that are jpcite's own. */
const words = new Set(['v1', 'v2'])

/** Settles which of jpcite's two shapes is served, when jpcite is. Others pass as they are. */
export function jpciteRoute(
  site: Site,
  negotiation: Negotiation,
  request: Request,
  url: URL,
  operation: Operation | undefined,
): Settled {
  const { contract } = negotiation.served
  if (contract.id !== 'jpcite') return negotiation
  const envelope = url.searchParams.get('envelope')?.trim().toLowerCase()
  const byName = negotiation.refused === undefined && envelope !== undefined && !words.has(envelope)
  const version = byName
    ? { version: negotiation.served.edition.version === 'legacy' ? ('v1' as const) : ('v2' as const) }
    : negotiateVersion({
        envelope,
        accept: request.headers.get('accept') ?? undefined,
        phase: phaseAt(site.options.jpcite?.phase ?? 'auto', () => new Date(site.now())),
        migrated: operation?.jpcite.migrated !== false,
      })
  const edition = served(contract, version.version === 'v1' ? 'legacy' : 'v2') ?? negotiation.served
  const invalid = 'invalid' in version ? version.invalid : undefined
  const refused = invalid === undefined ? negotiation.refused : refusedEnvelope(invalid)
  const { headers = {} } = 'headers' in version ? version : {}
  const { vary: _, ...own } = headers
  return {
    served: edition,
    vary: [...negotiation.vary, 'X-Envelope-Version'],
    headers: own,
    ...(refused === undefined ? undefined : { refused }),
  }
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
export function withLegacyShape(chosen: Served, operation: Operation): Served {
  const { legacy } = operation.jpcite
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

/** jpcite words its refusals itself, in the caller's language: the server's own text is for developers. */
export function inContract({ contract, edition }: Served, outcome: Outcome): Outcome {
  if (
    contract.id !== 'jpcite' ||
    edition.version === 'legacy' ||
    outcome.kind !== 'failed' ||
    outcome.fault.began !== false
  )
    return outcome
  const { message, detail, issues } = outcome.fault
  // Issues tell developers more than a general sentence.
  const told = detail ?? (issues.length > 0 ? undefined : message)
  return {
    ...outcome,
    fault: { ...outcome.fault, message: '', ...(told === undefined ? undefined : { detail: told }) },
  }
}
