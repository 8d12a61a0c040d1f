/** Numbers of a chart: where bars and lines are, and what the axis says. */
export interface Series {
  readonly name: string
  readonly tone: 'good' | 'warn' | 'bad' | 'info'
  /** One for each bucket. */
  readonly values: readonly number[]
}

/** The next number that reads well: 1, 2 or 5 times a power of ten. */
export function niceCeiling(value: number): number {
  if (!(value > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = [1, 2, 5, 10].find(one => one * power >= value) ?? 10
  return factor * power
}

/** The highest point: of all series on top of each other, or of the highest one. */
export function topOf(series: readonly Series[], isStacked: boolean): number {
  const length = Math.max(0, ...series.map(({ values }) => values.length))
  const sums = Array.from({ length }, (_, index) => series.map(({ values }) => values[index] ?? 0))
  return Math.max(
    0,
    ...sums.map(values => (isStacked ? values.reduce((sum, one) => sum + one, 0) : Math.max(...values))),
  )
}

/** Every bucket of a range, also those in which nothing happened. */
export function filled<T extends { readonly at: string }>(
  { since, until, bucketMs, buckets }: { since: string; until: string; bucketMs: number; buckets: readonly T[] },
  most = 200,
): { at: number; bucket: T | undefined }[] {
  const start = Date.parse(since)
  const count = Math.min(most, Math.max(1, Math.ceil((Date.parse(until) - start) / bucketMs)))
  const byIndex = new Map(buckets.map(bucket => [Math.round((Date.parse(bucket.at) - start) / bucketMs), bucket]))
  return Array.from({ length: count }, (_, index) => ({ at: start + index * bucketMs, bucket: byIndex.get(index) }))
}
