/** Durations as people write them: `500ms`, `30s`, `5m`, `1.5h`, `7d`, `2w`. */

const milliseconds: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** A duration in milliseconds; undefined for any other text. */
export function durationMs(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,12}(?:\.\d{1,3})?)(ms|s|m|h|d|w)$/.exec(text) ?? []
  const scale = milliseconds[unit]
  return count === undefined || scale === undefined ? undefined : Math.round(Number(count) * scale)
}
