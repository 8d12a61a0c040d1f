/** What a paused call asks for, as the schema of a form: its questions are the labels. */
import type { JsonObject } from '../../../src/lib/json-value.ts'
import { replyName } from '../../../src/outcome/answer-to.ts'

export interface AskedNeed {
  readonly kind: string
  readonly name?: string
  readonly schema?: unknown
  readonly required?: boolean
  readonly question?: string | undefined
}

/** Undefined where nothing can be filled in: approvals and credentials have no field. */
export function needsSchema(needs: readonly AskedNeed[]): JsonObject | undefined {
  const asked = needs.flatMap(({ kind, name, schema, required = false, question = '' }) => {
    if (kind === 'reply') {
      const reply = { type: 'string', minLength: 1, maxLength: 2000, title: question }
      return [{ name: replyName as string, isRequired: true, schema: reply }]
    }
    if (kind !== 'input' || name === undefined) return []
    const own = typeof schema === 'object' && schema !== null ? (schema as JsonObject) : {}
    return [{ name, isRequired: required, schema: { ...own, ...(question === '' ? undefined : { title: question }) } }]
  })
  if (asked.length === 0) return undefined
  return {
    type: 'object',
    required: asked.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    properties: Object.fromEntries(asked.map(({ name, schema }) => [name, schema])),
  }
}
