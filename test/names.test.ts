/** A name has one meaning in the whole tree: no two files export a type of one name. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** In the folder of a contract, names are the words of its document. */
const ofContract = /^src\/contracts\/[^/]+\//

const declaration = /^export (?:abstract )?(?:interface|type|class) (\w+)/gm

function declaredIn(sources: readonly (readonly [file: string, source: string])[]): Map<string, string[]> {
  const found = sources.flatMap(([file, source]) =>
    [...source.matchAll(declaration)].map(([, name = '']) => ({ name, file })),
  )
  const files = Map.groupBy(found, ({ name }) => name)
  return new Map([...files].map(([name, all]) => [name, all.map(({ file }) => file)]))
}

const files = globSync('src/**/*.ts').filter(file => !/\.test\.ts$|\.generated\./.test(file) && !ofContract.test(file))
const declared = declaredIn(files.map(file => [file, readFileSync(file, 'utf8')]))

test('an exported type is declared in one file', () => {
  expect(declared.size).toBeGreaterThan(800)
  expect([...declared].filter(([, places]) => places.length > 1)).toEqual([])
})

test('two declarations of a name are found, whatever they declare', () => {
  const first = ['a.ts', 'export interface Row {}\nexport type Cell<T> = T\n'] as const
  const second = ['b.ts', 'interface Cell {}\nexport abstract class Row {}\n'] as const
  expect([...declaredIn([first, second])]).toEqual([
    ['Row', ['a.ts', 'b.ts']],
    ['Cell', ['a.ts']],
  ])
})

/** `Told` and `Owned` do not say what they hold; `TaskEndpoints` does. */
const participle =
  /^(?:(?!Need$)[A-Z][a-z]+ed|Found|Given|Kept|Known|Left|Lost|Made|Read|Said|Seen|Sent|Spoken|Told|Written)$/

test('no exported type is named by a participle, apart from kinds of outcomes and names that are public', () => {
  const named = [...declared.keys()].filter(name => participle.test(name))
  expect(named.toSorted()).toEqual([
    ...['Canceled', 'Checked', 'Completed', 'Decoded', 'Detected', 'Encoded', 'Failed'],
    ...['Lost', 'Mapped', 'Paused', 'Unplaced', 'Verified'],
  ])
})
