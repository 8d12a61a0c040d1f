/** The options of a check, as values. */
import { isCredentialName, redactTarget } from '../../check/evidence.ts'
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

/** An address for a report: without credentials, in a command too. */
export function shownAddress(text: string): string {
  const { prefix, url } = urlIn(text)
  if (url === undefined) return readCommand(text).shown
  return prefix + redactTarget(url.href).replace(/\/$/, '')
}

/** The credentials in an address. */
export function addressSecrets(text: string): string[] {
  const { url } = urlIn(text)
  if (url === undefined) return readCommand(text).secrets
  return [...url.searchParams].flatMap(([name, value]) => (isCredentialName(name) ? [value] : []))
}

/** A command without the values of `--api-key VALUE`, `--token=VALUE` and `API_KEY=VALUE`. */
function readCommand(text: string): { shown: string; secrets: string[] } {
  const secrets: string[] = []
  const hide = (value: string): string => {
    secrets.push(value.replaceAll('"', ''))
    return '(redacted)'
  }
  let isValue = false
  const shown = text.replaceAll(/(?:"[^"]*"|[^\s"])+/g, word => {
    const [, name = '', sign = '', value = ''] = /^(-*[\w.-]+)(=?)(.*)$/s.exec(word) ?? []
    if (isValue) {
      isValue = false
      return hide(word)
    }
    if (!isCredentialName(name)) return word
    isValue = sign === '' && name.startsWith('-')
    return sign === '' ? word : `${name}=${hide(value)}`
  })
  return { shown, secrets }
}

function urlIn(text: string): { prefix: string; url: URL | undefined } {
  const [, prefix = '', rest = ''] = /^((?:mcp|a2a)\+)?(https?:.*)$/s.exec(text) ?? []
  return { prefix, url: URL.canParse(rest) ? new URL(rest) : undefined }
}

/** The carrier that an address names. */
export function faceOf(address: string): Carrier {
  const [, name] = /^(mcp|a2a|file)\+/.exec(address) ?? []
  return (name as Carrier | undefined) ?? 'http'
}
