/** The laws that every edition and face keeps. Run them over your own contract too. */
import fc from 'fast-check'
import { faceOf } from '../codec/check.ts'
import type { Contract, Edition } from '../codec/contract.ts'
import { readStream, writeStream } from '../codec/stream.ts'
import { equalJson } from '../lib/json-value.ts'
import type { Exchange } from '../outcome/exchange.ts'
import type { Moment } from '../outcome/moment.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { type Carrier, carriers, type Wire } from '../wire/wire.ts'
import { calls, exchanges, outcomes, streams } from './arbitrary.ts'
import { silentLoss } from './less-losses.ts'

export interface Law {
  name: string
  run(): void
}

export interface LawOptions {
  /** How many generated cases each law sees. */
  runs?: number
  seed?: number
}

/**
 * Every law for every edition and face of a contract.
 *
 * @example
 * for (const law of laws(mine, { runs: 1000 })) test(law.name, law.run)
 */
export function laws(contract: Contract, options: LawOptions = {}): Law[] {
  return Object.values(contract.editions).flatMap(edition => [
    ...carriers
      .filter(carrier => edition[carrier] !== undefined)
      .flatMap(carrier => faceLaws(contract, edition, carrier, options)),
    ...(edition.stream === undefined ? [] : [streamLaw(contract, edition, options)]),
  ])
}

function parameters({ runs = 1000, seed }: LawOptions): { numRuns: number; seed?: number } {
  return seed === undefined ? { numRuns: runs } : { numRuns: runs, seed }
}

function faceLaws(contract: Contract, edition: Edition, carrier: Carrier, options: LawOptions): Law[] {
  const face = faceOf<Wire>(contract, edition, carrier)
  const extraFrom = ['elsewhere', contract.id]
  const title = `${contract.id} ${edition.version} over ${carrier}`
  const found = (face.dialects ?? [undefined]).map(
    (dialect): Law => ({
      name: `${title}${dialect === undefined ? '' : ` ${dialect}`}: what is written has no finding and comes back less the named losses`,
      run() {
        fc.assert(
          fc.property(outcomes({ extraFrom }), exchanges({ extraFrom }), (outcome, exchange) => {
            const before = JSON.stringify([outcome, exchange])
            const { wire, losses } = face.encode(outcome, exchange, dialect)
            const read = face.decode(reread(wire))
            expectNone(read.findings)
            const lost = silentLoss({ outcome, exchange }, read, losses)
            if (lost !== undefined) throw new Error(unnamed(lost, { outcome, exchange }, read))
            if (JSON.stringify([outcome, exchange]) !== before) throw new Error('The writer changed its input.')
          }),
          parameters(options),
        )
      },
    }),
  )
  const { request } = face
  if (request === undefined) return found
  return [
    ...found,
    {
      name: `${title}: a request is written without finding and read the same after another round`,
      run() {
        fc.assert(
          fc.property(calls({ extraFrom }), call => {
            const first = request.decode(reread(request.encode(call).wire))
            expectNone(first.findings)
            const second = request.decode(reread(request.encode(first.call).wire))
            if (!equalJson(first.call, second.call)) throw new Error('A request changed on its second round.')
          }),
          parameters(options),
        )
      },
    },
  ]
}

function streamLaw(contract: Contract, edition: Edition, options: LawOptions): Law {
  return {
    name: `${contract.id} ${edition.version} stream: what is written has no finding, one outcome, which comes back less the named losses, and all of it on a second round`,
    run() {
      const extraFrom = ['elsewhere', contract.id]
      fc.assert(
        fc.property(streams({ extraFrom }), exchanges({ extraFrom }), (moments, exchange) => {
          const written = writeStream(contract, edition, moments, exchange)
          const first = readStream(contract, edition, written.text)
          expectNone(first.findings)
          if (
            first.moments.filter(({ kind }) => kind === 'outcome').length !== 1 ||
            first.moments.at(-1)?.kind !== 'outcome'
          ) {
            throw new Error('A stream must end with its one outcome.')
          }
          const [sent, read] = [told(moments, exchange), told(first.moments, first.exchange)]
          const lost = silentLoss(sent, read, written.losses)
          if (lost !== undefined) throw new Error(unnamed(lost, sent, read))
          const again = { ...exchange, ...first.exchange }
          const second = readStream(contract, edition, writeStream(contract, edition, first.moments, again).text)
          if (!equalJson(first.moments, second.moments)) throw new Error('A stream changed on its second round.')
        }),
        parameters(options),
      )
    },
  }
}

/** The wire as a peer would get it: from its bytes, nothing remembered. */
function reread(wire: Wire): Wire {
  return { ...wire, body: wire.body.reread() }
}

function expectNone(findings: readonly { rule: string; pointer: string; message: string }[]): void {
  const [first] = findings
  if (first !== undefined) throw new Error(`Found ${first.rule} at "${first.pointer}": ${first.message}`)
}

interface Told {
  outcome: Outcome
  exchange: Exchange
}

/** What a stream tells at its end. */
function told(moments: readonly Moment[], exchange: Exchange): Told {
  const last = moments.at(-1)
  if (last?.kind !== 'outcome') throw new Error('A stream must end with its one outcome.')
  return { outcome: last.outcome, exchange }
}

function unnamed(pointer: string, sent: Told, received: Told): string {
  return `Lost without a name: ${pointer}\nsent ${JSON.stringify(sent)}\nread ${JSON.stringify(received)}`
}
