/** The card of an A2A agent (1.0 §8, 0.3 §5): where it is, and which of its interfaces is used. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { fault } from '../../outcome/fault.ts'
import { faultOfStatus } from '../../outcome/fault-of-status.ts'
import type { A2aVersion } from '../../wire/a2a-frame.ts'
import { Body } from '../../wire/body.ts'
import type { SignInit } from '../../wire/signature/sign-init.ts'
import { readWhole } from '../http/bounds.ts'
import { fetchLong, type OnlyOrigin } from '../http/send.ts'
import { UnreachableError } from '../unreachable-error.ts'

export type Binding = 'JSONRPC' | 'HTTP+JSON'

/** One way to speak to an agent. */
export interface A2aInterface {
  readonly url: URL
  readonly binding: Binding
  readonly version: A2aVersion
  readonly tenant?: string
}

/** Where a card may be; the second place is that of 0.2. */
const places = ['.well-known/agent-card.json', '.well-known/agent.json']

/** No card is larger. */
const maxCard = 4 * 1024 * 1024

export interface CardOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal: AbortSignal
  readonly sign?: SignInit | undefined
  readonly only?: OnlyOrigin | undefined
}

/** Fetches the card of the agent at an address: the address itself, below it, or at its root. */
export async function fetchCard(base: URL, { headers, signal, sign, only }: CardOptions): Promise<JsonObject> {
  const statuses: number[] = []
  for (const url of cardUrls(base)) {
    let response: Response
    try {
      const accept = { accept: 'application/json', 'a2a-version': '1.0' }
      const init = { headers: { ...accept, ...headers }, signal }
      response = await fetchLong(url, sign === undefined ? init : await sign(url, init), only)
    } catch (error) {
      if (signal.aborted) throw error
      const message = `${base.origin} does not answer; is the A2A agent running?`
      throw new UnreachableError(fault('unavailable', message), { cause: error })
    }
    statuses.push(response.status)
    if (!response.ok) {
      await response.body?.cancel().catch(() => {})
      continue
    }
    const bytes = await readWhole(response, maxCard).catch(() => undefined)
    const reading = bytes === undefined ? undefined : Body.ofBytes(bytes).json()
    if (reading?.ok && isObject(reading.value) && isCard(reading.value)) return reading.value
  }
  const refused = statuses.find(status => status === 401 || status === 403)
  if (refused !== undefined) throw new UnreachableError(faultOfStatus(refused, `The A2A agent at ${base.origin}`))
  const message = `There is no A2A agent at ${base.href}: no card at ${places[0]} below it or at its root.`
  throw new UnreachableError(fault('dependency', message))
}

function cardUrls(base: URL): URL[] {
  if (base.pathname.endsWith('.json')) return [base]
  const below = (path: string): URL[] => {
    const url = new URL(base)
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`
    return [url, new URL(`/${path}${base.search}`, base)]
  }
  const all = places.flatMap(below)
  return all.filter((url, index) => all.findIndex(({ href }) => href === url.href) === index)
}

function isCard({ skills, supportedInterfaces, url, name }: JsonObject): boolean {
  return (
    Array.isArray(supportedInterfaces) || (typeof url === 'string' && (Array.isArray(skills) || name !== undefined))
  )
}

/** Every interface of a card that this client supports, the newest version first, else as the card prefers. */
export function interfacesOf(card: JsonObject, base: URL): A2aInterface[] {
  const listed = [card.supportedInterfaces, card.additionalInterfaces].flatMap(list =>
    Array.isArray(list) ? list.filter(isObject) : [],
  )
  const main =
    card.url === undefined ? [] : [{ url: card.url, transport: card.preferredTransport ?? 'JSONRPC' } as JsonObject]
  const found = [...main, ...listed].flatMap((entry): A2aInterface[] => {
    const binding = bindingOf(entry.protocolBinding ?? entry.transport)
    const url =
      typeof entry.url === 'string' && URL.canParse(entry.url, base.href) ? new URL(entry.url, base) : undefined
    if (binding === undefined || url === undefined || !/^https?:$/.test(url.protocol)) return []
    const version = versionOf(
      entry.protocolVersion ?? (entry.protocolBinding === undefined ? card.protocolVersion : '1.0'),
    )
    const { tenant } = entry
    return [{ url, binding, version, ...(typeof tenant === 'string' && tenant !== '' ? { tenant } : undefined) }]
  })
  return found.toSorted((a, b) => Number(b.version) - Number(a.version))
}

function bindingOf(name: Json | undefined): Binding | undefined {
  return name === 'JSONRPC' || name === 'HTTP+JSON' ? name : undefined
}

/** `0.2.6` and `0.3.0` are read as 0.3. */
function versionOf(version: Json | undefined): A2aVersion {
  return typeof version === 'string' && /^[1-9]/.test(version) ? '1.0' : '0.3'
}
