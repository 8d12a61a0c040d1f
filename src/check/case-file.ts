/** Reads a case file: YAML or JSON. Errors name the line and the column. */
import { type Document, LineCounter, parseDocument, type YAMLError } from 'yaml'
import type { ProbeCase, Probing } from '../codec/probing.ts'
import { ReplywireError } from '../errors.ts'
import type { JsonObject } from '../lib/json-value.ts'
import { escapeToken, tokensOf } from '../lib/pointer.ts'
import { CaseFile } from './case-schema.ts'
import { variablesIn } from './variables.ts'
import { circularAlias } from './yaml-circle.ts'

/** The file as it was read, before the contract is known. */
export interface ParsedCaseFile {
  readonly contract?: string
  /** The cases for a contract; throws where one expects a row that the contract does not have. */
  casesFor(probing: Pick<Probing, 'rows'>): readonly ProbeCase[]
  /** The line of a case, from 1. */
  lineOf(name: string): number | undefined
}

const maxBytes = 1024 * 1024
const mostProblems = 10

/** Reads the text of a case file. `name` is how errors call the file. */
export async function readCaseFile(
  text: string,
  name: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<ParsedCaseFile> {
  if (Buffer.byteLength(text) > maxBytes) throw unreadable([`${name}: it is larger than 1 MiB.`])
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, strict: true, stringKeys: true })
  const place = (offset: number | undefined): string => {
    const { line, col } = lines.linePos(offset ?? 0)
    return `${name}:${line}:${col}`
  }
  const [broken] = [...document.errors, ...document.warnings]
  if (broken !== undefined) throw unreadable([`${place(broken.pos[0])}: ${problemOf(broken)}.`])
  const circle = circularAlias(document, text)
  if (circle !== undefined) throw unreadable([`${name}:${circle.line}:${circle.column}: ${circle.message}.`])
  const at = (pointer: string): string => place(offsetOf(document, pointer))
  const file = toJson(document, name)
  await validateFile(file, at)
  const { cases, contract } = file as CaseFile
  checkNames(cases, at)
  checkValues(cases, at)
  checkVariables(cases, at)
  return {
    ...(contract === undefined ? undefined : { contract }),
    lineOf(name) {
      const index = cases.findIndex(one => one.name === name)
      return index < 0 ? undefined : lines.linePos(offsetOf(document, `/cases/${index}`) ?? 0).line
    },
    casesFor({ rows }) {
      const known = rows.map(row => row.name)
      return cases.map((one, index) => {
        if (one.expect !== undefined && !known.includes(one.expect)) {
          const list = known.length === 0 ? 'it has none' : `there are ${known.join(', ')}`
          throw unreadable([`${at(`/cases/${index}/expect`)}: the contract has no row of this name; ${list}.`])
        }
        return caseOf(one, pointer => at(`/cases/${index}${pointer}`), environment)
      })
    },
  }
}

function problemOf({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return 'a case file is one document'
  if (message.includes('call stack')) return 'it is nested too deep'
  return message.split('\n')[0]?.replace(/ at line \d+.*$/, '') ?? ''
}

function toJson(document: Document, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 50 })
  } catch {
    throw unreadable([`${name}: it has more aliases than a case file needs.`])
  }
}

function offsetOf(document: Document, pointer: string): number | undefined {
  const path = tokensOf(pointer)
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length).map(indexed), true)
    const range = (node as { range?: readonly number[] } | null | undefined)?.range
    if (range !== undefined && range !== null) return range[0]
  }
  return undefined
}

/** Items of a list are found by a number. */
function indexed(token: string): string | number {
  return /^\d+$/.test(token) ? Number(token) : token
}

async function validateFile(file: unknown, at: (pointer: string) => string): Promise<void> {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const validate = new Ajv2020({ allErrors: true, strict: false }).compile(CaseFile)
  if (validate(file)) return
  const problems = (validate.errors ?? []).map(({ instancePath, message = 'is wrong', keyword, params }) => {
    const { additionalProperty, missingProperty } = params as Record<string, string | undefined>
    if (keyword === 'additionalProperties') {
      return `${at(`${instancePath}/${additionalProperty}`)}: ${wordFor(instancePath)} has no member "${additionalProperty}".`
    }
    if (keyword === 'required') return `${at(instancePath)}: ${wordFor(instancePath)} needs "${missingProperty}".`
    return `${at(instancePath)}: ${instancePath === '' ? 'the file' : instancePath} ${message}.`
  })
  throw unreadable(problems)
}

function wordFor(pointer: string): string {
  if (pointer === '') return 'a case file'
  return /^\/cases\/\d+$/.test(pointer) ? 'a case' : pointer
}

function checkNames(cases: CaseFile['cases'], at: (pointer: string) => string): void {
  const names = new Set<string>()
  for (const [index, { name }] of cases.entries()) {
    if (names.has(name)) throw unreadable([`${at(`/cases/${index}/name`)}: another case has this name.`])
    names.add(name)
  }
}

const isHeaderValue = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text)

/** YAML has values that JSON has not, and any text as a header. */
function checkValues(cases: CaseFile['cases'], at: (pointer: string) => string): void {
  for (const [index, { input = {}, headers = {} }] of cases.entries()) {
    const odd = notJson(input, `/cases/${index}/input`)
    if (odd !== undefined) throw unreadable([`${at(odd)}: this is no JSON value.`])
    for (const [name, value] of Object.entries(headers)) {
      const place = at(`/cases/${index}/headers/${escapeToken(name)}`)
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw unreadable([`${place}: this is no name of a header.`])
      if (!isHeaderValue(value)) throw unreadable([`${place}: a header is one line, in Latin letters.`])
    }
  }
}

/** The pointer to the first value that JSON cannot write. */
function notJson(value: unknown, pointer: string): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : pointer
  if (typeof value !== 'object' || ArrayBuffer.isView(value) || value instanceof Date) return pointer
  for (const [name, member] of Object.entries(value)) {
    const odd = notJson(member, `${pointer}/${escapeToken(name)}`)
    if (odd !== undefined) return odd
  }
  return undefined
}

/** A case with a variable that no earlier case saves could never be run. */
function checkVariables(cases: CaseFile['cases'], at: (pointer: string) => string): void {
  const saved = new Set<string>()
  for (const [index, { input = {}, save = {} }] of cases.entries()) {
    for (const { name, pointer } of variablesIn(input as JsonObject)) {
      if (saved.has(name)) continue
      throw unreadable([`${at(`/cases/${index}/input${pointer}`)}: no earlier case saves a value for ${name}.`])
    }
    for (const name of Object.keys(save)) saved.add(name)
  }
}

function caseOf(
  {
    name,
    operation,
    route,
    headers = {},
    input = {},
    expect,
    effects,
    stream = false,
    async: isAsync = false,
    timeout,
    save,
  }: CaseFile['cases'][number],
  at: (pointer: string) => string,
  environment: Readonly<Record<string, string | undefined>>,
): ProbeCase {
  const [method = '', path = ''] = route?.split(' ') ?? []
  const filled = Object.entries(headers).map(([header, value]): [string, string] => [
    header,
    value.replaceAll(/\$\{env:(\w+)\}/g, (_, variable: string) => {
      const text = environment[variable]
      if (text === undefined) throw unreadable([`${at('/headers')}: the environment variable ${variable} is not set.`])
      if (!isHeaderValue(text))
        throw unreadable([`${at('/headers')}: the environment variable ${variable} does not fit into a header.`])
      return text
    }),
  ])
  return {
    name,
    operation,
    input: input as JsonObject,
    ...(route === undefined ? undefined : { route: { method, path, headers: Object.fromEntries(filled) } }),
    ...(expect === undefined ? undefined : { expects: expect }),
    hasEffects: effects !== 'none',
    streams: stream,
    ...(isAsync ? { isAsync } : undefined),
    ...(timeout === undefined ? undefined : { deadlineMs: Math.round(timeout * 1000) }),
    ...(save === undefined ? undefined : { saves: save }),
  }
}

/** The first problem is the message; the others follow as further lines. */
function unreadable(problems: readonly string[]): ReplywireError {
  const [first = '', ...rest] = problems.slice(0, mostProblems)
  return Object.assign(new ReplywireError('ERR_UNREADABLE', first), { detail: rest })
}
