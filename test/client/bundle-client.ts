/** The client as a bundler makes it for browsers. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type OutputChunk, rolldown } from 'rolldown'

async function bundled(entry: string) {
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    // The carriers of MCP and A2A are loaded by their addresses alone, and not in browsers.
    external: [/carriers\//, /^node:/],
    onLog() {},
  })
  return bundle
}

/** Writes the bundle of a module into a folder, with `main.js` as its entry. */
export async function bundleClient(entry: string, folder: string): Promise<string> {
  const bundle = await bundled(entry)
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' })
  await bundle.close()
  return folder
}

/** Bytes of a page that calls in one contract, minified and gzipped. */
export interface ClientSize {
  /** What is loaded with the page: the module graph without dynamic imports. */
  readonly first: number
  /** The same with everything that is loaded later for this contract: streams, tasks, answers, findings with texts. */
  readonly whole: number
}

/** The size of the client with the reader of a contract; without one, of the core alone. */
export async function clientSize(contract?: string): Promise<ClientSize> {
  return {
    first: await pageSize(contract, [], ({ imports }) => imports),
    // A page that names its contract loads neither the list of the others nor other carriers.
    whole: await pageSize(contract, [/reader-rows/, /open-carrier/], ({ imports, dynamicImports }) => [
      ...imports,
      ...dynamicImports,
    ]),
  }
}

/** The bytes of the chunks of a page that are reached from its entry. */
async function pageSize(
  contract: string | undefined,
  external: readonly RegExp[],
  nextOf: (chunk: OutputChunk) => readonly string[],
): Promise<number> {
  const reader = `src/contracts/${contract}/reader.ts`
  const from = existsSync(reader) ? reader : `src/contracts/${contract}/index.ts`
  const bundle = await rolldown({
    input: 'page',
    platform: 'browser',
    external: [/carriers\//, /^node:/, ...external],
    onLog() {},
    plugins: [
      {
        name: 'page',
        resolveId: id => (id === 'page' ? id : undefined),
        load: id =>
          id === 'page'
            ? `export { connect } from ${JSON.stringify(resolve('src/client/index.ts'))}
               ${contract === undefined ? '' : `export * from ${JSON.stringify(resolve(from))}`}`
            : undefined,
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  const chunks = new Map(output.flatMap(one => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])))
  const names = new Set<string>()
  const visit = (name: string): void => {
    const chunk = chunks.get(name)
    if (names.has(name) || chunk === undefined) return
    names.add(name)
    for (const next of nextOf(chunk)) visit(next)
  }
  for (const [name, { isEntry }] of chunks) if (isEntry) visit(name)
  return gzipSync([...names].map(name => chunks.get(name)?.code ?? '').join('\n'), { level: 9 }).byteLength
}
