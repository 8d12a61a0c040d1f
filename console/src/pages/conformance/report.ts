/** The report of a check, as an outcome has it. */
import type { Finding, Outcome } from '../../../../src/client/index.ts'
import { isObject } from '../../../../src/lib/json-value.ts'

export interface CheckedService {
  readonly target: string
  readonly contract: string
  readonly version: string
  /** The carrier. */
  readonly face: string
  readonly checks: readonly {
    readonly id: string
    readonly title: string
    readonly status: string
    readonly reason?: string
    readonly findings: readonly Finding[]
  }[]
}

export function serviceIn({ payload }: Outcome): CheckedService | undefined {
  if (payload?.kind !== 'value' || !isObject(payload.value) || !Array.isArray(payload.value.checks)) return undefined
  return payload.value as unknown as CheckedService
}
