/**
 * Texts of callers and agents, for somebody who decides on them: characters that nobody sees and those that turn the
 * direction of a text are spelled out, and words are marked that mix letters which look alike.
 */
import './data-text.css'
import { useState } from 'preact/hooks'
import { printable, printableLines } from '../../../src/lib/printable.ts'

const word = /[\p{L}\p{M}]+/gu
const latin = /\p{Script=Latin}/u
const alike = /[\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Lisu}]/u

function mixedWord(text: string): string | undefined {
  return text.match(word)?.find(one => latin.test(one) && alike.test(one))
}

interface DataTextProps {
  readonly text: string
  /** Keeps its lines. */
  readonly lines?: boolean
}

export function DataText({ text, lines = false }: DataTextProps) {
  const shown = lines ? printableLines(text) : printable(text.trim().replaceAll(/[^\S\u2028\u2029\ufeff]+/g, ' '))
  const mixed = mixedWord(text)
  return (
    <>
      <bdi>{shown}</bdi>
      {mixed !== undefined && (
        <span class="mixed">
          {' '}
          (letters of two alphabets: <bdi>{mixed.slice(0, 40)}</bdi>)
        </span>
      )}
    </>
  )
}

/** The beginning of a text, without half a character at its end. */
export function beginningOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}

/** The beginning of a long text, and all of it on request: what stands below stays in sight. */
export function ClippedText({ text, most = 300 }: { text: string; most?: number }) {
  const [isOpen, setOpen] = useState(false)
  if (text.length <= most || isOpen) return <DataText text={text} />
  return (
    <>
      <DataText text={`${beginningOf(text, most)}…`} />{' '}
      <button type="button" class="show-all" onClick={() => setOpen(true)}>
        Show all {text.trim().length.toLocaleString('en')} characters
      </button>
    </>
  )
}

/** A value on one line or several. A text that would read as another value, or as nothing, is in quotes. */
export function valueText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? ''
  const isOther = value.trim() !== value || value === '' || isLiteral(value)
  return isOther ? JSON.stringify(value) : value
}

/** The name of a member. One with unusual spaces is in quotes. */
export function nameText(name: string): string {
  return name === '' || /^\s|\s$|[^\S ]| {2}/.test(name) ? JSON.stringify(name) : name
}

function isLiteral(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
