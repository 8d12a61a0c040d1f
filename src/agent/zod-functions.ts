/**
 * Whether a zod schema calls functions of its author, which may return promises. zod tries every schema at once first,
 * and drops the promise of a check that turns out to wait: when it rejects, only the process notices.
 */

interface ZodParts {
  readonly def: Readonly<Record<string, unknown>>
}

/** Functions of a definition that cannot wait. */
const immediate: ReadonlySet<string> = new Set(['error', 'when', 'tx'])

export function callsFunctions(schema: object): boolean {
  const seen = new Set<object>()
  const inPart = (part: object): boolean => {
    if (seen.has(part)) return false
    seen.add(part)
    if (Array.isArray(part)) return part.some(inValue)
    const { _zod: zod } = part as { _zod?: ZodParts }
    if (zod === undefined) return Object.values(part).some(inValue)
    // `superRefine` keeps its function out of the definition.
    return zod.def.check === 'custom' || Object.entries(zod.def).some(([name, value]) => inMember(name, value))
  }
  const inMember = (name: string, value: unknown) =>
    typeof value === 'function' ? !immediate.has(name) : inValue(value)
  const inValue = (value: unknown) => typeof value === 'object' && value !== null && inPart(value)
  return inPart(schema)
}
