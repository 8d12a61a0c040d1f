/** The metrics of several processes as one text: counters are added, gauges as their row says. */
import { AggregatorRegistry } from 'prom-client'

export async function mergeMetrics(values: readonly object[]): Promise<{ contentType: string; text: string }> {
  const merged = AggregatorRegistry.aggregate([...values])
  return { contentType: merged.contentType, text: await merged.metrics() }
}
