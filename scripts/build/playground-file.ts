/**
 * The playground of the console as one HTML file: scripts and styles are inside it, so that it opens from a disk. Its
 * policy names them by their hashes, and allows nothing else: no request leaves the page.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const consoleFolder = join(import.meta.dirname, '../../console')

/** Writes `playground.html` into a folder. */
export async function buildPlaygroundFile(folder: string): Promise<void> {
  const result = await build({
    root: consoleFolder,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      target: 'es2023',
      write: false,
      cssCodeSplit: false,
      modulePreload: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: {
        input: join(consoleFolder, 'src/playground-file.tsx'),
        transform: { define: { 'import.meta': '{}' } },
        // Its worker is a plain script: a page from a disk cannot start a module as one.
        output: { codeSplitting: false, format: 'iife' },
      },
    },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap(one => ('output' in one ? one.output : []))
  const scripts = outputs.flatMap(one => (one.type === 'chunk' ? [one.code] : []))
  const styles = outputs.flatMap(one =>
    one.type === 'asset' && one.fileName.endsWith('.css') ? [textOf(one.source)] : [],
  )
  if (scripts.length !== 1 || styles.length !== 1) {
    throw new Error(
      `The playground is ${scripts.length} scripts and ${styles.length} style sheets instead of one each.`,
    )
  }
  const [script = ''] = scripts
  const [style = ''] = styles
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'playground.html'), pageOf(script, style))
}

function textOf(source: string | Uint8Array): string {
  return typeof source === 'string' ? source : Buffer.from(source).toString('utf8')
}

function pageOf(script: string, style: string): string {
  // Neither `</script` nor `<!--` may stand in a script that is inside a page.
  const safe = script.replaceAll(/<(?=\/script|!--)/gi, '\\x3c')
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(safe)}'`,
    `style-src '${hashOf(style)}'`,
    // Its worker has the text of this very script.
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const tag = '<script type="module" src="./src/playground-file.tsx"></script>'
  const html = readFileSync(join(consoleFolder, 'playground.html'), 'utf8')
  if (!html.includes(tag)) throw new Error('console/playground.html does not have its script as expected.')
  const head = `<meta http-equiv="content-security-policy" content="${policy}">\n    <style>${style}</style>`
  return html.replace(tag, () => head).replace('</body>', () => `  <script type="module">${safe}</script>\n  </body>`)
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
