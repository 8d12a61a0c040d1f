/** A2A: a plain task or message, as protocol 0.3 and 1.0 have it. */
import type { Contract, Detection, Edition } from '../../codec/contract.ts'
import { jsonRules } from '../../codec/json-rules.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { A2aVersion } from '../../wire/a2a-frame.ts'
import type { Wire } from '../../wire/wire.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { frameOf, wrappersOf } from './frame.ts'
import { besideOf, keys } from './read.ts'
import { rulesOf } from './rules.ts'

function edition(version: A2aVersion): Edition {
  return {
    version,
    rules: [...jsonRules, ...rulesOf(version)],
    a2a: {
      decode: wire => decode(wire, version),
      encode: (outcome, exchange) => encode(outcome, exchange, version),
    },
    examples: () => import('./examples.ts').then(({ examplesOf }) => examplesOf(version)),
  }
}

/** Any contract may stand in a part: a plain answer is only possible until nobody else knows it. */
function detect(wire: Wire): Detection | undefined {
  if (wire.carrier !== 'a2a') return undefined
  const reading = wire.body.json()
  if (!reading.ok || !isObject(reading.value)) return undefined
  const frame = frameOf(reading.value)
  if (frame === undefined) return undefined
  const version = versionOf(reading.value, frame.node)
  const { members } = besideOf(frame)
  return members[keys.exchange] !== undefined || members[keys.outcome] !== undefined
    ? { version, sure: 'likely', reason: 'keys of Replywire in the metadata' }
    : { version, sure: 'possible', reason: `an answer in the spelling of A2A ${version}` }
}

/** The spelling tells: 0.3 says the kind of everything, or its states and roles in lower case. */
function versionOf(body: JsonObject, node: JsonObject): A2aVersion {
  const { kind, role, status } = node
  const state = isObject(status) ? status.state : undefined
  if (kind !== undefined || role === 'agent' || role === 'user') return '0.3'
  if (wrappersOf(body).length > 0) return '1.0'
  return typeof state === 'string' && !state.startsWith('TASK_STATE_') ? '0.3' : '1.0'
}

export const a2a: Contract = {
  id: 'a2a',
  title: 'Agent2Agent task or message',
  current: '1.0',
  editions: { '0.3': edition('0.3'), '1.0': edition('1.0') },
  detect,
}
