/** What stays with the server is in no answer, whatever the contract. */
import { expect, test } from 'vitest'
import { faceOf } from '../../src/codec/check.ts'
import { contracts } from '../../src/contracts/registry.ts'
import { paused } from '../../src/outcome/outcome.ts'
import type { Carrier, Wire } from '../../src/wire/wire.ts'

const carriers: readonly Carrier[] = ['http', 'mcp', 'a2a', 'file']

const faces = contracts.flatMap(contract =>
  Object.entries(contract.editions).flatMap(([version, edition]) =>
    carriers
      .filter(carrier => edition[carrier] !== undefined)
      .map(carrier => ({ contract, version, edition, carrier })),
  ),
)

test.each(faces)(
  '$contract.id@$version over $carrier does not say who may decide',
  ({ contract, edition, carrier }) => {
    const outcome = paused([
      { kind: 'approval', key: 'spend', action: 'Spend 5', token: 't-1', roles: ['treasurer-7'] },
    ])
    const exchange = { requestId: 'r-1', correlationId: 'c-1', at: '2026-01-01T00:00:00.000Z' }
    const { wire, losses } = faceOf<Wire>(contract, edition, carrier).encode(outcome, exchange)
    expect(wire.body.text()).not.toContain('treasurer-7')
    expect(losses).not.toEqual([])
  },
)
