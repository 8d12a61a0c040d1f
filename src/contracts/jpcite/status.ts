/** jpcite response envelope v2, "Status semantics" and "Closed enum on error.code": the two tables, and how outcomes meet them. */
import { type FaultCategory, httpFaults } from '../../outcome/fault.ts'

export const statuses = ['rich', 'sparse', 'empty', 'partial', 'error'] as const
/** How much an answer holds. */
export type Status = (typeof statuses)[number]

/** From this many rows on, an answer is rich. */
export const richFrom = 5

/** Why an answer may be empty, and what to try when the agent does not say. */
export const emptyReasons = {
  no_match: { broaden: true },
  filters_too_narrow: { broaden: true },
  source_unavailable: { advice: 'try again later' },
  license_blocked: { advice: 'ask under another license' },
} as const
/** Why an answer is empty. */
export type EmptyReason = keyof typeof emptyReasons

export function isEmptyReason(value: unknown): value is EmptyReason {
  return typeof value === 'string' && Object.hasOwn(emptyReasons, value)
}

export const licenses = [
  'pdl_v1.0',
  'cc_by_4.0',
  'gov_standard_v2.0',
  'public_domain',
  'proprietary',
  'unknown',
] as const
export const verifications = ['verified', 'inferred', 'stale', 'unknown'] as const

export const errorCodes = [
  'RATE_LIMITED',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'VALIDATION_ERROR',
  'LICENSE_GATE_BLOCKED',
  'QUOTA_EXCEEDED',
  'INTEGRITY_ERROR',
  'INTERNAL_ERROR',
] as const
/** The codes of the error table. */
export type ErrorCode = (typeof errorCodes)[number]

/** The languages that standing messages are written in; the first is the default. */
export const languages = ['ja', 'en'] as const
/** The languages of the standing messages. */
export type Language = (typeof languages)[number]

export interface ErrorRow {
  readonly code: ErrorCode
  readonly retryable: boolean
  /** The typical HTTP statuses; the first is the one that is written. */
  readonly statuses: readonly [number, ...number[]]
  /** What the code means; other categories that are written with it are read as this one. */
  readonly category: FaultCategory
  readonly messages: Readonly<Record<Language, string>>
}

/** The nine codes. The only place these facts are. */
const rows: Readonly<Record<ErrorCode, Omit<ErrorRow, 'code'>>> = {
  RATE_LIMITED: {
    retryable: true,
    statuses: [429],
    category: 'rate-limited',
    messages: {
      ja: 'リクエストが多すぎます。Retry-After の秒数を待ってから、もう一度お試しください。',
      en: 'Too many requests. Wait for the seconds given in Retry-After, then try again.',
    },
  },
  UNAUTHORIZED: {
    retryable: false,
    statuses: [401],
    category: 'unauthenticated',
    messages: {
      ja: 'API キーがないか、正しくありません。X-API-Key ヘッダを確認してください。',
      en: 'The API key is missing or not valid. Check the X-API-Key header.',
    },
  },
  FORBIDDEN: {
    retryable: false,
    statuses: [403],
    category: 'forbidden',
    messages: {
      ja: 'この操作は許可されていません。権限を確認してください。',
      en: 'This is not permitted. Check what your account may do.',
    },
  },
  NOT_FOUND: {
    retryable: false,
    statuses: [404],
    category: 'not-found',
    messages: {
      ja: 'お探しのものは見つかりませんでした。識別子を確認してください。',
      en: 'There is no such thing. Check the identifier.',
    },
  },
  VALIDATION_ERROR: {
    retryable: false,
    statuses: [422, 400],
    category: 'invalid',
    messages: {
      ja: '入力に誤りがあります。該当する項目を直してから送り直してください。',
      en: 'Something in the input is wrong. Correct it and send the request again.',
    },
  },
  LICENSE_GATE_BLOCKED: {
    retryable: false,
    statuses: [403],
    category: 'license-blocked',
    messages: {
      ja: 'ライセンスの条件により、このデータはお渡しできません。',
      en: 'The license of this data does not allow it to be passed on.',
    },
  },
  QUOTA_EXCEEDED: {
    retryable: false,
    statuses: [429],
    category: 'quota-exceeded',
    messages: {
      ja: '利用枠の上限に達しました。枠が戻るのを待つか、上限を引き上げてください。',
      en: 'The quota is used up. Wait until it is renewed, or raise it.',
    },
  },
  INTEGRITY_ERROR: {
    retryable: true,
    statuses: [500],
    category: 'integrity',
    messages: {
      ja: 'データの不整合が見つかりました。一度だけ再試行してください。',
      en: 'The data contradicts itself. Try once more.',
    },
  },
  INTERNAL_ERROR: {
    retryable: true,
    statuses: [500],
    category: 'internal',
    messages: {
      ja: '内部で問題が起きました。時間をおいて再試行し、続く場合は request_id を添えてお知らせください。',
      en: 'Something went wrong inside. Try again later; if it goes on, tell us the request_id.',
    },
  },
}

/** Categories without a code of their own, and the nearest one. */
const nearest: Partial<Record<FaultCategory, ErrorCode>> = {
  conflict: 'VALIDATION_ERROR',
  dependency: 'INTERNAL_ERROR',
  timeout: 'INTERNAL_ERROR',
  unavailable: 'INTERNAL_ERROR',
}

const byCategory = new Map(errorCodes.map(code => [rows[code].category, code]))
/** What a status means without a known code: of two codes that share it, the plainer one. */
const byStatus = new Map<number, FaultCategory>([
  [400, 'invalid'],
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [422, 'invalid'],
  [429, 'rate-limited'],
  [503, 'unavailable'],
  [504, 'timeout'],
])

/** These have no code: HTTP's own status says what INTERNAL_ERROR does not. */
const byOwnStatus: Partial<Record<FaultCategory, number>> = { unavailable: 503, timeout: 504 }

/** The row of a code, or undefined when it is none of the nine. */
export function errorRow(code: unknown): ErrorRow | undefined {
  const known = errorCodes.find(candidate => candidate === code)
  return known === undefined ? undefined : { code: known, ...rows[known] }
}

/** The row that a fault of a category is written with. */
export function errorRowOf(category: FaultCategory): ErrorRow {
  const code = byCategory.get(category) ?? nearest[category] ?? 'INTERNAL_ERROR'
  return { code, ...rows[code] }
}

/** The HTTP status that a fault of a category is answered with. */
export function statusOfCategory(category: FaultCategory): number {
  return byOwnStatus[category] ?? errorRowOf(category).statuses[0]
}

/** The category of an answer: by its code where that is known, else by its HTTP status. */
export function categoryOf(row: ErrorRow | undefined, status: number | undefined): FaultCategory {
  const isOwn = row?.code === 'INTERNAL_ERROR' && (status === 503 || status === 504)
  return row === undefined || isOwn ? categoryOfStatus(status) : row.category
}

/** The category of an answer that names no known code, by its HTTP status. */
export function categoryOfStatus(status: number | undefined): FaultCategory {
  if (status === undefined) return 'internal'
  return byStatus.get(status) ?? (status >= 400 && status < 500 ? 'invalid' : 'internal')
}

const ownHttpStatuses = new Set(Object.values(httpFaults))

/** Whether a status suits a code: the typical ones, HTTP's own refusals as bad input, and any 5xx as a failure inside. */
export function suits(row: ErrorRow, status: number): boolean {
  if (row.statuses.includes(status)) return true
  if (row.code === 'VALIDATION_ERROR') return ownHttpStatuses.has(status)
  return row.statuses[0] === 500 && status > 500 && status < 600
}

const documentationPage = 'https://jpcite.com/docs/api-reference/response_envelope'

/** Where a code is explained. */
export function documentationOf(code: ErrorCode, page = documentationPage): string {
  return `${page}#${code.toLowerCase()}`
}

/** Whether a link leads to the explanation of a code, on whatever page. */
export function documents(link: string, code: ErrorCode): boolean {
  return /^https?:\/\/[^#]+#/.test(link) && link.endsWith(`#${code.toLowerCase()}`)
}

/** The most characters a user message may have. */
export const userMessageLimit = 200

/**
 * The standing message of a code.
 *
 * @example
 * console.log(userMessageOf('RATE_LIMITED', 'en'))
 */
export function userMessageOf(code: ErrorCode, language: Language = 'ja'): string {
  return rows[code].messages[language]
}
