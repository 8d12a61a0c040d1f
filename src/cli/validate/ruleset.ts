/** A ruleset file: turns rules off or changes their level, each with a reason. Its schema is schemas/ruleset/ruleset.json. */
import { unreadableRules } from '../../codec/json-rules.ts'
import { type Finding, isValid, type Level } from '../../codec/rule.ts'
import { indexRules } from '../../inspect/rule-index.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { escapeToken } from '../../lib/pointer.ts'
import { didYouMean } from '../../lib/suggest.ts'
import type { Chosen } from '../choose-contract.ts'
import { printable } from '../columns.ts'
import { bytesOf, givenJson } from '../given-json.ts'
import { nameOf } from '../input.ts'
import { usageError } from '../usage.ts'
import type { FileVerdict } from './verdict.ts'

export const rulesetLevels = ['off', 'lenient', 'should', 'must'] as const
export const mostReason = 1000

/** What a ruleset says about one rule. */
export interface RuleChange {
  readonly rule: string
  readonly level: (typeof rulesetLevels)[number]
  readonly reason: string
}

/** Changes by rule id. */
export type Ruleset = ReadonlyMap<string, RuleChange>

/** A finding of a rule that a ruleset changes: the level it had, and why it has another. */
export interface ChangedFinding extends Finding {
  was: Level
  reason: string
}

/** Reads a ruleset in JSON, or in YAML if its name ends so. `own` is a contract that does not ship. */
export async function readRuleset(path: string, own?: Chosen): Promise<Ruleset> {
  const bytes = await bytesOf(path, 'a ruleset is smaller')
  const isYaml = /\.ya?ml$/i.test(path)
  const value = isYaml ? await yamlIn(bytes, path) : givenJson(bytes, `${nameOf(path)}: not a ruleset.`)
  const at = (pointer: string, what: string): Error =>
    usageError(`${nameOf(path)}: ${pointer === '' ? '' : `${printable(pointer)}: `}${what}`)
  if (!isObject(value)) throw at('', 'a ruleset is an object with rules.')
  closed(value, ['$schema', 'rules'], '', at)
  if (!isObject(value.rules)) throw at('/rules', 'it should be an object of rule ids, each with level and reason.')
  const known = [...new Set([...indexRules(), ...(own === undefined ? [] : indexRules(own))].map(({ id }) => id))]
  const changes = Object.entries(value.rules).map(([rule, change]) => changeOf(rule, change, known, at))
  return new Map(changes.map(change => [change.rule, change]))
}

type At = (pointer: string, what: string) => Error

function changeOf(rule: string, change: Json, known: readonly string[], at: At): RuleChange {
  const pointer = `/rules/${escapeToken(rule)}`
  if (!known.includes(rule)) {
    const hint = didYouMean(rule, known) ?? 'replywire rules lists them.'
    throw at(pointer, `there is no rule "${printable(rule)}". ${hint}`)
  }
  if (unreadableRules.has(rule))
    throw at(pointer, 'a text that cannot be read cannot be validated; leave this rule as it is.')
  if (!isObject(change)) throw at(pointer, 'it should be an object with level and reason.')
  closed(change, ['level', 'reason'], pointer, at)
  const level = rulesetLevels.find(name => name === change.level)
  if (level === undefined) throw at(`${pointer}/level`, `it should be one of ${rulesetLevels.join(', ')}.`)
  const { reason } = change
  if (typeof reason !== 'string' || reason.trim() === '') {
    throw at(`${pointer}/reason`, 'a reason is missing. Write why the rule is changed; the report prints it.')
  }
  if (reason.length > mostReason) throw at(`${pointer}/reason`, `it is longer than ${mostReason} characters.`)
  return { rule, level, reason }
}

function closed(node: JsonObject, names: readonly string[], pointer: string, at: At): void {
  for (const name of Object.keys(node)) {
    if (names.includes(name)) continue
    throw at(
      `${pointer}/${escapeToken(name)}`,
      `there is no such member. ${didYouMean(name, names) ?? `Use ${names.join(' and ')}.`}`,
    )
  }
}

async function yamlIn(bytes: Uint8Array, path: string): Promise<Json> {
  const { parseDocument } = await import('yaml')
  const { circularAlias } = await import('../../check/yaml-circle.ts')
  const text = new TextDecoder().decode(bytes)
  const document = parseDocument(text, { logLevel: 'silent' })
  const [error] = document.errors
  if (error !== undefined) {
    const line = error.linePos?.[0].line
    throw usageError(`${nameOf(path)}: not YAML${line === undefined ? '' : ` at line ${line}`} (${error.code}).`)
  }
  const circle = circularAlias(document, text)
  if (circle !== undefined) throw usageError(`${nameOf(path)}: line ${circle.line}: ${printable(circle.message)}.`)
  try {
    return document.toJS({ maxAliasCount: 100 }) as Json
  } catch {
    throw usageError(`${nameOf(path)}: not a ruleset. It has too many aliases.`)
  }
}

/** A verdict with the levels of a ruleset. Findings of rules that are off are kept apart. */
export function applyRuleset(verdict: FileVerdict, ruleset: Ruleset): FileVerdict {
  if (!verdict.findings.some(({ rule }) => ruleset.has(rule))) return verdict
  const findings: Finding[] = []
  const turnedOff: ChangedFinding[] = []
  for (const finding of verdict.findings) {
    const change = ruleset.get(finding.rule)
    if (change === undefined || change.level === finding.level) {
      findings.push(finding)
      continue
    }
    const changed = { ...finding, was: finding.level, reason: change.reason }
    if (change.level === 'off') turnedOff.push(changed)
    else findings.push({ ...changed, level: change.level } as ChangedFinding)
  }
  const valid = verdict.error === undefined && verdict.contract !== null && isValid(findings)
  return { ...verdict, valid, findings, ...(turnedOff.length === 0 ? undefined : { turnedOff }) }
}

/** Every change, and how many findings it concerned. */
export function rulesetUse(ruleset: Ruleset, verdicts: readonly FileVerdict[]): (RuleChange & { findings: number })[] {
  const counts = new Map<string, number>()
  for (const { findings, turnedOff = [] } of verdicts) {
    for (const { rule } of [...findings, ...turnedOff]) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  }
  return [...ruleset.values()].map(change => ({ ...change, findings: counts.get(change.rule) ?? 0 }))
}
