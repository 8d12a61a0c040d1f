/** A fixture: one message of a contract's golden corpus, and what a check finds in it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { check, editionOf } from '../codec/check.ts'
import type { Contract } from '../codec/contract.ts'
import type { Finding } from '../codec/rule.ts'
import { ReplywireError } from '../errors.ts'
import { isObject, type Json } from '../lib/json-value.ts'
import { pointer } from '../lib/pointer.ts'
import { a2aWire } from '../wire/a2a.ts'
import { Body } from '../wire/body.ts'
import { fileWire } from '../wire/file.ts'
import { httpWire } from '../wire/http.ts'
import { mcpWire } from '../wire/mcp.ts'
import { type Carrier, carriers, type Wire } from '../wire/wire.ts'

/** A message in a file, with the findings that are expected. */
export interface Fixture {
  file: string
  version: string
  /** Whether a check has no `must` finding, as the name says: `<family>.valid.<what>.json`, `<family>.invalid.<what>.json`. */
  valid: boolean
  /** Whether a check of conformance has none either: not so in `<family>.tolerated.<what>.json`, which is valid otherwise. */
  conforms: boolean
  about: string
  face: Carrier
  message: string
  /** The published schema that the body, or its part at `at`, follows. */
  schema?: string
  at: string
  status?: number
  method?: string
  target?: string
  headers?: Record<string, string>
  body?: Json
  text?: string
  expect: { rule: string; pointer: string }[]
}

/**
 * Every fixture below `<folder>/<version>/`. Throws for a name, a version or a member that fixtures do not have.
 *
 * @example
 * const valid = readFixtures(yaagents, 'fixtures').filter(fixture => fixture.valid)
 */
export function readFixtures(contract: Contract, folder: string): Fixture[] {
  if (!existsSync(folder)) {
    throw misuse(
      `There is no folder ${folder}. It has a folder per edition of ${contract.id}: ${versionsOf(contract)}.`,
    )
  }
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .flatMap(({ name: version }) => {
      if (!Object.hasOwn(contract.editions, version)) {
        const problem = `${join(folder, version)}: the folder has the name of no edition of ${contract.id}`
        throw misuse(`${problem}. Use one of: ${versionsOf(contract)}.`)
      }
      return readdirSync(join(folder, version))
        .filter(name => name.endsWith('.json'))
        .map(name => readFixture(contract, version, join(folder, version, name)))
    })
}

const versionsOf = ({ editions }: Contract): string => Object.keys(editions).join(', ')

const misuse = (message: string): ReplywireError => new ReplywireError('ERR_MISUSE', message)

/** What a name says of a message: whether it is valid, and whether a check of conformance accepts it too. */
const verdicts: ReadonlyMap<string, { valid: boolean; conforms: boolean }> = new Map([
  ['valid', { valid: true, conforms: true }],
  ['tolerated', { valid: true, conforms: false }],
  ['invalid', { valid: false, conforms: false }],
])

/** The members that a file may have. The others follow from its place and its name. */
const fileMembers: ReadonlySet<string> = new Set(
  'about face message schema at status method target headers body text expect'.split(' '),
)

function readFixture(contract: Contract, version: string, file: string): Fixture {
  const [, verdict = ''] = basename(file).split('.')
  const says = basename(file).split('.').length < 4 ? undefined : verdicts.get(verdict)
  if (says === undefined) {
    const forms = [...verdicts.keys()].map(word => `<family>.${word}.<what>.json`).join(', ')
    throw misuse(`${file}: the name of a fixture is one of ${forms}.`)
  }
  const edition = editionOf(contract, version)
  const face = carriers.find(carrier => edition[carrier] !== undefined) ?? 'http'
  const members = membersOf(file)
  return { about: '', face, message: 'response', at: '', expect: [], ...members, file, version, ...says }
}

function membersOf(file: string): Partial<Fixture> {
  const members = parsed(file)
  if (!isObject(members)) throw misuse(`${file}: a fixture is a JSON object.`)
  const unknown = Object.keys(members).find(name => !fileMembers.has(name))
  if (unknown !== undefined) {
    throw misuse(`${file}: a fixture has no member ${pointer(unknown)}. It may have: ${[...fileMembers].join(', ')}.`)
  }
  return members as Partial<Fixture>
}

function parsed(file: string): Json {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Json
  } catch (cause) {
    throw new ReplywireError('ERR_MISUSE', `${file}: a fixture is a JSON object, and this is no JSON.`, { cause })
  }
}

/**
 * The wire that a fixture describes; `body` replaces its own.
 *
 * @example
 * const wires = readFixtures(yaagents, 'fixtures').map(fixture => wireOf(fixture))
 */
export function wireOf(fixture: Fixture, body: Json | undefined = fixture.body): Wire {
  const content = fixture.text === undefined ? Body.ofText(JSON.stringify(body)) : Body.ofText(fixture.text)
  switch (fixture.face) {
    case 'http': {
      const { status, method, target, headers = {} } = fixture
      return httpWire({ status, method, target, headers, body: content })
    }
    case 'mcp':
      return mcpWire(content)
    case 'a2a':
      return a2aWire(content)
    case 'file':
      return fileWire(content)
  }
}

/**
 * What a check finds in a fixture, or in the same message with another body.
 *
 * @example
 * for (const fixture of readFixtures(yaagents, 'fixtures')) console.log(fixture.file, checkFixture(yaagents, fixture))
 */
export function checkFixture(contract: Contract, fixture: Fixture, body?: Json, conformance = false): Finding[] {
  const { version, message } = fixture
  return check(contract, wireOf(fixture, body), { version, message, conformance })
}
