/** SARIF 2.1.0, the form that code hosts show as alerts. */
import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Level } from '../codec/rule.ts'
import { packageVersion } from './package-root.ts'

/** One result: a broken rule, and where. */
export interface SarifResult {
  readonly rule: string
  readonly level: Level
  readonly message: string
  /** What the rule demands. Default: its id. */
  readonly title?: string | undefined
  /** The clause and the fix, for the page of the rule. */
  readonly help: string
  /** The address of the specification, where it is known. */
  readonly helpUri?: string | undefined
  /** A file, or the address of a service. */
  readonly uri: string
  /** Line and column in the file, from 1. */
  readonly region?: { readonly startLine: number; readonly startColumn?: number } | undefined
  /** A JSON pointer, or the name of a check. */
  readonly place?: string | undefined
  /** Recognises the result in later runs. */
  readonly fingerprint: string
  /** Why it does not count: a ruleset turns the rule off. */
  readonly suppressed?: string | undefined
  /** It is in a baseline. */
  readonly known?: boolean | undefined
}

/** §3.4.3: a relative reference below the folder where the command runs, or an absolute URI. */
export function fileUri(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href
  return file
    .split(/[\\/]/)
    .map(part => encodeURIComponent(part))
    .join('/')
}

const levels: Readonly<Record<Level, 'error' | 'warning' | 'note'>> = {
  must: 'error',
  should: 'warning',
  lenient: 'note',
}

/** A log with one run. `failures` are reasons why something could not be examined. */
export function sarifLog(results: readonly SarifResult[], failures: readonly string[] = []): string {
  const rules = new Map(results.map(result => [result.rule, result]))
  const ids = [...rules.keys()]
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'replywire',
            semanticVersion: packageVersion(),
            rules: [...rules.values()].map(ruleOf),
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: failures.length === 0,
            toolExecutionNotifications: failures.map(text => ({ level: 'error', message: { text } })),
          },
        ],
        results: results.map(result => resultOf(result, ids.indexOf(result.rule))),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function ruleOf({ rule, title = rule, level, help, helpUri }: SarifResult): object {
  return {
    id: rule,
    shortDescription: { text: title },
    help: { text: help },
    defaultConfiguration: { level: levels[level] },
    ...(helpUri === undefined ? undefined : { helpUri }),
  }
}

function resultOf(
  { rule, level, message, uri, region, place, fingerprint, suppressed, known }: SarifResult,
  ruleIndex: number,
): object {
  const logical = place === undefined ? undefined : [{ fullyQualifiedName: place }]
  return {
    ruleId: rule,
    ruleIndex,
    level: levels[level],
    message: { text: message },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri }, ...(region === undefined ? undefined : { region }) },
        ...(logical === undefined ? undefined : { logicalLocations: logical }),
      },
    ],
    partialFingerprints: { 'replywire/v1': fingerprint },
    ...(suppressed === undefined ? undefined : { suppressions: [{ kind: 'external', justification: suppressed }] }),
    ...(known === undefined ? undefined : { baselineState: known ? 'unchanged' : 'new' }),
  }
}
