import { expect, test } from 'vitest'
import { renderCliReference } from './markdown.ts'

const page = renderCliReference()

test('every command has its section, usage, options and examples', () => {
  for (const name of [
    'validate',
    'translate',
    'detect',
    'contracts',
    'rules',
    'explain',
    'schema',
    'completion',
    'help',
  ]) {
    expect(page).toContain(`\n## replywire ${name}\n`)
    expect(page).toContain(`| [\`${name}\`](#replywire-${name}) | `)
  }
  expect(page).toContain('\n## replywire tasks\n')
  expect(page).toContain('\n### replywire tasks list\n')
  expect(page).toContain('| [`tasks list`](#replywire-tasks-list) | List tasks, the newest first. |')
  expect(page).toContain('| `REPLYWIRE_STORE` | Used when --store is not given. |')
  expect(page).toContain('```\nreplywire validate FILE|GLOB|- … [options]\n```')
  expect(page).toContain('| `--level must\\|should` | ')
  expect(page).toContain('| 3 | Something was lost and --strict was given. |')
})

test('it is the same every time, and ends with one line break', () => {
  expect(renderCliReference()).toBe(page)
  expect(page).toMatch(/[^\n]\n$/)
})
