/** Plugins for the gateway: what a module that a configuration names exports, and what it may use. */
export type { PluginConfig, RouteConfig } from './config.ts'
export type { GatewayCall } from './gateway-call.ts'
export {
  type AnsweredCall,
  definePlugin,
  type Plugin,
  type PluginContext,
  type PluginInstance,
  type PluginStage,
  type TypedPlugin,
} from './plugin.ts'
export type { PluginMetrics } from './plugin-metrics.ts'
export { refuseCall } from './plugins/refuse-call.ts'
