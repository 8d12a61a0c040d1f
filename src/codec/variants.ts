/** Nodes of the hub with variants, distinguished by a member. */
import { isObject, type Json } from '../lib/json-value.ts'
import type { UnionShape } from '../outcome/shape.ts'
import type { Codec } from './codec.ts'
import type { Losses } from './loss.ts'

interface VariantCodec {
  read(value: Json): object | undefined
  write(node: never, at: string, losses: Losses): Json | undefined
  wireOf(hub: string): string | undefined
}

/**
 * Nodes with variants, distinguished by a member: one codec for each variant. The tag has the same values in the hub and on the wire.
 *
 * @example
 * const mapped = mappingFor('mine')
 * const { value, rows, text, bytes } = hub.payload.variants
 * const payload = variants(hub.payload, {
 *   value: mapped(value, { kind: 'kind', value: 'value' }),
 *   rows: mapped(rows, { kind: 'kind', rows: 'rows', page: lost() }),
 *   text: mapped(text, { kind: 'kind', text: 'text', mediaType: snake }),
 *   bytes: mapped(bytes, { kind: 'kind', base64: 'base64', mediaType: snake }),
 * })
 */
export function variants<T, V extends object>(
  { tag }: UnionShape<T> & { readonly variants: V },
  codecs: { readonly [K in keyof V]: VariantCodec },
): Codec<T> {
  const byTag = new Map<unknown, VariantCodec>(Object.entries(codecs))
  const [first] = byTag.values()
  const wireTag = first?.wireOf(tag) ?? tag
  return {
    read: value => (isObject(value) ? (byTag.get(value[wireTag])?.read(value) as T | undefined) : undefined),
    write: (node, at, losses) => byTag.get((node as Record<string, unknown>)[tag])?.write(node as never, at, losses),
  }
}
