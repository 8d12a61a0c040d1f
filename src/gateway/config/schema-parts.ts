/** What the schemas of `gateway.yaml` are made of: durations, sizes, counts, paths, URLs. */
import Type, { type TObject, type TProperties } from 'typebox'
import { defaultContract } from '../../contracts/roles.ts'

export const closed = <P extends TProperties>(properties: P, description?: string): TObject<P> =>
  Type.Object(properties, { additionalProperties: false, ...(description === undefined ? undefined : { description }) })

export const optional = Type.Optional

export const duration = (description: string) =>
  Type.String({
    pattern: '^[0-9]{1,9}(\\.[0-9]{1,3})?(ms|s|m|h|d)$',
    description,
    expected: 'a duration such as 500ms, 30s or 5m',
  })

const sizePattern = '^[0-9]{1,9}(\\.[0-9]{1,3})?(B|[KMG]i?B)$'
export const size = (description: string) =>
  Type.Union([Type.Integer({ minimum: 1, maximum: 1_073_741_824 }), Type.String({ pattern: sizePattern })], {
    description,
    expected: 'a size such as 65536, 512KiB or 1MiB',
  })

export const count = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description })

export const path = (description: string) => Type.String({ minLength: 1, maxLength: 4096, description })

export const words = <const W extends string>(values: readonly W[], description: string) =>
  Type.Unsafe<W>({ enum: [...values], description })

export const contract = (description: string) =>
  Type.String({
    pattern: '^[a-z0-9][a-z0-9-]*(@[A-Za-z0-9][A-Za-z0-9._-]*)?$',
    description,
    expected: `a contract: ID or ID@EDITION, such as ${defaultContract}`,
  })

export const enforcement = (description: string) => words(['enforce', 'enforce-must', 'report', 'off'], description)

export const url = (description: string) =>
  Type.String({
    pattern: '^((mcp|a2a)\\+)?https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
    description,
    expected: 'a URL with http, https, mcp+http(s) or a2a+http(s), without user, query and fragment',
  })
