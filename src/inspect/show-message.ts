/** A message as people see it: what the carrier says, then the body. */
import type { ExampleMessage } from '../codec/contract.ts'
import { prettyJson } from './pretty.ts'

export function showMessage({ wire }: ExampleMessage): string {
  const text = prettyJson(wire.body.text()).trimEnd()
  if (wire.carrier === 'file') return wire.name === undefined ? text : `${wire.name}\n\n${text}`
  if (wire.carrier !== 'http') return text
  const { status, method, target, headers } = wire
  const start =
    status === undefined ? (method === undefined ? undefined : `${method} ${target ?? '/'}`) : `HTTP ${status}`
  const head = [
    ...(start === undefined ? [] : [start]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return head.length === 0 ? text : `${head.join('\n')}\n\n${text}`
}
