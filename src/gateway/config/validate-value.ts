/** Validates a value by a schema. Every mistake has its pointer, what is expected there, and how to fix it. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { isObject } from '../../lib/json-value.ts'
import { escapeToken, tokensOf } from '../../lib/pointer.ts'
import { didYouMean } from '../../lib/suggest.ts'

/** A mistake in a value. */
export interface ValueProblem {
  readonly pointer: string
  /** The mistake is the key at the pointer, not its value. */
  readonly isKey: boolean
  /** The key is not known. */
  readonly isUnknownKey: boolean
  readonly message: string
  readonly fix?: string | undefined
}

/** A node of a schema, as messages need it. */
interface SchemaNode {
  readonly type?: string
  readonly properties?: Readonly<Record<string, unknown>>
  readonly expected?: string
  readonly enum?: readonly unknown[]
}

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, logger: false })

/** Every mistake in a value; none means that it is valid. `root` is what messages call the whole value. */
export function validateValue(schema: object, value: unknown, root = 'the file'): ValueProblem[] {
  const validate = ajv.compile(schema)
  if (validate(value)) return []
  return withoutBranches(validate.errors ?? []).map(error => problemOf(error, root))
}

/**
 * Of a union, only the branch that the value is meant for matters: the one whose type it has. If it has none of their
 * types, the union as a whole is the mistake.
 */
function withoutBranches(errors: readonly ErrorObject[]): ErrorObject[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf')
  const dropped = new Set<ErrorObject>()
  for (const union of unions) {
    const inside = errors.filter(error => error !== union && error.schemaPath.startsWith(`${union.schemaPath}/`))
    const branchOf = ({ schemaPath }: ErrorObject): string =>
      schemaPath.slice(union.schemaPath.length + 1).split('/')[0] ?? ''
    const mistyped = new Set(
      inside
        .filter(({ keyword, instancePath }) => keyword === 'type' && instancePath === union.instancePath)
        .map(branchOf),
    )
    const meant = inside.filter(error => !mistyped.has(branchOf(error)))
    const branches = new Set(meant.map(branchOf))
    const isClear =
      branches.size === 1 &&
      meant.some(
        ({ instancePath, keyword }) =>
          instancePath !== union.instancePath || keyword === 'additionalProperties' || keyword === 'required',
      )
    for (const error of inside) if (!isClear || mistyped.has(branchOf(error))) dropped.add(error)
    if (isClear) dropped.add(union)
  }
  const seen = new Set<string>()
  return errors.filter(error => {
    const key = `${error.instancePath} ${error.keyword} ${JSON.stringify(error.params)}`
    if (dropped.has(error) || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

function problemOf(
  { instancePath, keyword, params, parentSchema = {}, message = '' }: ErrorObject,
  root: string,
): ValueProblem {
  const name = nameOf(instancePath)
  const node = parentSchema as SchemaNode
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const key = String(params.additionalProperty ?? params.unevaluatedProperty)
    const known = Object.keys(node.properties ?? {}).filter(one => one !== '$schema')
    return {
      pointer: `${instancePath}/${escapeToken(key)}`,
      isKey: true,
      isUnknownKey: true,
      message: `there is no key "${key}" in ${name === '' ? root : name}`,
      fix: didYouMean(key, known) ?? `Known keys: ${known.toSorted().join(', ')}.`,
    }
  }
  const at = { pointer: instancePath, isKey: false, isUnknownKey: false }
  const where = name === '' ? root : name
  if (keyword === 'required') {
    return {
      ...at,
      message: `${where} needs the key "${params.missingProperty}"`,
      fix: `Add ${params.missingProperty}.`,
    }
  }
  const expected = node.expected ?? expectation(keyword, params, node, message)
  return { ...at, message: `${where} is not valid`, fix: `Expected: ${expected}.` }
}

function expectation(
  keyword: string,
  params: Readonly<Record<string, unknown>>,
  node: SchemaNode,
  message: string,
): string {
  if (keyword === 'enum') return (params.allowedValues as readonly unknown[]).map(String).join(', ')
  if (keyword === 'const') return String(params.allowedValue)
  if (keyword === 'type') return typeNames[String(params.type)] ?? String(params.type)
  if (keyword === 'anyOf' || keyword === 'oneOf') {
    const branches: readonly unknown[] = (node as Record<string, unknown[]>)[keyword] ?? []
    return branches.filter(isObject).map(branchName).join(', or ')
  }
  // Ajv words the others well, and quotes the schema only: "must be <= 10", "must match pattern …".
  return message.replace(/^must (?:be )?(?:NOT )?/, text => (text.includes('NOT') ? 'not ' : ''))
}

function branchName(branch: object): string {
  const { expected, type, enum: values } = branch as SchemaNode
  return expected ?? values?.join(', ') ?? typeNames[type ?? ''] ?? 'another form'
}

const typeNames: Readonly<Record<string, string>> = {
  object: 'keys with values',
  array: 'a list',
  string: 'a text (in quotes, if it looks like a number)',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'nothing',
}

/** `routes[2].path` */
function nameOf(pointer: string): string {
  return tokensOf(pointer).reduce((name, token) => {
    if (/^\d+$/.test(token)) return `${name}[${token}]`
    return name === '' ? token : `${name}.${token}`
  }, '')
}
