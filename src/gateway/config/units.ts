/** Sizes, as people write them in a configuration. */

const bytes: Readonly<Record<string, number>> = {
  B: 1,
  KB: 1000,
  MB: 1_000_000,
  GB: 1_000_000_000,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
}

/** `512KiB`, `1MiB`, `2MB`, or bytes as a number; undefined for any other text. */
export function sizeBytes(value: string | number): number | undefined {
  if (typeof value === 'number') return value
  const [, count, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)(B|[KMG]i?B)$/.exec(value) ?? []
  const scale = bytes[unit]
  return count === undefined || scale === undefined ? undefined : Math.round(Number(count) * scale)
}
