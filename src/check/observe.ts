/** The report on a message that passes through: its contract, and its findings. */
import { check } from '../codec/check.ts'
import type { Contract, Edition } from '../codec/contract.ts'
import { detect } from '../codec/detect.ts'
import type { Finding } from '../codec/rule.ts'
import { type HttpWire, isEventStream } from '../wire/http.ts'

export interface Observation {
  /** `ID@VERSION`; absent when no contract recognises the message. */
  readonly contract?: string
  readonly findings: readonly Finding[]
}

/** Validates an answer by the named contract, or the one that recognises it best. */
export function observeAnswer(
  wire: HttpWire,
  contracts: readonly Contract[],
  named?: { readonly contract: Contract; readonly edition: Edition },
): Observation {
  const [best] = named === undefined ? detect(contracts, wire) : []
  const contract = named?.contract ?? best?.contract
  const version = named?.edition.version ?? best?.version
  const edition = version === undefined ? undefined : contract?.editions[version]
  if (contract === undefined || edition?.http === undefined) return { findings: [] }
  const message = isEventStream(wire) && edition.stream !== undefined ? 'stream' : (best?.message ?? 'response')
  return {
    contract: `${contract.id}@${edition.version}`,
    findings: check(contract, wire, { version: edition.version, message }),
  }
}

/** Validates a webhook by the first contract that has webhooks and finds nothing wrong, or else by the named one. */
export function observeWebhook(wire: HttpWire, contracts: readonly Contract[], named?: Contract): Observation {
  const known = (named === undefined ? contracts : [named]).filter(
    contract => contract.editions[contract.current]?.documents?.webhook !== undefined,
  )
  const all = known.map(contract => ({
    contract: `${contract.id}@${contract.current}`,
    findings: check(contract, wire, { message: 'webhook' }),
  }))
  const best = all.find(({ findings }) => findings.every(({ level }) => level !== 'must'))
  return best ?? (named === undefined ? { findings: [] } : (all[0] ?? { findings: [] }))
}
