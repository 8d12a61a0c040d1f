/** AdCP 3.1: `errors[]` of an answer that did not fail are warnings. A notice of the hub's is one of them. */
import type { Losses } from '../../codec/loss.ts'
import { extraMembers, object, text } from '../../codec/read.ts'
import { defined } from '../../lib/defined.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { fieldOf, pointerOf } from '../../lib/pointer.ts'
import type { Notice } from '../../outcome/outcome.ts'
import { type Codes, inFlightCode, isOpenCode, ownPrefix, recoveryClasses, recoveryOf } from './codes.ts'
import { noticeCodec, ownKey } from './nodes.ts'
import type { Release } from './release.ts'
import { checkError } from './validate-error.ts'

const severities: ReadonlySet<unknown> = new Set(['info', 'warning', 'error'])

/** The code of a notice that has none, or none that AdCP's pattern holds. */
const plainCode = `${ownPrefix}NOTICE`

/** Says that a completed answer is partial where no other warning does. */
export const partialCode = `${ownPrefix}PARTIAL`

/** An entry of `errors[]` as a notice. `details.replywire` has what the members of an error cannot say of one; `defaultSeverity` is for one that has none. */
export function readNotice(entry: JsonObject, defaultSeverity: Notice['severity'], { codes }: Release): Notice {
  const details = object(entry.details)
  const own = object(details?.[ownKey])
  const severity = [own?.severity, entry.severity].find(value => severities.has(value)) as
    | Notice['severity']
    | undefined
  const field = text(entry.field)
  const code = text(own?.code) ?? readCode(text(entry.code))
  return defined<Notice>({
    severity: severity ?? defaultSeverity,
    message: text(entry.message) ?? '',
    code,
    pointer: text(own?.pointer) ?? (field === undefined ? undefined : pointerOf(field)),
    extra: extraMembers('adcp', unreadMembers(entry, code, details, severity === undefined, codes), known).extra,
  })
}

const known = new Set(['code', 'message', 'field'])

/** The members that the hub has no place for: what says something that the code does not. */
function unreadMembers(
  entry: JsonObject,
  code: string | undefined,
  details: JsonObject | undefined,
  hasNoSeverity: boolean,
  codes: Codes,
): JsonObject {
  const { severity, recovery, details: _, ...rest } = entry
  const { [ownKey]: __, ...others } = details ?? {}
  return {
    ...rest,
    ...(hasNoSeverity && severity !== undefined ? { severity } : undefined),
    ...(recovery === undefined || recovery === standing(code, codes) ? undefined : { recovery }),
    ...(details === undefined ? unlessAbsent(entry.details) : unlessEmpty(others)),
  }
}

function unlessAbsent(details: Json | undefined): { details?: Json } {
  return details === undefined ? {} : { details }
}

function unlessEmpty(details: JsonObject): { details?: Json } {
  return Object.keys(details).length === 0 ? {} : { details }
}

/** The recovery of a warning. Default: by its code. */
function standing(code: string | undefined, codes: Codes): string {
  return recoveryClasses[recoveryOf(undefined, code ?? '', codes, 'correct')]
}

function readCode(code: string | undefined): string | undefined {
  if (code === undefined || code === plainCode || code === '') return undefined
  return code.startsWith(ownPrefix) ? code.slice(ownPrefix.length) : code
}

/** The code on the wire: the notice's own where it may be, or with our prefix where the pattern holds it. */
function wireCode(code: string | undefined, reserved: ReadonlySet<string> | undefined, codes: Codes): string {
  if (code === undefined) return plainCode
  const isOpen = (candidate: string) =>
    !reserved?.has(candidate) && candidate !== partialCode && !isStrict(candidate, codes)
  const candidates = [code, ownPrefix + code].filter(isOpen)
  return candidates.find(candidate => isOpenCode(candidate, codes) && readCode(candidate) === code) ?? plainCode
}

/** Whether a code says which members its error has: a warning cannot keep to that. */
function isStrict(code: string, codes: Codes): boolean {
  return code === inFlightCode || codes.get(code)?.quiet !== undefined
}

/** A notice as an entry of `errors[]`; `reserved` are codes that mean something else on this answer. */
export function writeNotice(
  notice: Notice,
  at: string,
  release: Release,
  losses: Losses,
  reserved?: ReadonlySet<string>,
): JsonObject {
  const { severity, pointer } = notice
  const code = wireCode(notice.code, reserved, release.codes)
  const field = pointer === undefined || pointer === '' ? undefined : fieldOf(pointer)
  const own = defined<JsonObject>({
    severity: severity === 'warning' ? undefined : severity,
    code: readCode(code) === notice.code ? undefined : notice.code,
    pointer: field === undefined || pointerOf(field) !== pointer ? pointer : undefined,
  } as JsonObject)
  const { message } = noticeCodec.writeMembers(notice, at, losses)
  const extra = losses.extraOf(notice, at) ?? {}
  const entry = (more: JsonObject): JsonObject => {
    const details = { ...object(more.details), ...(Object.keys(own).length === 0 ? undefined : { [ownKey]: own }) }
    return defined<JsonObject>({
      ...more,
      code,
      message,
      severity: 'warning',
      recovery: more.recovery ?? standing(notice.code, release.codes),
      field,
      details: Object.keys(details).length === 0 ? undefined : details,
    } as JsonObject)
  }
  const full = entry(extra)
  if (checkError(release, full, false).length === 0 && survives(extra, full, release)) return full
  losses.add(`${at}/extra/adcp`, 'members that an entry of errors[] cannot have')
  return entry({})
}

/** A system's cancel is sent as an `adcp_error`: the entry of a notice that is an error, as one; undefined when it cannot be. */
export function fatalOf(entry: JsonObject, release: Release): JsonObject | undefined {
  const { severity: _, details, ...rest } = entry
  const { [ownKey]: own, ...others } = object(details) ?? {}
  const { severity, ...more } = object(own) ?? {}
  if (severity !== 'error') return undefined
  const kept = { ...others, ...(Object.keys(more).length === 0 ? undefined : { [ownKey]: more }) }
  const error = { ...rest, ...unlessEmpty(kept) }
  return checkError(release, error, true).length === 0 ? error : undefined
}

/** Whether the members of AdCP's own would be read back as they are. */
function survives(extra: JsonObject, entry: JsonObject, release: Release): boolean {
  const read = readNotice(entry, 'warning', release).extra?.adcp ?? {}
  return Object.keys(extra).every(member => Object.hasOwn(read, member))
}
