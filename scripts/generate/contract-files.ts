/** Published schemas and compiled validators of every contract that has a schema.ts. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { escapeToken } from '../../src/lib/pointer.ts'

type Schema = Record<string, unknown>
type SchemasByVersion = Record<string, Record<string, Schema>>

/** Annotations in our schema sources that are not JSON Schema: which rule a node, or a closed object, belongs to. */
const annotations = ['rule', 'closed']

export async function contractFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const contract of readdirSync('src/contracts')) {
    const source = join('src/contracts', contract, 'schema.ts')
    if (!existsSync(source)) continue
    const { schemas } = (await import(join(process.cwd(), source))) as { schemas: SchemasByVersion }
    for (const [version, named] of Object.entries(schemas)) {
      for (const [name, schema] of Object.entries(named)) {
        const published = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...(bare(schema) as Schema) }
        files.set(`schemas/${contract}/${version}/${name}.json`, `${JSON.stringify(published, null, 2)}\n`)
      }
    }
    files.set(join('src/contracts', contract, 'validators.generated.ts'), validators(schemas))
  }
  return files
}

/** A schema without our annotations. */
function bare(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bare)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(annotations.includes(key) && typeof value === 'string'))
      .map(([key, value]) => [key, bare(value)]),
  )
}

/** One module with a compiled function per different schema, however many versions share it. */
function validators(schemas: SchemasByVersion): string {
  const ajv = new Ajv2020({
    allErrors: true,
    messages: false,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    unicodeRegExp: false,
    unicode: false,
    logger: false,
    code: { source: true, esm: true, lines: true, optimize: 2 },
  } as ConstructorParameters<typeof Ajv2020>[0])
  ajv.addVocabulary(annotations)
  const functions = new Map<string, string>()
  const rules = new Map<string, string>()
  const table = Object.entries(schemas).map(([version, named]) => {
    const rows = Object.entries(named).map(([name, { $id: _, ...schema }]) => {
      const text = JSON.stringify(schema)
      const known = functions.get(text)
      const id = known ?? `check${functions.size}`
      if (known === undefined) {
        ajv.addSchema(schema, id)
        functions.set(text, id)
        rules.set(id, JSON.stringify(rulePaths(schema)))
      }
      return `    ${JSON.stringify(name)}: { check: ${id}, rules: rules.${id} },`
    })
    return `  ${JSON.stringify(version)}: {\n${rows.join('\n')}\n  },`
  })
  const ids = [...functions.values()]
  const code = standaloneCode.default(ajv, Object.fromEntries(ids.map(id => [id, id])))
  if (code.includes('require(')) throw new Error('A validator needs Ajv at run time: avoid the keyword that does.')
  return `// Generated from schema.ts by scripts/generate.ts. Do not edit.
// @ts-nocheck
import type { Validator } from '../../codec/schema-findings.ts'

${code.replace('"use strict";', '')}
const rules = {
${[...rules].map(([id, paths]) => `  ${id}: ${paths},`).join('\n')}
}

export const validators: Readonly<Record<string, Readonly<Record<string, Validator>>>> = {
${table.join('\n')}
}
`
}

/** The rule of each annotated node, by the path that Ajv reports. */
function rulePaths(schema: unknown, path = '#', found: Record<string, string> = {}): Record<string, string> {
  if (typeof schema !== 'object' || schema === null) return found
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'rule' && typeof value === 'string') found[path] = value
    else if (key === 'closed' && typeof value === 'string') found[`${path}/additionalProperties`] = value
    else rulePaths(value, `${path}/${encodeURIComponent(escapeToken(key))}`, found)
  }
  return found
}
