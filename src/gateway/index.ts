/** The gateway in code: its configuration, a gateway in this process, and plugins that a configuration can name. */
export { ConfigError, type ConfigProblem } from './config/problem.ts'
export { loadConfig, type ReadConfig, type ReadOptions, readConfig } from './config/read-config.ts'
export type {
  FilePosition,
  GatewayConfig,
  GatewayLimits,
  HealthCheckConfig,
  ListenerConfig,
  PluginConfig,
  PoolConfig,
  RouteConfig,
  RoutePluginConfig,
  TargetConfig,
  TlsFiles,
} from './config.ts'
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
export { type RunningGateway, startGateway } from './run/start-gateway.ts'
