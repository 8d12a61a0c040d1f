/** Tables of the hub and mappings of contracts that do not compile. Every line under an expected error must fail. */
import { plain } from '../../src/codec/codec.ts'
import { lost, mappingFor, variants } from '../../src/codec/node.ts'
import { node, numberLike, oneOf, required, text } from '../../src/outcome/shape.ts'
import { part } from '../../src/outcome/tables.ts'

const mapped = mappingFor('mine')

export function tables() {
  interface Sample {
    id: string
    size?: number
    mode?: 'a' | 'b'
  }
  const sample = node<Sample>({ id: required(text), size: numberLike('count'), mode: oneOf('a', 'b') })
  // @ts-expect-error a member is missing
  node<Sample>({ id: required(text), size: numberLike('count') })
  // @ts-expect-error a member is misspelt
  node<Sample>({ id: required(text), size: numberLike('count'), mode: oneOf('a', 'b'), mod: text })
  // @ts-expect-error a member is required in the interface
  node<Sample>({ id: text, size: numberLike('count'), mode: oneOf('a', 'b') })
  // @ts-expect-error a member is of another kind
  node<Sample>({ id: required(text), size: text, mode: oneOf('a', 'b') })
  // @ts-expect-error a member is wider than the interface
  node<Sample>({ id: required(text), size: numberLike('count'), mode: text })
  // @ts-expect-error a member is narrower than the interface
  node<Sample>({ id: required(text), size: numberLike('count'), mode: oneOf('a') })
  // @ts-expect-error a mapping forgets a member
  mapped(sample, { id: 'id', size: 'size' })
  // @ts-expect-error a mapping names a member that does not exist
  mapped(sample, { id: 'id', size: 'size', mode: 'mode', other: 'other' })
  // @ts-expect-error a codec is of another type
  mapped(sample, { id: 'id', size: ['size', plain(text)], mode: 'mode' })
  // @ts-expect-error a variant is missing
  variants(part, { text: mapped(part.variants.text, { kind: 'type', text: 'text', name: lost(), mediaType: lost() }) })
  // @ts-expect-error what is lost is not read
  return mapped(sample, { id: lost(), size: 'size', mode: 'mode' }).read({})?.id
}
