/** An OpenAPI document of a service, held against the profile: `x-yaagents`, statuses with their media types, headers. */
import type { DocumentFace } from '../../codec/contract.ts'
import { readBody } from '../../codec/json-rules.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import { mostFindings } from '../../codec/schema-findings.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import { mediaTypeOf } from '../../wire/http.ts'
import { checkExtension } from './openapi-extension.ts'
import { type Place, placesIn } from './openapi-places.ts'
import { checkContent, checkHeaders, isVendor } from './openapi-responses.ts'
import { rule } from './rules.ts'

const methods: readonly string[] = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

/** Whether a body is an OpenAPI 3 document. */
export function isOpenapi(body: Json | undefined): body is JsonObject {
  return isObject(body) && typeof body.openapi === 'string' && body.openapi.startsWith('3.')
}

export function openapiDocument(version: string): DocumentFace {
  return {
    title: 'OpenAPI document',
    isMeant: isOpenapi,
    check(wire) {
      const findings: Finding[] = []
      const body = readBody(wire.body, findings)
      if (body === undefined) return findings
      if (isOpenapi(body)) checkDocument(body, version, findings)
      else findings.push(finding(rule('yaagents/openapi-document'), ''))
      return findings.slice(0, mostFindings)
    },
  }
}

function checkDocument(document: JsonObject, version: string, findings: Finding[]): void {
  const { follow, members } = placesIn(document, findings)
  let count = 0
  for (const path of members({ at: '/paths', value: document.paths })) {
    for (const operation of members(path).filter(({ name }) => methods.includes(name))) {
      if (!checkOperation(operation)) continue
      count++
      if (/^\/agents\/[^/]+\/invoke$/.test(path.name)) {
        findings.push(finding(rule('yaagents/openapi-resource'), pointer('paths', path.name)))
      }
    }
  }
  const reusable = members({ at: '/components/responses', value: memberOf(document.components, 'responses') })
  for (const response of reusable) checkResponse(response, undefined)
  if (count === 0 && reusable.length === 0) findings.push(finding(rule('yaagents/openapi-operations'), '/paths'))

  /** Whether the operation is one of the profile's. */
  function checkOperation(operation: Place): boolean {
    const extension = memberOf(operation.value, 'x-yaagents')
    const responses = members({ at: `${operation.at}/responses`, value: memberOf(operation.value, 'responses') })
    if (extension === undefined && !responses.some(hasVendorType)) return false
    checkExtension(extension, `${operation.at}/x-yaagents`, findings)
    for (const response of responses) checkResponse(response, response.name)
    return true
  }

  function hasVendorType(response: Place): boolean {
    return members(contentOf(response)).some(({ name }) => isVendor(mediaTypeOf(name)))
  }

  function contentOf({ at, value, isElsewhere }: Place): Place {
    return { at: isElsewhere ? at : `${at}/content`, value: memberOf(value, 'content'), name: 'content', isElsewhere }
  }

  /** A response at a status, or a reusable one, which has none. */
  function checkResponse(response: Place, status: string | undefined): void {
    if (!isObject(response.value)) return
    const content = members(contentOf(response))
    const isOfProfile = status !== undefined || content.some(({ name }) => isVendor(mediaTypeOf(name)))
    if (!isOfProfile) return
    checkContent(response, content, status, version, findings)
    const headers = { at: response.isElsewhere ? response.at : `${response.at}/headers`, value: response.value.headers }
    const declared = members({ ...headers, name: 'headers', isElsewhere: response.isElsewhere }).map(place => ({
      ...place,
      schema: follow({ ...place, value: memberOf(place.value, 'schema') }).value,
    }))
    checkHeaders(headers.at, declared, content, version, findings)
  }
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
