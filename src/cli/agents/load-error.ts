/** A module that cannot be loaded: where, why, and the lines around the place. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, dirname, resolve } from 'node:path'
import { ReplywireError } from '../../errors.ts'
import { describeThrown } from '../../lib/describe-thrown.ts'
import { codeFrame, placesIn, placeText, type SourcePlace } from '../../lib/source-place.ts'
import { nameOf } from '../input.ts'

class LoadError extends ReplywireError {
  /** The lines around the place, and the calls that led there. */
  readonly detail: readonly string[]

  constructor(message: string, detail: readonly string[], cause: unknown) {
    super('ERR_UNREADABLE', message, { cause })
    this.detail = detail
  }
}

/** `thrown` by the import of the module at `path`. */
export function loadError(path: string, thrown: unknown): LoadError {
  const { title, place: thrownAt, calls } = describeThrown(thrown)
  const missing = missingImport(thrown)
  const place = missing?.place ?? thrownAt ?? (thrown instanceof SyntaxError ? syntaxPlace(resolve(path)) : undefined)
  const said = thrown instanceof Error && thrown.message !== '' ? thrown.message.split('\n')[0] : title[0]
  const why = missing?.why ?? said
  const name = nameOf(path)
  const isElsewhere = place !== undefined && place.file !== resolve(path)
  const where = place === undefined ? name : placeText(place)
  const what = isElsewhere ? `${name} cannot be loaded` : 'it cannot be loaded'
  const frame = place === undefined ? [] : codeFrame(place)
  // Of a syntax error the calls are Node's own.
  const led = calls.length > 1 && missing === undefined ? ['', ...calls] : []
  return new LoadError(`${where}: ${what}: ${why}`, [...frame, ...led], thrown)
}

/** Where a module is imported that cannot be found, and what to do. */
function missingImport(thrown: unknown): { place: SourcePlace | undefined; why: string } | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown) || thrown.code !== 'ERR_MODULE_NOT_FOUND') return undefined
  const [, kind, missing = '', importer] =
    /^Cannot find (package|module) '(.+)' imported from (.+)$/.exec(thrown.message) ?? []
  if (importer === undefined) return undefined
  const isMissing = (specifier: string): boolean =>
    kind === 'package'
      ? specifier === missing || specifier.startsWith(`${missing}/`)
      : specifier.startsWith('.') && resolve(dirname(importer), specifier) === missing
  const found = importIn(importer, isMissing)
  const fix = kind === 'package' ? `Install it: npm install ${missing}` : nearestFile(missing)
  return { place: found, why: `Cannot find ${kind} '${kind === 'package' ? missing : basename(missing)}'. ${fix}` }
}

/** Where a file imports what is asked for. */
function importIn(file: string, isWanted: (specifier: string) => boolean): SourcePlace | undefined {
  const lines = readSource(file)?.split('\n') ?? []
  for (const [index, line] of lines.entries()) {
    for (const match of line.matchAll(/(?:from|import)\s*\(?\s*(['"])(.+?)\1/g)) {
      const [whole, , specifier = ''] = match
      const column = match.index + whole.lastIndexOf(specifier)
      if (isWanted(specifier)) return { file, line: index + 1, column }
    }
  }
  return undefined
}

/** Imports name files with their endings, those of TypeScript too. */
function nearestFile(missing: string): string {
  const candidates = ['.ts', '.js', '.mjs', '/index.ts'].map(ending => missing.replace(/\.[cm]?[jt]s$/, '') + ending)
  const near = candidates.find(candidate => existsSync(candidate))
  if (near === undefined) return 'There is no such file.'
  return `There is ${near.slice(dirname(missing).length + 1)}: imports name a file with its ending.`
}

const mostFiles = 20

/**
 * Where a syntax error is: the engine does not say it of modules that are imported. The file is checked on its own, and
 * then those that it imports.
 */
function syntaxPlace(entry: string): SourcePlace | undefined {
  const files = [entry]
  for (let at = 0; at < Math.min(files.length, mostFiles); at++) {
    const file = files[at] as string
    const source = readSource(file)
    if (source === undefined) continue
    const found = checkSyntax(file, source)
    if (found !== undefined) return found
    for (const [, , specifier = ''] of source.matchAll(/(?:from|import)\s*\(?\s*(['"])(\..+?)\1/g)) {
      const imported = resolve(dirname(file), specifier)
      if (!files.includes(imported)) files.push(imported)
    }
  }
  return undefined
}

function checkSyntax(file: string, source: string): SourcePlace | undefined {
  const input = /\.[cm]?ts$/.test(file) ? withoutTypes(source) : source
  if (input === undefined) return undefined
  const { stderr } = spawnSync(process.execPath, ['--check', '--input-type=module', '-'], { input, encoding: 'utf8' })
  const [place] = placesIn(stderr.replace(/^\[stdin\]:/, `${file}:`))
  return place
}

/** A source without its types: every line stays where it is. */
function withoutTypes(source: string): string | undefined {
  const { emitWarning } = process
  // Node warns that this is experimental; a reader who looks for a mistake does not need that.
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } catch {
    return undefined
  } finally {
    process.emitWarning = emitWarning
  }
}

function readSource(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
