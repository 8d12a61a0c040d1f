/** A contract as a stranger would add one: one file against `replywire/codec`, and nothing else changed. */
import {
  type Contract,
  type Decoded,
  type Encoded,
  extraMembers,
  type Finding,
  finding,
  jsonRules,
  Losses,
  object,
  payloadObject,
  type Rule,
  readBody,
  ruleTable,
  text,
  wellFormed,
} from '../../src/codec/index.ts'
import {
  completed,
  type Exchange,
  type FaultCategory,
  failed,
  fault,
  faultCategories,
  type HttpWire,
  httpWire,
  type Outcome,
  type SealedExchange,
} from '../../src/index.ts'

const rules: readonly Rule[] = [
  {
    id: 'plain/ok',
    level: 'must',
    clause: 'README',
    title: 'ok is true or false.',
    why: 'It is all that a reader looks at first.',
    fix: 'Add ok.',
  },
  {
    id: 'plain/id',
    level: 'must',
    clause: 'README',
    title: 'id names the call.',
    why: 'Answers are matched to calls by it.',
    fix: 'Add the id of the call.',
  },
]
const rule = ruleTable(rules)
const members = new Set(['ok', 'id', 'data', 'error'])

function decode(wire: HttpWire): Decoded {
  const findings: Finding[] = []
  const body = object(readBody(wire.body, findings)) ?? {}
  if (typeof body.ok !== 'boolean') findings.push(finding(rule('plain/ok'), '/ok'))
  if (!text(body.id)) findings.push(finding(rule('plain/id'), '/id'))
  const exchange: Exchange = text(body.id) ? { requestId: text(body.id) as string } : {}
  const extra = extraMembers('plain', body, members)
  if (body.ok === true) return { outcome: completed(object(body.data), extra), exchange, findings }
  const { code, message } = object(body.error) ?? {}
  const category = (text(code) ?? 'internal') as FaultCategory
  return { outcome: failed(fault(category, text(message) ?? ''), extra), exchange, findings }
}

function encode(outcome: Outcome, exchange: SealedExchange): Encoded<HttpWire> {
  const losses = new Losses('plain')
  losses.except(exchange, '/exchange', new Set(['requestId']))
  losses.closed(exchange, '/exchange')
  const body = { id: exchange.requestId, ...losses.extraOf(outcome, '/outcome') }
  if (outcome.kind === 'completed') {
    losses.except(outcome, '/outcome', new Set(['kind', 'payload']))
    const data = outcome.payload === undefined ? {} : { data: payloadObject(outcome.payload, losses) }
    return { wire: httpWire({ status: 200, body: { ...body, ok: true, ...data } }), losses: losses.list }
  }
  losses.except(outcome, '/outcome', new Set(['kind', 'fault']))
  if (outcome.kind !== 'failed') losses.add('/outcome/kind', 'plain knows success and failure')
  else losses.except(outcome.fault, '/outcome/fault', new Set(['category', 'message']))
  if (outcome.kind === 'failed') losses.closed(outcome.fault, '/outcome/fault')
  const { category, message } = outcome.kind === 'failed' ? outcome.fault : fault('internal', outcome.kind)
  if (!(category in faultCategories)) throw new TypeError(category)
  return {
    wire: httpWire({ status: 200, body: { ...body, ok: false, error: { code: category, message } } }),
    losses: losses.list,
  }
}

export const plain: Contract = {
  id: 'plain',
  title: 'Plain answers',
  current: '1',
  editions: { '1': wellFormed({ version: '1', rules: [...jsonRules, ...rules], http: { decode, encode } }) },
  detect: wire => {
    const reading = wire.body.json()
    return reading.ok && typeof object(reading.value)?.ok === 'boolean'
      ? { version: '1', sure: 'possible', reason: 'a member named ok' }
      : undefined
  },
}
