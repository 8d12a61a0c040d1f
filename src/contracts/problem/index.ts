/** Problem details for HTTP APIs (RFC 9457), with plain JSON answers around them. */
import type { Contract, Detection, Edition, Face } from '../../codec/contract.ts'
import { jsonRules } from '../../codec/json-rules.ts'
import { plainStream, streamRules } from '../../codec/plain-stream.ts'
import { isObject } from '../../lib/json-value.ts'
import { type HttpWire, mediaTypeOf } from '../../wire/http.ts'
import type { Wire } from '../../wire/wire.ts'
import { decode, problemType } from './decode.ts'
import { encode } from './encode.ts'
import { names } from './read.ts'
import { rules } from './rules.ts'

const version = '9457'

const http: Face<HttpWire> = { decode, encode }

const edition: Edition = {
  version,
  rules: [...jsonRules, ...streamRules, ...rules],
  http,
  stream: plainStream('problem', http),
  examples: () => import('./examples.ts').then(({ examples }) => examples),
}

function detect(wire: Wire): Detection | undefined {
  if (wire.carrier !== 'http' || wire.method !== undefined) return undefined
  const mediaType = mediaTypeOf(wire.headers['content-type'])
  if (mediaType === problemType) return { version, sure: 'certain', reason: 'the media type of problem details' }
  const reading = wire.body.json()
  const body = reading.ok && isObject(reading.value) ? reading.value : {}
  if (body[names.exchange] !== undefined || body[names.outcome] !== undefined) {
    return { version, sure: 'likely', reason: 'members of Replywire in the body' }
  }
  const said = typeof body.status === 'number' && typeof body.title === 'string'
  if (said) return { version, sure: 'possible', reason: 'a status and a title' }
  const plain = mediaType === 'application/json' && wire.status !== undefined && wire.status >= 200 && wire.status < 300
  return plain ? { version, sure: 'possible', reason: 'a plain JSON answer' } : undefined
}

export const problem: Contract = {
  id: 'problem',
  title: 'Problem details for HTTP APIs',
  current: version,
  editions: { [version]: edition },
  accepts: mediaType => (mediaType === problemType ? version : undefined),
  detect,
}
