/** Places in source files: found in a stack, shown with the lines around them. */

export interface SourcePlace {
  /** An absolute path. */
  readonly file: string
  readonly line: number
  readonly column: number | undefined
}

/** A module of Node; undefined in runtimes that have none. Nothing is loaded until it is needed. */
function builtin<Name extends 'node:fs' | 'node:url' | 'node:path'>(name: Name) {
  return globalThis.process?.getBuiltinModule?.(name)
}

const stackLine = /^\s*at (?:.*?\()?((?:file:\/\/|\/|[A-Za-z]:[\\/]).*?):(\d+):(\d+)\)?$/
/** What Node puts before the stack of a SyntaxError: the place, then the source with a mark below it. */
const headLine = /^((?:file:\/\/|\/|[A-Za-z]:[\\/]).*?):(\d+)$/

/** The places that a stack names, innermost first. */
export function placesIn(stack: string): SourcePlace[] {
  const lines = stack.split('\n')
  const head = headLine.exec(lines[0] ?? '')
  const mark = lines.slice(1, 8).find(line => /^\s*\^+\s*$/.test(line))
  return [
    ...(head === null ? [] : [placeOf(head[1], head[2], mark === undefined ? undefined : mark.indexOf('^') + 1)]),
    ...lines.flatMap(line => {
      const [, file, at, column] = stackLine.exec(line) ?? []
      return file === undefined ? [] : [placeOf(file, at, Number(column))]
    }),
  ]
}

function placeOf(file = '', line = '', column: number | undefined): SourcePlace {
  const path = file.startsWith('file:') ? (builtin('node:url')?.fileURLToPath(file) ?? file) : file
  return { file: path, line: Number(line), column }
}

/** Where this package's own modules are, `src` or `dist`; undefined in a bundle, whose modules have no address. */
const packageRoot = URL.parse('..', import.meta.url)?.href

/** Whether a place is in a file of the author's: neither in a package nor in Replywire. */
export function isAuthors({ file }: SourcePlace): boolean {
  const root = packageRoot?.startsWith('file:') ? builtin('node:url')?.fileURLToPath(packageRoot) : undefined
  return !/[\\/]node_modules[\\/]/.test(file) && (root === undefined || !file.startsWith(root))
}

/** `agent.ts:12:5`, relative to the folder that the process runs in where it is below that. */
export function placeText({ file, line, column }: SourcePlace): string {
  return `${relativePath(file)}:${line}${column === undefined ? '' : `:${column}`}`
}

function relativePath(file: string): string {
  const relative = builtin('node:path')?.relative(globalThis.process.cwd(), file)
  return relative === undefined || relative === '' || relative.startsWith('..') ? file : relative
}

const around = 2
const longestLine = 120
const largestSource = 4 * 1024 * 1024
const sources = /\.[cm]?[jt]sx?$/

/** A few lines around a place, the line itself marked; empty when the source cannot be read. */
export function codeFrame(place: SourcePlace): string[] {
  const source = sourceOf(place.file)
  return source === undefined ? [] : frameIn(source, place)
}

function sourceOf(file: string): string | undefined {
  const fs = builtin('node:fs')
  try {
    if (fs === undefined || !sources.test(file) || fs.statSync(file).size > largestSource) return undefined
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** The frame of a place in a source. */
export function frameIn(source: string, { line, column }: Pick<SourcePlace, 'line' | 'column'>): string[] {
  const lines = source.split(/\r?\n/)
  if (line < 1 || line > lines.length) return []
  const first = Math.max(1, line - around)
  const excerpt = lines.slice(first - 1, line + around)
  while (excerpt.length > line - first + 1 && excerpt.at(-1)?.trim() === '') excerpt.pop()
  const width = String(first + excerpt.length - 1).length
  return excerpt.flatMap((text, index) => {
    const at = first + index
    const row = `${at === line ? '>' : ' '} ${String(at).padStart(width)} | ${text.slice(0, longestLine).replaceAll('\t', ' ')}`
    if (at !== line || column === undefined || column > longestLine) return [row.trimEnd()]
    return [row.trimEnd(), `  ${' '.repeat(width)} | ${' '.repeat(column - 1)}^`]
  })
}
