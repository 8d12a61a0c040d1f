/** Callers distinguished by their network address. */
import { isIP } from 'node:net'

/**
 * The network that stands for an address: an address of IPv4 itself, of IPv6 the first 64 bits, which one subscriber
 * has all of.
 */
export function networkOf(address = ''): string {
  const plain = address.replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  if (isIP(plain) !== 6) return plain
  const [head = '', tail] = plain.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const all = [...before, ...Array<string>(zeros).fill('0'), ...after]
  const first = all.slice(0, 4).map(group => Number.parseInt(group, 16).toString(16))
  return `${first.join(':')}::/64`
}

/** The network that someone is given who has many: of IPv4 the first 24 bits, of IPv6 the first 48. */
export function widerNetworkOf(address = ''): string {
  const network = networkOf(address)
  return network.includes(':') ? network.split(':').slice(0, 3).join(':') : network.split('.').slice(0, 3).join('.')
}
