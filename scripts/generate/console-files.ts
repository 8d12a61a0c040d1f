/** What the playground of the console knows without a server: samples of every contract, and the members of its schemas. */
import { basename } from 'node:path'
import { schemasOf } from '../../src/cli/published-schemas.ts'
import type { Contract } from '../../src/codec/contract.ts'
import { contracts } from '../../src/contracts/registry.ts'
import { contractRows, recognisers } from '../../src/contracts/rows.ts'
import { prettyJson } from '../../src/inspect/pretty.ts'
import { recogniseOne } from '../../src/inspect/recognise.ts'
import { readMessages } from '../../src/inspect/source.ts'
import { isObject, type Json, type JsonObject } from '../../src/lib/json-value.ts'
import { type Fixture, readFixtures } from '../../src/testing/fixture.ts'

const folder = 'console/src/pages/playground'
const head = '// Generated from the fixtures and the published schemas by scripts/generate.ts. Do not edit.\n'

interface Sample {
  readonly contract: string
  readonly title: string
  readonly text: string
}

export async function consoleFiles(): Promise<Map<string, string>> {
  const samples: Sample[] = []
  for (const contract of contracts) samples.push(...(await samplesOf(contract)))
  const members = Object.fromEntries(contractRows.map(({ id, current }) => [id, schemasOf(id, current).map(slim)]))
  return new Map([
    [
      `${folder}/samples.generated.ts`,
      `${head}export const samples: readonly { readonly contract: string; readonly title: string; readonly text: string }[] = ${inJson(samples)}\n`,
    ],
    [
      `${folder}/schema-members.generated.ts`,
      `${head}import type { NamedSchema } from '../../../../src/inspect/nearest.ts'\n\nexport const schemaMembers: Readonly<Record<string, readonly NamedSchema[]>> = ${inJson(members)}\n`,
    ],
  ])
}

function inJson(value: unknown): string {
  return JSON.stringify(value, null, 1)
}

/** A longer message is no sample: people read them. */
const longest = 2500
/** Of one kind of message. */
const perFamily = 1
const broken = 2

/** One valid message of each kind, and the broken ones with the most findings: those that are recognised from their text. */
async function samplesOf(contract: Contract): Promise<Sample[]> {
  const fixtures = readFixtures(contract, `src/contracts/${contract.id}/fixtures`).filter(
    ({ version, message }) => version === contract.current && (message === 'response' || message === 'stream'),
  )
  const families = Map.groupBy(fixtures, ({ file }) => basename(file).split('.')[0] ?? '')
  const valid: Sample[] = []
  for (const [family, members] of families) {
    const candidates = members
      .filter(({ conforms }) => conforms)
      .toSorted((a, b) => textOf(b).length - textOf(a).length)
    const found = await firstRecognised(contract, candidates, perFamily)
    valid.push(...found.map(fixture => ({ contract: contract.id, title: words(family), text: textOf(fixture) })))
  }
  const worst = fixtures.filter(({ valid }) => !valid).toSorted((a, b) => b.expect.length - a.expect.length)
  const bad = await firstRecognised(contract, worst, broken)
  return [
    ...valid,
    ...bad.map(fixture => ({
      contract: contract.id,
      title: `${words(basename(fixture.file).split('.')[0] ?? '')}, broken: ${words(basename(fixture.file).split('.')[2] ?? '')}`,
      text: textOf(fixture),
    })),
  ]
}

async function firstRecognised(contract: Contract, fixtures: readonly Fixture[], most: number): Promise<Fixture[]> {
  const rows = await recognisers()
  const found: Fixture[] = []
  for (const fixture of fixtures) {
    const text = textOf(fixture)
    if (found.length === most) break
    if (text.length > longest) continue
    const [source] = readMessages({ path: '-', bytes: new TextEncoder().encode(text) })
    if (source === undefined || 'error' in source) continue
    const recognised = await recogniseOne(source, rows)
    if (recognised?.contract === contract && recognised.message === fixture.message) found.push(fixture)
  }
  return found
}

/** As people have it: the output of `curl -i`, or a body alone. */
function textOf({ face, status, headers = {}, body, text }: Fixture): string {
  const content = text ?? prettyJson(JSON.stringify(body))
  if (face !== 'http' || status === undefined) return content
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status}`, ...lines, '', content].join('\n')
}

function words(name: string): string {
  return name.replaceAll('-', ' ')
}

/** What finding the nearest contract looks at. */
function slim({ name, properties, required }: { name: string; properties: JsonObject; required: readonly string[] }) {
  return {
    name,
    properties: Object.fromEntries(Object.entries(properties).map(([member, schema]) => [member, valuesOf(schema)])),
    required,
  }
}

function valuesOf(schema: Json): Json {
  if (!isObject(schema)) return true
  if ('const' in schema) return { const: schema.const ?? null }
  if (Array.isArray(schema.enum)) return { enum: schema.enum }
  return Array.isArray(schema.anyOf) ? { anyOf: schema.anyOf.map(valuesOf) } : true
}
