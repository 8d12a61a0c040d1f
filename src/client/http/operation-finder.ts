/** From the name of an operation to its request: by its contract, or by the agent's OpenAPI document. */
import { runContract } from '../../contracts/roles.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import type { Call } from '../../outcome/call.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import type { OfferedOperation } from '../connection.ts'
import { SharedLoad } from '../shared-load.ts'
import { LateError, type WaitOptions } from '../within.ts'
import { loadDocument, routeOf } from './openapi.ts'
import { type OperationRequest, planRoute } from './plan.ts'
import type { AnswerReader, GivenContract } from './read.ts'
import type { HttpBounds } from './request.ts'

export interface FinderParts {
  readonly base: URL
  readonly answers: AnswerReader
  readonly bounds: HttpBounds
  /** Every call is posted to the address itself. */
  readonly isEndpoint: boolean
  /** Sent with the request for the document. */
  headers(): Promise<Readonly<Record<string, string>>>
}

export class OperationFinder {
  readonly #parts: FinderParts
  /** Undefined when the agent has none, or one that cannot be read; it is requested again then. */
  readonly #document: SharedLoad<JsonObject | undefined>

  constructor(parts: FinderParts) {
    const { base, bounds, headers } = parts
    this.#parts = parts
    this.#document = new SharedLoad(async signal => loadDocument(base, await headers(), signal, bounds))
  }

  async list(waiting: WaitOptions): Promise<readonly OfferedOperation[] | undefined> {
    const document = await this.#document.get(waiting)
    return document === undefined ? undefined : (await import('./offered-operations.ts')).offeredIn(document)
  }

  async plan(
    call: Call,
    given: GivenContract | undefined,
    stream: boolean,
    waiting: WaitOptions,
  ): Promise<OperationRequest | { fault: Fault }> {
    const { base, answers, isEndpoint } = this.#parts
    const byContract = await planned(base, given, call, stream)
    if (byContract !== undefined && (isEndpoint || given?.reader.calling?.hasTarget === true)) return byContract
    if (isEndpoint) return planRoute(base, { method: 'POST', path: '' }, call, given?.reader.calling)
    let document: JsonObject | undefined
    try {
      document = await this.#document.get(waiting)
    } catch (error) {
      if (error instanceof LateError) return { fault: { ...error.fault, began: false } }
      throw error
    }
    const route = document && routeOf(document, call.operation)
    if (route !== undefined) return planRoute(base, route, call, given?.reader.calling)
    if (document !== undefined && !/^[A-Z][A-Z0-9_]*$/.test(call.operation)) {
      return { fault: fault('not-found', 'The agent has no operation of that name.', { began: false }) }
    }
    const run = await answers.source(runContract, 'it is the contract of the run endpoints')
    return (
      (await planned(base, run, call, stream)) ?? {
        fault: fault('not-found', 'The agent does not list its operations.', { began: false }),
      }
    )
  }
}

/** The request of a contract; undefined where it has none of its own. */
async function planned(base: URL, given: GivenContract | undefined, call: Call, stream: boolean) {
  if (given?.edition.http?.request === undefined) return undefined
  return (await import('./plan-contract.ts')).planContract(base, given, call, stream)
}
