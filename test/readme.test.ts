/** What the README promises is there, in the package too. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const readme = readFileSync('README.md', 'utf8')
const { files, exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  files: string[]
  exports: Record<string, unknown>
}

test('every file that it links to exists and ships', () => {
  const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => path)
  expect(links.length).toBeGreaterThan(8)
  for (const path of links) {
    expect(existsSync(path), path).toBe(true)
    expect(files, path).toContain(path.split('/')[0])
  }
})

test('every module that it names can be imported', () => {
  const named = [...readme.matchAll(/`(replywire\/[a-z]+)`|from '(replywire\/[a-z]+)'/g)].map(
    match => match[1] ?? match[2],
  )
  expect(named.length).toBeGreaterThan(5)
  for (const name of named) expect(Object.keys(exports)).toContain(name?.replace('replywire', '.'))
})
