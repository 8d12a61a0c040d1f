/** What each entry of the package exports, as the compiler reads it: names, doc comments and their examples. */
import { globSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import ts from 'typescript-5.9'

export interface ExportedName {
  /** `replywire/server`. */
  readonly entry: string
  readonly name: string
  readonly isType: boolean
  /** The file and line of the declaration. */
  readonly place: string
  readonly comment: string
  readonly examples: readonly string[]
}

/** The source files of the entries, by what an importer writes. */
export function entries(): Map<string, string> {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, { types?: string }>
  }
  return new Map(
    Object.entries(exports).flatMap(([name, { types }]) => {
      if (types === undefined) return []
      const pattern = types.replace('./dist/', 'src/').replace('.d.ts', '.ts')
      const entry = name.replace(/^\./, 'replywire')
      if (!pattern.includes('*')) return [[entry, pattern] as const]
      const [before = '', after = ''] = pattern.split('*')
      return globSync(pattern)
        .toSorted()
        .map(file => [entry.replace('*', file.slice(before.length, -after.length)), file] as const)
    }),
  )
}

/** Every export of every entry, in the order of the entries. */
export function exportedNames(): ExportedName[] {
  const { compilerOptions } = JSON.parse(readFileSync('tsconfig.options.json', 'utf8'))
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, '.')
  const sources = entries()
  const program = ts.createProgram(
    [...sources.values()].map(file => resolve(file)),
    options,
  )
  const checker = program.getTypeChecker()
  return [...sources].flatMap(([entry, file]) => {
    const source = program.getSourceFile(resolve(file))
    const module = source && checker.getSymbolAtLocation(source)
    if (module === undefined) throw new Error(`${file} exports nothing.`)
    return checker.getExportsOfModule(module).map(symbol => exportedName(entry, symbol, checker))
  })
}

function exportedName(entry: string, exported: ts.Symbol, checker: ts.TypeChecker): ExportedName {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
  const declaration = symbol.declarations?.[0]
  if (declaration === undefined) throw new Error(`${entry} exports ${exported.name}, which is declared nowhere.`)
  const source = declaration.getSourceFile()
  const { line } = source.getLineAndCharacterOfPosition(declaration.getStart())
  const tags = symbol.getJsDocTags(checker).filter(({ name }) => name === 'example')
  return {
    entry,
    name: exported.name,
    isType: isTypeOnly(exported, symbol),
    place: `${relative('.', source.fileName)}:${line + 1}`,
    comment: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    examples: tags.map(({ text }) => ts.displayPartsToString(text)),
  }
}

/** A type, or a class of which only the type is exported. */
function isTypeOnly(exported: ts.Symbol, symbol: ts.Symbol): boolean {
  const isTypeExport = exported.declarations?.some(
    one => ts.isExportSpecifier(one) && (one.isTypeOnly || one.parent.parent.isTypeOnly),
  )
  return isTypeExport === true || !(symbol.flags & ts.SymbolFlags.Value)
}
