/** Signs calls with a key that everyone may know, without any code of ours: the load should not be measured by it. */
import { createHash, createPrivateKey, randomBytes, sign } from 'node:crypto'

const seed = Buffer.alloc(32, 7)
const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
  format: 'der',
  type: 'pkcs8',
})
const { x } = privateKey.export({ format: 'jwk' })

/** The public key, as it is published. */
export const publicJwk = {
  kid: 'bench',
  kty: 'OKP',
  crv: 'Ed25519',
  alg: 'EdDSA',
  use: 'sig',
  key_ops: ['verify'],
  adcp_use: 'request-signing',
  x,
}

const components = ['@method', '@target-uri', '@authority', 'content-type', 'content-digest']

/** The headers of a signed POST of JSON. */
export function signatureOf(url: string, body: string): Record<string, string> {
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64url')}:`
  const created = Math.floor(Date.now() / 1000)
  const list = components.map(name => `"${name}"`).join(' ')
  const window = `created=${created};expires=${created + 300}`
  const nonce = randomBytes(16).toString('base64url')
  const parameters = `(${list});${window};nonce="${nonce}";keyid="bench";alg="ed25519";tag="adcp/request-signing/v1"`
  const values = ['POST', url, new URL(url).host, 'application/json', digest]
  const lines = components.map((name, index) => `"${name}": ${values[index]}`)
  const base = [...lines, `"@signature-params": ${parameters}`].join('\n')
  const signature = sign(null, Buffer.from(base), privateKey).toString('base64url')
  return { 'content-digest': digest, 'signature-input': `sig1=${parameters}`, signature: `sig1=:${signature}:` }
}
