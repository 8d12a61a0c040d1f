/** Creates the plugins of a configuration and closes them again: some mistakes in options are found only by that. */
import { noLog } from '../../server/log.ts'
import type { GatewayConfig, PluginConfig } from '../config.ts'
import { loadPlugins } from '../load-plugins.ts'
import { createGatewayMetrics } from '../metrics.ts'
import { PluginMemory } from '../plugin-memory.ts'
import { StoreShelf } from '../shared/shared-limits.ts'
import type { ConfigProblem } from './problem.ts'

/** What plugins say of their options. Those that would open a file are left out: a check changes nothing. */
export async function tryPlugins(config: GatewayConfig): Promise<ConfigProblem[]> {
  const metrics = createGatewayMetrics()
  const opensFile = ({ options }: Pick<PluginConfig, 'options'>): boolean => options.file !== undefined
  const plugins = config.plugins.map(plugin => (opensFile(plugin) ? { ...plugin, enabled: false } : plugin))
  // Nothing is asked, and so no store is opened.
  const { store, limits: shared } = new StoreShelf().take(config.store, { now: Date.now, onAnswer: () => {} })
  const host = { log: noLog, metrics, now: Date.now, memory: new PluginMemory(), store, shared }
  try {
    const loaded = await loadPlugins({ ...config, plugins, auditLog: undefined }, host)
    await loaded.close()
    return []
  } catch (error) {
    const text = error instanceof Error ? error.message : 'the plugins cannot be created'
    return text.split('\n').map(problemOf)
  } finally {
    metrics.close()
  }
}

function problemOf(line: string): ConfigProblem {
  const [, file, at, column, message] = /^(.+?):(\d+):(\d+): (.*)$/.exec(line) ?? []
  if (file === undefined || message === undefined) return { message: line }
  return { at: { file, line: Number(at), column: Number(column) }, message }
}
