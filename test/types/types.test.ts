/** The types that authors meet: compiled from the declarations that are shipped, by two compilers, and counted. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'replywire-types-'))
const files = ['equal', 'answers', 'schemas', 'zod-schema', 'zod-agent', 'client']

/** `operation` is forgotten. */
const plainObject = `import { z } from 'zod'
import { defineAgent } from './declarations/index.js'
defineAgent({ name: 'a', version: '1', operations: {
  greet: { title: 'Greet', input: z.object({ name: z.string() }), handler: () => ({ text: 'Hello' }) },
} })
`

const options = {
  target: 'esnext',
  lib: ['esnext', 'dom', 'dom.iterable', 'dom.asynciterable'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
}

/** What a compiler prints for a project of these files. */
function compile(compiler: string, names: readonly string[], ...flags: string[]): string {
  const project = join(folder, `${names.join('-')}.json`)
  writeFileSync(project, JSON.stringify({ compilerOptions: options, files: names.map(name => `${name}.ts`) }))
  const tsc = resolve('node_modules', compiler, 'bin/tsc')
  try {
    return execFileSync(process.execPath, [tsc, '-p', project, ...flags], { cwd: folder, encoding: 'utf8' })
  } catch (error) {
    return String((error as { stdout?: string }).stdout)
  }
}

function instantiations(compiler: string, name: string): number {
  const printed = compile(compiler, [name], '--extendedDiagnostics')
  return Number(/^Instantiations:\s+(\d+)$/m.exec(printed)?.[1])
}

beforeAll(() => {
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const project = join(folder, 'declarations.json')
  const compilerOptions = {
    rootDir: resolve('src'),
    outDir: join(folder, 'declarations'),
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    types: ['node'],
  }
  const described = {
    extends: resolve('tsconfig.options.json'),
    compilerOptions,
    files: [resolve('src/index.ts')],
    include: [],
  }
  writeFileSync(project, JSON.stringify(described))
  execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', project])
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const name of files) {
    const source = readFileSync(`test/types/${name}.ts`, 'utf8')
    writeFileSync(join(folder, `${name}.ts`), source.replaceAll('../../src/index.ts', './declarations/index.js'))
  }
  writeFileSync(join(folder, 'plain-object.ts'), plainObject)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(['typescript', 'typescript-5.9'])('%s', compiler => {
  test('what a handler returns is checked against the output of its operation', () => {
    expect(compile(compiler, ['answers'])).toBe('')
  })

  test('inputs and outputs are inferred from zod, valibot, arktype, TypeBox and plain JSON Schema', () => {
    expect(compile(compiler, ['schemas'])).toBe('')
  })

  test('options in place of an operation are refused in words', () => {
    expect(compile(compiler, ['plain-object'])).toMatch(
      /^plain-object\.ts\(4,3\): error TS2322: .*\n.*is not assignable to type '"Write operation\(\{ … \}\) around this\."'\.\n$/,
    )
  })

  test('a small zod agent costs at most 25,000 type instantiations above its schemas', () => {
    expect(compile(compiler, ['zod-agent'])).toBe('')
    const above = instantiations(compiler, 'zod-agent') - instantiations(compiler, 'zod-schema')
    expect(above).toBeGreaterThan(0)
    expect(above).toBeLessThanOrEqual(25_000)
  })
})
