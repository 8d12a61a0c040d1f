/** Adding a contract takes one folder and one registry row. */
import { describe, expect, test } from 'vitest'
import { detect } from '../../src/codec/detect.ts'
import { translate } from '../../src/codec/translate.ts'
import { contract, contracts } from '../../src/contracts/registry.ts'
import { laws } from '../../src/testing/laws.ts'
import { httpWire } from '../../src/wire/http.ts'
import { plain } from './plain.ts'

describe('a contract from elsewhere', () => {
  for (const law of laws(plain, { runs: 1000 })) test(law.name, () => law.run())

  test('is detected beside those that ship', () => {
    const [first] = detect([...contracts, plain], httpWire({ body: { ok: false, id: '7' } }))
    expect(first?.contract.id).toBeDefined()
    expect(detect([plain], httpWire({ body: { ok: false, id: '7' } }))).toHaveLength(1)
  })

  test('translates into every contract that ships, through the hub alone', () => {
    const wire = httpWire({ status: 200, body: { ok: false, id: '7', error: { code: 'not-found', message: 'No.' } } })
    for (const target of contracts) {
      const { outcome } = translate(wire, { from: plain, to: target })
      expect(outcome).toMatchObject({ kind: 'failed', fault: { category: 'not-found' } })
    }
    expect(translate(wire, { from: plain, to: contract('yaagents') }).wire).toMatchObject({ status: 404 })
  })
})
