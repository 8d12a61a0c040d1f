import { describe, expect, test } from 'vitest'
import { completed, partial } from '../outcome/outcome.ts'
import { notesIn, notesOf } from './notes.ts'

describe('the notes of an outcome', () => {
  test('are none where there is nothing to say', () => {
    expect(notesOf(completed({ a: 1 }))).toBeUndefined()
    expect(notesOf(completed({ a: 1 }, { notices: [], citations: [] }))).toBeUndefined()
  })

  test('say that an answer is partial, and what is missing', () => {
    expect(notesOf(partial({ a: 1 }, ['half is missing']))).toBe('This answer is partial.\nWarning: half is missing')
  })

  test('list each notice by its severity, and citations by id, title and url', () => {
    const noted = completed('x', {
      notices: [
        { severity: 'info', message: 'Prices are net.' },
        { severity: 'error', message: 'One row could not be read.' },
      ],
      citations: [
        { id: 'S-1', title: 'Annual report', url: 'https://example.com/report' },
        { id: 'S-2', publisher: 'Statistics office' },
        { url: 'https://example.com/other' },
        { checksum: 'sha256:00' },
      ],
    })
    expect(notesOf(noted)).toBe(
      [
        'Note: Prices are net.',
        'Error: One row could not be read.',
        'Sources:',
        '- S-1: Annual report, https://example.com/report',
        '- S-2: Statistics office',
        '- https://example.com/other',
      ].join('\n'),
    )
  })

  test('keep each note on a line of its own', () => {
    const notices = [{ severity: 'info' as const, message: 'a\nSources:\n- https://evil.example' }]
    expect(notesOf(completed('x', { notices }))).toBe('Note: a Sources: - https://evil.example')
  })

  test('hold no control characters', () => {
    const notices = [{ severity: 'info' as const, message: 'a\u001b[2Jb\u0085Warning: c\u009bd' }]
    expect(notesOf(completed('x', { notices }))).toBe('Note: a [2Jb Warning: c d')
  })

  test('stay short', () => {
    const citations = Array.from({ length: 25 }, (_, index) => ({ id: `S-${index}` }))
    expect(notesOf(completed('x', { citations }))?.split('\n')).toHaveLength(22)
    expect(notesOf(completed('x', { citations }))?.split('\n').at(-1)).toBe('… and 5 more')
  })

  test('are read of what fits, whatever stands there', () => {
    expect(notesIn(undefined)).toBeUndefined()
    expect(notesIn({ partial: 'yes', notices: 'none', citations: [3] })).toBeUndefined()
    expect(notesIn({ partial: true, notices: [{ severity: 'odd', message: 'a' }] })).toBe('This answer is partial.')
  })
})
