/** Forms from schemas, and commands from requests: the logic without a page around it. */
import { describe, expect, test } from 'vitest'
import { curlOf } from '../../console/src/curl.ts'
import { emptyForm, formOf, readForm, withText } from '../../console/src/pages/try-it/read-form.ts'
import { inputField, type SchemaField } from '../../console/src/pages/try-it/schema-field.ts'

const kinds = (field: SchemaField): unknown =>
  field.kind === 'object'
    ? Object.fromEntries(field.fields.map(one => [one.name, kinds(one)]))
    : field.kind === 'list'
      ? [kinds(field.item)]
      : field.kind

describe('a schema as fields', () => {
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
      pairs: 'json',
      either: 'json',
      maybe: 'text',
      place: { city: 'text' },
      self: { self: { self: { self: 'json' } } },
      free: 'json',
      any: 'json',
      'a/b': 'text',
    })
  })
})

const form = inputField({
  type: 'object',
  required: ['n', 'when'],
  properties: {
    n: { type: 'integer', minimum: 1, maximum: 9 },
    when: { type: 'string', format: 'date' },
    note: { type: 'string', minLength: 2 },
    size: { enum: ['s', 'm'], default: 'm' },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 1 },
    place: { type: 'object', required: ['city'], properties: { city: { type: 'string', minLength: 1 } } },
    data: { oneOf: [{ type: 'string' }, { type: 'number' }] },
  },
})

describe('what was typed as an input', () => {
  test('empty optional fields are not sent, defaults are', () => {
    const typed = withText(withText(emptyForm(form), '/n', '3'), '/when', '2026-01-31')
    expect(readForm(form, typed)).toEqual({ value: { n: 3, when: '2026-01-31', size: 'm' }, issues: [] })
  })

  test.each([
    ['/n', '', 'Fill this in.'],
    ['/n', 'x', 'Write a number, such as 2.5.'],
    ['/n', '1.5', 'Write a whole number.'],
    ['/n', '0', 'At least 1.'],
    ['/n', '10', 'At most 9.'],
    ['/when', 'soon', 'Expected a form such as 2026-01-31.'],
    ['/note', 'x', 'At least 2 characters.'],
    ['/data', '{', 'This is not JSON. Texts have double quotes.'],
  ])('%s with "%s": %s', (pointer, text, message) => {
    const good = withText(withText(emptyForm(form), '/n', '3'), '/when', '2026-01-31')
    expect(readForm(form, withText(good, pointer, text)).issues).toEqual([{ pointer, message }])
  })

  test('items of lists and members of objects have their own places', () => {
    const good = formOf(form, { n: 3, when: '2026-01-31', tags: ['a', 'b'], place: { city: 'Ulm' }, data: 7 })
    expect(readForm(form, good)).toEqual({
      value: { n: 3, when: '2026-01-31', size: 'm', tags: ['a', 'b'], place: { city: 'Ulm' }, data: 7 },
      issues: [{ pointer: '/tags', message: 'Give at most 1.' }],
    })
    expect(withText(good, '/tags/1', 'c')).toMatchObject({ tags: ['a', 'c'] })
  })

  test('`__proto__` is a member like any other', () => {
    const odd = inputField(JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'))
    const { value } = readForm(odd, withText(emptyForm(odd), '/__proto__', 'x'))
    expect(JSON.stringify(value)).toBe('{"__proto__":"x"}')
  })
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
