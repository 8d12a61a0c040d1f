/** Reading a legacy answer. */
import type { Decoded } from '../../../codec/contract.ts'
import { readBody } from '../../../codec/json-rules.ts'
import type { Finding } from '../../../codec/rule.ts'
import { isObject } from '../../../lib/json-value.ts'
import type { HttpWire } from '../../../wire/http.ts'
import { readAnswer, unreadable } from '../decode.ts'
import { readExport } from '../export.ts'
import { withHead } from '../head.ts'
import { isEnvelope } from '../is-envelope.ts'
import { legacyStatusOf, readLegacy } from './read.ts'
import { validateLegacyBody, validateLegacyHead } from './validate.ts'

export function decodeLegacy(wire: HttpWire): Decoded {
  const file = readExport(wire)
  if (file !== undefined) return { ...withHead({ outcome: file, exchange: {} }, wire, legacyStatusOf), findings: [] }
  const findings: Finding[] = []
  const body = readBody(wire.body, findings)
  if (body === undefined) {
    return { ...withHead({ outcome: unreadable(wire.status), exchange: {} }, wire, legacyStatusOf), findings }
  }
  const shape = validateLegacyBody(body, wire.status, findings)
  if (shape !== undefined && isObject(body)) validateLegacyHead(wire, shape, body, findings)
  if (isObject(body) && isEnvelope(body)) return { ...readAnswer(body, wire), findings }
  return { ...readLegacy(body, wire), findings }
}
