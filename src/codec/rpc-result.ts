/** A whole JSON-RPC response, as people capture it: the answer of a tool or an agent is the result inside. */
import { isObject, type JsonObject } from '../lib/json-value.ts'
import type { A2aWire } from '../wire/a2a.ts'
import { Body } from '../wire/body.ts'
import type { McpWire } from '../wire/mcp.ts'
import type { Face } from './contract.ts'
import { readBody } from './json-rules.ts'
import { type Finding, finding, type Rule } from './rule.ts'

/** The result inside a response; undefined when the wire is no response, or an error response. */
export function resultIn<W extends McpWire | A2aWire>(wire: W): W | undefined {
  const { body } = wire
  const reading = body.json()
  if (!reading.ok || !isObject(reading.value)) return undefined
  const { jsonrpc, result, error } = reading.value
  const isResult = jsonrpc !== undefined && result !== undefined && !isObject(error)
  const text = isResult ? body.source('/result') : undefined
  return text === undefined ? undefined : { ...wire, body: Body.ofText(text, body.limits) }
}

/** A face that reads through a response, and finds by a lenient rule that it had to. Unknown members of it are kept. */
export function throughRpc<W extends McpWire | A2aWire>(face: Face<W>, rule: Rule): Face<W> {
  return {
    ...face,
    decode(wire) {
      const result = resultIn(wire)
      if (result === undefined) return face.decode(wire)
      const around: Finding[] = []
      const { jsonrpc: _, id: __, result: ___, ...rpc } = readBody(wire.body, around) as JsonObject
      const { outcome, exchange, findings } = face.decode(result)
      const { carrier } = wire
      const extra = { ...outcome.extra, [carrier]: { ...outcome.extra?.[carrier], rpc } }
      return {
        outcome: Object.keys(rpc).length === 0 ? outcome : { ...outcome, extra },
        exchange,
        findings: [
          finding(rule, ''),
          ...around.filter(({ pointer }) => pointer !== '/result' && !pointer.startsWith('/result/')),
          ...findings.map(one => ({ ...one, pointer: `/result${one.pointer}` })),
        ],
      }
    },
  }
}
