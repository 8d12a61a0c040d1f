/** The responses of an OpenAPI document: statuses with their media types (§4), examples, and headers (§2, §5.1). */
import { type Finding, finding } from '../../codec/rule.ts'
import { schemaFindings } from '../../codec/schema-findings.ts'
import { isObject, type Json } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import { mediaTypeOf } from '../../wire/http.ts'
import type { Place } from './openapi-places.ts'
import { rule } from './rules.ts'
import { errorStatuses, type Row, rowByMediaType, rowByStatus, rows, vendorPrefix } from './status.ts'
import { validators } from './validators.generated.js'

/** §11.3: what a stream is answered with. */
const streamType = 'text/event-stream'

export function isVendor(mediaType: string | undefined): boolean {
  return mediaType?.startsWith(vendorPrefix) === true
}

/** Status and media type are of one row; examples have the form of their row. A reusable response has no status. */
export function checkContent(
  response: Place,
  content: readonly Place[],
  status: string | undefined,
  version: string,
  findings: Finding[],
): void {
  const allowed = status === undefined ? undefined : rowsAt(status)
  const goesWith = expected(status, allowed ?? [])
  let isFound = false
  for (const place of content) {
    const mediaType = mediaTypeOf(place.name) ?? ''
    const row = rowByMediaType(mediaType)
    const isAllowed = allowed?.some(one => one.mediaType === mediaType) ?? true
    isFound ||= isAllowed || (mediaType === streamType && allowed?.some(one => one.status === 200) === true)
    if (isVendor(mediaType) && row === undefined) findings.push(finding(rule('yaagents/media-type'), place.at))
    else if (isVendor(mediaType) && !isAllowed) findings.push(finding(rule('yaagents/table'), place.at, goesWith))
    if (row?.body !== undefined) checkExamples(place, row.body.schema, version, findings)
  }
  const isVendorAnswer = content.some(({ name }) => isVendor(mediaTypeOf(name)))
  const needsBody = content.length > 0 || allowed?.every(({ body }) => body !== undefined) === true
  if (isFound || isVendorAnswer || status === undefined || status === 'default' || !needsBody) return
  findings.push(finding(rule('yaagents/openapi-responses'), response.at, goesWith))
}

function expected(status: string | undefined, allowed: readonly Row[]): string {
  const types = [...new Set(allowed.map(({ mediaType }) => mediaType))]
  if (types.length === 0) return `Status ${status} is in no row of the table.`
  return `Status ${status} goes with Content-Type ${types.join(' or ')}.`
}

/** The rows that a response may have: of its status, of the class `4XX`, or any for `default`. */
function rowsAt(status: string): readonly Row[] {
  const all = [...rows, ...errorStatuses.flatMap(code => ({ ...(rowByStatus(code) as Row), status: code }))]
  if (status === 'default') return all
  if (!/^[1-5](?:\d\d|xx)$/i.test(status)) return []
  return all.filter(row => new RegExp(`^${status.replaceAll(/x/gi, '\\d')}$`).test(String(row.status)))
}

function checkExamples(place: Place, schema: string, version: string, findings: Finding[]): void {
  const validator = validators[version]?.[schema]
  if (validator === undefined || !isObject(place.value)) return
  const { example, examples } = place.value
  const named = isObject(examples) ? Object.entries(examples) : []
  const found: [at: string, value: Json | undefined][] = [
    ['/example', example],
    ...named.map(([name, one]): [string, Json | undefined] => [
      `${pointer('examples', name)}/value`,
      isObject(one) ? one.value : undefined,
    ]),
  ]
  for (const [at, value] of found) {
    if (value === undefined) continue
    const broken = schemaFindings(validator, value, rule, place.isElsewhere ? '' : place.at + at)
    findings.push(...broken.map(one => (place.isElsewhere ? { ...one, pointer: place.at } : one)))
  }
}

/** A header that a response declares, with its schema. */
type Declared = Place & { schema: Json | undefined }

const traceNames = ['X-Correlation-ID', 'X-Request-ID']

export function checkHeaders(
  at: string,
  declared: readonly Declared[],
  content: readonly Place[],
  version: string,
  findings: Finding[],
): void {
  const needed = ['X-YAAgents-Profile', ...(content.some(({ name }) => isVendor(mediaTypeOf(name))) ? traceNames : [])]
  for (const name of needed) {
    const header = declared.find(one => one.name.toLowerCase() === name.toLowerCase())
    if (header === undefined) {
      findings.push(finding(rule('yaagents/openapi-headers'), at, `The header ${name} is not declared.`))
    } else if (name === 'X-YAAgents-Profile' && isOtherVersion(header.schema, version)) {
      const message = `The header X-YAAgents-Profile does not say v${version}.`
      findings.push(finding(rule('yaagents/profile-header'), header.at, message))
    }
  }
}

function isOtherVersion(schema: Json | undefined, version: string): boolean {
  if (!isObject(schema)) return false
  const values = Array.isArray(schema.enum) ? schema.enum : schema.const === undefined ? undefined : [schema.const]
  return values !== undefined && !values.includes(`v${version}`)
}
