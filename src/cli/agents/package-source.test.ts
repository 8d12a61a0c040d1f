import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { packageSource } from './package-source.ts'

let home: string
let root: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'package-source-'))
  root = join(home, 'node_modules', 'replywire')
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist', 'index.js'), '')
})
afterEach(() => rmSync(home, { recursive: true }))

const installedFrom = (resolved: string) =>
  writeFileSync(
    join(home, 'node_modules', '.package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/replywire': { resolved } } }),
  )

describe('a new agent depends on', () => {
  test('the version, where a registry had it', () => {
    installedFrom('https://registry.example/replywire/-/replywire-1.2.3.tgz')
    expect(packageSource(root, '1.2.3')).toEqual({ spec: '^1.2.3' })
  })

  test('the tarball that it was installed from', () => {
    writeFileSync(join(home, 'replywire-1.2.3.tgz'), '')
    installedFrom('file:replywire-1.2.3.tgz')
    expect(packageSource(root, '1.2.3')).toEqual({ spec: `file:${home}/replywire-1.2.3.tgz` })
    installedFrom('https://files.example/replywire.tgz')
    expect(packageSource(root, '1.2.3')).toEqual({ spec: 'https://files.example/replywire.tgz' })
  })

  test('the folder, where the tarball is gone or nobody knows', () => {
    expect(packageSource(root, '1.2.3')).toEqual({ spec: `file:${root}` })
    installedFrom('file:replywire-1.2.3.tgz')
    expect(packageSource(`${root}/`, '1.2.3')).toEqual({ spec: `file:${root}` })
  })

  test('a checkout, which may have to be built first', () => {
    rmSync(join(root, 'dist'), { recursive: true })
    expect(packageSource(root, '1.2.3')).toEqual({ spec: `file:${root}`, unbuilt: root })
  })
})
