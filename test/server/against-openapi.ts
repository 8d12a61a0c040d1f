/** Holds real calls and answers against an OpenAPI 3.1 document. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { isObject, type Json, type JsonObject } from '../../src/lib/json-value.ts'

/** An answer as far as a document speaks of it. */
export interface SeenAnswer {
  method: string
  /** As it was asked for, without the query. */
  path: string
  status: number
  contentType: string | null
  /** The JSON of the body; its text where it is none. */
  body: Json
}

/** A call as far as a document speaks of it. */
export interface SeenCall {
  method: string
  /** With the query. */
  url: string
  headers?: Record<string, string>
  body?: Json
}

export interface AgainstOpenapi {
  /** What the document does not say of an answer, or says otherwise; empty when all is as it says. */
  answer(seen: SeenAnswer): string[]
  /** The same of a call that should be valid. */
  call(seen: SeenCall): string[]
  /** Reads a response (a copy of it) and judges it. */
  response(request: { method: string; url: string }, response: Response): Promise<string[]>
}

/**
 * @example
 * const against = againstOpenapi(await (await server.fetch(new Request('http://agent/openapi.json'))).json())
 * expect(await against.response(request, response)).toEqual([])
 */
export function againstOpenapi(document: JsonObject): AgainstOpenapi {
  const { validate, coerce } = validators(document)

  function answer({ method, path, status, contentType, body }: SeenAnswer): string[] {
    const found = find(document, method, path)
    if (found === undefined) return [`${method} ${path} is not documented`]
    const at = `${method} ${found.template} ${status}`
    const response = resolve(document, objectAt(found.operation.responses)[String(status)])
    if (response === undefined) return [`${at} is not documented`]
    if (response.content === undefined) return body === '' ? [] : [`${at} has no body`]
    const type = baseType(contentType)
    const media = objectAt(response.content)[type]
    if (!isObject(media)) return [`${at} ${type} is not documented`]
    return validate(media.schema, body).map(problem => `${at} ${type}: ${problem}`)
  }

  function call({ method, url, headers = {}, body }: SeenCall): string[] {
    const { pathname, searchParams } = new URL(url, 'http://agent')
    const found = find(document, method, pathname)
    if (found === undefined) return [`${method} ${pathname} is not documented`]
    const at = `${method} ${found.template}`
    const parameters = listAt(found.operation.parameters)
      .map(node => resolve(document, node))
      .filter(isObject)
    const given = new Headers(headers)
    const problems = parameters.flatMap(parameter => {
      const name = String(parameter.name)
      const values =
        parameter.in === 'query'
          ? searchParams.getAll(name)
          : [parameter.in === 'path' ? found.params[name] : (given.get(name) ?? undefined)].filter(isText)
      if (values.length === 0) return parameter.required === true ? [`${name} is missing`] : []
      return coerce(parameter.schema, values).map(problem => `${name}: ${problem}`)
    })
    const named = new Set(parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name))
    const strange = [...searchParams.keys()].filter(name => !named.has(name)).map(name => `?${name}= is not documented`)
    return [...problems, ...strange, ...judgeBody(found.operation, body)].map(problem => `${at}: ${problem}`)
  }

  function judgeBody(operation: JsonObject, body: Json | undefined): string[] {
    const described = resolve(document, operation.requestBody)
    if (described === undefined) return body === undefined ? [] : ['no body is documented']
    if (body === undefined) return described.required === true ? ['the body is missing'] : []
    const media = objectAt(described.content)['application/json']
    return isObject(media) ? validate(media.schema, body) : ['no JSON body is documented']
  }

  return {
    answer,
    call,
    async response({ method, url }, response) {
      const contentType = response.headers.get('content-type')
      const text = await response.clone().text()
      const body = /[/+]json$/.test(baseType(contentType)) ? (JSON.parse(text) as Json) : text
      return answer({ method, path: new URL(url, 'http://agent').pathname, status: response.status, contentType, body })
    },
  }
}

function validators(document: JsonObject) {
  const components = { schemas: objectAt(objectAt(document.components).schemas) }
  const compiler = (coerceTypes: boolean) => {
    const ajv = new Ajv2020({ allErrors: true, strict: false, logger: false, coerceTypes })
    formats.default(ajv)
    const known = new Map<string, ReturnType<typeof ajv.compile>>()
    return (schema: Json | undefined, value: unknown): string[] => {
      const key = JSON.stringify(schema ?? {})
      const check = known.get(key) ?? ajv.compile({ ...objectAt(schema), components })
      known.set(key, check)
      if (check(value)) return []
      return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
    }
  }
  const loose = compiler(true)
  return {
    validate: compiler(false),
    /** Texts pass when the schema takes them as what they spell. */
    coerce(schema: Json | undefined, values: readonly string[]): string[] {
      const wrap = { type: 'object', properties: { value: schema ?? {} } }
      const alone = values.length === 1 ? loose(wrap, { value: values[0] }) : ['is given more than once']
      return alone.length === 0 ? [] : loose(wrap, { value: [...values] }).length === 0 ? [] : alone
    },
  }
}

interface Found {
  template: string
  params: Record<string, string>
  operation: JsonObject
}

/** The path with the most letters of its own that fits. */
function find(document: JsonObject, method: string, path: string): Found | undefined {
  const fitting = Object.entries(objectAt(document.paths)).flatMap(([template, item]) => {
    const names: string[] = []
    const source = template
      .split(/(\{\w+\})/)
      .map(piece => {
        if (!piece.startsWith('{')) return RegExp.escape(piece)
        names.push(piece.slice(1, -1))
        return '([^/]+?)'
      })
      .join('')
    const match = new RegExp(`^${source}$`).exec(path)
    const operation = objectAt(item)[method === 'HEAD' ? 'get' : method.toLowerCase()]
    if (match === null || !isObject(operation)) return []
    const params = Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]))
    return [{ template, params, operation, letters: template.replaceAll(/\{\w+\}/g, '').length }]
  })
  return fitting.toSorted((a, b) => b.letters - a.letters)[0]
}

function resolve(document: JsonObject, node: Json | undefined): JsonObject | undefined {
  if (!isObject(node)) return undefined
  if (typeof node.$ref !== 'string') return node
  const [, , kind = '', name = ''] = node.$ref.split('/')
  return resolve(document, objectAt(objectAt(document.components)[kind])[name])
}

function baseType(contentType: string | null): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

function objectAt(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}

function listAt(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

function isText(value: string | undefined): value is string {
  return value !== undefined
}
