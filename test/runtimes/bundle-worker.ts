/** A worker and its configuration in a folder, bundled as Cloudflare's own tools do it: conditions, no eval, no files. */
import { writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { esmExternalRequirePlugin } from 'rolldown/plugins'

/** Returns the path of the configuration. */
export async function bundleWorker(entry: string, folder: string): Promise<string> {
  const bundle = await rolldown({
    input: entry,
    platform: 'neutral',
    // A CommonJS package asks for Node's modules by `require`, which a worker does not have.
    plugins: [esmExternalRequirePlugin({ external: [/^node:/, ...builtinModules] })],
    resolve: {
      mainFields: ['module', 'main'],
      conditionNames: ['workerd', 'worker', 'browser', 'import', 'default'],
    },
    onLog() {},
  })
  const { output } = await bundle.write({ dir: folder, format: 'esm', entryFileNames: 'main.js' })
  await bundle.close()
  // The first module is the worker itself.
  const names = output
    .map(({ fileName }) => fileName)
    .toSorted((a, b) => Number(b === 'main.js') - Number(a === 'main.js'))
  const modules = names.map(name => `(name = ${JSON.stringify(name)}, esModule = embed ${JSON.stringify(name)})`)
  const path = join(folder, 'config.capnp')
  writeFileSync(path, configuration(modules))
  return path
}

function configuration(modules: readonly string[]): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (compatibilityDate = "2026-10-01", modules = [${modules.join(', ')}]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
`
}
