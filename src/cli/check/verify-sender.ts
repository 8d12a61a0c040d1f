/** Who may send webhooks to `replywire listen`: those who know a secret, or one agent that signs with its key. */
import { discoverKeys, readKeySet } from '../../contracts/published-keys.ts'
import { documentFetcher } from '../../runtime/webhooks/fetch-document.ts'
import { isLoopback } from '../../runtime/webhooks/reserved.ts'
import {
  type KeyDirectory,
  memoryNonces,
  type ReceivedWebhook,
  verifyAdcpHmac,
  verifyBearer,
  verifySigned,
  verifyStandard,
} from '../../webhooks/index.ts'
import { Body } from '../../wire/body.ts'
import { nameOf, readFile } from '../input.ts'
import { usageError } from '../usage.ts'

/** How senders prove who they are; without any, everyone is accepted. */
export interface SenderOptions {
  readonly secret?: string | undefined
  readonly bearer?: string | undefined
  readonly hmac?: string | undefined
  readonly 'signed-by'?: string | undefined
  readonly 'key-set'?: string | undefined
  readonly 'public-url'?: string | undefined
}

/** A webhook, and where it was sent to. */
export interface SentWebhook extends ReceivedWebhook {
  readonly method: string
  /** The path and query as they came. */
  readonly target: string
  /** `http://HOST` as this server is reached. */
  readonly origin: string
}

/** Why a sender is refused. */
export interface RefusedSender {
  readonly problem: string
  /** For the header `WWW-Authenticate`. */
  readonly challenge?: string
}

export type VerifySender = (webhook: SentWebhook) => Promise<RefusedSender | undefined>

/** Throws a usage error for what cannot verify anything. */
export function senderVerifier(options: SenderOptions): VerifySender {
  const { 'signed-by': signer, 'key-set': keySet, 'public-url': publicUrl } = options
  if (signer === undefined) {
    if (keySet !== undefined || publicUrl !== undefined)
      throw usageError('--key-set and --public-url need --signed-by: the agent that signs.')
    checkSecrets(options)
    return async webhook => secretProblem(options, webhook)
  }
  if (options.secret !== undefined || options.bearer !== undefined || options.hmac !== undefined)
    throw usageError('--signed-by excludes --secret, --bearer and --hmac: a webhook is verified in one way.')
  const agent = addressIn('--signed-by', signer)
  const registered = publicUrl === undefined ? undefined : addressIn('--public-url', publicUrl)
  const host = agent.hostname.replace(/^\[|\]$/g, '')
  const fetch = documentFetcher({ allowLoopback: host === 'localhost' || isLoopback(host) })
  const keys = keySet === undefined ? discoverKeys({ agents: [signer], fetch }) : keysIn(keySet, signer)
  const nonces = memoryNonces()
  return async ({ method, target, origin, headers, body }) => {
    const url = registered?.href ?? origin + target
    const verified = await verifySigned({ headers, body, method, url, keys, signer, nonces })
    if (verified.ok) return undefined
    if (verified.problem === 'too-large') return verified
    return { problem: verified.code, challenge: verified.challenge }
  }
}

function addressIn(option: string, text: string): URL {
  const url = /^https?:\/\//.test(text) ? URL.parse(text) : null
  if (url === null) throw usageError(`${option} takes an address: http://… or https://….`)
  return url
}

/** The keys of one agent, from a file. */
function keysIn(path: string, signer: string): KeyDirectory {
  const reading = Body.ofBytes(readFile(path).bytes).json()
  const set = reading.ok ? readKeySet(reading.value) : undefined
  // A key without an id is no key: nothing could be verified with such a set.
  if (set === undefined || set.size === 0)
    throw usageError(`${nameOf(path)}: it is no key set (RFC 7517): {"keys": [{"kid": …}]}.`)
  const keys = new Map([...set].map(([kid, jwk]) => [kid, { jwk, signer }]))
  return {
    async resolveKey({ keyid }) {
      const key = keys.get(keyid)
      return key === undefined ? { ok: false, reason: 'key_unknown' } : { ok: true, key }
    },
  }
}

/** A secret that cannot verify anything is an error before the first webhook. */
function checkSecrets(options: SenderOptions): void {
  try {
    secretProblem(options, { headers: {}, body: new Uint8Array() })
  } catch {
    throw usageError('--secret, --bearer and --hmac take secrets that are long enough, and not one letter repeated.')
  }
}

function secretProblem(
  { secret, bearer, hmac }: SenderOptions,
  { headers, body }: ReceivedWebhook,
): RefusedSender | undefined {
  const verified = [
    ...(secret === undefined ? [] : [verifyStandard({ headers, body, secrets: [secret] })]),
    ...(bearer === undefined ? [] : [verifyBearer({ headers, body, tokens: [bearer] })]),
    ...(hmac === undefined ? [] : [verifyAdcpHmac({ headers, body, secrets: [hmac] })]),
  ]
  const [first] = verified
  if (first === undefined || first.ok || verified.some(({ ok }) => ok)) return undefined
  return { problem: first.problem }
}
