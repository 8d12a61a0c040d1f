/** The options of a check, as values. */
import type { Carrier } from '../../wire/wire.ts'
import { headersFor, timeoutOf } from '../agents/call-options.ts'

interface ParsedOptions {
  readonly values: {
    readonly header?: readonly (readonly string[])[] | undefined
    readonly token?: string | undefined
    readonly timeout?: string | undefined
    readonly face?: Carrier | undefined
  }
  readonly given: ReadonlySet<string>
}

/** How a service is connected to. */
export function connectionOptions({ values, given }: ParsedOptions, address: string) {
  const headers = headersFor({ values, given } as Parameters<typeof headersFor>[0], address)
  const timeoutMs = timeoutOf(values.timeout)
  return {
    headers,
    ...(timeoutMs === undefined ? undefined : { timeoutMs }),
    ...(values.face && { face: values.face }),
  }
}

/** An address for a report: without credentials and without what a command line may hold. */
export function shownAddress(text: string): string {
  const [, prefix = '', rest = ''] = /^((?:mcp|a2a)\+)?(https?:.*)$/s.exec(text) ?? []
  if (!URL.canParse(rest)) return text
  const url = new URL(rest)
  url.username = ''
  url.password = ''
  return prefix + url.href.replace(/\/$/, '')
}

/** The carrier that an address names. */
export function faceOf(address: string): Carrier {
  const [, name] = /^(mcp|a2a|file)\+/.exec(address) ?? []
  return (name as Carrier | undefined) ?? 'http'
}
