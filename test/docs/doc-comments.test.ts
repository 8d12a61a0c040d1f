/** Every export has a doc comment; every value has an example in it. Examples compile, and give what they say. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { folder } from '../cli/run-cli.ts'
import { type ExportedName, entries, exportedNames } from '../exported-names.ts'
import { compileSamples } from './compile.ts'

interface Example {
  readonly of: ExportedName
  readonly code: string
}

const exported = exportedNames()
const names = readFileSync('test/docs/example-names.txt', 'utf8')
const atHand = new Set(
  [...names.matchAll(/^export (?:declare const|\{(?: default as)?) (\w+)/gm)].map(([, name]) => name),
)
const examples = exported.flatMap(of => of.examples.map((code): Example => ({ of, code })))
const serve = exported.find(({ name }) => name === 'serve') as ExportedName
const broken: Example = { of: serve, code: "serve(agent, { contrcat: 'yaagents' })" }

let errors: Map<Example | undefined, string[]>

beforeAll(() => {
  const named = new Map([...examples, broken].map((example, index) => [`example-${index}.ts`, example]))
  const found = compileSamples({
    'package.json': '{ "type": "module" }',
    // Examples import `./agent.ts`.
    'agent.ts':
      "import { defineAgent } from 'replywire'\nexport default defineAgent({ name: 'a', version: '1', operations: {} })",
    'example-names.ts': names,
    ...Object.fromEntries([...named].map(([file, example]) => [file, moduleOf(example)])),
  })
  const byExample = Map.groupBy(found, ({ file }) => named.get(file))
  errors = new Map(
    byExample
      .entries()
      .map(([example, ones]) => [
        example,
        ones.map(
          ({ file, line, message }) =>
            `${example ? `${example.of.place} ${example.of.name}` : `${file}:${line}`}: ${message}`,
        ),
      ]),
  )
})

/** The names that an example uses, each with the entry that it takes it from: its own, or another. */
function importsOf({ of, code }: Example): { name: string; isType: boolean; from: string }[] {
  const words = new Set(code.replaceAll(/'[^'\n]*'|\/\/.*$/gm, '').match(/(?:(?<=\.\.\.)|(?<![.\w]))[a-zA-Z_]\w*/g))
  return [...words].flatMap(name => {
    const own = exported.find(one => one.name === name && one.entry === of.entry)
    if (own === undefined && atHand.has(name)) return [{ name, isType: false, from: './example-names.ts' }]
    const found = own ?? exported.find(one => one.name === name)
    return found === undefined ? [] : [{ name, isType: found.isType, from: found.entry }]
  })
}

/** An example as a module. One that exports stands as it is; any other is the body of a function. */
function moduleOf(example: Example): string {
  const { code } = example
  const imports = /^import /m.test(code)
    ? []
    : importsOf(example).map(({ name, isType, from }) => `import { ${isType ? 'type ' : ''}${name} } from '${from}'`)
  const isModule = /^(?:import|export) /m.test(code)
  return [...imports, isModule ? code : `export async function* example() {\n${code}\n}`].join('\n')
}

/** An example that says what its lines give (`isUlid('x') // false`), as a module that reports what differs. */
function runnable(example: Example): string | undefined {
  const imports = importsOf(example)
  if (!/^\S.* \/\/ \S/m.test(example.code) || imports.some(({ from }) => from.startsWith('.'))) return undefined
  const body = example.code.replaceAll(/^(\S.*) \/\/ (\S.*)$/gm, 'deepStrictEqual($1, $2)')
  const lines = imports.flatMap(({ name, isType, from }) =>
    isType ? [] : [`import { ${name} } from '${resolve(entries().get(from) ?? '')}'`],
  )
  return ["import { deepStrictEqual } from 'node:assert'", ...lines, body].join('\n')
}

test('every export has a doc comment', () => {
  const bare = exported.filter(({ comment }) => comment === '')
  expect(bare.map(({ place, name }) => `${place} ${name}`)).toEqual([])
})

test('every exported value has an example', () => {
  const bare = exported.filter(({ isType, examples: own }) => !isType && own.length === 0)
  expect(bare.map(({ place, name }) => `${place} ${name}`)).toEqual([])
})

test('the page of the public API lists every export, and nothing else', () => {
  const page = readFileSync('docs/reference/api.md', 'utf8')
  const listed = page
    .split(/^## /m)
    .slice(1)
    .flatMap(part => {
      const entry = part.split('\n')[0] ?? ''
      return [...part.matchAll(/^\| `(\w+)` \| (type)? ?\|/gm)].map(
        ([, name, type]) => `${entry} ${name} ${type ?? 'value'}`,
      )
    })
  const known = exported.map(({ entry, name, isType }) => `${entry} ${name} ${isType ? 'type' : 'value'}`)
  expect(listed.toSorted()).toEqual(known.toSorted())
})

test('every example compiles', () => {
  expect(examples.length).toBeGreaterThan(150)
  expect([...errors].flatMap(([example, messages]) => (example === broken ? [] : messages))).toEqual([])
})

test('an example that does not compile is found, at the place of its export', () => {
  expect(errors.get(broken)).toEqual([
    expect.stringMatching(/^src\/server\/serve\.ts:\d+ serve: .*'contrcat' does not exist in type 'ServeOptions'/),
  ])
})

test('what an example says that a line gives, it gives', () => {
  const once = new Map(examples.map(example => [`${example.of.place} ${example.code}`, example]))
  const modules = [...once.values()].flatMap(example => {
    const text = runnable(example)
    return text === undefined ? [] : [{ place: `${example.of.place} ${example.of.name}`, text }]
  })
  expect(modules.length).toBeGreaterThan(40)
  const cwd = folder({
    'package.json': '{ "type": "module" }',
    ...Object.fromEntries(modules.map(({ text }, index) => [`${index}.ts`, text])),
    'all.ts': modules
      .map(
        ({ place }, index) =>
          `await import('./${index}.ts').catch(error => console.log(${JSON.stringify(place)}, error.message))`,
      )
      .join('\n'),
  })
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(cwd, 'all.ts')], { encoding: 'utf8' })
  expect({ stdout, status, stderr: stderr.replaceAll(/^.*Warning.*$/gm, '').trim() }).toEqual({
    stdout: '',
    status: 0,
    stderr: '',
  })
})
