/** Where a command writes: standard output and standard error, in colour on a terminal. */
import type { styleText } from 'node:util'
import { util } from './builtins.ts'
import { printable, printableJson } from './columns.ts'
import { exitCodes } from './command.ts'

type Paint = (text: string) => string

export interface Style {
  readonly good: Paint
  readonly bad: Paint
  readonly warn: Paint
  readonly dim: Paint
  readonly strong: Paint
  readonly name: Paint
}

export interface OutputStream {
  write(text: string | Uint8Array): void
  /** One line; the line break is added. */
  line(text?: string): void
  readonly style: Style
  readonly isTerminal: boolean
  /** The width of the terminal, when it is one. */
  readonly columns: number | undefined
}

export interface Terminal {
  readonly out: OutputStream
  readonly err: OutputStream
  /** Whether `--json` was given. */
  readonly json: boolean
  /** Prints the result of a command: as JSON with `--json`, otherwise a line of text, or what `text` writes. */
  result(json: object, text: string | ((out: OutputStream) => void)): void
}

/** A notice next to the result: a line on standard error, with `--json` an object. */
export function notify({ err, json }: Terminal, text: string): void {
  err.line(json ? JSON.stringify({ notice: text }) : `${err.style.warn('!')} ${printable(text)}`)
}

/** The streams are opened when they are first written to. */
export function openTerminal(json: boolean): Terminal {
  let out: OutputStream | undefined
  let err: OutputStream | undefined
  return {
    result(value, text) {
      if (json) this.out.line(JSON.stringify(value))
      else if (typeof text === 'string') this.out.line(text)
      else text(this.out)
    },
    get out() {
      out ??= openStream(process.stdout, json)
      return out
    },
    get err() {
      err ??= openStream(process.stderr, json)
      return err
    },
    json,
  }
}

function openStream(stream: NodeJS.WriteStream, json: boolean): OutputStream {
  let gone = false
  // The reader may leave before we are done (`| head`): the work continues, so that files and the exit code are right.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!gone && error.code !== 'EPIPE' && error.code !== 'ECONNRESET') cannotWrite(stream, error.code)
    gone = true
  })
  const isTerminal = stream.isTTY === true
  const write = (text: string | Uint8Array): void => {
    if (!gone) stream.write(text)
  }
  return {
    write,
    // What a peer sent must not steer the reader's terminal, in JSON either.
    line: (text = '') => write(`${json ? printableJson(text) : text}\n`),
    style: wantsColour(isTerminal, process.env) ? coloured : plain,
    isTerminal,
    columns: isTerminal ? stream.columns : undefined,
  }
}

/** A full disk, say. It may be known only after the command is done. */
function cannotWrite(stream: NodeJS.WriteStream, code = 'EIO'): void {
  process.on('exit', () => {
    process.exitCode = exitCodes.usage
  })
  if (stream === process.stderr) return
  process.stderr.on('error', () => {})
  process.stderr.write(`replywire: standard output cannot be written (${code}); nothing after that was printed.\n`)
}

/** FORCE_COLOR decides where it is set; otherwise a terminal without NO_COLOR. */
export function wantsColour(isTerminal: boolean, environment: Record<string, string | undefined>): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused, TERM: kind } = environment
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return isTerminal && (refused === undefined || refused === '') && kind !== 'dumb'
}

const same: Paint = text => text
const plain: Style = { good: same, bad: same, warn: same, dim: same, strong: same, name: same }

const paint =
  (format: Parameters<typeof styleText>[0]): Paint =>
  text =>
    util.styleText(format, text, { validateStream: false })

const coloured: Style = {
  good: paint('green'),
  bad: paint('red'),
  warn: paint('yellow'),
  dim: paint('dim'),
  strong: paint('bold'),
  name: paint('cyan'),
}
