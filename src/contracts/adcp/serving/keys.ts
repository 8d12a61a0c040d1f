/** AdCP 3.1 security, idempotency: how keys are read and how long they are known. */
import type { IdempotencyServing } from '../../../codec/serving.ts'
import { isObject } from '../../../lib/json-value.ts'
import { counts, fingerprintMaterial } from '../fingerprint.ts'

export const idempotency: IdempotencyServing = {
  policy: {
    scope: 'adcp',
    key: /^[A-Za-z0-9_.:-]{16,255}$/,
    store: 'success',
    // A key that expired is reported, a minute late.
    expired: 'refuse',
    graceMs: 60_000,
    // Suggested for each agent and account.
    rate: { name: 'adcp', perSecond: 60, burst: 300 },
  },
  member: 'idempotency_key',
  isRequired: true,
  expected: 'Expected 16 to 255 of A-Z a-z 0-9 _ . : -',
  faultCode: 'INVALID_REQUEST',
  material: (sent, input) => [fingerprintMaterial(sent), isObject(input) ? fingerprintMaterial(input) : input],
  counts: pointer => counts(pointer),
}
