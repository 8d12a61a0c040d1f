/** Whether a call needs an approval: what is missing, or is not of the kind that a rule compares, needs one too. */
import { isObject, type Json } from '../../lib/json-value.ts'
import { tokensOf } from '../../lib/pointer.ts'
import type { Need } from '../../outcome/need.ts'
import { type Paused, paused } from '../../outcome/outcome.ts'
import type { Decision } from '../../outcome/run-result.ts'
import { withoutLetterCase } from '../path-readings.ts'
import type { ApprovalRule, ArgumentRule, RouteApprovalRules } from './durability.ts'

export interface ApprovalQuestion {
  readonly input: Json
  readonly roles: readonly string[]
  approval(key: string): Decision | undefined
}

/** The pause for the approvals that a call lacks; undefined where it needs none. */
export function missingApprovals({ rules }: RouteApprovalRules, question: ApprovalQuestion): Paused | undefined {
  const needs = rules
    .filter(rule => applies(rule, question) && question.approval(rule.key) === undefined)
    .map(({ key, action, approvers }): Need => {
      return { kind: 'approval', key, action, ...(approvers.length === 0 ? undefined : { roles: [...approvers] }) }
    })
  return needs.length === 0 ? undefined : paused(needs as [Need, ...Need[]])
}

function applies({ callers, when }: ApprovalRule, { input, roles }: ApprovalQuestion): boolean {
  if (callers.length > 0 && !callers.some(role => roles.includes(role))) return false
  return when.every(one => holds(one, input))
}

function holds({ pointer, is, value }: ArgumentRule, input: Json): boolean {
  // A body that was not read, such as one that is packed, may hold anything.
  if (is === 'present' && pointer.startsWith('/body') && isUnread(input)) return true
  const test = (found: Json | undefined): boolean => {
    if (is === 'present') return found !== undefined
    if (found === undefined) return true
    if (is === 'one-of') {
      const values = value as readonly Json[]
      return pointer.startsWith('/params/') ? isOneOfSpellings(found, values) : isOneOf(found, values)
    }
    if (typeof found !== 'number') return true
    return is === 'above' ? found > (value as number) : found < (value as number)
  }
  return isTrueOfAny(input, tokensOf(pointer), test)
}

/**
 * Whether something is true of a value that a pointer may name. `*` stands for each item of a list. Readers that ignore
 * letter case take `Budget` for `budget`, and of both the last one: for others it is missing.
 */
function isTrueOfAny(
  value: Json | undefined,
  [token, ...rest]: readonly string[],
  test: (found: Json | undefined) => boolean,
): boolean {
  if (token === undefined) return test(value)
  if (Array.isArray(value)) {
    const items = token === '*' ? value : Object.hasOwn(value, token) ? [value[Number(token)]] : []
    return items.length === 0 ? test(undefined) : items.some(item => isTrueOfAny(item, rest, test))
  }
  if (!isObject(value)) return test(undefined)
  const plain = withoutLetterCase(token)
  const names = Object.keys(value).filter(name => name === token || withoutLetterCase(name) === plain)
  const isPlain = names.length === 1 && names[0] === token
  return names.some(name => isTrueOfAny(value[name], rest, test)) || (!isPlain && test(undefined))
}

/** A value of another type than those of the list is no value that the rule knows. */
function isOneOf(found: Json, values: readonly Json[]): boolean {
  return values.includes(found) || values.every(value => typeof value !== typeof found)
}

/** A part of a path as upstreams may read it: in any letter case, without what follows a semicolon, decoded again. */
function isOneOfSpellings(found: Json, values: readonly Json[]): boolean {
  if (typeof found !== 'string') return true
  const plain = withoutLetterCase(found).replace(/;.*$/s, '').trim()
  return (
    /[%/]/.test(plain) ||
    isOneOf(
      plain,
      values.map(one => withoutLetterCase(String(one))),
    )
  )
}

function isUnread(input: Json): boolean {
  return isObject(input) && typeof input.base64 === 'string'
}
