/** Writes the report files that were asked for. */
import { writeFileSync } from 'node:fs'
import type { CheckReport } from '../../check/report.ts'
import { nameOf } from '../input.ts'
import { usageError } from '../usage.ts'

export interface ReportFiles {
  readonly junit?: string | undefined
  readonly sarif?: string | undefined
  readonly markdown?: string | undefined
}

/** What reports name besides their findings. */
export interface ReportSources {
  /** What each rule demands. */
  readonly titles: ReadonlyMap<string, string>
  /** The case file, with the line of each case. */
  readonly cases?: { readonly path: string; lineOf(name: string): number | undefined }
}

type Render = (reports: readonly CheckReport[], sources: ReportSources) => string

/** How each kind of file is written; loaded only then. */
const writers: Readonly<Record<keyof ReportFiles, () => Promise<Render>>> = {
  junit: async () => (await import('./junit.ts')).checkJunit,
  sarif: async () => (await import('./sarif.ts')).checkSarif,
  markdown: async () => (await import('./markdown.ts')).checkMarkdown,
}

export async function writeReports(
  files: ReportFiles,
  reports: readonly CheckReport[],
  sources: ReportSources,
): Promise<void> {
  for (const kind of ['junit', 'sarif', 'markdown'] as const) {
    const path = files[kind]
    if (path === undefined) continue
    const render = await writers[kind]()
    try {
      writeFileSync(path, render(reports, sources))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw usageError(`${nameOf(path)}: the report could not be written (${code}); check the folder.`)
    }
  }
}
