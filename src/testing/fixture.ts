/** A fixture: one message of a contract's golden corpus, and what a check finds in it. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { check, editionOf } from '../codec/check.ts'
import type { Contract } from '../codec/contract.ts'
import type { Finding } from '../codec/rule.ts'
import type { Json } from '../lib/json-value.ts'
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
  /** The name says so: `<family>.valid.<what>.json` or `<family>.invalid.<what>.json`. */
  valid: boolean
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
 * Every fixture below `<folder>/<version>/`.
 *
 * @example
 * const valid = readFixtures(yaagents, 'fixtures').filter(fixture => fixture.valid)
 */
export function readFixtures(contract: Contract, folder: string): Fixture[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .flatMap(({ name: version }) =>
      readdirSync(join(folder, version))
        .filter(name => name.endsWith('.json'))
        .map(name => readFixture(contract, version, join(folder, version, name))),
    )
}

function readFixture(contract: Contract, version: string, file: string): Fixture {
  const edition = editionOf(contract, version)
  const face = carriers.find(carrier => edition[carrier] !== undefined) ?? 'http'
  const members = JSON.parse(readFileSync(file, 'utf8')) as Partial<Fixture>
  return {
    about: '',
    face,
    message: 'response',
    at: '',
    expect: [],
    ...members,
    file,
    version,
    valid: basename(file).includes('.valid.'),
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
export function checkFixture(contract: Contract, fixture: Fixture, body?: Json): Finding[] {
  return check(contract, wireOf(fixture, body), { version: fixture.version, message: fixture.message })
}
