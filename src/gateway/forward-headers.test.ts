import { expect, test } from 'vitest'
import { requestHeaders } from './forward-headers.ts'

const forwarded = (sent: Record<string, string>, set: Record<string, string | undefined> = {}) =>
  requestHeaders({ sent, set, isVerified: false })

test('names are read the same however many were sent before', () => {
  const sent = { 'x-note': 'a', x_tenant_id: 'b', 'x.actor.roles': 'c', 'x-forwarded-for': 'd', 'x-own': 'e' }
  const expected = ['x-note', 'a', 'x-tenant-id', 'mine']
  expect(forwarded(sent, { 'x-tenant-id': 'mine', 'x-own': undefined })).toEqual(expected)
  for (let index = 0; index < 2000; index++) {
    expect(forwarded({ [`x-new-${index}`]: 'f', [`x-actor-${index}`]: 'g' })).toEqual([`x-new-${index}`, 'f'])
  }
  expect(forwarded(sent, { 'x-tenant-id': 'mine', 'x-own': undefined })).toEqual(expected)
  expect(forwarded({ 'x-late': 'h', x_late_tenant: 'i', 'x-actor-late': 'j' }, { 'x-late-tenant': 'k' })).toEqual([
    'x-late',
    'h',
    'x-late-tenant',
    'k',
  ])
})

test('a name that stands for one of an object is a name like others', () => {
  const sent = JSON.parse('{"__proto__":"a","constructor":"b"}') as Record<string, string>
  expect(forwarded(sent, Object.create(null))).toEqual(['__proto__', 'a', 'constructor', 'b'])
})
