/** Every link of the pages to a file of the repository leads to one, and to a heading of it. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { pages } from './markdown.ts'

const everyPage = [...pages(), 'ARCHITECTURE.md', 'SECURITY.md', ...globSync('docs/decisions/*.md').sort()]

function proseOf(text: string): string {
  return text.replaceAll(/```[\s\S]*?```/g, '')
}

/** The fragments that the headings of a page have. */
function fragmentsOf(text: string): string[] {
  return [...proseOf(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** The links of a page that lead nowhere. */
function brokenLinks(page: string, text: string): string[] {
  const links = [...proseOf(text).matchAll(/\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]*))?\)/g)]
  return links.flatMap(([, path = '', fragment]) => {
    const file = path === '' ? page : join(dirname(page), path)
    if (!existsSync(file)) return [`${page}: no file ${path}`]
    if (fragment === undefined || !file.endsWith('.md')) return []
    const target = path === '' ? text : readFileSync(file, 'utf8')
    return fragmentsOf(target).includes(fragment) ? [] : [`${page}: no heading ${path}#${fragment}`]
  })
}

test('each leads to a file, and to a heading', () => {
  expect(everyPage.length).toBeGreaterThan(20)
  expect(everyPage.flatMap(page => brokenLinks(page, readFileSync(page, 'utf8')))).toEqual([])
})

test('one that leads nowhere is found', () => {
  const text = '# Some words\n[a](#some-words) [b](#other) [c](../../README.md) [d](gone.md) [e](store.md#gone)'
  expect(brokenLinks('docs/guide/agents.md', text)).toEqual([
    'docs/guide/agents.md: no heading #other',
    'docs/guide/agents.md: no file gone.md',
    'docs/guide/agents.md: no heading store.md#gone',
  ])
})
