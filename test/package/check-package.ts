/** What is in the tarball, and what installing it brings along. */
import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { run } from './processes.ts'
import type { Step } from './steps.ts'

interface Locked {
  readonly hasInstallScript?: boolean
}

const tool = (name: string): string => resolve('node_modules/.bin', name)

/** The linters of packages, on the tarball as it would be published. Replywire is ES modules only. */
export async function lintPackage(step: Step, tarball: string): Promise<void> {
  const here = { folder: resolve('.') }
  await step('publint finds nothing', () => run(here, [tool('publint'), 'run', '--strict', tarball]))
  const contracts = readdirSync('src/contracts', { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => `contracts/${name}`)
  await step('@arethetypeswrong/cli finds nothing', () =>
    run(here, [tool('attw'), tarball, '--profile', 'esm-only', '--include-entrypoints', ...contracts]),
  )
}

/** In a folder where nothing but Replywire is installed. */
export async function inspectInstalled(step: Step, folder: string): Promise<void> {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const installed = Object.entries(packages).filter(([path]) => path !== '')
  await step('no package runs a script when it is installed', () => {
    const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path)
    assert.deepEqual(scripted, [])
  })
  const total = megabytesIn(join(folder, 'node_modules'))
  const title = `${installed.length} packages, ${total.toFixed(1)} MB of files: below 50 MB`
  await step(title, () => assert.ok(total < 50, `The largest packages:\n${largestIn(folder, installed)}`))
  console.log(largestIn(folder, installed).replaceAll(/^/gm, '        '))
}

function megabytesIn(folder: string): number {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter(entry => entry.isFile())
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0) / 1_000_000
}

function largestIn(folder: string, installed: readonly (readonly [path: string, Locked])[]): string {
  const sizes = installed.map(([path]) => ({ path, size: megabytesIn(join(folder, path)) }))
  const largest = sizes.sort((a, b) => b.size - a.size).slice(0, 6)
  return largest.map(({ path, size }) => `${size.toFixed(1)} MB ${path.replace('node_modules/', '')}`).join('\n')
}
