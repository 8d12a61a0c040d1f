/** How the console is bundled. All addresses in it are relative: it works below any prefix. */
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** What the client of MCP and A2A takes from Node, and what stands for it in a browser. */
const browserParts: Readonly<Record<string, string>> = {
  'node:async_hooks': 'async-hooks.ts',
  '@modelcontextprotocol/client/stdio': 'stdio.ts',
  '../http/send.ts': 'send.ts',
  '../own-version.ts': 'own-version.ts',
}

const useBrowserParts: Plugin = {
  name: 'use-browser-parts',
  enforce: 'pre',
  resolveId(source, importer = '') {
    const part = browserParts[source]
    if (part === undefined || !importer.includes('/src/carriers/')) return undefined
    return join(import.meta.dirname, 'src/browser', part)
  },
}

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  logLevel: 'warn',
  plugins: [useBrowserParts],
  build: {
    target: 'es2023',
    // The policy of the page allows neither inline code nor `data:` addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
  },
})
