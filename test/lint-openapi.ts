/** Two independent linters over OpenAPI documents: one process of each, however many documents there are. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { JsonObject } from '../src/lib/json-value.ts'

/** Exits with 1 when a linter found something: what it found is on standard output. */
async function run(tool: string, ...args: string[]): Promise<string> {
  const words = [`node_modules/.bin/${tool}`, 'lint', ...args]
  const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  try {
    return (await promisify(execFile)(process.execPath, words, options)).stdout
  } catch (error) {
    const { code, stdout } = error as { code?: unknown; stdout?: string }
    if (code === 1 && stdout) return stdout
    throw error
  }
}

export interface Problem {
  linter: 'redocly' | 'spectral'
  rule: string
  /** The document that it is in. */
  file: string
}

interface RedoclyReport {
  problems: { ruleId: string; location: { source: { ref: string } }[] }[]
}

/** What the linters find in these files. */
export async function lintFiles(files: readonly string[]): Promise<Problem[]> {
  const [redocly, spectral] = await Promise.all([
    run('redocly', '--config=redocly.yaml', '--format=json', ...files),
    run('spectral', '-q', '-f', 'json', '-F', 'hint', ...files),
  ])
  // Redocly prints one object for each document, one after the other.
  const reports = JSON.parse(`[${redocly.replaceAll(/^\}\{$/gm, '},{')}]`) as RedoclyReport[]
  const problems = reports.flatMap(report => report.problems)
  const hints = JSON.parse(spectral) as { code: string; source: string }[]
  return [
    ...problems.map(({ ruleId: rule, location: [at] }) => ({
      linter: 'redocly' as const,
      rule,
      file: at?.source.ref ?? '',
    })),
    ...hints.map(({ code: rule, source: file }) => ({ linter: 'spectral' as const, rule, file })),
  ]
}

/** What the linters find in these documents, by their names. */
export async function lintDocuments(documents: Readonly<Record<string, JsonObject>>): Promise<Problem[]> {
  const folder = mkdtempSync(join(tmpdir(), 'replywire-openapi-'))
  try {
    const files = Object.entries(documents).map(([name, document]) => {
      const file = join(folder, `${name}.json`)
      writeFileSync(file, JSON.stringify(document))
      return file
    })
    return await lintFiles(files)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
