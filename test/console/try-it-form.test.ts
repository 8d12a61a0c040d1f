/** Forms from schemas, and commands from requests: the logic without a page around it. */
import { describe, expect, test } from 'vitest'
import { curlOf } from '../../console/src/curl.ts'
import { checkSchema } from '../../console/src/form/check-schema.ts'
import { needsSchema } from '../../console/src/form/needs-schema.ts'
import { emptyForm, type FormValue, formOf, readForm, withText } from '../../console/src/form/read-form.ts'
import { inputField, type SchemaField, withMembersOf, withPathMembers } from '../../console/src/form/schema-field.ts'

const kinds = (field: SchemaField): unknown =>
  field.kind === 'object'
    ? Object.fromEntries(field.fields.map(one => [one.name, kinds(one)]))
    : field.kind === 'list'
      ? [kinds(field.item)]
      : field.kind === 'variants'
        ? Object.fromEntries(field.variants.map(({ field: one }) => [one.label, kinds(one)]))
        : field.kind

describe('a schema as fields', () => {
  test('a part of the path is filled in, since there is no address without it', () => {
    const properties = { id: { type: 'string' }, rank: { type: 'integer' }, note: { type: 'string' } }
    const schema = withPathMembers({ type: 'object', required: ['id', 'note'], properties }, 'GET /notes/{id}/{rank}')
    const field = inputField(schema)
    expect(readForm(field, emptyForm(field)).issues).toEqual([{ pointer: '/id', message: 'Fill this in.' }])
  })

  test('each type has its field; what a form cannot show is JSON', () => {
    const field = inputField({
      type: 'object',
      properties: {
        name: { type: 'string' },
        age: { type: 'integer' },
        height: { type: ['number', 'null'] },
        isMember: { type: 'boolean' },
        size: { enum: ['s', 'm'] },
        fixed: { const: 'x' },
        tags: { type: 'array', items: { type: 'string' } },
        pairs: { type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'number' }] } },
        either: { oneOf: [{ type: 'string' }, { type: 'object' }] },
        card: {
          anyOf: [
            { type: 'object', properties: { kind: { const: 'card' }, number: { type: 'string' } } },
            { type: 'null' },
            { type: 'object', title: 'Cash', properties: { amount: { type: 'number' } } },
          ],
        },
        maybe: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
        place: { $ref: '#/$defs/place' },
        self: { $ref: '#/$defs/self' },
        free: { type: 'object' },
        any: {},
        'a/b': { type: 'string' },
        __proto__: { type: 'string' },
      },
      $defs: {
        place: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
        self: { type: 'object', properties: { self: { $ref: '#/$defs/self' } } },
      },
    })
    expect(kinds(field)).toMatchObject({
      name: 'text',
      age: 'integer',
      height: 'number',
      isMember: 'boolean',
      size: 'choice',
      fixed: 'choice',
      tags: ['text'],
      pairs: [{ text: 'text', number: 'number' }],
      either: { text: 'text', object: 'json' },
      card: { 'kind: card': { kind: 'choice', number: 'text' }, Cash: { amount: 'number' } },
      maybe: 'text',
      place: { city: 'text' },
      self: { self: { self: { self: 'json' } } },
      free: 'json',
      any: 'json',
      'a/b': 'text',
    })
  })
})

const schema = {
  type: 'object',
  required: ['n', 'when'],
  properties: {
    n: { type: 'integer', minimum: 1, maximum: 9 },
    when: { type: 'string', format: 'date' },
    note: { type: 'string', minLength: 2 },
    size: { enum: ['s', 'm'], default: 'm' },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 1 },
    place: { type: 'object', required: ['city'], properties: { city: { type: 'string', minLength: 1 } } },
    code: { type: 'string', pattern: '^[a-z]+$' },
    data: { oneOf: [{ type: 'string' }, { type: 'number' }] },
  },
} as const satisfies object
const form = inputField(schema as never)

/** What is wrong with it, as the form shows it. */
const problemsOf = (typed: FormValue) => {
  const { value = {}, issues, variants } = readForm(form, typed)
  const found = checkSchema({ schema: schema as never, value, variants })
  return [...issues, ...found.filter(({ pointer }) => !issues.some(known => known.pointer === pointer))]
}

describe('what was typed as an input', () => {
  test('empty optional fields are not sent, defaults are', () => {
    const typed = withText(withText(emptyForm(form), '/n', '3'), '/when', '2026-01-31')
    expect(readForm(form, typed)).toEqual({ value: { n: 3, when: '2026-01-31', size: 'm' }, issues: [], variants: {} })
    expect(problemsOf(typed)).toEqual([])
  })

  test.each([
    ['/n', '', 'Fill this in.'],
    ['/n', 'x', 'Write a number, such as 2.5.'],
    ['/n', '1.5', 'Write a whole number.'],
    ['/n', '0', 'At least 1.'],
    ['/n', '10', 'At most 9.'],
    ['/when', 'soon', 'Expected a form such as 2026-01-31.'],
    ['/note', 'x', 'At least 2 characters.'],
    ['/code', 'Ada', 'Expected a text of the form ^[a-z]+$.'],
    ['/data', '', undefined],
  ])('%s with "%s": %s', (pointer, text, message) => {
    const good = withText(withText(emptyForm(form), '/n', '3'), '/when', '2026-01-31')
    expect(problemsOf(withText(good, pointer, text))).toEqual(message === undefined ? [] : [{ pointer, message }])
  })

  test('items of lists and members of objects have their own places', () => {
    const good = formOf(form, { n: 3, when: '2026-01-31', tags: ['a', 'b'], place: { city: 'Ulm' }, data: 7 })
    // What is known has no defaults added.
    expect(readForm(form, good)).toEqual({
      value: { n: 3, when: '2026-01-31', tags: ['a', 'b'], place: { city: 'Ulm' }, data: 7 },
      issues: [],
      variants: { '/data': 1 },
    })
    expect(problemsOf(good)).toEqual([{ pointer: '/tags', message: 'Give at most 1.' }])
    expect(withText(good, '/tags/1', 'c')).toMatchObject({ tags: ['a', 'c'] })
  })

  test('an optional object in which nothing was filled in is not sent, whatever it needs', () => {
    const place = {
      type: 'object',
      required: ['city', 'kind', 'tags'],
      properties: {
        city: { type: 'string' },
        kind: { const: 'x' },
        tags: { type: 'array', items: { type: 'string' } },
      },
    }
    const field = inputField({ type: 'object', properties: { place } })
    expect(readForm(field, emptyForm(field)).value).toEqual({})
    expect(readForm(field, withText(emptyForm(field), '/place/city', 'Ulm')).value).toEqual({
      place: { city: 'Ulm', kind: 'x', tags: [] },
    })
  })

  test('`__proto__` is a member like any other', () => {
    const odd = inputField(JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'))
    const { value } = readForm(odd, withText(emptyForm(odd), '/__proto__', 'x'))
    expect(JSON.stringify(value)).toBe('{"__proto__":"x"}')
  })
})

describe('the check of an input by its schema', () => {
  const check = (one: object, value: unknown, variants = {}) =>
    checkSchema({ schema: one as never, value: value as never, variants }).map(
      ({ pointer, message }) => `${pointer} ${message}`,
    )

  test('each keyword has words for the person who fills in the form', () => {
    const properties = {
      a: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 9 },
      b: { type: 'array', minItems: 1, uniqueItems: true },
      c: { type: 'string', maxLength: 2 },
      d: { type: 'string', format: 'email' },
      e: { enum: ['x'] },
      f: { type: 'integer', multipleOf: 5 },
    }
    const all = { type: 'object', additionalProperties: false, required: ['a', 'g'], properties }
    expect(check(all, { a: 0, b: [], c: 'xyz', d: 'ada', e: 'y', f: 7 })).toEqual([
      '/g Fill this in.',
      '/a More than 0.',
      '/b Give at least 1.',
      '/c At most 2 characters.',
      '/d Expected a form such as ada@example.com.',
      '/e Expected one of the allowed values.',
      '/f A multiple of 5.',
    ])
    expect(check(all, { a: 9, g: 1, b: [1, 1] })).toEqual([
      '/g The schema has no such member.',
      '/a Less than 9.',
      '/b Give each of them once.',
    ])
    expect(check(all.properties.f, 1.5)).toEqual([' Write a whole number.'])
  })

  test('of alternatives, what is wrong with the one that was taken', () => {
    const schemas = [
      { type: 'object', required: ['number'], properties: { number: { type: 'string', minLength: 4 } } },
      { type: 'object', required: ['iban'], properties: { iban: { type: 'string' } } },
    ]
    const all = { type: 'object', properties: { pay: { oneOf: schemas } } }
    expect(check(all, { pay: { number: '1' } }, { '/pay': 0 })).toEqual(['/pay/number At least 4 characters.'])
    expect(check(all, { pay: {} }, { '/pay': 1 })).toEqual(['/pay/iban Fill this in.'])
    expect(check(all, { pay: {} })).toEqual(['/pay It fits none of the alternatives, or more than one.'])
    const maybe = { anyOf: [{ type: 'string', minLength: 2 }, { type: 'null' }] }
    expect(check(maybe, 'x')).toEqual([' At least 2 characters.'])
  })

  test('references, conditions and nested lists count; code is not made from a schema', () => {
    const tree = {
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, n: { type: 'integer' } } } },
      $ref: '#/$defs/node',
    }
    expect(check(tree, { next: { next: { n: 'x' } } })).toEqual(['/next/next/n Write a whole number.'])
    const when = JSON.parse('{"if": {"properties": {"a": {"const": 1}}}, "then": {"required": ["b"]}}')
    expect(check(when, { a: 1 })[0]).toBe(' With these values, something else is missing or wrong.')
    expect(check(when, { a: 2 })).toEqual([])
  })
})

test('members beyond the schema are shown, and those of alternatives are found again', () => {
  const known = { type: 'object', properties: { a: { type: 'string' } } }
  const value = { a: 'x', b: 2, c: { d: [1] } }
  const field = inputField(withMembersOf(known, value))
  expect(kinds(field)).toEqual({ a: 'text', b: 'number', c: 'json' })
  expect(readForm(field, formOf(field, value)).value).toEqual(value)
  const either = inputField({ oneOf: [{ type: 'string' }, { type: 'object', properties: { x: { type: 'number' } } }] })
  expect(formOf(either, { x: 1 })).toEqual({ choice: '1', '1': { x: '1' } })
  expect(readForm(either, formOf(either, { x: 1 }))).toEqual({ value: { x: 1 }, issues: [], variants: { '': 1 } })
  // What no alternative has is not lost in silence: the form is not offered.
  expect(readForm(either, formOf(either, { x: 1, y: 2 })).value).toBeUndefined()
})

test('what a paused call asks for is one schema, with its questions as labels', () => {
  expect(
    needsSchema([
      { kind: 'input', name: 'days', schema: { type: 'integer' }, required: true, question: 'How long?' },
      { kind: 'reply', question: 'For whom?' },
      { kind: 'approval', name: 'x' },
    ]),
  ).toEqual({
    type: 'object',
    required: ['days', 'reply'],
    properties: {
      days: { type: 'integer', title: 'How long?' },
      reply: { type: 'string', minLength: 1, maxLength: 2000, title: 'For whom?' },
    },
  })
  expect(needsSchema([{ kind: 'approval' }])).toBeUndefined()
})

test('a command has variables in place of secrets, and quotes that a shell understands', () => {
  const command = curlOf(
    {
      method: 'POST',
      url: "http://127.0.0.1:1/a?b=it's",
      headers: {
        Authorization: 'Bearer abc.def',
        'X-Approval-Token': 't-1',
        'x-my-key': 'k-1',
        'content-type': 'application/json',
        'content-length': '2',
      },
      body: `{"text":"it's","_meta":{"approvalTokens":["t-2"]}}`,
    },
    'X-My-Key',
  )
  expect(command.split(' \\\n  ')).toEqual([
    `curl -i -X POST 'http://127.0.0.1:1/a?b=it'\\''s'`,
    '-H "authorization: Bearer $TOKEN"',
    '-H "x-approval-token: $APPROVAL_TOKEN"',
    '-H "x-my-key: $API_KEY"',
    `-H 'content-type: application/json'`,
    `--data-raw '{"text":"it'\\''s","_meta":{"approvalTokens":["$APPROVAL_TOKEN"]}}'`,
  ])
})
