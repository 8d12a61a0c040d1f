import { expect, test } from 'vitest'
import { check, editionOf, faceOf } from '../../codec/check.ts'
import { seal } from '../../outcome/exchange.ts'
import { type Outcome, paused } from '../../outcome/outcome.ts'
import type { HttpWire } from '../../wire/http.ts'
import { jpcite } from './index.ts'

const exchange = seal({ requestId: 'r-1' }, { id: () => 'x', now: () => new Date(0) })

function written(outcome: Outcome) {
  const { wire, losses } = faceOf<HttpWire>(jpcite, editionOf(jpcite), 'http').encode(outcome, exchange)
  const body = JSON.parse(wire.body.text())
  const lost = losses.map(({ pointer }) => pointer)
  return { link: body.error.documentation, member: body.documentation, lost, findings: check(jpcite, wire) }
}

const waiting = (documentation: string) =>
  paused([{ kind: 'reply', question: 'Which?' }], { extra: { jpcite: { documentation } } })

test('the link of a run that waits is that of its error, and is named as lost from the outcome', () => {
  const { link, member, lost, findings } = written(waiting('https://docs.example/errors#validation_error'))
  expect({ link, member, findings }).toEqual({
    link: 'https://docs.example/errors#validation_error',
    member: undefined,
    findings: [],
  })
  expect(lost).toContain('/outcome/extra/jpcite/documentation')
})

test('a link to another code is no link of the error', () => {
  const { link, member } = written(waiting('https://docs.example/errors#forbidden'))
  expect({ link, member }).toEqual({
    link: 'https://jpcite.com/docs/api-reference/response_envelope#validation_error',
    member: 'https://docs.example/errors#forbidden',
  })
})
