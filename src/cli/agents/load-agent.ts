/** Loading an agent's module. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Agent } from '../../agent/define.ts'
import { ReplywireError } from '../../errors.ts'
import type { ServeOptions } from '../../server/server-context.ts'
import { nameOf, unreadable } from '../input.ts'

export interface AgentModule {
  agent: Agent
  options: ServeOptions
}

export async function loadAgent(path: string): Promise<AgentModule> {
  const file = resolve(path)
  if (!existsSync(file)) throw unreadable(path, 'ENOENT')
  let module: { default?: unknown; options?: ServeOptions }
  try {
    module = (await import(pathToFileURL(file).href)) as typeof module
  } catch (error) {
    const { loadError } = await import('./load-error.ts')
    throw loadError(path, error)
  }
  if (!isAgent(module.default)) {
    // A module that serves itself keeps the process open, though there is nothing for it to do here.
    setTimeout(() => process.exit(), 200).unref()
    throw new ReplywireError(
      'ERR_UNREADABLE',
      `${nameOf(path)}: its default export is not an agent. Write export default defineAgent({ … }). A module that serves itself is run by node.`,
    )
  }
  return { agent: module.default, options: module.options ?? {} }
}

function isAgent(value: unknown): value is Agent {
  return typeof value === 'object' && value !== null && 'operations' in value && 'name' in value && 'version' in value
}
