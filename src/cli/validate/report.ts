/** Tells verdicts as they come: to people file by file, to programs as one JSON text at the end. */
import type { Terminal } from '../terminal.ts'
import type { Fixed } from './fix.ts'
import { startProgress } from './progress.ts'
import { isQuiet, showSummary, showVerdict } from './show.ts'
import type { Verdict } from './verdict.ts'

/** A verdict, and what it takes to tell it. */
export interface Judgement extends Fixed {}

export interface Report {
  add(judgement: Judgement): void
  end(): readonly Verdict[]
}

export interface ReportOptions {
  readonly total: number
  readonly level: 'must' | 'should'
  /** Standard output is taken by the mended text of standard input. */
  readonly mendsInput: boolean
}

export function openReport(terminal: Terminal, options: ReportOptions): Report {
  const progress = startProgress(options.total, () => terminal.err)
  const tell = terminal.json ? undefined : peopleReport(terminal, options)
  const verdicts: Verdict[] = []
  return {
    add(judgement) {
      const { verdict, output } = judgement
      verdicts.push(terminal.json && output !== undefined ? { ...verdict, text: textOf(output) } : verdict)
      if (tell !== undefined) {
        if (verdict.error !== undefined || !isQuiet(verdict)) progress.clear()
        tell.add(judgement)
      }
      progress.step(verdicts.length)
    },
    end() {
      progress.clear()
      if (tell === undefined) terminal.out.line(JSON.stringify(inJson(verdicts)))
      else tell.end(verdicts)
      return verdicts
    },
  }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

function inJson(files: readonly Verdict[]): object {
  const valid = files.filter(verdict => verdict.valid).length
  return { files, summary: { valid, invalid: files.length - valid } }
}

function peopleReport({ out, err }: Terminal, { total, level, mendsInput }: ReportOptions) {
  const to = mendsInput ? err : out
  let shown = 0
  return {
    add({ verdict, output }: Judgement): void {
      if (output !== undefined) out.write(output)
      if (!isQuiet(verdict)) {
        if (shown++ > 0) to.line()
        showVerdict(verdict, to)
      }
      if (verdict.error !== undefined) err.line(`${err.style.bad('replywire:')} ${verdict.error.message}`)
    },
    end(verdicts: readonly Verdict[]): void {
      const [only] = verdicts
      if (total === 1) {
        if (only !== undefined && isQuiet(only) && only.error === undefined) showVerdict(only, to)
        return
      }
      if (shown > 0) to.line()
      showSummary(verdicts, level, to)
    },
  }
}
