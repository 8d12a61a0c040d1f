/**
 * Schemas as code: a function per schema, without Ajv at run time and without `new Function`. Each error names the rule
 * that is broken, so that no table of schema paths is needed.
 */
import { Ajv, type Options } from 'ajv'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { ruleFinder } from './rule-paths.ts'

export type Schema = Record<string, unknown>
export type SchemasByVersion = Record<string, Record<string, Schema>>

/** Annotations in our schema sources that are not JSON Schema: which rule a node, or a closed object, belongs to. */
export const annotations: readonly string[] = ['rule', 'closed']

/** A sub-schema that is used more than once and has this many characters becomes a function of its own. */
const worthSharing = 150

const options: Options = {
  allErrors: true,
  messages: false,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
  inlineRefs: false,
  unicodeRegExp: false,
  unicode: false,
  logger: false,
  // One statement a line, so that lines can be dropped; they are joined afterwards.
  code: { source: true, esm: true, lines: true, optimize: 2 },
}

/** A module that exports `validators`: a function per different schema, however many versions have it. */
export function validatorsCode(schemas: SchemasByVersion): string {
  const { code, table } = checksOf(schemas, check => `{ check: ${check} }`)
  return `// Generated from schema.ts by scripts/generate.ts. Do not edit.
${helpers}\n${code}\nexport const validators = {\n${table}\n}\n`
}

/** The functions of all schemas, and the table of them by version and name. */
export function checksOf(schemas: SchemasByVersion, cell: (check: string) => string): { code: string; table: string } {
  const roots = new Map<string, string>()
  const table = Object.entries(schemas).map(([version, named]) => {
    const rows = Object.entries(named).map(([name, { $id: _, ...schema }]) => {
      const text = JSON.stringify(schema)
      if (!roots.has(text)) roots.set(text, `check${roots.size}`)
      return `${JSON.stringify(name)}: ${cell(roots.get(text) as string)}`
    })
    return `  ${JSON.stringify(version)}: { ${rows.join(', ')} },`
  })
  return { code: functions(roots), table: table.join('\n') }
}

/** Adds to the errors of a function: one of its own, or those of a function that it calls. */
const helpers = `const add = (errors, error) => { if (errors === null) return [error]; errors.push(error); return errors }
const addAll = (errors, more) => { if (errors === null) return more; for (const error of more) errors.push(error); return errors }`

function functions(roots: ReadonlyMap<string, string>): string {
  const ajv = new Ajv(options)
  ajv.addVocabulary([...annotations])
  const shared = repeatedIn(roots)
  const named = [...new Map([...roots, ...shared])]
  for (const [text, id] of named) ajv.addSchema(childrenByReference(JSON.parse(text), shared), id)
  const code = standaloneCode.default(ajv, Object.fromEntries([...roots.values()].map(id => [id, id])))

  const rules = new Map(named.map(([text, id]) => [String(ajv.getSchema(id)?.source?.validateName), JSON.parse(text)]))
  const lines = code.split('\n').filter(line => {
    const constant = /^const (schema\d+) =/.exec(line)?.[1]
    return (
      line !== '"use strict";' && (constant === undefined || code.split(new RegExp(`\\b${constant}\\b`)).length > 2)
    )
  })
  return lines
    .join('')
    .split(/(?=function validate\d+\()/)
    .map(part => compact(part, rules.get(/^function (validate\d+)/.exec(part)?.[1] ?? '')))
    .join('\n')
}

/** What Ajv writes, shorter. A function has nothing to do with its parent, and an error names its rule. */
function compact(code: string, schema: Schema | undefined): string {
  const rule = ruleFinder(schema)
  const shorter = code
    .replace(', {instancePath="", parentData, parentDataProperty, rootData=data}={})', ', instancePath="")')
    .replaceAll(
      /\{instancePath(?::((?:[^,"]|"(?:[^"\\]|\\.)*")+))?,parentData:[^,]+,parentDataProperty:(?:[^,"]|"(?:[^"\\]|\\.)*")+,rootData\}/g,
      (_, path = 'instancePath') => path,
    )
    .replaceAll(
      /vErrors = vErrors === null \? (validate\d+\.errors) : vErrors\.concat\(\1\)/g,
      'vErrors = addAll(vErrors,$1)',
    )
    .replaceAll(
      /const (err\d+) = (\{.*?\});if\(vErrors === null\)\{vErrors = \[\1\];\}else \{vErrors\.push\(\1\);\}/g,
      'vErrors = add(vErrors,$2);',
    )
    .replaceAll(
      /schemaPath:("(?:[^"\\]|\\.)*"),keyword:"([^"]+)"(,params:\{missingProperty: ("(?:[^"\\]|\\.)*")\})?/g,
      (_, path: string, keyword: string, params = '', missing = '""') => {
        const id = rule(JSON.parse(path), keyword, JSON.parse(missing))
        return `${id === undefined ? '' : `rule:${JSON.stringify(id)},`}keyword:"${keyword}"${params}`
      },
    )
  const unknown = /require\(|[,{]schemaPath:|parentDataProperty|vErrors\.(?:concat|push)/.exec(shorter)
  if (unknown !== null) {
    const near = shorter.slice(Math.max(0, unknown.index - 100), unknown.index + 100)
    throw new Error(`Ajv wrote code that is not known here, perhaps for a new keyword: ${near}`)
  }
  return shorter
}

/** Sub-schemas that stand in more than one place, by their text: the largest ones, and what repeats inside of them. */
function repeatedIn(roots: ReadonlyMap<string, string>): Map<string, string> {
  const repeated = new Map<string, string>()
  const seen = new Set(roots.keys())
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    const text = shareable(node)
    if (text !== undefined && seen.has(text)) {
      repeated.set(text, roots.get(text) ?? repeated.get(text) ?? `part${repeated.size}`)
      return
    }
    if (text !== undefined) seen.add(text)
    for (const child of Object.values(node)) visit(child)
  }
  for (const text of roots.keys()) visit(Object.values(JSON.parse(text)))
  return repeated
}

/** The text of a node that may be shared: one that names its rule means the same wherever it stands. */
function shareable(node: object): string | undefined {
  if (!('rule' in node) || typeof node.rule !== 'string') return undefined
  const text = JSON.stringify(node)
  return text.length < worthSharing ? undefined : text
}

function childrenByReference(schema: Schema, shared: ReadonlyMap<string, string>): Schema {
  const visit = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node
    if (Array.isArray(node)) return node.map(visit)
    const id = shared.get(shareable(node) ?? '')
    return id === undefined ? childrenByReference(node as Schema, shared) : { $ref: id }
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, visit(value)]))
}
