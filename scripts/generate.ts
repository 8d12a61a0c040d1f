/**
 * Writes what is derived from code: published schemas, compiled validators, OpenAPI components, reference pages.
 * `node scripts/generate.ts` writes; `--check` exits 1 and names each file that is not up to date.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ContractProblems } from './generate/check-contracts.ts'
import { contractFiles } from './generate/contract-files.ts'
import { hubFiles } from './generate/hub-files.ts'

/** Folders that hold generated files only: whatever else stands there is stale. */
const ownedFolders = ['schemas', 'openapi', 'docs/reference']

/**
 * Each stage is imported when those before it have written: a contract cannot be imported before it has validators, nor
 * the command line before there are rows.
 */
const stages: readonly (() => Promise<Map<string, string>>)[] = [
  async () => hubFiles(),
  contractFiles,
  async () => (await import('./generate/row-files.ts')).rowFiles(),
  async () => (await import('./generate/ruleset-files.ts')).rulesetFiles(),
  async () => (await import('./generate/openapi-files.ts')).openapiFiles(),
  async () => (await import('./generate/check-files.ts')).checkFiles(),
  async () => (await import('./generate/gateway-files.ts')).gatewayFiles(),
  async () => (await import('./generate/reference-files.ts')).referenceFiles(),
  async () => (await import('./generate/console-files.ts')).consoleFiles(),
  async () => (await import('./generate/api-files.ts')).apiFiles(),
]

/** The files of a stage. What is wrong with a contract is printed without a stack trace. */
async function filesOf(stage: (typeof stages)[number]): Promise<Map<string, string>> {
  try {
    return await stage()
  } catch (error) {
    const isMissingExport = error instanceof SyntaxError && error.message.includes('does not provide an export')
    if (!(error instanceof ContractProblems || isMissingExport)) throw error
    console.log(error.message)
    process.exit(1)
  }
}

const checking = process.argv.includes('--check')
const stale: string[] = []
const known = new Set<string>()

let isMissing = false

for (const stage of stages) {
  // What is not written cannot be imported: the stages that follow have nothing to compare.
  if (isMissing) break
  for (const [path, text] of await filesOf(stage)) {
    known.add(path)
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
    stale.push(path)
    isMissing ||= checking && /\.generated\.[jt]s$/.test(path) && !existsSync(path)
    if (checking) continue
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
}
for (const folder of isMissing ? [] : ownedFolders.filter(existsSync)) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || known.has(path)) continue
    stale.push(path)
    if (!checking) await rm(path)
  }
}

if (stale.length > 0) console.log(`${checking ? 'Not up to date' : 'Written'}:\n  ${stale.join('\n  ')}`)
if (checking && stale.length > 0) {
  console.log('Run `npm run generate` and commit the result.')
  process.exitCode = 1
}
