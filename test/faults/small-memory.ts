/**
 * How a server runs whose memory is measured. With much memory at hand Node collects garbage late and its allocator keeps
 * what was freed, so that the peak would show their patience. In a small heap it shows what the work needs; a server
 * that needed more would end.
 */
export const smallMemory = {
  execArgv: ['--max-old-space-size=96', '--max-semi-space-size=2'],
  env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '65536' },
} as const

/** The most megabytes that long rows may cost above rows of 1 KB, at the peak of the resident set. */
export const mostMbAbove = 64

/** The text in a row, short or long. Long: what one request may hold by default, nearly. */
export const lengths = { short: 1000, long: 950_000 } as const
