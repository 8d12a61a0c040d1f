/** An AdCP 3.1 answer, whatever carries it: each carrier frames the root, and the root is read here. */
import type { Decoded } from '../../codec/contract.ts'
import type { Finding } from '../../codec/rule.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import type { Body } from '../../wire/body.ts'
import { readContext } from './context.ts'
import { type CarrierFacts, readExchange, readOutcome } from './read-root.ts'
import type { Root } from './root.ts'
import { validateMembers, validateState } from './validate.ts'

/** The root of an answer, and what its carrier says about it. */
export interface AnswerFrame {
  root: Root
  /** The root as it is on the wire; undefined when the carrier holds none. */
  data: JsonObject | undefined
  schema: 'protocol-envelope' | 'a2a-data'
  nestedRule: 'adcp/nested-payload' | 'adcp/mcp-nested-payload'
  /** The answer names its task. */
  hasTask: boolean
  facts: CarrierFacts
  /** The text that the root was read from, and where it is there. */
  source: Body
  sourceAt: string
  /** What the carrier has of the exchange; the root's members win. */
  exchange: Exchange
  /** What the carrier has in place of the root's members. */
  ownExchange?: Exchange
  /** Findings of the carrier, which come first. */
  findings: Finding[]
}

export function readAnswer(frame: AnswerFrame): Decoded {
  const { root, data, facts, findings } = frame
  if (data !== undefined) findings.push(...validateMembers(data, root, frame.schema, frame.nestedRule))
  // Of a failure without a root, the carrier's own rules say what is missing.
  if (data !== undefined || facts.row.kind !== 'failed') findings.push(...validateState(root, facts.row, frame.hasTask))
  const context = readContext(root.members, frame.source, frame.sourceAt)
  const exchange: Exchange = Object.assign(frame.exchange, readExchange(root, context), frame.ownExchange)
  return { outcome: readOutcome(root, facts), exchange, findings }
}
