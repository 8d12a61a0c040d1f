import { expect, test } from 'vitest'
import { PlainRecord } from './plain-record.ts'

test('a record has no members but its own, and every name is one like others', () => {
  const record = new PlainRecord<string>()
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    expect(name in record).toBe(false)
    expect(record[name]).toBeUndefined()
    record[name] = name
    expect(record[name]).toBe(name)
  }
  expect(Object.keys(record)).toEqual(['constructor', 'toString', '__proto__', 'hasOwnProperty'])
  expect({ ...record }).toEqual(
    JSON.parse(
      '{"constructor":"constructor","toString":"toString","__proto__":"__proto__","hasOwnProperty":"hasOwnProperty"}',
    ),
  )
  const another = new PlainRecord<string>()
  expect('constructor' in another).toBe(false)
  expect(Object.getPrototypeOf(another)).toBe(Object.getPrototypeOf(new PlainRecord()))
})
