/** Durations as people write them. */
import { usageError } from '../usage.ts'

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** `7d`, `24h`, `30m`, `0s` in milliseconds. */
export function readDuration(option: string, text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text) ?? []
  const scale = units[unit]
  if (scale === undefined) throw usageError(`--${option} needs a duration such as 7d, 24h, 30m or 90s.`)
  return Number(count) * scale
}
