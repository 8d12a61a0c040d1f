/** The files of the console, as the build made them. No other name is looked up. */
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

export interface ConsoleFile {
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
  zipped(): Uint8Array<ArrayBuffer>
}

let folder: Promise<string> | undefined
const files = new Map<string, Promise<ConsoleFile | undefined>>()

/** A file by its name below the folder; undefined if the console has none of that name. */
export async function consoleFile(name: string): Promise<ConsoleFile | undefined> {
  const at = await folderOf().catch(() => undefined)
  // A bundle of this module has no files next to it.
  if (at === undefined) return undefined
  const known = files.get(name)
  if (known !== undefined) return known
  const names = await readdir(at, { recursive: true }).catch((): string[] => [])
  if (!names.includes(name)) return undefined
  const reading = readConsoleFile(join(at, name))
  files.set(name, reading)
  return reading
}

async function readConsoleFile(path: string): Promise<ConsoleFile | undefined> {
  const type = types[extname(path)]
  const bytes = await readFile(path).catch(() => undefined)
  if (type === undefined || bytes === undefined) return undefined
  let zipped: Uint8Array<ArrayBuffer> | undefined
  return {
    type,
    bytes,
    zipped: () => {
      zipped ??= gzipSync(bytes)
      return zipped
    },
  }
}

function folderOf(): Promise<string> {
  folder ??= findFolder().catch(error => {
    folder = undefined
    throw error
  })
  return folder
}

/** An installed Replywire has it in `dist/console`; from source it is built when it is first asked for. */
async function findFolder(): Promise<string> {
  if (!import.meta.url.endsWith('.ts')) return fileURLToPath(new URL('../../console', import.meta.url))
  const build = fileURLToPath(new URL('../../../scripts/build/console.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [build])
  return stdout.trim().split('\n').at(-1) ?? ''
}
