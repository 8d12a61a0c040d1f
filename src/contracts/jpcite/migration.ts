/** jpcite response envelope v2, "Migration timeline": the phases as data. Boundaries are midnights in Japan. */

export const phases = ['opt-in', 'default-v2', 'removed'] as const
/** A phase of the migration from the legacy shape to v2. */
export type Phase = (typeof phases)[number]

/** `auto` goes by the clock; a phase by name stays. */
export type MigrationSetting = 'auto' | Phase

/**
 * When the default flips to v2, and when the legacy shape is gone: it lives through 2026-09-03.
 *
 * @example
 * milestones.removed.toISOString() // '2026-09-03T15:00:00.000Z'
 */
export const milestones: Readonly<Record<Exclude<Phase, 'opt-in'>, Date>> = {
  'default-v2': new Date('2026-08-04T00:00:00+09:00'),
  removed: new Date('2026-09-04T00:00:00+09:00'),
}

/**
 * The phase that a setting means at a moment.
 *
 * @example
 * phaseAt('auto', () => new Date('2026-08-05')) // 'default-v2'
 */
export function phaseAt(setting: MigrationSetting, now: () => Date): Phase {
  if (setting !== 'auto') return setting
  const time = now().getTime()
  return phases.findLast(phase => phase === 'opt-in' || time >= milestones[phase].getTime()) ?? 'opt-in'
}

const page = 'https://jpcite.com/docs/api-reference/response_envelope'

/** What a legacy answer says about its end: RFC 9745 (Deprecation), RFC 8594 (Sunset), RFC 8288 (Link). */
export const legacyHeaders: Readonly<Record<'deprecation' | 'sunset' | 'link', string>> = {
  deprecation: `@${milestones['default-v2'].getTime() / 1000}`,
  sunset: milestones.removed.toUTCString(),
  link: `<${page}>; rel="deprecation"; type="text/html", <${page}>; rel="sunset"; type="text/html"`,
}
