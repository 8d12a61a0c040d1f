/** How the console is bundled. All addresses in it are relative: it works below any prefix. */
import { dirname, join, resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** Modules that a page cannot use or does not need, and what it loads instead. The suffix list alone has 130 KB. */
const browserParts: Readonly<Record<string, string>> = {
  'node:async_hooks': 'async-hooks.ts',
  '@modelcontextprotocol/client/stdio': 'stdio.ts',
  '../http/send.ts': 'send.ts',
  '../own-version.ts': 'own-version.ts',
  psl: 'psl.ts',
}

const useBrowserParts: Plugin = {
  name: 'use-browser-parts',
  enforce: 'pre',
  resolveId(source, importer = '') {
    const part = browserParts[source]
    if (part === undefined || !/\/src\/(?:carriers|contracts)\//.test(importer)) return undefined
    return join(import.meta.dirname, 'src/browser', part)
  },
}

const workerSuffix = '?worker&url'
const workerPrefix = '\0worker:'

/** A worker is one more entry of the same bundle, and shares its chunks. Vite alone would bundle all that it loads once more. */
const shareWorkerChunks: Plugin = {
  name: 'share-worker-chunks',
  enforce: 'pre',
  resolveId(source, importer = '') {
    if (!source.endsWith(workerSuffix)) return undefined
    return workerPrefix + resolve(dirname(importer), source.slice(0, -workerSuffix.length))
  },
  load(id) {
    if (!id.startsWith(workerPrefix)) return undefined
    const file = this.emitFile({ type: 'chunk', id: id.slice(workerPrefix.length) })
    return `export default import.meta.ROLLUP_FILE_URL_${file}`
  },
}

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  logLevel: 'warn',
  plugins: [useBrowserParts, shareWorkerChunks],
  build: {
    target: 'es2023',
    // The policy of the page allows neither inline code nor `data:` addresses.
    assetsInlineLimit: 0,
    // A worker has no document to load ahead in.
    modulePreload: false,
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
  },
})
