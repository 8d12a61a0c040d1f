/** Addresses that a webhook must not reach: IANA's special-purpose registries (RFC 6890 and its updates), and metadata. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

type Range = readonly [network: string, prefix: number, what: string]

const reservedV4: readonly Range[] = [
  ['0.0.0.0', 8, 'this network'],
  ['10.0.0.0', 8, 'private use'],
  ['100.64.0.0', 10, 'carrier-grade NAT, and some metadata services'],
  ['127.0.0.0', 8, 'loopback'],
  ['168.63.129.16', 32, 'the host of a virtual machine, under an address that looks public'],
  ['169.254.0.0', 16, 'link-local, and most metadata services'],
  ['172.16.0.0', 12, 'private use'],
  ['192.0.0.0', 24, 'protocol assignments, and some metadata services'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.31.196.0', 24, 'AS112'],
  ['192.52.193.0', 24, 'automatic multicast tunnelling'],
  ['192.88.99.0', 24, '6to4 relays'],
  ['192.168.0.0', 16, 'private use'],
  ['192.175.48.0', 24, 'AS112'],
  ['198.18.0.0', 15, 'benchmarking'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved, and broadcast'],
]

/**
 * Global unicast is all that is given out. What lies outside is refused whole: loopback, v4-mapped and v4-compatible,
 * NAT64 (64:ff9b::/96, 64:ff9b:1::/48), discard-only, segment routing, unique local, link-local, site-local, multicast.
 */
const globalV6: Range = ['2000::', 3, 'global unicast']

const reservedV6: readonly Range[] = [
  ['2001::', 23, 'protocol assignments: Teredo, benchmarking, ORCHID'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, '6to4, which holds any IPv4 address'],
  ['2620:4f:8000::', 48, 'AS112'],
  ['3ffe::', 16, '6bone, returned'],
  ['3fff::', 20, 'documentation'],
]

const v4 = listOf('ipv4', reservedV4)
const v6 = listOf('ipv6', reservedV6)
const given = listOf('ipv6', [globalV6])
const loopback4 = listOf('ipv4', [['127.0.0.0', 8, 'loopback']])
const loopback6 = listOf('ipv6', [['::1', 128, 'loopback']])

/** Whether an address is anything but a public one. What is no address at all, or names a zone, is reserved too. */
export function isReserved(address: string): boolean {
  if (isIPv4(address)) return v4.check(address, 'ipv4')
  if (!isPlainV6(address)) return true
  return !given.check(address, 'ipv6') || v6.check(address, 'ipv6')
}

/** Whether an address is one of this machine's own: 127.0.0.0/8 or ::1, in no disguise. */
export function isLoopback(address: string): boolean {
  return isIPv4(address)
    ? loopback4.check(address, 'ipv4')
    : isPlainV6(address) && !address.includes('.') && loopback6.check(address, 'ipv6')
}

function isPlainV6(address: string): boolean {
  return isIPv6(address) && !address.includes('%')
}

function listOf(family: 'ipv4' | 'ipv6', ranges: readonly Range[]): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family)
  return list
}
