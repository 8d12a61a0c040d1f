/** What a contract writes, it reads: without a finding, and the same less the losses that it named. */
import fc from 'fast-check'
import type { Contract, Edition } from '../../codec/contract.ts'
import { readStream, writeStream } from '../../codec/stream.ts'
import { equalJson } from '../../lib/json-value.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import type { Moment } from '../../outcome/moment.ts'
import { calls, exchanges, outcomes, streams } from '../arbitrary.ts'
import { silentLoss } from '../less-losses.ts'
import { type End, faceAt } from './ends.ts'
import { type Content, expectNoFinding, type Law, type LawOptions, parameters, reread, silentLossError } from './law.ts'

/** Answers, over one carrier in one dialect. */
export function answerLaw(end: End, options: LawOptions): Law {
  const face = faceAt(end)
  const extraFrom = ['elsewhere', end.contract.id]
  return {
    name: `${end.name}: an answer is written without a finding, and read the same less the named losses`,
    run() {
      fc.assert(
        fc.property(outcomes({ extraFrom }), exchanges({ extraFrom }), (outcome, exchange) => {
          const before = JSON.stringify([outcome, exchange])
          const { wire, losses } = face.encode(outcome, exchange, end.dialect)
          const read = face.decode(reread(wire))
          expectNoFinding(read.findings)
          const lost = silentLoss({ outcome, exchange }, read, losses)
          if (lost !== undefined) throw silentLossError(lost, { outcome, exchange }, read)
          if (JSON.stringify([outcome, exchange]) !== before) throw new Error('The writer changed its input.')
        }),
        parameters(options),
      )
    },
  }
}

/** Requests, over one carrier; none where the contract has no requests there. */
export function requestLaws(end: End, options: LawOptions): Law[] {
  const { request } = faceAt(end)
  if (request === undefined) return []
  const run = () =>
    fc.assert(
      fc.property(calls({ extraFrom: ['elsewhere', end.contract.id] }), call => {
        const first = request.decode(reread(request.encode(call).wire))
        expectNoFinding(first.findings)
        const second = request.decode(reread(request.encode(first.call).wire))
        if (!equalJson(first.call, second.call)) throw new Error('A request changed on its second round.')
      }),
      parameters(options),
    )
  return [{ name: `${end.name}: a request is written without a finding, and read the same on its second round`, run }]
}

/** Streams; none where the edition has no stream. */
export function streamLaws(contract: Contract, edition: Edition, options: LawOptions): Law[] {
  if (edition.stream === undefined) return []
  const extraFrom = ['elsewhere', contract.id]
  const run = () =>
    fc.assert(
      fc.property(streams({ extraFrom }), exchanges({ extraFrom }), (moments, exchange) => {
        const written = writeStream(contract, edition, moments, exchange)
        const first = readStream(contract, edition, written.text)
        expectNoFinding(first.findings)
        if (first.moments.filter(({ kind }) => kind === 'outcome').length !== 1) {
          throw new Error('A stream must have one outcome.')
        }
        const [sent, read] = [endOf(moments, exchange), endOf(first.moments, first.exchange)]
        const lost = silentLoss(sent, read, written.losses)
        if (lost !== undefined) throw silentLossError(lost, sent, read)
        const again = { ...exchange, ...first.exchange }
        const second = readStream(contract, edition, writeStream(contract, edition, first.moments, again).text)
        if (!equalJson(first.moments, second.moments)) throw new Error('A stream changed on its second round.')
      }),
      parameters(options),
    )
  const name = `${contract.id} ${edition.version} stream: it is written without a finding and ends with its one outcome, which is read the same less the named losses`
  return [{ name, run }]
}

function endOf(moments: readonly Moment[], exchange: Exchange): Content {
  const last = moments.at(-1)
  if (last?.kind !== 'outcome') throw new Error('A stream must end with its one outcome.')
  return { outcome: last.outcome, exchange }
}
