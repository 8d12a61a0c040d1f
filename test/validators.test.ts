/** What `npm run generate` makes of a contract's schemas. */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { shapesCode } from '../scripts/generate/shapes.ts'
import { type SchemasByVersion, validatorsCode } from '../scripts/generate/validators.ts'
import { fitsShape } from '../src/codec/body-shape.ts'
import { schemaFindings, type Validators } from '../src/codec/schema-findings.ts'

/** Long enough to become a function of its own where it is used twice. */
const item = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string', minLength: 1, rule: 'test/id' },
    'a/b': { type: 'array', items: { type: 'string' }, rule: 'test/list' },
    size: { type: 'integer', minimum: 1, maximum: 10 },
  },
  additionalProperties: false,
  rule: 'test/item',
  closed: 'test/closed',
}
const list = {
  type: 'object',
  properties: { items: { type: 'array', items: item, rule: 'test/items' }, first: item },
  rule: 'test/root',
}
const schemas: SchemasByVersion = { '1': { item, list }, '2': { list } }

async function compiled(): Promise<Validators> {
  const code = validatorsCode(schemas)
  const { validators } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  return validators
}

const rule = (id: string) => ({ id, level: 'must', clause: '1', title: '', why: '', fix: '' }) as const

async function found(name: 'item' | 'list', value: unknown): Promise<string[]> {
  const validator = (await compiled())['1']?.[name]
  if (validator === undefined) throw new Error(name)
  return schemaFindings(validator, value, rule).map(finding => `${finding.rule} ${finding.pointer}`)
}

describe('a compiled schema', () => {
  test('names the nearest rule: of the missing member, of the closed object, of the node or what is around it', async () => {
    expect(await found('item', { 'a/b': ['x', 1], size: 11, more: 1 })).toEqual([
      'test/id /id',
      'test/closed /more',
      'test/list /a~1b/1',
      'test/item /size',
    ])
    expect(await found('item', { id: 'a', 'a/b': ['x'], size: 1 })).toEqual([])
  })

  test('finds the same in a part that several places share', async () => {
    expect(validatorsCode(schemas).match(/minimum/g)).toHaveLength(
      validatorsCode({ '1': { item } }).match(/minimum/g)?.length ?? 0,
    )
    expect(await found('list', { items: [{ id: '' }, { id: 'b' }, 7], first: { size: 0 } })).toEqual([
      'test/id /items/0/id',
      'test/item /items/2',
      'test/id /first/id',
      'test/item /first/size',
    ])
    expect(await found('list', [])).toEqual(['test/root '])
  })

  test('is one function for all versions that have it', async () => {
    const validators = await compiled()
    expect(validators['1']?.list?.check).toBe(validators['2']?.list?.check)
  })

  test('adds up the errors of shared parts in linear time', async () => {
    const items = Array.from({ length: 300_000 }, () => ({ id: '' }))
    expect(await found('list', { items })).toHaveLength(1000)
  })

  test('reports a node without a rule as a mistake of the contract', async () => {
    const code = validatorsCode({ '1': { bare: { type: 'object', properties: { a: { type: 'string' } } } } })
    const { validators } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    expect(() => schemaFindings(validators['1'].bare, { a: 1 }, rule)).toThrow(
      'The schema names no rule for type at "/a".',
    )
  })
})

describe('a matcher', () => {
  const text = { type: 'string', rule: 'mine/a' }

  test('answers whether a value fits, and has no texts', async () => {
    const one = {
      type: 'object',
      properties: { a: text },
      required: ['a'],
      additionalProperties: false,
      rule: 'mine/a',
    }
    const code = shapesCode({ '1': { one } })
    const { shapes } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    const fits = (value: unknown) => fitsShape(shapes['1'].one, value)
    expect([{ a: 'x' }, { a: 1 }, {}, [], { a: 'x', b: 1 }, JSON.parse('{"a":"x","__proto__":1}')].map(fits)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ])
    expect(code).not.toContain('mine/a')
  })

  test.each([
    [{ anyOf: [text, { type: 'null', rule: 'mine/a' }], rule: 'mine/a' }],
    [{ type: 'string', pattern: '^a' }],
    [{ type: 'string', maxLength: 3 }],
    [{ type: 'object', properties: { a: text } }],
    [{ type: 'integer', minimum: 1 }],
  ])('is not made of a schema that a shape does not express: %j', schema => {
    expect(() => shapesCode({ '1': { one: schema } })).toThrow('shape')
  })
})

describe('the code in the tree', () => {
  const files = globSync('src/**/*.js')

  test('is generated, all JavaScript of it', () => {
    expect(files.filter(file => !/\/(?:validators|shapes)\.generated\.js$/.test(file))).toEqual([])
    const sources = [...globSync('src/contracts/*/schema.ts'), ...globSync('src/contracts/*/reader.ts')]
    expect(files).toHaveLength(sources.length)
  })

  test.each(files)('%s needs no package and evaluates no text', file => {
    const code = readFileSync(file, 'utf8')
    expect(code.match(/\bimport\b|\brequire\(|new Function|\beval\(/g)).toBeNull()
  })
})
