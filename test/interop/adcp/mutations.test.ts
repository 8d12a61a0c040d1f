/** On mutated documents of every edition, `check` and the schemas that we publish agree. */
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { compare } from './compare.ts'

/** Answers are held against the schema of the envelope too. */
const answers: ReadonlySet<string> = new Set(['tasks-get-response', 'tasks-list-response'])

function emitted(version: string) {
  const ajv = new Ajv({ strict: false })
  const compiled = (name: string) => {
    const { $schema: _, ...schema } = JSON.parse(readFileSync(`schemas/adcp/${version}/${name}.json`, 'utf8'))
    return ajv.getSchema(schema.$id ?? name) ?? ajv.compile({ $id: name, ...schema })
  }
  return (name: string, body: unknown): string | undefined => {
    const wrong = [name, ...(answers.has(name) ? ['protocol-envelope'] : [])].find(each => !compiled(each)(body))
    return wrong === undefined ? undefined : `not valid by ${wrong}`
  }
}

describe.each(['3.1-beta.3', '3.1', '3.2-beta.5'])('on 2,000 mutated documents of %s', version => {
  const reason = emitted(version)
  const rows = compare(version, ({ emitted: name }, body) => reason(name, body), 250)

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
