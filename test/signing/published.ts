/** An operator on this machine: serves brand.json, key sets and revocation lists, and counts who asks. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import type { JsonObject } from '../../src/lib/json-value.ts'

export interface KeyPair {
  /** With its private half. */
  jwk: JsonObject
  published: JsonObject
}

export async function keyPair(kid: string, purpose: string, alg: 'EdDSA' | 'ES256' = 'EdDSA'): Promise<KeyPair> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid, alg } as JsonObject
  const { d: _, ...half } = jwk
  return { jwk, published: { ...half, use: 'sig', key_ops: ['verify'], adcp_use: purpose } }
}

/** What a path answers: a document, or a status. */
export type Documents = Record<string, JsonObject | string | number>

export class Operator {
  readonly documents: Documents = {}
  readonly asked: string[] = []
  readonly #server = createServer((request, response) => {
    const path = request.url ?? ''
    this.asked.push(path)
    const document = this.documents[path] ?? 404
    if (typeof document === 'number') response.writeHead(document, { location: '/moved' }).end()
    else {
      const body = typeof document === 'string' ? document : JSON.stringify(document)
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    }
  })

  async listen(): Promise<void> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** How often a path was asked for since the last time. */
  take(path: string): number {
    const count = this.asked.filter(one => one === path).length
    this.asked.length = 0
    return count
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise(resolve => this.#server.close(() => resolve()))
  }
}
