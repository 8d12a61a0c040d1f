/** `replywire validate`: validates messages against their contract. */
import type { Edition } from '../../codec/contract.ts'
import { unreadableBody } from '../../codec/json-rules.ts'
import { type Recogniser, recognisers } from '../../contracts/rows.ts'
import { messagesOf } from '../../inspect/recognise.ts'
import type { Source } from '../../inspect/source.ts'
import { didYouMean } from '../../lib/suggest.ts'
import { type Chosen, chooseContract } from '../choose-contract.ts'
import { printable } from '../columns.ts'
import { exitCodes, type Invocation, type ValuesOf } from '../command.ts'
import { type ReadInput, readInput } from '../input.ts'
import { type FileArgument, findFiles } from '../paths.ts'
import { readSources, statusOf } from '../source.ts'
import type { validateOptions } from '../table/messages.ts'
import { usageError } from '../usage.ts'
import type { FixedVerdict } from '../validate/fix.ts'
import { openReport } from '../validate/report.ts'
import { complaintOf, countingFindings, type FileVerdict, failed, validate } from '../validate/verdict.ts'

type Values = ValuesOf<typeof validateOptions>

/** How many files are validated before other events, such as signals, are handled. */
const turn = 100

export async function run({ values, positionals, terminal }: Invocation<typeof validateOptions>): Promise<number> {
  const level = values.level ?? 'must'
  const named = values.contract === undefined ? undefined : await chooseContract(values.contract)
  await checkUsage(values, named)
  const rows = await recognisers(named?.contract)
  const files = findFiles(positionals)
  const { junit, sarif } = values
  if (junit !== undefined || sarif !== undefined) {
    const { checkReportPaths } = await import('../validate/report-paths.ts')
    checkReportPaths({ junit, sarif }, [...files.map(({ path }) => path), values.ruleset])
  }
  const fixesInput = values.fix === true && !values['dry-run'] && files.some(({ path }) => path === '-')
  const rules = values.ruleset === undefined ? undefined : await openRuleset(values.ruleset, named)
  const changes = rules && { changes: rules.use }
  const report = openReport(terminal, { total: files.length, level, fixesInput, ...changes })
  for (const [index, file] of files.entries()) {
    for (const validated of await validateFile(file, values, named, rows)) {
      report.add(rules === undefined ? validated : { ...validated, verdict: rules.apply(validated.verdict) })
    }
    if (index % turn === turn - 1) await new Promise(resolve => setImmediate(resolve))
  }
  const verdicts = report.end()
  if (values.junit !== undefined) {
    const { writeJunitFile } = await import('../validate/junit.ts')
    writeJunitFile(values.junit, verdicts, level)
  }
  if (values.sarif !== undefined) {
    const { writeSarifFile } = await import('../validate/sarif.ts')
    writeSarifFile(values.sarif, verdicts, { wire: values.wire === true, own: named })
  }
  return exitCode(verdicts, level)
}

/** What the ruleset of a file does to verdicts, and what it did in the end. */
async function openRuleset(path: string, named: Chosen | undefined) {
  const { applyRuleset, readRuleset, rulesetUse } = await import('../validate/ruleset.ts')
  const ruleset = await readRuleset(path, named)
  return {
    apply: (verdict: FileVerdict) => applyRuleset(verdict, ruleset),
    use: (verdicts: readonly FileVerdict[]) => rulesetUse(ruleset, verdicts),
  }
}

/** Mistakes that concern no single file. */
async function checkUsage(values: Values, named: Chosen | undefined): Promise<void> {
  const { message } = values
  statusOf(values.status)
  if (message === undefined) return
  const editions = named === undefined ? await allEditions() : [named.edition]
  const known = [...new Set(editions.flatMap(messagesOf))]
  if (known.includes(message)) return
  const whose = named === undefined ? 'There is' : `${named.contract.id} ${named.edition.version} has`
  const hint = didYouMean(message, known) ?? `Give one of ${known.join(', ')}.`
  throw usageError(`${whose} no message "${printable(message)}". ${hint}`)
}

async function allEditions(): Promise<Edition[]> {
  const { contracts } = await import('../../contracts/registry.ts')
  return contracts.flatMap(contract => Object.values(contract.editions))
}

/** Validates one file, and fixes it with `--fix`. An error concerns this file alone. */
async function validateFile(
  file: FileArgument,
  values: Values,
  named: Chosen | undefined,
  rows: readonly Recogniser[],
): Promise<FixedVerdict[]> {
  if ('error' in file) return [{ verdict: failed(file.path, file.error) }]
  try {
    const input = await readInput(file.path)
    const validated: FixedVerdict[] = []
    for (const source of await readSources(input, values)) {
      validated.push(
        'error' in source
          ? { verdict: { ...failed(source.path, source.error), entry: source.entry } }
          : await validateSource(input, source, values, named, rows),
      )
    }
    return validated
  } catch (error) {
    return [{ verdict: failed(file.path, error) }]
  }
}

async function validateSource(
  input: ReadInput,
  source: Source,
  values: Values,
  named: Chosen | undefined,
  rows: readonly Recogniser[],
): Promise<FixedVerdict> {
  let verdict: FileVerdict | undefined
  try {
    const validated = await validate(source, named, rows, values)
    verdict = validated.verdict
    if (!values.fix || validated.subject === undefined) return { verdict }
    const { fix } = await import('../validate/fix.ts')
    return fix(input, validated.subject, verdict, { dryRun: values['dry-run'] === true, form: source.form })
  } catch (error) {
    return {
      verdict:
        verdict === undefined ? failed(source.path, error) : { ...verdict, error: complaintOf(source.path, error) },
    }
  }
}

function exitCode(verdicts: readonly FileVerdict[], level: 'must' | 'should'): number {
  if (verdicts.some(({ error, findings }) => error !== undefined || unreadableBody(findings) !== undefined))
    return exitCodes.usage
  return verdicts.some(verdict => countingFindings(verdict, level).length > 0) ? exitCodes.findings : exitCodes.ok
}
