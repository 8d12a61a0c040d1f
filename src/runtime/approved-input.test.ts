import { expect, test } from 'vitest'
import type { Json } from '../lib/json-value.ts'
import type { ApprovalRow } from '../store/operations/approval-row.ts'
import { type ApprovalSubject, digestOf, findApprovedInput } from './approved-input.ts'
import { toBytes } from './bytes.ts'

const subject: ApprovalSubject = {
  operation: 'pay',
  input: { amount: 1 },
  caller: { subject: 'ann', tenant: 't', roles: [] },
}

/** An approval of an input by somebody, the later the higher its number. */
function row(at: number, key: string, by: string, input: Json, more: Partial<ApprovalRow> = {}): ApprovalRow {
  return {
    id: `${at}`,
    tenant: 't',
    requester: 'ann',
    account: '',
    operation: 'pay',
    key,
    digest: digestOf({ ...subject, input }, 'ann'),
    request: digestOf(subject, 'ann'),
    roles: [],
    samePerson: false,
    suppliedBy: [],
    action: 'Pay',
    input: toBytes(input),
    editedBy: null,
    original: null,
    state: 'approved',
    note: null,
    edit: null,
    decidedBy: by,
    decidedAt: at,
    usedBy: null,
    usedAt: null,
    taskId: null,
    createdAt: at,
    expiresAt: 1000,
    ...more,
  }
}

const edit = (input: Json) => ({ edit: toBytes(input) })
const one = { amount: 1 }
const two = { amount: 2 }
const three = { amount: 3 }

function found(...rows: ApprovalRow[]) {
  const { input, editedBy, approvals, objection, others } = findApprovedInput(subject, rows, 100)
  const counted = Object.fromEntries([...approvals].map(([key, { decidedBy }]) => [key, decidedBy]))
  return { input, editedBy, counted, objection: objection?.id, others: others.map(({ id }) => id) }
}

const nothing = { editedBy: undefined, counted: {}, objection: undefined, others: [] }

test.each([
  ['nothing was approved', [], { ...nothing, input: one }],
  ['two approved it', [row(1, 'a', 'bob', one), row(2, 'b', 'cat', one)], { counted: { a: 'bob', b: 'cat' } }],
  [
    'the second edited it: the first has not approved that',
    [row(1, 'a', 'bob', one), row(2, 'b', 'cat', one, edit(two))],
    { input: two, editedBy: 'cat', counted: { b: 'cat' } },
  ],
  [
    'the first edited it, and the second approved the edit',
    [row(1, 'a', 'bob', one, edit(two)), row(2, 'b', 'cat', two)],
    { input: two, editedBy: 'bob', counted: { a: 'bob', b: 'cat' } },
  ],
  [
    'each edited what the other had left',
    [row(1, 'a', 'bob', one, edit(two)), row(2, 'b', 'cat', two, edit(three))],
    { input: three, editedBy: 'cat', counted: { b: 'cat' } },
  ],
  [
    'it was edited back',
    [row(1, 'a', 'bob', one, edit(two)), row(2, 'b', 'cat', two, edit(one))],
    { input: one, editedBy: 'cat', counted: { b: 'cat' } },
  ],
  [
    'both edited the same input: the first edit applies',
    [row(2, 'a', 'bob', one, edit(two)), row(1, 'b', 'cat', one, edit(three))],
    { input: three, editedBy: 'cat', counted: { b: 'cat' } },
  ],
  ['one person approved twice', [row(1, 'a', 'bob', one), row(2, 'b', 'bob', one)], { counted: { a: 'bob' } }],
  [
    'one person may approve twice',
    [row(1, 'a', 'bob', one), row(2, 'b', 'bob', one, { samePerson: true })],
    { counted: { a: 'bob', b: 'bob' } },
  ],
  ['it has expired', [row(1, 'a', 'bob', one, { expiresAt: 100 })], { counted: {} }],
  ['the edit has expired', [row(1, 'a', 'bob', one, { ...edit(two), expiresAt: 100 })], { input: one, counted: {} }],
  ['it was rejected', [row(1, 'a', 'bob', one, { state: 'rejected', expiresAt: 1 })], { objection: '1', counted: {} }],
  [
    'a question is open, another expired',
    [row(1, 'a', 'bob', one, { state: 'asked', expiresAt: 1 }), row(2, 'b', 'cat', one, { state: 'asked' })],
    { objection: '2' },
  ],
  ['it is about another input', [row(1, 'a', 'bob', three)], { counted: {}, others: ['1'] }],
])('%s', (_, rows, expected) => {
  expect(found(...rows)).toMatchObject(expected)
})

test('the account belongs to what was approved, and a caller without one keeps the digest of before', () => {
  const digest = (account?: string) =>
    digestOf({ ...subject, caller: { ...subject.caller, ...(account === undefined ? {} : { account }) } }, 'ann')
  expect(digest()).toBe(digest(''))
  expect(new Set([digest(), digest('sandbox'), digest('production')]).size).toBe(3)
})
