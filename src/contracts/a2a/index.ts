/** A2A: a plain task or message, as protocol 0.3 and 1.0 have it. */

import type { Contract, Edition } from '../../codec/contract.ts'
import { jsonRules } from '../../codec/json-rules.ts'
import { throughRpc } from '../../codec/rpc-result.ts'
import { withoutStackTraces } from '../../codec/stack-trace.ts'
import { wellFormed } from '../../codec/well-formed.ts'
import type { A2aVersion } from '../../wire/a2a-frame.ts'
import { decode, rule } from './decode.ts'
import { detect } from './detect.ts'
import { encode } from './encode.ts'
import { rulesOf } from './rules.ts'

/** Clauses start with the version of the document. */
const specification = [
  { title: 'Agent2Agent Protocol, 1.0', clauses: '1.0 ', url: 'https://a2a-protocol.org/v1.0.0/specification/' },
  { title: 'Agent2Agent Protocol, 0.3', clauses: '0.3 ' },
  { title: 'Agent2Agent Protocol' },
]

function edition(version: A2aVersion): Edition {
  return {
    version,
    rules: [...jsonRules, ...rulesOf(version)],
    specification,
    a2a: withoutStackTraces(
      throughRpc(
        {
          decode: wire => decode(wire, version),
          encode: (outcome, exchange) => encode(outcome, exchange, version),
        },
        rule('a2a/envelope'),
      ),
      rule('a2a/stack-trace'),
    ),
    examples: () => import('./examples.ts').then(({ examplesOf }) => examplesOf(version)),
  }
}

/**
 * The contract `a2a`.
 *
 * @example
 * a2a.current // '1.0'
 */
export const a2a: Contract = {
  id: 'a2a',
  title: 'Agent2Agent task or message',
  current: '1.0',
  editions: { '0.3': wellFormed(edition('0.3')), '1.0': wellFormed(edition('1.0')) },
  detect,
}
