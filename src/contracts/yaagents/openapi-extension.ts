/** `x-yaagents` of an operation: a closed object of four members. */
import { type Finding, finding } from '../../codec/rule.ts'
import { isObject, type Json } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import { rule } from './rules.ts'

/** What an operation does: suggests without applying, makes new content, changes state, or inspects. */
export const operationKinds: readonly string[] = ['recommendation', 'generation', 'mutation', 'analysis']

const isFlag = (value: Json): boolean => typeof value === 'boolean'

const members: Readonly<Record<string, { fits(value: Json): boolean; expected: string }>> = {
  resource: { fits: value => typeof value === 'string' && value !== '', expected: 'a non-empty string' },
  operationKind: {
    fits: value => typeof value === 'string' && operationKinds.includes(value),
    expected: `one of ${operationKinds.join(', ')}`,
  },
  deterministic: { fits: isFlag, expected: 'true or false' },
  mutating: { fits: isFlag, expected: 'true or false' },
}

export function checkExtension(extension: Json | undefined, at: string, findings: Finding[]): void {
  const found = (place: string, message: string) =>
    findings.push(finding(rule('yaagents/openapi-extension'), place, message))
  if (!isObject(extension)) {
    found(at, extension === undefined ? 'The member "x-yaagents" is missing.' : 'Expected object.')
    return
  }
  for (const [name, { fits, expected }] of Object.entries(members)) {
    const value = Object.hasOwn(extension, name) ? extension[name] : undefined
    if (value === undefined) found(at + pointer(name), `The member "${name}" is missing.`)
    else if (!fits(value)) found(at + pointer(name), `Expected ${expected}.`)
  }
  for (const name of Object.keys(extension)) {
    if (!Object.hasOwn(members, name)) found(at + pointer(name), 'This member is not part of the contract.')
  }
}
