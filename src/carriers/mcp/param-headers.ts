/** MCP 2026-07-28, SEP-2243: arguments that a tool wants in a header too, `Mcp-Param-NAME`, so that proxies see them. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'

/** The arguments of a tool that go into headers, by their names. */
export type ParamHeaders = readonly (readonly [argument: string, header: string])[]

/** As a header holds it: visible ASCII, and nothing that looks encoded. */
const plain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/
const encoded = /^=\?base64\?.*\?=$/i

export function paramHeadersOf({ inputSchema }: JsonObject): ParamHeaders {
  const properties = isObject(inputSchema) && isObject(inputSchema.properties) ? inputSchema.properties : {}
  return Object.entries(properties).flatMap(([name, schema]) => {
    const header = isObject(schema) ? schema['x-mcp-header'] : undefined
    return typeof header === 'string' && /^[A-Za-z0-9-]{1,64}$/.test(header)
      ? [[name, `mcp-param-${header}`] as const]
      : []
  })
}

export function writeParamHeaders(headers: ParamHeaders, args: Json | undefined): Record<string, string> {
  const given = isObject(args) ? args : {}
  return Object.fromEntries(
    headers.flatMap(([name, header]) => {
      const value = Object.hasOwn(given, name) ? given[name] : undefined
      if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return []
      const text = String(value)
      const isPlain = plain.test(text) && !encoded.test(text)
      return [[header, isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`] as const]
    }),
  )
}

/** What is sent of a call, with the arguments that its tool wants in headers. */
export function withHeaders(
  init: RequestInit | undefined,
  more: Readonly<Record<string, string>> = {},
): RequestInit | undefined {
  if (init?.method !== 'POST' || Object.keys(more).length === 0) return init
  const headers = new Headers(init.headers)
  for (const [name, value] of Object.entries(more)) headers.set(name, value)
  return { ...init, headers }
}
