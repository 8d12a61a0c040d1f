/**
 * Builds the console. `npm run build` writes it to `dist/console`. A server that runs from source serves the copy in
 * `node_modules/.cache/console`, which is built again when a file that went into it has changed.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

const root = resolve(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/console')
/** What went into the build: each file with the hash of its content. */
const record = 'inputs.json'

/** Builds the console into an empty folder; returns the files that went into it. */
export async function buildConsole(folder: string): Promise<string[]> {
  // Slow to load, and not needed where the copy is up to date.
  const { build } = await import('vite')
  const inputs = new Set(
    globSync('console/**/*.{ts,tsx,css,html,svg,json}', { cwd: root }).map(path => join(root, path)),
  )
  const noteInputs: Plugin = {
    name: 'note-inputs',
    buildEnd() {
      for (const id of this.getModuleIds()) {
        const [path = ''] = id.split('?')
        if (existsSync(path) && !path.includes('/node_modules/')) inputs.add(path)
      }
    },
  }
  await build({
    configFile: join(root, 'console/vite.config.ts'),
    plugins: [noteInputs],
    build: { outDir: resolve(folder), emptyOutDir: true },
  })
  return [...inputs, join(root, 'package-lock.json')].toSorted()
}

/** The folder of a console that is as new as its sources. */
export async function cachedConsole(): Promise<string> {
  if (isUpToDate()) return cache
  // Not there in a fresh clone.
  mkdirSync(dirname(cache), { recursive: true })
  const fresh = mkdtempSync(`${dirname(cache)}/console-`)
  const inputs = await buildConsole(fresh)
  const hashes = Object.fromEntries(inputs.map(path => [relative(root, path), hashOf(path)]))
  writeFileSync(join(fresh, record), JSON.stringify(hashes, undefined, 1))
  // Several processes may build at once: each puts a whole folder in place.
  rmSync(cache, { recursive: true, force: true })
  try {
    renameSync(fresh, cache)
  } catch {
    rmSync(fresh, { recursive: true, force: true })
  }
  return cache
}

function isUpToDate(): boolean {
  const path = join(cache, record)
  if (!existsSync(path)) return false
  const known: Record<string, string> = JSON.parse(readFileSync(path, 'utf8'))
  const isNew = globSync('console/src/**/*', { cwd: root, withFileTypes: true }).some(
    entry => entry.isFile() && known[relative(root, join(entry.parentPath, entry.name))] === undefined,
  )
  return !isNew && Object.entries(known).every(([file, hash]) => hashOf(join(root, file)) === hash)
}

function hashOf(path: string): string {
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('base64url') : ''
}

if (import.meta.main) console.log(await cachedConsole())
