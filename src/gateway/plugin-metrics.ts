/** Counters and histograms of plugins, by the names that the profile's project has for them. */
export interface PluginMetrics {
  /** Adds one to a counter. Label values must come from a closed set; tenants and the like are bounded by the caller. */
  count(name: string, labels: Readonly<Record<string, string>>): void
  observeSeconds(name: string, labels: Readonly<Record<string, string>>, seconds: number): void
  /** A gauge that is read when metrics are asked for. */
  gauge(name: string, help: string, read: () => number): void
}
