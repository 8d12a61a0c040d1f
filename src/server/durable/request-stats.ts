/** Counts over entries of the request journal: in all, over time, by route and by rule. */
import type { PlacedEntry } from '../../runtime/requests/request-entry.ts'

export interface StatsRange {
  readonly since: number
  readonly until: number
  readonly buckets: number
  /** Older entries of the range were not counted. */
  readonly isPartial: boolean
}

/** So many routes and rules are listed: those with the most calls. */
const mostRows = 50
/** So many entries are counted before others have their turn. */
const atOnce = 1000

class Tally {
  calls = 0
  /** Answers of 500 and above. */
  errors = 0
  /** Answers of 400 to 499. */
  refused = 0
  findings = 0
  readonly #durations: number[] = []

  add({ status, findings, durationMs }: PlacedEntry): void {
    this.calls += 1
    if (status >= 500) this.errors += 1
    else if (status >= 400) this.refused += 1
    this.findings += findings.length
    this.#durations.push(durationMs)
  }

  read() {
    const { calls, errors, refused, findings } = this
    const sorted = this.#durations.toSorted((one, other) => one - other)
    const at = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
    return { calls, errors, refused, findings, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
  }
}

export async function requestStats(entries: readonly PlacedEntry[], { since, until, buckets, isPartial }: StatsRange) {
  const bucketMs = Math.max(1000, Math.ceil((until - since) / buckets))
  const all = new Tally()
  const overTime = new Map<number, Tally>()
  const routes = new Map<string, { entry: PlacedEntry; tally: Tally }>()
  const rules = new Map<string, RuleCount>()
  for (const [index, entry] of entries.entries()) {
    if (index % atOnce === atOnce - 1) await new Promise(setImmediate)
    all.add(entry)
    tallyIn(overTime, Math.floor((entry.at - since) / bucketMs)).add(entry)
    const key = JSON.stringify([entry.method, entry.route, entry.operation, entry.contract])
    const route = routes.get(key) ?? { entry, tally: new Tally() }
    routes.set(key, route)
    route.tally.add(entry)
    countRules(rules, entry)
  }
  return {
    since: timeText(since),
    until: timeText(until),
    bucketMs,
    isPartial,
    totals: all.read(),
    // Only those with calls: the others are empty.
    buckets: [...overTime]
      .toSorted(([one], [other]) => one - other)
      .map(([index, tally]) => ({ at: timeText(since + index * bucketMs), ...tally.read() })),
    routes: [...routes.values()]
      .toSorted((one, other) => other.tally.calls - one.tally.calls)
      .slice(0, mostRows)
      .map(({ entry: { method, route, operation, contract, carrier }, tally }) => ({
        method,
        route,
        operation,
        contract,
        carrier,
        ...tally.read(),
      })),
    rules: [...rules.values()].toSorted((one, other) => other.calls - one.calls).slice(0, mostRows),
  }
}

/** What `/requests/stats` answers. */
export type RequestStats = Awaited<ReturnType<typeof requestStats>>

export interface RuleCount {
  rule: string
  level: string
  /** In so many calls. */
  calls: number
  /** The newest call that has it. */
  example: { requestId: string; seq: number; pointer: string; at: string; operation: string; contract: string }
}

function countRules(rules: Map<string, RuleCount>, entry: PlacedEntry): void {
  const { requestId, seq, at, operation, contract } = entry
  const first = new Map(entry.findings.toReversed().map(finding => [finding.rule, finding]))
  for (const { rule, level, pointer } of first.values()) {
    const known = rules.get(rule)
    if (known !== undefined) known.calls += 1
    else {
      const example = { requestId, seq, pointer, at: timeText(at), operation, contract }
      rules.set(rule, { rule, level, calls: 1, example })
    }
  }
}

function tallyIn(tallies: Map<number, Tally>, key: number): Tally {
  const known = tallies.get(key) ?? new Tally()
  tallies.set(key, known)
  return known
}

function timeText(at: number): string {
  return new Date(at).toISOString()
}
