/**
 * What reading, writing and translating cost, as ratios to bare JSON.parse and JSON.stringify on the same text.
 * Both sides run interleaved in one process; CPU time, best of many rounds. `--json` prints the numbers.
 */
import { faceOf } from '../src/codec/check.ts'
import type { Contract, Face } from '../src/codec/contract.ts'
import { contracts } from '../src/contracts/registry.ts'
import type { Need } from '../src/outcome/need.ts'
import { completed, type Outcome, paused } from '../src/outcome/outcome.ts'
import { goldenExchange as golden } from '../src/testing/golden.ts'
import { Body } from '../src/wire/body.ts'
import { carriers, type Wire } from '../src/wire/wire.ts'

const row = (n: number) => ({
  id: `PROGRAM-${n}`,
  name: `Program number ${n} of the sample`,
  tier: 'S',
  amount_max_yen: n * 100_000,
  source_url: `https://www.example.go.jp/programs/${n}`,
})
const input = (n: number): Need => ({
  kind: 'input',
  name: `parameter${n}`,
  location: 'body',
  schema: { type: 'string', enum: ['alpha', 'beta', 'gamma', 'delta'] },
  required: true,
  question: `What should the parameter number ${n} of this request be?`,
})

/** An answer with so many rows; where the body of a success is the service's own, one that is validated whole. */
function sample(contract: Contract, size: number): Outcome {
  if (contract.id !== 'yaagents') return completed(Array.from({ length: size }, (_, index) => row(index + 1)))
  const [first = input(1), ...rest] = Array.from({ length: size }, (_, index) => input(index + 1))
  return paused([first, ...rest], { message: 'Some things are missing.' })
}

/** The sample whose body is nearest to 1.3 KB. */
function sampleOf(contract: Contract, bytesOf: (outcome: Outcome) => number): Outcome {
  const sizes = [5, 6, 7, 8, 9, 10].map(size => sample(contract, size))
  const distance = (outcome: Outcome) => Math.abs(bytesOf(outcome) - 1313)
  return sizes.reduce((best, outcome) => (distance(outcome) < distance(best) ? outcome : best))
}

// An opaque context is echoed to the letter, which needs its source text: not what is measured here.
const { context: _, ...goldenExchange } = golden

const rounds = 40
const calls = 1500

/** CPU microseconds a call, the best round of each; the sides take turns. */
function measure(sides: Record<string, () => unknown>): Record<string, number> {
  const best: Record<string, number> = {}
  let sink: unknown
  for (let round = 0; round < rounds; round++) {
    for (const [name, side] of Object.entries(sides)) {
      const before = process.cpuUsage()
      for (let n = 0; n < calls; n++) sink = side()
      const { user, system } = process.cpuUsage(before)
      best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, (user + system) / calls)
    }
  }
  if (sink === undefined) throw new Error('nothing was measured')
  return best
}

function withBody(wire: Wire, body: Body): Wire {
  return { ...wire, body } as Wire
}

const results: Record<string, Record<string, number>> = {}
for (const contract of contracts) {
  const edition = contract.editions[contract.current]
  const carrier = carriers.find(name => edition?.[name] !== undefined)
  if (edition === undefined || carrier === undefined) continue
  const face: Face<Wire> = faceOf<Wire>(contract, edition, carrier)
  const outcome = sampleOf(contract, candidate => face.encode(candidate, goldenExchange).wire.body.text().length)
  const { wire } = face.encode(outcome, goldenExchange)
  const text = wire.body.text()
  const value = JSON.parse(text)
  const cost = measure({
    parse: () => JSON.parse(text),
    stringify: () => JSON.stringify(value),
    trusted: () => face.decode(withBody(wire, Body.ofTrusted(text))),
    bounded: () => face.decode(withBody(wire, Body.ofText(text))),
    encode: () => face.encode(outcome, goldenExchange).wire.body.text(),
    both: () => {
      const read = face.decode(withBody(wire, Body.ofTrusted(text)))
      return face.encode(read.outcome, goldenExchange).wire.body.text()
    },
  })
  const { parse = 1, stringify = 1, trusted = 0, bounded = 0, encode = 0, both = 0 } = cost
  results[contract.id] = {
    bytes: text.length,
    'decode ÷ parse': trusted / parse,
    'decode bounded ÷ parse': bounded / parse,
    'encode ÷ stringify': encode / stringify,
    'translate ÷ (parse + stringify)': both / (parse + stringify),
  }
}

if (process.argv.includes('--json')) console.log(JSON.stringify(results))
else {
  console.table(
    Object.fromEntries(
      Object.entries(results).map(([id, row]) => [
        id,
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Math.round(value * 100) / 100])),
      ]),
    ),
  )
}
