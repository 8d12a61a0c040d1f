import { describe, expect, it } from 'vitest'
import { parseDocumentText } from './parse-document.ts'

const limits = { maxBytes: 4 * 1024 * 1024, maxDepth: 64 }

describe('parseDocumentText', () => {
  it('reads JSON and YAML', async () => {
    expect(await parseDocumentText('{"paths":{"/a":{}}}', limits, 10_000)).toEqual({ paths: { '/a': {} } })
    expect(await parseDocumentText('paths: &p\n  /a: {}\nagain: *p\n', limits, 10_000)).toEqual({
      paths: { '/a': {} },
      again: { '/a': {} },
    })
  })

  it('reads JSON with many members, whose names a YAML reader would compare one with each other', async () => {
    const members = Array.from({ length: 60_000 }, (_, at) => `"p${at}":{"type":"string"}`)
    const value = await parseDocumentText(`{"properties":{${members.join()}}}`, limits, 10_000)
    expect(value).toMatchObject({ properties: { p59999: { type: 'string' } } })
  })

  it('gives up a YAML text that takes its reader too long, and answers others meanwhile', async () => {
    const anchors = Array.from({ length: 40_000 }, (_, at) => `p${at}: &a${at} x\nq${at}: *a${at}\n`)
    let turns = 0
    const turning = setInterval(() => turns++, 10)
    await expect(parseDocumentText(anchors.join(''), limits, 2000)).rejects.toThrow('unreadable')
    clearInterval(turning)
    expect(turns).toBeGreaterThan(5)
  })

  it('refuses what is nested too deep, circular, unreadable, or a bomb of aliases', async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    const bomb = ['a: &a [x,x,x,x,x,x,x,x]', 'b: &b [*a,*a,*a,*a,*a,*a]', 'c: &c [*b,*b,*b,*b,*b]', 'd: [*c,*c,*c,*c]']
    for (const text of [deep, 'a: &a\n  b: *a\n', 'a: [', bomb.join('\n')]) {
      await expect(parseDocumentText(text, limits, 3000)).rejects.toThrow()
    }
  })
})
