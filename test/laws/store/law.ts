/** What a law of the store is, and the small rows that laws are about. */

import type { NewApproval } from '../../../src/store/operations/approvals.ts'
import type { NewAudit } from '../../../src/store/operations/audit.ts'
import type { ClaimInput } from '../../../src/store/operations/claims.ts'
import type { NewDelivery, NewEndpoint } from '../../../src/store/operations/deliveries.ts'
import type { LeaseTasks } from '../../../src/store/operations/lease-tasks.ts'
import type { TaskRow } from '../../../src/store/operations/task-row.ts'
import type { NewTask } from '../../../src/store/operations/tasks.ts'
import { FencedError, type Store } from '../../../src/store/store.ts'

export interface World {
  store: Store
  /** The same store once more, as another process would open it. */
  again(): Promise<Store>
  /** One statement, past the store's door. */
  sql(text: string): Promise<void>
}

export type Law = readonly [name: string, law: (world: World) => Promise<void>]

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
export const decode = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : new TextDecoder().decode(bytes)

export function claimOf(over: Partial<ClaimInput> = {}): ClaimInput {
  return {
    scope: 'scope',
    key: 'key',
    fingerprint: 'f1',
    runId: 'run-1',
    now: 1000,
    leaseUntil: 2000,
    expiresAt: 100_000,
    expired: 'refuse',
    ...over,
  }
}

export function taskOf(over: Partial<NewTask> = {}): NewTask {
  return {
    id: 'task-1',
    tenant: 'acme',
    subject: 'ann',
    operation: 'plan',
    version: '1.0.0',
    contract: 'yaagents@0.3',
    call: encode('{"call":1}'),
    maxAttempts: 3,
    dueAt: 1000,
    now: 1000,
    ...over,
  }
}

export function endpointOf(over: Partial<NewEndpoint> = {}): NewEndpoint {
  return { id: 'end-1', tenant: 'acme', url: 'https://a.example', scheme: 'standard', secret: null, now: 1000, ...over }
}

export function deliveryOf(over: Partial<NewDelivery> = {}): NewDelivery {
  return {
    id: 'del-1',
    endpoint: 'end-1',
    tenant: 'acme',
    taskId: 'task-1',
    body: encode('{}'),
    contentType: 'application/json',
    to: endpointOf({ id: over.endpoint ?? 'end-1' }),
    ...over,
  }
}

export function approvalOf(over: Partial<NewApproval> = {}): NewApproval {
  return {
    id: 'app-1',
    tenant: 'acme',
    requester: 'ann',
    operation: 'plan',
    key: 'spend',
    digest: 'd1',
    action: 'Spend 10',
    input: encode('{"budget":10}'),
    tokenHash: 'hash-1',
    taskId: null,
    now: 1000,
    expiresAt: 5000,
    ...over,
  }
}

let audits = 0

export function auditOf(over: Partial<NewAudit> = {}): NewAudit {
  audits += 1
  return {
    id: `audit-${audits}`,
    tenant: 'acme',
    at: 1000,
    actor: 'bob',
    action: 'approve',
    subject: 'app-1',
    detail: encode('{}'),
    ...over,
  }
}

/** Takes what is due, without a ceiling. */
export function lease(store: Store, over: Partial<LeaseTasks> = {}): Promise<TaskRow[]> {
  return store.do('leaseTasks', {
    now: 1000,
    leaseUntil: 2000,
    limit: 100,
    perTenant: 2 ** 31 - 1,
    operations: 'plan',
    ...over,
  })
}

/** A task with a worker, of epoch 1. */
export async function working(
  store: Store,
  id = 'task-1',
  over: Partial<NewTask> = {},
): Promise<{ id: string; epoch: number }> {
  await store.do('createTask', taskOf({ id, ...over }))
  const [row] = await lease(store)
  if (row === undefined) throw new Error('nothing was leased')
  return { id, epoch: row.epoch }
}

/** `fenced`, or whatever else came of it. */
export async function fate(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    return error instanceof FencedError ? 'fenced' : String((error as { code?: string }).code ?? error)
  }
}
