/**
 * Bundles what `validate`, `translate` and `detect` start with: Node spends more time on a module than the module
 * takes, and to validate one file would load ninety. Everything else stays as tsc wrote it.
 */
import { writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'

/**
 * The lazy imports that are bundled: also those that make wires, since there must be one class of bodies. All others
 * keep their own files, and share them with the agent that they load.
 */
const bundled =
  /^(?:cli\/(?:commands\/(?:validate|translate|detect)|nearest|(?:validate|recorded)\/[a-z-]+)|contracts\/(?:[a-z0-9-]+\/(?:index|detect)|registry))\.js$/

/** The only rooms that may be in the bundle. */
const rooms = /^(?:cli|inspect|codec|contracts|outcome|wire|lib)\//

const inDist = (path: string) => relative('dist', path).replaceAll('\\', '/')

const leaveApart: Plugin = {
  name: 'leave-apart',
  async resolveId(source, importer, { kind }) {
    // Packages stay where they are installed; a command loads one only when it needs it.
    if (importer !== undefined && /^@?[a-z][\w./-]*$/.test(source)) return { id: source, external: true }
    if (importer === undefined || !source.startsWith('.')) return null
    const id = resolve(importer, '..', source)
    const path = inDist(id)
    // There must be one class of errors: the code that loads an agent recognises its errors by it.
    if (path === 'errors.js') return { id, external: true }
    return kind === 'dynamic-import' && !bundled.test(path) ? { id, external: true } : null
  },
}

/** A bundled module that looks for a file next to itself would look in the wrong folder. */
function refuseMisplaced({ fileName, code, moduleIds }: OutputChunk): void {
  const files = moduleIds.filter(id => !id.startsWith('\0'))
  const misplaced = files.map(inDist).filter(path => !rooms.test(path))
  if (misplaced.length > 0) throw new Error(`${fileName} must not hold a copy of ${misplaced.join(', ')}.`)
  if (code.includes('import.meta')) throw new Error(`${fileName} uses import.meta, which names another folder now.`)
}

export async function bundleStart(): Promise<void> {
  const bundle = await rolldown({ input: 'dist/cli/dispatch.js', platform: 'node', plugins: [leaveApart] })
  const { output } = await bundle.generate({
    dir: 'dist/cli',
    chunkFileNames: 'part-[name].js',
    // Names stay, for stack traces.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    codeSplitting: {
      groups: [
        { name: 'detect', test: /contracts\/[a-z0-9-]+\/detect\.js$/, priority: 2 },
        { name: 'core', test: /cli\/(?:dispatch|commands\/(?:validate|translate|detect))\.js$/, priority: 1 },
      ],
    },
  })
  await bundle.close()
  for (const file of output) {
    if (file.type !== 'chunk') continue
    refuseMisplaced(file)
    writeFileSync(resolve('dist/cli', file.fileName), file.code)
  }
}
