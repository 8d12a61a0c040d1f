/** On mutated documents of every edition, `check` and the schemas that we publish agree. */
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { isObject, type Json, type JsonObject } from '../../../src/lib/json-value.ts'
import { compare } from './compare.ts'

/** Answers are held against the schema of the envelope too. */
const answers: ReadonlySet<string> = new Set(['tasks-get-response', 'tasks-list-response', 'capabilities'])

function emitted(version: string) {
  const ajv = new Ajv({ strict: false })
  const compiled = (name: string) => {
    const { $schema: _, ...schema } = JSON.parse(readFileSync(`schemas/adcp/${version}/${name}.json`, 'utf8'))
    return ajv.getSchema(schema.$id ?? name) ?? ajv.compile({ $id: name, ...schema })
  }
  return (name: string, body: JsonObject): string | undefined => {
    const parts: [string, unknown][] = [[name, body]]
    if (answers.has(name)) parts.push(['protocol-envelope', body])
    if (name === 'webhook' && isObject(body.result)) parts.push(resultPart(body.status, body.result))
    const wrong = parts.find(([each, part]) => !compiled(each)(part))
    return wrong === undefined ? undefined : `not valid by ${wrong[0]}`
  }
}

/** The result of a webhook: a whole answer at the end, before that the errors that it has. */
function resultPart(status: Json | undefined, result: JsonObject): [string, unknown] {
  if (status === 'completed' || status === 'failed') return ['protocol-envelope', { status, ...result }]
  const hasErrors = status === 'submitted' || status === 'input-required'
  return ['errors', hasErrors && result.errors !== undefined ? result.errors : []]
}

describe.each(['3.1-beta.3', '3.1', '3.2-beta.5'])('on 2,000 mutated documents of %s', version => {
  const reason = emitted(version)
  const rows = compare(version, ({ emitted: name }, body) => ({ reason: reason(name, body) }), 250)

  test.each(rows)('$message: nothing passes that its schema refuses', row => {
    expect(row.missed).toEqual([])
    expect(row.bothValid).toBeGreaterThan(20)
    expect(row.bothInvalid).toBeGreaterThan(20)
  })

  test('only what the text states and no schema can is refused beyond that', () => {
    const stricter = new Set(rows.flatMap(row => [...row.stricter.keys()]))
    expect([...stricter].toSorted()).toEqual(['adcp/issue-field'])
  })
})
