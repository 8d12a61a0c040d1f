/**
 * The type of the values that a JSON Schema accepts, for the keywords that most schemas use. TypeBox schemas are JSON
 * Schemas, so this reads them too; TypeBox's own `Static` costs a million type instantiations in a generic signature.
 * A keyword that is not read here leaves the type wider, never wrong. What cannot be read at all is `unknown`.
 */

/** Before validation (`given`) or after it (`made`), when defaults are filled in. */
export type SchemaStage = 'given' | 'made'

/** The type of the values of the JSON Schema `S`; `Root` is the schema that its references point into. */
export type SchemaType<S, Stage extends SchemaStage = 'made', Root = S> = S extends { '~unsafe': infer T }
  ? T
  : S extends { const: infer Value }
    ? Mutable<Value>
    : S extends { enum: readonly (infer Value)[] }
      ? Mutable<Value>
      : S extends { $ref: infer Name }
        ? SchemaType<Referenced<Root, Name>, Stage, Root>
        : // Ajv fills in no defaults below anyOf and oneOf.
          S extends { anyOf: readonly (infer Choice)[] } | { oneOf: readonly (infer Choice)[] }
          ? SchemaType<Choice, 'given', Root>
          : S extends { allOf: infer Parts extends readonly unknown[] }
            ? AllOf<Parts, Stage, Root>
            : S extends { type: readonly (infer Name)[] }
              ? NamedType<S, Name, Stage, Root>
              : S extends { type: infer Name }
                ? NamedType<S, Name, Stage, Root>
                : S extends { properties: object }
                  ? ObjectType<S, Stage, Root>
                  : unknown

type NamedType<S, Name, Stage extends SchemaStage, Root> = Name extends 'object'
  ? ObjectType<S, Stage, Root>
  : Name extends 'array'
    ? ArrayType<S, Stage, Root>
    : Name extends keyof Scalars
      ? Scalars[Name]
      : unknown

interface Scalars {
  string: string
  number: number
  integer: number
  boolean: boolean
  null: null
}

type ObjectType<S, Stage extends SchemaStage, Root> = S extends { properties: infer P }
  ? Members<P, PresentKeys<S, P, Stage>, Stage, Root>
  : S extends { additionalProperties: infer Value extends object } | { patternProperties: Record<string, infer Value> }
    ? { [name: string]: SchemaType<Value, Stage, Root> }
    : { [name: string]: unknown }

type Members<P, Present, Stage extends SchemaStage, Root> = Flat<
  { -readonly [K in keyof P as K extends Present ? K : never]: SchemaType<P[K], Stage, Root> } & {
    -readonly [K in keyof P as K extends Present ? never : K]?: SchemaType<P[K], Stage, Root>
  }
>

/** The members that are always there: required ones, and after validation those with a default. */
type PresentKeys<S, P, Stage extends SchemaStage> =
  | (S extends { '~kind': 'Object' }
      ? { [K in keyof P]: P[K] extends { '~optional': true } ? never : K }[keyof P]
      : S extends { required: readonly (infer K)[] }
        ? K
        : never)
  | (Stage extends 'made' ? { [K in keyof P]: P[K] extends { default: unknown } ? K : never }[keyof P] : never)

type ArrayType<S, Stage extends SchemaStage, Root> = S extends
  | { prefixItems: infer Items extends readonly unknown[] }
  | { items: infer Items extends readonly unknown[] }
  ? { -readonly [K in keyof Items]: SchemaType<Items[K], Stage, Root> }
  : S extends { items: infer Item }
    ? SchemaType<Item, Stage, Root>[]
    : unknown[]

type AllOf<Parts, Stage extends SchemaStage, Root> = Parts extends readonly [infer First, ...infer Rest]
  ? SchemaType<First, Stage, Root> & AllOf<Rest, Stage, Root>
  : unknown

/** `#`, `#/$defs/Name`, or TypeBox's `Name`. */
type Referenced<Root, Name> = Name extends '#'
  ? Root
  : Root extends { $defs: infer Defs }
    ? Name extends `#/$defs/${infer Key extends string & keyof Defs}`
      ? Defs[Key]
      : Name extends keyof Defs
        ? Defs[Name]
        : unknown
    : unknown

type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T

type Flat<T> = { [K in keyof T]: T[K] } & NonNullable<unknown>
