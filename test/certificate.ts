/** A self-signed certificate made on the spot (RFC 5280), so that no key lies in the repository and none expires. */
import { generateKeyPairSync, sign } from 'node:crypto'

const ecdsaWithSha256 = [0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]
const commonName = [0x06, 0x03, 0x55, 0x04, 0x03]
const subjectAltName = [0x06, 0x03, 0x55, 0x1d, 0x11]

/** For DNS names; valid from 2020 to 2049. */
export function certificateFor(...names: string[]): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(0x30, ecdsaWithSha256)
  const name = der(0x30, der(0x31, der(0x30, [...commonName, ...der(0x0c, [...Buffer.from('test')])])))
  const validity = der(0x30, [...der(0x17, ascii('200101000000Z')), ...der(0x17, ascii('491231235959Z'))])
  const altNames = der(
    0x30,
    names.flatMap(one => der(0x82, ascii(one))),
  )
  const extension = der(0x30, [...subjectAltName, ...der(0x04, altNames)])
  const body = der(0x30, [
    ...der(0xa0, der(0x02, [2])),
    ...der(0x02, [1]),
    ...algorithm,
    ...name,
    ...validity,
    ...name,
    ...publicKey.export({ type: 'spki', format: 'der' }),
    ...der(0xa3, der(0x30, extension)),
  ])
  const signature = sign('sha256', Buffer.from(body), privateKey)
  const whole = Buffer.from(der(0x30, [...body, ...algorithm, ...der(0x03, [0, ...signature])]))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, content: readonly number[]): number[] {
  const { length } = content
  if (length < 0x80) return [tag, length, ...content]
  return length < 0x100 ? [tag, 0x81, length, ...content] : [tag, 0x82, length >> 8, length & 0xff, ...content]
}

function ascii(text: string): number[] {
  return [...Buffer.from(text, 'ascii')]
}
