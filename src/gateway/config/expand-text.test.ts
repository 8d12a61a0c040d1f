import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expandText } from './expand-text.ts'

const folder = mkdtempSync(join(tmpdir(), 'replywire-expand-'))
writeFileSync(join(folder, 'secret.txt'), 's3cret\n')
writeFileSync(join(folder, 'large.txt'), 'x'.repeat(64 * 1024 + 1))

function expand(text: string, environment: Record<string, string> = {}) {
  const files = new Set<string>()
  return { result: expandText(text, { environment, folder, files }), files: [...files] }
}

/** A reference, as a file has it. */
const ref = (inner: string): string => `$\{${inner}}`

describe('references in values', () => {
  test.each([
    ['a variable', `a-${ref('NAME')}-b`, { NAME: 'x' }, 'a-x-b'],
    ['a default for a variable that is not set', ref('NAME:-7'), {}, '7'],
    ['a default for a variable that is empty', ref('NAME:-7'), { NAME: '' }, '7'],
    ['an empty variable without a default', ref('NAME'), { NAME: '' }, ''],
    ['a literal', `$${ref('NAME')}`, { NAME: 'x' }, ref('NAME')],
    ['a dollar sign alone', 'costs $5', {}, 'costs $5'],
    ['a value that looks like a reference', ref('NAME'), { NAME: ref('OTHER') }, ref('OTHER')],
    ['a replacement pattern in a value', ref('NAME'), { NAME: '$& $1' }, '$& $1'],
  ])('%s', (_, text, environment, expanded) => {
    expect(expand(text, environment as Record<string, string>).result).toEqual({ text: expanded })
  })

  test('a file, without the line break at its end, is watched', () => {
    expect(expand(ref('file:secret.txt'))).toEqual({
      result: { text: 's3cret' },
      files: [join(folder, 'secret.txt')],
    })
  })

  test('a variable that is not set is named, and how to give a default', () => {
    expect(expand(ref('NAME')).result).toEqual({
      message: 'the environment variable NAME is not set',
      fix: `Set it, or write ${ref('NAME:-default')}.`,
    })
  })

  test('a file that is missing is watched too, so that it can be added', () => {
    const { result, files } = expand(ref('file:none.txt'))
    expect(result).toMatchObject({ message: 'the file none.txt cannot be read (ENOENT)' })
    expect(files).toEqual([join(folder, 'none.txt')])
  })

  test('a large file is no value', () => {
    expect(expand(ref('file:large.txt')).result).toMatchObject({ message: 'the file large.txt is larger than 64 KiB' })
  })

  test.each(['', '1X', 'a b', 'NAME:default'])('%s is no reference', inner => {
    expect(expand(ref(inner)).result).toMatchObject({ message: 'a reference is not valid' })
  })

  test('the name of an inherited member is no variable', () => {
    expect(expandText(ref('constructor'), { environment: { ...process.env }, folder, files: new Set() })).toMatchObject(
      {
        message: 'the environment variable constructor is not set',
      },
    )
  })
})
