/** `replywire detect`: which contract each message is written in. */
import { type Recogniser, recognisers } from '../../contracts/rows.ts'
import { ReplywireError } from '../../errors.ts'
import type { RecordedEntry } from '../../inspect/har.ts'
import { recognise } from '../../inspect/recognise.ts'
import { chooseContract } from '../choose-contract.ts'
import { alignRows } from '../columns.ts'
import { exitCodes, type Invocation, type ValuesOf } from '../command.ts'
import { readInput } from '../input.ts'
import { type FileArgument, findFiles } from '../paths.ts'
import { readSources } from '../source.ts'
import type { detectOptions } from '../table/messages.ts'
import type { Style, Terminal } from '../terminal.ts'
import { unrecognised } from '../unrecognised.ts'
import { startProgress } from '../validate/progress.ts'
import { labelOf } from '../validate/verdict.ts'

interface CandidateRow {
  contract: string
  version: string
  face: string
  message?: string
  sure: 'certain' | 'likely' | 'possible'
  reason: string
}

/** A message, the contracts that recognise it, and why there is none. */
interface DetectedMessage {
  file: string
  entry?: RecordedEntry
  candidates: CandidateRow[]
  error?: { code: string; message: string }
}

export async function run({ values, positionals, terminal }: Invocation<typeof detectOptions>): Promise<number> {
  const named = values.contract === undefined ? undefined : await chooseContract(values.contract)
  const rows = await recognisers(named?.contract)
  const messages: DetectedMessage[] = []
  const files = findFiles(positionals)
  const progress = startProgress(files.length, terminal)
  for (const [index, file] of files.entries()) {
    messages.push(...(await detectFile(file, values, rows)))
    progress.step(index + 1)
  }
  progress.clear()
  const [only, ...more] = messages
  if (only !== undefined && more.length === 0) showOne(only, terminal)
  else showMany(messages, terminal)
  return messages.every(({ candidates }) => candidates.length > 0) ? exitCodes.ok : exitCodes.usage
}

/** The messages of one file. An error concerns this file alone. */
async function detectFile(
  file: FileArgument,
  values: ValuesOf<typeof detectOptions>,
  rows: readonly Recogniser[],
): Promise<DetectedMessage[]> {
  try {
    if ('error' in file) throw file.error
    const found: DetectedMessage[] = []
    for (const source of await readSources(await readInput(file.path), values)) {
      const place = { file: source.path, ...(source.entry === undefined ? undefined : { entry: source.entry }) }
      const candidates = 'error' in source ? [] : recognise(source, rows).map(rowOf)
      const error =
        'error' in source ? source.error : candidates.length === 0 ? await unrecognised(source, 'detect') : undefined
      found.push({ ...place, candidates, ...(error === undefined ? undefined : { error: complaint(error) }) })
    }
    return found
  } catch (error) {
    if (!(error instanceof ReplywireError)) throw error
    return [{ file: file.path, candidates: [], error: complaint(error) }]
  }
}

function complaint({ code, message }: ReplywireError): { code: string; message: string } {
  return { code, message }
}

function rowOf({
  contract,
  version,
  carrier,
  message,
  sure,
  reason,
}: ReturnType<typeof recognise>[number]): CandidateRow {
  return { contract: contract.id, version, face: carrier, ...(message !== undefined && { message }), sure, reason }
}

/** Every candidate of one message, the most certain first. */
function showOne(message: DetectedMessage, terminal: Terminal): void {
  const { error, candidates } = message
  if (error !== undefined && !terminal.json) showError(error, terminal)
  else {
    terminal.result(message, out => {
      for (const line of alignRows(candidates.map(candidate => cellsOf(candidate, out.style)))) out.line(line)
    })
  }
}

/** One line for each message, with its most certain candidate. */
function showMany(messages: readonly DetectedMessage[], terminal: Terminal): void {
  terminal.result({ files: messages }, out => {
    const rows = messages.flatMap(message => {
      const [best] = message.candidates
      return best === undefined ? [] : [[out.style.strong(labelOf(message)), ...cellsOf(best, out.style)]]
    })
    for (const line of alignRows(rows)) out.line(line)
  })
  if (terminal.json) return
  for (const { error } of messages) if (error !== undefined) showError(error, terminal)
}

function cellsOf({ contract, version, face, message, sure, reason }: CandidateRow, style: Style): string[] {
  const paints = { certain: style.good, likely: style.name, possible: style.dim }
  return [
    paints[sure](sure),
    style.strong(`${contract}@${version}`),
    message === undefined ? face : `${face} ${message}`,
    reason,
  ]
}

function showError({ message }: { message: string }, { err }: Terminal): void {
  err.line(`${err.style.bad('replywire:')} ${message}`)
}
