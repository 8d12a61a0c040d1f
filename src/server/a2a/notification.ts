/** The notification about a task for receivers that registered over A2A (A2A 1.0 §4.3.3: a StreamResponse; 0.3: the bare object). */
import type { ContractEdition } from '../../codec/contract.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { WebhookBody } from '../../runtime/runtime.ts'
import type { A2aVersion } from '../../wire/a2a-frame.ts'
import { writeTask } from './task-json.ts'

/** The contract and the version of A2A that a registration was made in: `CONTRACT@EDITION;VERSION`. */
export function formOf({ contract, edition }: ContractEdition, version: A2aVersion): string {
  return `${contract.id}@${edition.version};${version}`
}

export function readForm(form: string): { contract: string; version: A2aVersion } {
  const [contract = '', version] = form.split(';')
  return { contract, version: version === '0.3' ? '0.3' : '1.0' }
}

export function notification(
  contractEdition: ContractEdition,
  outcome: Outcome,
  exchange: SealedExchange,
  version: A2aVersion,
): WebhookBody {
  const { statusUrl: _, ...task } = outcome.task ?? { id: exchange.requestId }
  const conversation = { conversationId: exchange.conversationId ?? task.id }
  const written = writeTask(contractEdition, { ...outcome, task }, { ...exchange, ...conversation }, version)
  const body = JSON.stringify(version === '0.3' ? written : { task: written })
  return {
    contentType: version === '0.3' ? 'application/json' : 'application/a2a+json',
    body: new TextEncoder().encode(body),
  }
}
