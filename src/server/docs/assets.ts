/** The files of the page: those of swagger-ui-dist that it needs, and two of our own. No other name is looked up. */
import { readFile } from 'node:fs/promises'
import type { HttpAnswer, HttpRequest } from '../../carriers/http/message.ts'
import { script } from './script.ts'
import { style } from './style.ts'

interface Asset {
  readonly type: string
  /** Absent: a file of swagger-ui-dist. */
  readonly text?: string
}

const scripts = 'text/javascript; charset=utf-8'
const styles = 'text/css; charset=utf-8'

const assets: ReadonlyMap<string, Asset> = new Map<string, Asset>([
  ['swagger-ui.css', { type: styles }],
  ['swagger-ui-bundle.js', { type: scripts }],
  ['favicon-32x32.png', { type: 'image/png' }],
  ['replywire.css', { type: styles, text: style }],
  ['replywire.js', { type: scripts, text: script }],
])

/** The files that the build copies next to this module. */
export const copiedAssets: readonly string[] = [...assets].flatMap(([file, { text }]) =>
  text === undefined ? [file] : [],
)

/** From source they are read from the package, a dev dependency; an installed Replywire has its copies. */
function addressOf(file: string): URL {
  if (!import.meta.url.endsWith('.ts')) return new URL(`swagger-ui/${file}`, import.meta.url)
  return new URL(file, import.meta.resolve('swagger-ui-dist/package.json'))
}

const read = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

export async function assetPage({ path }: HttpRequest): Promise<HttpAnswer | undefined> {
  const file = path.split('/').at(-1) ?? ''
  const asset = assets.get(file)
  if (asset === undefined) return undefined
  const body = asset.text ?? (await packaged(file).catch(() => undefined))
  // A bundle has no files next to it.
  if (body === undefined) return undefined
  return { status: 200, headers: { 'content-type': asset.type, 'cache-control': 'public, max-age=3600' }, body }
}

/** A file of the package, read once. */
async function packaged(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const known = read.get(file) ?? readFile(addressOf(file))
  read.set(file, known)
  known.catch(() => read.delete(file))
  return known
}
