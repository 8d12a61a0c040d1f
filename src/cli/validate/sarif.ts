/** Verdicts as SARIF 2.1.0 (OASIS), the form that code scanners and editors read. */
import { writeFileSync } from 'node:fs'
import type { Finding } from '../../codec/rule.ts'
import { indexRules } from '../../inspect/rule-index.ts'
import { walkJson } from '../../wire/json-walk.ts'
import type { Chosen } from '../choose-contract.ts'
import { clauseOf } from '../finding-text.ts'
import { nameOf, readFile } from '../input.ts'
import { fileUri, type SarifResult, sarifLog } from '../sarif.ts'
import { usageError } from '../usage.ts'
import type { ChangedFinding } from './ruleset.ts'
import type { FileVerdict } from './verdict.ts'

export interface SarifOptions {
  /** Findings point into the body of a wire file. */
  readonly wire: boolean
  /** A contract that does not ship. */
  readonly own?: Chosen | undefined
}

/** Writes the report to a file. */
export function writeSarifFile(path: string, verdicts: readonly FileVerdict[], options: SarifOptions): void {
  try {
    writeFileSync(path, validateSarif(verdicts, options))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw usageError(`${nameOf(path)}: the SARIF report could not be written (${code}); check the folder.`)
  }
}

function validateSarif(verdicts: readonly FileVerdict[], { wire, own }: SarifOptions): string {
  const rules = new Map([...indexRules(), ...(own === undefined ? [] : indexRules(own))].map(rule => [rule.id, rule]))
  const results = verdicts.flatMap(verdict => {
    const region = regions(verdict, wire)
    const uri = verdict.file === '-' ? 'stdin' : fileUri(verdict.file)
    const entry = verdict.entry === undefined ? '' : `#${verdict.entry.index}`
    const resultOf = (finding: Finding | ChangedFinding): SarifResult => {
      const { rule, level, pointer, message, fix } = finding
      const place = `${entry}${pointer === '' ? '/' : pointer}`
      return {
        rule,
        level,
        title: rules.get(rule)?.title,
        message: `${message} ${fix}`,
        help: `${clauseOf(finding)}. ${fix}`,
        helpUri: finding.documents?.find(({ url }) => url !== undefined)?.url,
        uri,
        region: region(pointer),
        place,
        fingerprint: `${uri} ${place} ${rule}`,
      }
    }
    const off = (verdict.turnedOff ?? []).map(finding => ({ ...resultOf(finding), suppressed: finding.reason }))
    return [...verdict.findings.map(resultOf), ...off]
  })
  return sarifLog(
    results,
    verdicts.flatMap(({ error }) => (error === undefined ? [] : [error.message])),
  )
}

interface Region {
  startLine: number
  startColumn?: number
}

const wholeFile: Region = { startLine: 1 }

/** Where values are in the text of a file: known of files that are JSON, and still there. */
function regions({ file, entry, findings, turnedOff = [] }: FileVerdict, wire: boolean): (pointer: string) => Region {
  if (file === '-' || entry !== undefined || findings.length + turnedOff.length === 0) return () => wholeFile
  const starts = new Map<string, number>()
  let text: string
  try {
    text = new TextDecoder().decode(readFile(file).bytes)
  } catch {
    return () => wholeFile
  }
  const lines = lineStarts(text)
  walkJson(text, { value: (pointer, start) => starts.set(pointer, start) })
  return pointer => {
    // A member that is missing is reported at the nearest value that holds its place.
    for (let at = wire ? `/body${pointer}` : pointer; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      const start = starts.get(at)
      if (start !== undefined) return regionAt(lines, start)
      if (at === '') return wholeFile
    }
  }
}

/** Where each line starts. */
function lineStarts(text: string): number[] {
  const starts = [0]
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length)
  return starts
}

/** The last line that starts at or before an offset, found by halves. */
function regionAt(lines: readonly number[], offset: number): Region {
  let low = 0
  let high = lines.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((lines[middle] as number) <= offset) low = middle
    else high = middle
  }
  return { startLine: low + 1, startColumn: offset - (lines[low] as number) + 1 }
}
