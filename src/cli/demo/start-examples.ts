/** The services of `examples/fleet`: complete agents, each with a contract of its own. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '../package-root.ts'

/** As `examples/fleet/services.ts` exports it. */
interface Services {
  /** The addresses, by the names that `examples/fleet/gateway.yaml` has for them. */
  readonly environment: Readonly<Record<string, string>>
  close(): Promise<void>
}

export const fleetFile = new URL('examples/fleet/gateway.yaml', packageRoot)

/** `folder`: where an installed package puts its copy. */
export async function startExamples(folder: string): Promise<Services> {
  const root = import.meta.url.endsWith('.ts') ? packageRoot : copyExamples(folder)
  const { startServices } = await import(new URL('examples/fleet/services.ts', root).href)
  return startServices() as Promise<Services>
}

/** Node runs no TypeScript below `node_modules`. What a copy imports from the source is found in the compiled code. */
function copyExamples(folder: string): URL {
  const root = pathToFileURL(`${folder}/copy/`)
  mkdirSync(root)
  writeFileSync(new URL('package.json', root), '{ "type": "module" }\n')
  cpSync(new URL('examples', packageRoot), new URL('examples', root), { recursive: true })
  const source = new URL('src/', root).href
  registerHooks({
    resolve(specifier, context, next) {
      if (!context.parentURL?.startsWith(root.href)) return next(specifier, context)
      // A package, such as zod: the one that Replywire has.
      if (!specifier.startsWith('.')) return next(specifier, { ...context, parentURL: import.meta.url })
      const { href } = new URL(specifier, context.parentURL)
      if (!href.startsWith(source)) return next(specifier, context)
      const compiled = href.slice(source.length).replace(/\.ts$/, '.js')
      return next(new URL(`dist/${compiled}`, packageRoot).href, context)
    },
  })
  return root
}
