/** Refusals before a task exists, with what their contract has to say about them. */

import { A2aRefusal, type RefusalReason } from '../../carriers/a2a/refusal.ts'
import type { ContractEdition } from '../../codec/contract.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { type FaultCategory, fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import { a2aWire } from '../../wire/a2a.ts'
import type { Body } from '../../wire/body.ts'
import { sealed } from '../pipeline/account.ts'
import type { CallRecord } from '../pipeline/call-record.ts'
import { writeTask } from './task-json.ts'

const categories: Readonly<Partial<Record<RefusalReason, FaultCategory>>> = {
  unauthenticated: 'unauthenticated',
  'rate-limited': 'rate-limited',
  unavailable: 'unavailable',
}

/** What was thrown; a refusal with the details that its contract gives it. */
export function withRefusalDetail(
  error: unknown,
  call: CallRecord,
  contractEdition: ContractEdition | undefined,
  body: Body | undefined,
): unknown {
  const { refusalDetail } = contractEdition?.contract.serving?.a2a ?? {}
  if (contractEdition === undefined || refusalDetail === undefined || !(error instanceof A2aRefusal)) return error
  const { reason, message, headers, recovery } = error
  const category = categories[reason]
  if (category === undefined) return error
  const seconds = Number(headers['retry-after'])
  const wait = seconds > 0 ? { retryAfterMs: seconds * 1000 } : undefined
  const exchange =
    body === undefined ? undefined : contractEdition.edition.a2a?.request?.decode(a2aWire(body)).call.exchange
  const context = exchange?.context === undefined ? {} : { context: exchange.context }
  const refused = failed(fault(category, message, { began: false, ...wait, ...(recovery && { recovery }) }))
  const detail = refusalDetail(dataOf(writeTask(contractEdition, refused, sealed(call, context))))
  return detail === undefined ? error : new A2aRefusal(reason, message, { headers, detail })
}

/** The data of the one artifact. */
function dataOf({ artifacts }: JsonObject): JsonObject {
  const [artifact] = listOf(artifacts)
  const data = listOf(isObject(artifact) ? artifact.parts : undefined).find(part => isObject(part) && part.data)
  return isObject(data) && isObject(data.data) ? data.data : {}
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}
