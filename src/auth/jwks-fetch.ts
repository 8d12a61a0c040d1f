/** Fetching a key set from a server that may be slow, broken or hostile. */
import { createLocalJWKSet, type LocalJWKSet } from 'jose/jwks/local'

/** The part of `fetch` that is used here. */
export type FetchKeys = (url: string, init: RequestInit) => Promise<Response>

const maxBytes = 256 * 1024

/** The key set at an address. Rejects unless the answer is 200, in time, small enough, and a key set. */
export async function fetchKeySet(url: string, fetch: FetchKeys, timeoutMs: number): Promise<LocalJWKSet> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The key set did not come in time.')), timeoutMs)
  })
  try {
    return await Promise.race([load(url, fetch, controller.signal), late])
  } finally {
    clearTimeout(timer)
    // Lets go of whatever is still open: a late answer, or the body of one that was refused.
    controller.abort()
  }
}

async function load(url: string, fetch: FetchKeys, signal: AbortSignal): Promise<LocalJWKSet> {
  // A redirect would move the trust in the configured address to another one.
  const response = await fetch(url, {
    headers: { accept: 'application/jwk-set+json, application/json' },
    redirect: 'error',
    signal,
  })
  if (response.status !== 200) throw new Error('The key set was not served with status 200.')
  // The set checks its own shape: an error document that happens to be JSON is no key set.
  return createLocalJWKSet(JSON.parse(await readText(response)))
}

async function readText(response: Response): Promise<string> {
  if (response.body === null) throw new Error('The key set is empty.')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error('The key set is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
