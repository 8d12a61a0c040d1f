/** `replywire translate`: translates a response into another contract. */
import { notUtf8, unreadableBody } from '../../codec/json-rules.ts'
import { type Finding, isValid } from '../../codec/rule.ts'
import { type Translation, translate } from '../../codec/translate.ts'
import { translateStream } from '../../codec/translate-stream.ts'
import { recognisers } from '../../contracts/rows.ts'
import { ReplywireError } from '../../errors.ts'
import { prettyJson } from '../../inspect/pretty.ts'
import { recogniseOne, wayOf } from '../../inspect/recognise.ts'
import type { Source } from '../../inspect/source.ts'
import { headOf, writeWireFile } from '../../inspect/wire-file.ts'
import type { Body } from '../../wire/body.ts'
import { type Carrier, carriers } from '../../wire/wire.ts'
import { type Chosen, chooseContract, spell } from '../choose-contract.ts'
import { alignRows, count, printable, printableJson, printableLines } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { placeOf, restOf } from '../finding-text.ts'
import { nameOf, readInput } from '../input.ts'
import { idHeaders, notInBody } from '../not-in-body.ts'
import { readSource } from '../source.ts'
import type { translateOptions } from '../table/messages.ts'
import type { OutputStream, Terminal } from '../terminal.ts'
import { unrecognised } from '../unrecognised.ts'
import { unknownWord, usageError } from '../usage.ts'

const mostShown = 100

export async function run({ values, positionals, terminal }: Invocation<typeof translateOptions>): Promise<number> {
  const [path = '-'] = positionals
  if (values.to === undefined) throw usageError('--to is missing: name the contract to write, --to ID[@VERSION].')
  const to = await chooseContract(values.to)
  const target = targetOf(values['to-face'], to)
  const named = values.from === undefined ? undefined : await chooseContract(values.from)
  const source = await readSource(await readInput(path), values)
  const from = await identify(source, named)
  const options = {
    from: from.contract,
    fromVersion: from.edition.version,
    to: to.contract,
    toVersion: to.edition.version,
    carrier: target.carrier,
    dialect: target.dialect,
  }
  const broken = from.message === 'stream' ? notUtf8(source.body) : undefined
  if (broken !== undefined) throw new ReplywireError('ERR_UNREADABLE', `${nameOf(path)}: ${broken.message}`)
  const translation =
    from.message === 'stream'
      ? translateStream(source.body.text(), { ...options, final: values.final })
      : translate(source.wireOver(from.carrier), options)
  const unreadable = unreadableBody(translation.findings)
  if (unreadable !== undefined) {
    const { textFormOf } = await import('../recorded/text-form.ts')
    const why = (await textFormOf(source.body)) ?? unreadable.message
    throw new ReplywireError('ERR_UNREADABLE', `${nameOf(path)}: ${why}`)
  }
  if (terminal.json) terminal.out.line(inJson(from, to, translation))
  else show(translation, from, to, values.wire === true, terminal)
  return exitCode(translation, values.strict === true)
}

/** Whose contract it is: the one that was named, or the one that recognises it best. */
async function identify(source: Source, named: Chosen | undefined): Promise<SourceMessage> {
  if (!isTranslated(source.message)) throw onlyResponses(source)
  const shown = await recogniseOne(source, await recognisers(named?.contract))
  const chosen = named ?? shown
  if (chosen === undefined) throw await unrecognised(source, 'translate')
  const { carrier, message } = wayOf(source, chosen.edition, shown)
  if (!isTranslated(message)) throw onlyResponses(source)
  return { ...chosen, carrier, message }
}

interface SourceMessage extends Chosen {
  readonly carrier: Carrier
  readonly message: string
}

function isTranslated(message: string): boolean {
  return message === 'response' || message === 'stream'
}

function onlyResponses({ path }: Source): ReplywireError {
  return usageError(`${nameOf(path)}: only responses and streams are translated.`)
}

/** `a2a`, `a2a@0.3`: a carrier, and its version where it has several. */
function targetOf(text: string | undefined, { contract, edition }: Chosen): { carrier?: Carrier; dialect?: string } {
  if (text === undefined) return {}
  const [name = '', dialect] = text.split('@', 2)
  const carrier = carriers.find(one => one === name)
  if (carrier === undefined) throw unknownWord('face', name, carriers, `Give one of ${carriers.join(', ')}.`)
  const face = edition[carrier]
  const whose = `${contract.id} ${edition.version}`
  if (face === undefined) {
    const faces = carriers.filter(name => edition[name] !== undefined).join(', ')
    throw usageError(`${whose} is not available over ${carrier}, only over ${faces}.`)
  }
  if (dialect === undefined) return { carrier }
  const known: readonly string[] = face.dialects ?? []
  if (!known.includes(dialect)) {
    const there = known.length === 0 ? 'It has none.' : `Give one of ${known.join(', ')}.`
    throw usageError(`${whose} has no dialect "${printable(dialect)}" over ${carrier}. ${there}`)
  }
  return { carrier, dialect }
}

/** The body is in the JSON text as it was written, so that its numbers keep their spelling. */
function inJson(from: Chosen, to: Chosen, { wire, losses, findings }: Translation): string {
  const { face, ...head } = headOf(wire)
  const text = wire.body.text()
  const body = wire.body.json().ok ? `"body":${text.trim()}` : `"text":${JSON.stringify(text)}`
  const headJson = JSON.stringify({ ...head, face })
  const members = [
    `"from":${JSON.stringify(from.contract.id)}`,
    `"fromVersion":${JSON.stringify(from.edition.version)}`,
    `"to":${JSON.stringify(to.contract.id)}`,
    `"toVersion":${JSON.stringify(to.edition.version)}`,
    `"wire":${headJson.slice(0, -1)},${body}}`,
    `"notInBody":${JSON.stringify(notInBody(wire, to))}`,
    `"idsInHeaders":${JSON.stringify(idHeaders(notInBody(wire, to)))}`,
    `"losses":${JSON.stringify(losses)}`,
    `"findings":${JSON.stringify(findings)}`,
  ]
  return `{${members.join(',')}}`
}

/** The message on standard output, as it is written unless that is a terminal; remarks on standard error. */
function show(translation: Translation, from: Chosen, to: Chosen, asWire: boolean, { out, err }: Terminal): void {
  const { wire, findings, losses } = translation
  if (asWire) out.write(out.isTerminal ? printableJson(writeWireFile(wire)) : writeWireFile(wire))
  else if (out.isTerminal) out.line(shown(wire.body))
  else writeBody(wire.body, out)
  if (!asWire) showHead(translation, to, err)
  showBroken(findings, from, err)
  if (losses.length === 0) return
  const { warn, name } = err.style
  err.line(`${warn('!')} ${count(losses.length, 'loss', 'losses')} in ${spell(to)}`)
  const rows = losses.map(({ pointer, reason }) => [name(printable(pointer)), printable(reason)])
  showRows(rows, err, 'loss', 'losses')
}

/** The body to the byte, and a line break where it ends without one. */
function writeBody({ bytes }: Body, out: OutputStream): void {
  out.write(bytes)
  if (bytes.at(-1) !== 0x0a) out.write('\n')
}

/** A body alone lacks what is only in status and headers. */
function showHead({ wire }: Translation, to: Chosen, { line, style }: OutputStream): void {
  const names = notInBody(wire, to)
  if (names.length === 0) return
  const shown = names.map(name => style.name(name)).join(', ')
  const ids = idHeaders(names)
  const what = ids.length === 0 ? '' : ids.length === names.length ? ' (ids)' : ` (ids: ${ids.join(', ')})`
  line(`${style.warn('!')} only in the head, not in this body: ${shown}${what}; --json prints status and headers too`)
}

function shown(body: Body): string {
  return body.json().ok ? printableJson(prettyJson(body.text())) : printableLines(body.text())
}

/** More rows than anyone reads are only counted. */
function showRows(
  rows: readonly (readonly string[])[],
  { line, style }: OutputStream,
  noun: string,
  nouns?: string,
): void {
  for (const row of alignRows(rows.slice(0, mostShown), 2, 60)) line(`  ${row}`)
  if (rows.length > mostShown) line(style.dim(`  ${restOf(rows.length, mostShown, noun, nouns)}`))
}

/** A source that breaks its contract is read as well as it can be; its reader should know. */
function showBroken(findings: readonly Finding[], from: Chosen, err: OutputStream): void {
  const { style } = err
  const broken = findings.filter(({ level }) => level === 'must')
  if (broken.length === 0) return
  err.line(
    `${style.warn('!')} the source breaks ${spell(from)} in ${count(broken.length, 'place')} and was read tolerantly`,
  )
  const rows = broken.map(finding => {
    return [style.name(placeOf(finding.pointer)), printable(finding.message), style.dim(finding.rule)]
  })
  showRows(rows, err, 'place')
}

function exitCode({ losses, findings }: Translation, strict: boolean): number {
  if (strict && losses.length > 0) return exitCodes.lossy
  return strict && !isValid(findings) ? exitCodes.findings : exitCodes.ok
}
