/** What a translation could not carry: named in a header of the answer, and counted. */
import type { Loss } from '../../codec/loss.ts'
import { isMinted } from '../../codec/translate.ts'
import { unread } from '../../codec/unread.ts'
import type { GatewayCall } from '../gateway-call.ts'

/** Pointers of members that were lost. They name members and hold no values. */
const lossesHeader = 'x-replywire-losses'

const mostPointers = 20
const longestPointer = 200

/** Adds the losses of a translated call to the head of its answer, and counts them. */
export function noteLosses(call: GatewayCall, headers: Record<string, string>): void {
  const { reply } = call
  if (reply === undefined || reply.author === 'server') return
  const { findings, outcome, exchange, wire } = reply
  const changed =
    wire === undefined || findings.length === 0 ? [] : unread(wire, { outcome, exchange, findings: [...findings] })
  count(call, [...reply.losses, ...changed, ...withoutOurs(call.losses ?? [], call)], headers)
}

/** The head of a stream is sent before its events: their losses are counted alone. */
export function noteStreamLosses(call: GatewayCall, losses: readonly Loss[]): void {
  count(call, withoutOurs(losses, call))
}

function count(call: GatewayCall, losses: readonly Loss[], headers?: Record<string, string>): void {
  call.translationLosses = losses
  if (losses.length === 0) return
  const { compiled, gatewayRoute, contractEdition } = call
  compiled.metrics.lost(gatewayRoute.id, contractEdition.contract.id, losses.length)
  if (headers !== undefined) headers[lossesHeader] = headerOf(losses)
}

/** What the gateway itself added to the exchange was never the upstream's to be lost. */
function withoutOurs(losses: readonly Loss[], { reply, exchange }: GatewayCall): readonly Loss[] {
  if (losses.length === 0) return losses
  const sealed = { ...exchange, at: '', operation: '' }
  return losses.filter(loss => !isMinted(loss, reply ?? { exchange: {} }, sealed))
}

/** A bounded list; its last item says how many more there are. */
function headerOf(losses: readonly Loss[]): string {
  const pointers = [...new Set(losses.map(({ pointer }) => shown(pointer)))]
  const more = pointers.length - mostPointers
  return [...pointers.slice(0, mostPointers), ...(more > 0 ? [`+${more}`] : [])].join(', ')
}

const needsNoEscape = /^[!-+\--~]{0,200}$/

/** As a header holds it: printable ASCII without commas and spaces. */
function shown(pointer: string): string {
  if (needsNoEscape.test(pointer)) return pointer
  const text = pointer.replaceAll(/[^!-+\--~]/gu, letter =>
    encodeURIComponent(letter.isWellFormed() ? letter : '\ufffd').replaceAll(',', '%2C'),
  )
  return text.length <= longestPointer ? text : `${text.slice(0, longestPointer)}...`
}
