/** The files of the page: those of swagger-ui-dist that it needs, and two of our own. No other name is looked up. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
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

const { resolve } = createRequire(import.meta.url)
const read = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

export async function assetPage(request: Request): Promise<Response | undefined> {
  const file = new URL(request.url).pathname.split('/').at(-1) ?? ''
  const asset = assets.get(file)
  if (asset === undefined) return undefined
  return new Response(asset.text ?? (await packaged(file)), {
    headers: {
      'content-type': asset.type,
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** A file of the package, read once. */
function packaged(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const known = read.get(file) ?? readFile(join(dirname(resolve('swagger-ui-dist/package.json')), file))
  read.set(file, known)
  known.catch(() => read.delete(file))
  return known
}
