/** YAAgents: the Agentic REST Response Profile, v0.3, with v0.1 and v0.2 frozen beside it. */
import type { Contract, Detection, Edition, Face } from '../../codec/contract.ts'
import { jsonRules } from '../../codec/json-rules.ts'
import { plainStream, streamRules } from '../../codec/plain-stream.ts'
import { isObject } from '../../lib/json-value.ts'
import { type HttpWire, mediaTypeOf } from '../../wire/http.ts'
import type { Wire } from '../../wire/wire.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { rules } from './rules.ts'
import { rowByBodyType, vendorPrefix } from './status.ts'

export {
  accepted,
  approvalRequired,
  clarificationRequired,
  conflict,
  created,
  error,
  failedDependency,
  forbidden,
  success,
  validationFailed,
} from './factories.ts'

const current = '0.3'

/** §11 came with v0.2. */
const sinceV02 = new Set([
  'yaagents/retry-after-type',
  'yaagents/retry-after',
  'yaagents/limit-exceeded',
  'yaagents/execution-timeout',
])

function edition(version: string): Edition {
  const http: Face<HttpWire> = {
    decode: wire => decode(wire, version),
    encode: (outcome, exchange) => encode(outcome, exchange, version),
  }
  return {
    // The examples show the current edition; the frozen ones have no pages of their own.
    ...(version === current ? { examples: () => import('./examples.ts').then(module => module.examples) } : undefined),
    version,
    rules: [...jsonRules, ...streamRules, ...rules.filter(({ id }) => version !== '0.1' || !sinceV02.has(id))],
    http,
    stream: plainStream('yaagents', http),
  }
}

const editions = { '0.1': edition('0.1'), '0.2': edition('0.2'), '0.3': edition('0.3') }

function detect(wire: Wire): Detection | undefined {
  if (wire.carrier !== 'http') return undefined
  const profile = wire.headers['x-yaagents-profile']?.replace(/^v/, '')
  if (profile !== undefined) {
    const version = Object.hasOwn(editions, profile) ? profile : current
    return { version, sure: 'certain', reason: 'the header X-YAAgents-Profile' }
  }
  if (mediaTypeOf(wire.headers['content-type'])?.startsWith(vendorPrefix)) {
    return { version: current, sure: 'certain', reason: 'a YAAgents media type' }
  }
  const reading = wire.body.json()
  if (!reading.ok || !isObject(reading.value)) return undefined
  const { type, trace } = reading.value
  if (rowByBodyType(type) === undefined) return undefined
  return isObject(trace)
    ? { version: current, sure: 'likely', reason: 'a body type of the profile, with a trace' }
    : { version: current, sure: 'possible', reason: 'a body type of the profile' }
}

export const yaagents: Contract = {
  id: 'yaagents',
  title: 'YAAgents Agentic REST Response Profile',
  current,
  editions,
  accepts: mediaType => (mediaType.startsWith(vendorPrefix) ? current : undefined),
  detect,
}
