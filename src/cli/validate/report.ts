/** Reports verdicts: as text file by file, as one JSON text at the end. */
import type { Terminal } from '../terminal.ts'
import type { FixedVerdict } from './fix.ts'
import { startProgress } from './progress.ts'
import type { RuleChange } from './ruleset.ts'
import { isQuiet, showChanges, showSummary, showVerdict } from './show.ts'
import type { FileVerdict } from './verdict.ts'

export interface Report {
  add(validated: FixedVerdict): void
  end(): readonly FileVerdict[]
}

export interface ReportOptions {
  readonly total: number
  readonly level: 'must' | 'should'
  /** Standard output is taken by the fixed text of standard input. */
  readonly fixesInput: boolean
  /** How the ruleset was used, at the end. */
  readonly changes?: (verdicts: readonly FileVerdict[]) => (RuleChange & { findings: number })[]
}

export function openReport(terminal: Terminal, options: ReportOptions): Report {
  const progress = startProgress(options.total, terminal)
  const text = terminal.json ? undefined : peopleReport(terminal, options)
  const verdicts: FileVerdict[] = []
  return {
    add(validated) {
      const { verdict, output } = validated
      verdicts.push(terminal.json && output !== undefined ? { ...verdict, text: textOf(output) } : verdict)
      if (text !== undefined) {
        if (verdict.error !== undefined || !isQuiet(verdict)) progress.clear()
        text.add(validated)
      }
      progress.step(verdicts.length)
    },
    end() {
      progress.clear()
      if (text === undefined) terminal.out.line(JSON.stringify(inJson(verdicts, options)))
      else text.end(verdicts)
      return verdicts
    },
  }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

function inJson(files: readonly FileVerdict[], { changes }: ReportOptions): object {
  const valid = files.filter(verdict => verdict.valid).length
  const summary = { valid, invalid: files.length - valid }
  return { files, summary, ...(changes === undefined ? undefined : { ruleset: changes(files) }) }
}

function peopleReport({ out, err }: Terminal, { total, level, fixesInput, changes }: ReportOptions) {
  const to = fixesInput ? err : out
  let shown = 0
  return {
    add({ verdict, output }: FixedVerdict): void {
      if (output !== undefined) out.write(output)
      if (!isQuiet(verdict)) {
        if (shown++ > 0) to.line()
        showVerdict(verdict, to)
      }
      if (verdict.error !== undefined) err.line(`${err.style.bad('replywire:')} ${verdict.error.message}`)
    },
    end(verdicts: readonly FileVerdict[]): void {
      const [only] = verdicts
      if (total === 1 && verdicts.length === 1) {
        if (only !== undefined && isQuiet(only) && only.error === undefined) showVerdict(only, to)
        showChanges(changes?.(verdicts) ?? [], to)
        return
      }
      if (shown > 0) to.line()
      showSummary(verdicts, level, to)
      showChanges(changes?.(verdicts) ?? [], to)
    },
  }
}
