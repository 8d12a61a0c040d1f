/** Reading an answer of the profile, with all findings. */
import type { Decoded } from '../../codec/contract.ts'
import { readBody } from '../../codec/json-rules.ts'
import type { Finding } from '../../codec/rule.ts'
import { schemaFindings } from '../../codec/schema-findings.ts'
import type { HttpWire } from '../../wire/http.ts'
import { breachFinding } from './breach-message.ts'
import { readAnswer } from './read.ts'
import { rule } from './rules.ts'
import { validate } from './validate.ts'
import { validators } from './validators.generated.js'

export function decode(wire: HttpWire, version: string): Decoded {
  const findings: Finding[] = []
  const body = readBody(wire.body, findings)
  const row = validate(wire, body, version, {
    report: breach => findings.push(breachFinding(breach)),
    checkBody(schema, value) {
      const validator = validators[version]?.[schema]
      if (validator !== undefined) findings.push(...schemaFindings(validator, value, rule))
    },
  })
  return { ...readAnswer(row, wire, body), findings }
}
