/** A whole JSON-RPC response, as people capture it: the answer of a tool is the result inside. */
import { isObject, type JsonObject } from '../lib/json-value.ts'
import { Body } from '../wire/body.ts'
import { type McpWire, mcpWire } from '../wire/mcp.ts'
import type { Face } from './contract.ts'
import { readBody } from './json-rules.ts'
import { type Finding, finding, type Rule } from './rule.ts'

/** The result inside a response; undefined when the wire is no response, or one that tells an error. */
export function resultIn({ body }: McpWire): McpWire | undefined {
  const reading = body.json()
  if (!reading.ok || !isObject(reading.value)) return undefined
  const { jsonrpc, result, error } = reading.value
  const isResult = jsonrpc !== undefined && result !== undefined && !isObject(error)
  const text = isResult ? body.source('/result') : undefined
  return text === undefined ? undefined : mcpWire(Body.ofText(text, body.limits))
}

/** A face that reads through a response, and finds by a lenient rule that it had to. Unknown members of it are kept. */
export function throughRpc(face: Face<McpWire>, rule: Rule): Face<McpWire> {
  return {
    ...face,
    decode(wire) {
      const result = resultIn(wire)
      if (result === undefined) return face.decode(wire)
      const around: Finding[] = []
      const { jsonrpc: _, id: __, result: ___, ...rpc } = readBody(wire.body, around) as JsonObject
      const { outcome, exchange, findings } = face.decode(result)
      const extra = { ...outcome.extra, mcp: { ...outcome.extra?.mcp, rpc } }
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
