/** In which edition a request is answered: what was negotiated, then what the contract's migration says of the route. */
import type { Operation } from '../agent/define.ts'
import type { ContractOptions, Migration, RequestHead } from '../codec/serving.ts'
import { isObject } from '../lib/json-value.ts'
import { type Fault, fault } from '../outcome/fault.ts'
import { exportOf } from './exports.ts'
import { type HttpEdition, httpEdition, type Negotiation, negotiate, type Offers } from './negotiate.ts'

/** What an edition depends on besides the request: `serve` and `respond` both have it. */
export interface EditionSource {
  readonly options: { readonly contractOptions?: object }
  readonly offers: Offers
  now(): number
}

/** An operation, as far as editions depend on it. */
export type EditionRoute = Partial<Pick<Operation, 'exports' | 'contractOptions'>>

export interface SettledEdition {
  readonly served: HttpEdition
  /** Request headers that were looked at. */
  readonly vary: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  readonly refused?: Fault
}

/** Settles in which edition a request is answered. An export is in no envelope, so that none is refused. */
export function settleEdition(
  server: EditionSource,
  negotiation: Negotiation,
  head: RequestHead,
  operation: EditionRoute | undefined,
): SettledEdition {
  const { served: chosen, vary } = negotiation
  const isExport = exportOf(operation, head) !== undefined
  const refuse = (cause: Fault | undefined) => (cause === undefined || isExport ? undefined : { refused: cause })
  const { id, serving } = chosen.contract
  if (serving?.migration === undefined) return { served: chosen, vary, ...refuse(negotiation.refused) }
  const { migration } = serving
  const options = contractOptions(operation ?? {}, id)
  const choice = migration.choose({
    requested: askedEdition(server.offers, negotiation, head),
    server: contractOptions(server.options, id),
    operation: options,
    now: new Date(server.now()),
  })
  const { invalid } = choice
  return {
    served: shaped(httpEdition(chosen.contract, choice.version) ?? chosen, migration, options),
    vary: [...vary, ...choice.vary],
    headers: choice.headers,
    ...refuse(invalid === undefined ? negotiation.refused : refusedEnvelope(invalid)),
  }
}

/** What an author sets for one contract, in the options of a server or of an operation. */
export function contractOptions(holder: { readonly contractOptions?: object }, id: string): ContractOptions {
  const options = (holder.contractOptions as Readonly<Record<string, unknown>> | undefined)?.[id]
  return isObject(options) ? options : {}
}

/** The edition that a caller names, in whatever words. The mount's own is served to those who name nothing. */
function askedEdition(offers: Offers, negotiation: Negotiation, head: RequestHead): string | undefined {
  // An envelope that is not known is refused in the shape that Accept asks for.
  const isKnown = negotiation.refused === undefined
  const named = isKnown ? negotiation : negotiate({ header: name => head.header(name), query: () => undefined }, offers)
  if (named.served === offers.mount || named.served.contract.id !== negotiation.served.contract.id) return undefined
  return named.served.edition.version
}

function refusedEnvelope(message: string): Fault {
  const issues = [{ pointer: '/envelope', message, location: 'query' as const }]
  return fault('invalid', 'This envelope is not served.', { issues, began: false })
}

/** A face that writes completed answers in the shape that the author gives an operation. */
function shaped(chosen: HttpEdition, { shape }: Migration, options: ContractOptions): HttpEdition {
  if (shape === undefined || Object.keys(options).length === 0) return chosen
  const { version } = chosen.edition
  return {
    ...chosen,
    face: {
      ...chosen.face,
      encode: (outcome, exchange) => shape(chosen.face.encode(outcome, exchange), outcome, version, options),
    },
  }
}
