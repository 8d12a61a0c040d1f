/**
 * Counting in plain numbers. A child is bound to its labels once; counting then is an addition. Prometheus' own library
 * would find the child by a hash of its labels at every count: here it writes the text alone.
 */
import type { Metric, Registry } from 'prom-client'

/** One metric: a row of the table in `metrics.ts`. */
export interface MetricSpec {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  /** Label names, each with the values that it may have. */
  readonly labels?: Readonly<Record<string, string>>
  /** Upper bounds of a histogram, in seconds. */
  readonly buckets?: readonly number[]
  /** How the values of several processes become one. Default: `sum`. */
  readonly merge?: 'sum' | 'max' | 'min'
  /** Which processes have it. */
  readonly on: readonly ('server' | 'worker' | 'gateway')[]
}

/** No family has more children: what comes later is counted under `other`. */
const mostChildren = 2000

interface Sample {
  readonly metricName?: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

/** The values of one set of labels. */
export interface Child {
  samples(name: string, labels: Readonly<Record<string, string>>): Sample[]
}

/** A counter or a gauge of one set of labels. */
export class NumberChild implements Child {
  value = 0

  add(by = 1): void {
    this.value += by
  }

  samples(_: string, labels: Readonly<Record<string, string>>): Sample[] {
    return [{ labels, value: this.value }]
  }
}

/** A histogram of one set of labels. */
export class HistogramChild implements Child {
  readonly #bounds: readonly number[]
  readonly #counts: number[]
  #sum = 0
  #count = 0

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = bounds.map(() => 0)
  }

  observe(value: number): void {
    this.#sum += value
    this.#count += 1
    const bounds = this.#bounds
    for (let at = 0; at < bounds.length; at++) {
      if (value > (bounds[at] as number)) continue
      ;(this.#counts[at] as number)++
      return
    }
  }

  samples(name: string, labels: Readonly<Record<string, string>>): Sample[] {
    let below = 0
    const buckets = this.#bounds.map((le, at): Sample => {
      below += this.#counts[at] ?? 0
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: below }
    })
    return [
      ...buckets,
      { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: this.#count },
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: this.#count },
    ]
  }
}

/** Children by their labels, one after the other: a look at them makes no text. */
interface LabelNode<C> {
  child?: C
  below?: Map<string, LabelNode<C>>
}

/** All children of one metric. */
export class MetricFamily<C extends Child> {
  readonly name: string
  readonly help: string
  readonly type: MetricSpec['type']
  readonly aggregator: NonNullable<MetricSpec['merge']>
  readonly #labelNames: readonly string[]
  readonly #make: () => C
  readonly #children: { readonly labels: Readonly<Record<string, string>>; readonly child: C }[] = []
  #tree: LabelNode<C> = {}
  /** For what comes when there are too many. */
  #other: C | undefined

  constructor({ name, help, type, labels = {}, merge = 'sum' }: MetricSpec, make: () => C, registry: Registry) {
    this.name = name
    this.help = help
    this.type = type
    this.aggregator = merge
    this.#labelNames = Object.keys(labels)
    this.#make = make
    // What the registry asks of a metric is its name and `get`.
    registry.registerMetric(this as unknown as Metric)
  }

  /** The child of these labels, in the order of the table. Bind it once and keep it. */
  child(...values: readonly string[]): C {
    let node: LabelNode<C> | undefined = this.#tree
    for (const value of values) {
      node = node.below?.get(value)
      if (node === undefined) return this.#add(values)
    }
    return node.child ?? this.#add(values)
  }

  /** Forgets all children, where what they count is not known just now. */
  clear(): void {
    this.#children.length = 0
    this.#tree = {}
    this.#other = undefined
  }

  #add(values: readonly string[]): C {
    if (this.#children.length >= mostChildren) {
      this.#other ??= this.#made(() => 'other')
      return this.#other
    }
    const child = this.#made(at => values[at] ?? '')
    let node = this.#tree
    for (const value of values) {
      node.below ??= new Map()
      const next: LabelNode<C> = node.below.get(value) ?? {}
      node.below.set(value, next)
      node = next
    }
    node.child = child
    return child
  }

  #made(value: (at: number) => string): C {
    const labels = Object.fromEntries(this.#labelNames.map((name, at) => [name, value(at)]))
    const child = this.#make()
    this.#children.push({ labels, child })
    return child
  }

  async get() {
    const { name, help, type, aggregator } = this
    const values = this.#children.flatMap(({ labels, child }) => child.samples(name, labels))
    return { name, help, type, aggregator, values }
  }

  reset(): void {
    this.clear()
  }
}

/** The children of a family by its first label, each bound once. `more` are the labels after it. */
export function byLabel<C extends Child>(family: MetricFamily<C>, ...more: readonly string[]): (label: string) => C {
  const bound = new Map<string, C>()
  return label => {
    let child = bound.get(label)
    if (child === undefined) {
      child = family.child(label, ...more)
      bound.set(label, child)
    }
    return child
  }
}
