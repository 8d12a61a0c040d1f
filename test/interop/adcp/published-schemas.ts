/** The published JSON Schemas of one release, compiled by Ajv on demand. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

export class PublishedSchemas {
  readonly #ajv = new Ajv({ strict: false, allErrors: false, logger: false, validateFormats: true })
  readonly #ids = new Map<string, string>()
  readonly #parts = new Map<string, ValidateFunction>()
  #answer: ValidateFunction | undefined

  constructor(folder: string) {
    addFormats.default(this.#ajv)
    const known = new Set<string>()
    for (const path of globSync('**/*.json', { cwd: folder })) {
      const { $schema: _, ...schema } = JSON.parse(readFileSync(join(folder, path), 'utf8'))
      if (typeof schema.$id !== 'string') continue
      this.#ids.set(path, schema.$id)
      // Some are published at two paths, under one id.
      if (!known.has(schema.$id)) this.#ajv.addSchema(schema)
      known.add(schema.$id)
    }
  }

  /** What every published response is composed of: the envelope, the versions, and a list of errors. */
  answerReason(body: unknown): string | undefined {
    const ref = (path: string) => ({ $ref: this.#ids.get(path) ?? '' })
    this.#answer ??= this.#ajv.compile({
      allOf: [ref('core/protocol-envelope.json'), ref('core/version-envelope.json')],
      properties: { errors: { type: 'array', items: ref('core/error.json') } },
    })
    return this.#answer(body) ? undefined : reasonOf(this.#answer)
  }

  /** The same as `reason` for a schema whose members, by their paths, are objects of any form. */
  reasonWithout(path: string, members: readonly string[], body: unknown): string | undefined {
    let validate = this.#parts.get(path)
    if (validate === undefined) {
      const { $id: _, ...schema } = structuredClone(this.#schemaOf(path))
      for (const member of members) openMember(schema, member.split('/'))
      const isInside = (condition: object) => /"(?:media_buy|governance)"/.test(JSON.stringify(condition))
      const conditions = (schema.allOf as object[]).filter(condition => !isInside(condition))
      validate = this.#ajv.compile({ ...schema, allOf: conditions })
      this.#parts.set(path, validate)
    }
    return validate(body) ? undefined : reasonOf(validate)
  }

  #schemaOf(path: string): Record<string, unknown> {
    const { schema } = this.#ajv.getSchema(this.#ids.get(path) ?? '') ?? {}
    if (typeof schema !== 'object') throw new Error(`There is no schema ${path}.`)
    return schema
  }

  has(path: string): boolean {
    return this.#ids.has(path)
  }

  /** Why a document is not valid; undefined when it is. */
  reason(path: string, body: unknown): string | undefined {
    const id = this.#ids.get(path)
    const validate: ValidateFunction | undefined = id === undefined ? undefined : this.#ajv.getSchema(id)
    if (validate === undefined) throw new Error(`There is no schema ${path}.`)
    return validate(body) ? undefined : reasonOf(validate)
  }
}

type Members = Record<string, { properties?: Members }>

function openMember(schema: { properties?: Members }, [name = '', ...rest]: readonly string[]): void {
  const { properties } = schema
  const member = properties?.[name]
  if (properties === undefined || member === undefined) return
  if (rest.length > 0) openMember(member, rest)
  else properties[name] = { type: 'object' } as object
}

function reasonOf({ errors }: ValidateFunction): string {
  const [error] = errors ?? []
  return `${error?.instancePath ?? ''} ${error?.message ?? ''} (${error?.schemaPath ?? ''})`
}
