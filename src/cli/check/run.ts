/** `replywire check`: probes a live service and reports what breaks its contract. */
import { readCaseFile } from '../../check/case-file.ts'
import { connect, editionFor } from '../../check/connect.ts'
import { HarnessError } from '../../check/harness-error.ts'
import { publishedCases, withPublished } from '../../check/published.ts'
import { type CheckReport, type CheckResult, summaryOf } from '../../check/report.ts'
import { interruptedReason, probingOf, rulesOf, runCheck } from '../../check/run-check.ts'
import { within } from '../../client/within.ts'
import type { ProbeCase, Probing } from '../../codec/probing.ts'
import { chooseContract, type NamedContract } from '../choose-contract.ts'
import { printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { readFile } from '../input.ts'
import { progressLine } from '../progress-line.ts'
import type { checkRunOptions } from '../table/checks.ts'
import { unknownWord, usageError } from '../usage.ts'
import { readBaseline } from './baseline.ts'
import { leaveSoon, listenForInterruption } from './interruption.ts'
import { addressSecrets, connectionOptions, faceOf, shownAddress } from './options.ts'
import { showReport } from './show.ts'
import { caseSecrets, environmentSecrets, secretsOf, withoutSecrets } from './without-secrets.ts'
import { writeReports } from './write-reports.ts'

type CheckInvocation = Invocation<typeof checkRunOptions>

/** One service to check. */
interface Target {
  readonly url: string
  /** A task that an environment variable names: it is meant to be run. */
  readonly operation?: string
  /** That environment variable. */
  readonly variable?: string
}

export async function run(invocation: CheckInvocation): Promise<number> {
  const { values, positionals, terminal } = invocation
  const file = values.cases === undefined ? undefined : await readCases(values.cases)
  const name = values.contract ?? file?.contract
  if (name === undefined) throw usageError('Name the contract: pass --contract ID, or set contract in the case file.')
  const chosen = await chooseContract(name)
  const probing = await probingOf(chosen.contract)
  const targets = targetsOf(positionals[0], chosen, probing)
  const only = onlyOf(values.only)
  const baseline = values.baseline === undefined ? undefined : readBaseline(values.baseline)
  const reports: CheckReport[] = []
  const { signal, forget } = listenForInterruption()
  try {
    for (const target of targets) {
      const written = file?.casesFor(probing)
      const report = await checkTarget(invocation, target, { chosen, probing, written, only, baseline, signal })
      const { headers } = connectionOptions(invocation, target.url)
      const given = [...secretsOf(headers), ...addressSecrets(target.url), ...caseSecrets(written ?? [])]
      reports.push(withoutSecrets(report, [...given, ...(file?.secrets ?? [])]))
    }
  } finally {
    forget()
  }
  const level = values.level ?? 'must'
  terminal.result(reports.length === 1 ? (reports[0] as CheckReport) : { reports }, out => {
    for (const [index, report] of reports.entries()) {
      if (index > 0) out.line()
      showReport(report, level, out)
    }
  })
  const titles = new Map([...rulesOf(chosen.edition, probing)].map(([id, { title }]) => [id, title]))
  await writeReports(values, reports, { titles, ...(file && { cases: file }) })
  return signal.aborted ? leaveSoon() : exitCode(reports)
}

async function readCases(path: string) {
  const text = new TextDecoder().decode(readFile(path).bytes)
  return { ...(await readCaseFile(text, path)), path, secrets: environmentSecrets(text, process.env) }
}

function targetsOf(url: string | undefined, { contract }: NamedContract, { targets }: Probing): readonly Target[] {
  if (url !== undefined) return [{ url }]
  const text = targets === undefined ? undefined : process.env[targets.variable]
  if (targets === undefined || text === undefined) {
    const or = targets === undefined ? '' : `, or set ${targets.variable}`
    throw usageError(`URL is missing: name the service that speaks ${contract.id}${or}.`)
  }
  try {
    return targets.read(text).map(target => ({ ...target, variable: targets.variable }))
  } catch (error) {
    throw usageError(`${targets.variable}: ${(error as Error).message}.`)
  }
}

function onlyOf(text: string | undefined): readonly string[] | undefined {
  const names = text?.split(',').map(name => name.trim())
  return names?.filter(name => name !== '')
}

/** A name of `--only` that is neither a check nor a rule would check nothing, and pass. */
function checkOnly(
  only: readonly string[] | undefined,
  planned: readonly string[],
  { chosen, probing }: Pick<CheckPlan, 'chosen' | 'probing'>,
): void {
  const rules = [...rulesOf(chosen.edition, probing).keys()]
  for (const name of only ?? []) {
    if (!rules.includes(name) && !planned.includes(name)) {
      throw unknownWord('check or rule', name, [...rules, ...planned], `See replywire rules ${chosen.contract.id}.`)
    }
  }
}

interface CheckPlan {
  readonly chosen: NamedContract
  readonly probing: Probing
  readonly written: readonly ProbeCase[] | undefined
  readonly only: readonly string[] | undefined
  readonly baseline: ReadonlySet<string> | undefined
  readonly signal: AbortSignal
}

async function checkTarget(
  invocation: CheckInvocation,
  service: Target,
  { chosen, probing, written, only, baseline, signal }: CheckPlan,
): Promise<CheckReport> {
  const { values, terminal } = invocation
  const { contract, edition } = chosen
  const { url, operation } = service
  const target = shownAddress(url)
  const shown = { ...service, url: target }
  const progress = progressLine(terminal)
  progress.show(`Reading what ${target} offers …`)
  const base = { target, contract: contract.id, version: edition.version }
  try {
    const connecting = connect(url, { contract, edition, ...connectionOptions(invocation, url) })
    const connection = await within(connecting, { signal })
    try {
      const publishing = within(publishedCases(connection, contract, probing), { signal })
      const published = await publishing.catch(error => {
        // A document that cannot be read is not needed where a case file says what to send.
        if (written !== undefined && error instanceof HarnessError && !error.isFatal) return []
        throw error
      })
      const all = written === undefined ? published : withPublished(written, published)
      const cases = operation === undefined ? all : [namedCase(operation, published, probing)]
      return await runCheck({
        contract,
        edition: chosen.envelope.includes('@') ? edition : editionFor(contract, edition, connection),
        connection,
        cases: ofOperation(cases, values.operation),
        published,
        target,
        allowEffects: values['allow-effects'] === true,
        level: values.level ?? 'must',
        signal,
        ...(only === undefined ? undefined : { only }),
        ...(baseline === undefined ? undefined : { baseline }),
        repeatOf: id => repeatLine(invocation, shown, id),
        onPlan: planned => checkOnly(only, planned, { chosen, probing }),
        onStart: ({ title }, index, total) => progress.show(`${index + 1} of ${total}  ${title}`),
      })
    } finally {
      await connection.close()
    }
  } catch (error) {
    const isInterrupted = signal.aborted
    if (!(isInterrupted || error instanceof HarnessError)) throw error
    const repeat = repeatLine(invocation, shown, undefined)
    const check = isInterrupted
      ? unreached('not-probed', interruptedReason, repeat)
      : unreached('error', (error as Error).message, repeat)
    const interrupted = isInterrupted ? ({ interrupted: true } as const) : undefined
    return { ...base, face: values.face ?? faceOf(url), checks: [check], summary: summaryOf([check]), ...interrupted }
  } finally {
    progress.clear()
  }
}

function unreached(status: CheckResult['status'], reason: string, repeat: string): CheckResult {
  return {
    id: 'service/reached',
    title: 'The service can be reached',
    status,
    findings: [],
    reason,
    requests: 0,
    repeat,
  }
}

/** A task that is named for the check is run. */
function namedCase(operation: string, published: readonly ProbeCase[], { targets }: Probing): ProbeCase {
  const known = published.find(one => one.operation === operation)
  const input = targets?.inputFor(operation) ?? {}
  return { name: operation, operation, input, streams: false, ...known, hasEffects: false }
}

function ofOperation(cases: readonly ProbeCase[], operation: string | undefined): readonly ProbeCase[] {
  if (operation === undefined) return cases
  const wanted = cases.filter(one => one.operation === operation)
  if (wanted.length > 0) return wanted
  const known = [...new Set(cases.map(one => one.operation))]
  throw unknownWord('operation', operation, known, `There are ${known.map(printable).join(', ') || 'none'}.`)
}

/** The command line that repeats one check. Credentials are named, not repeated. */
function repeatLine(
  { values, given }: CheckInvocation,
  { url, operation, variable }: Target,
  id: string | undefined,
): string {
  const quote = (text: string): string => (/^[\w./:@%+=,~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
  const option = (name: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`--${name}`, quote(value)]
  const words = [
    // A task that a variable names is run although it may have effects.
    ...(variable === undefined ? [] : [`${variable}=${quote(`${url}=${operation}`)}`]),
    'replywire check',
    ...(variable === undefined ? [quote(url)] : []),
    ...option('contract', values.contract),
    ...option('face', values.face),
    ...option('cases', values.cases),
    ...option('operation', values.operation),
    ...(given.has('header') ? ['--header @HEADERS'] : []),
    ...(given.has('token') ? ['--token @TOKEN'] : []),
    ...(values['allow-effects'] ? ['--allow-effects'] : []),
    ...(given.has('timeout') ? option('timeout', values.timeout) : []),
    ...(given.has('level') ? option('level', values.level) : []),
    ...option('only', id),
  ]
  return words.join(' ')
}

function exitCode(reports: readonly CheckReport[]): number {
  const sum = (name: keyof CheckReport['summary']): number =>
    reports.reduce((all, { summary }) => all + summary[name], 0)
  if (sum('errors') > 0) return exitCodes.usage
  if (sum('failed') > 0) return exitCodes.findings
  return reports.every(({ summary }) => summary.passed + summary.advised > 0) ? exitCodes.ok : exitCodes.usage
}
