import { describe, expect, test } from 'vitest'
import { type Command, isFamily, type OptionSpec } from './command.ts'
import { flags } from './flags.ts'
import { commonOptions, optionsOf } from './parse.ts'
import { commands, rows, sections } from './table.ts'

/** What an option means to a user: everything but its default and the options it goes with. */
function meaningOf({ type, short, many, value, about, variable, complete }: OptionSpec): object {
  return { type, short, many, value, about, variable, complete }
}

function clashesOf(all: readonly Pick<Command, 'name' | 'options'>[]): string[] {
  const seen = new Map<string, { command: string; meaning: string }>()
  return all.flatMap(({ name: command, options }) =>
    Object.entries(options).flatMap(([name, option]) => {
      const meaning = JSON.stringify(meaningOf(option))
      const known = seen.get(name)
      if (known === undefined) seen.set(name, { command, meaning })
      return known === undefined || known.meaning === meaning ? [] : [`--${name}: ${known.command}, ${command}`]
    }),
  )
}

test('an option means the same in every command; the text of these names what the command has it for', () => {
  expect(clashesOf(commands)).toEqual([
    '--all: call, inbox list',
    '--note: approve, ask-back',
    '--url: tasks list, file answer',
    '--only: check run, file answer',
    '--url: tasks list, file watch',
    '--only: check run, file watch',
    '--url: tasks list, file run',
    '--only: check run, file run',
    '--port: demo, doctor',
  ])
})

test('an option with two meanings is found', () => {
  const [first, second] = [flags.contract, { ...flags.contract, about: 'The contract to write.' }]
  const all = [
    { name: 'read', options: { contract: first } },
    { name: 'write', options: { contract: second } },
  ]
  expect(clashesOf(all)).toEqual(['--contract: read, write'])
})

test('every option is used, and every used option is in the one list', () => {
  const used = new Set(commands.flatMap(({ options }) => Object.keys(options)))
  expect([...used].toSorted()).toEqual(Object.keys(flags).toSorted())
})

describe.each(commands.map(command => [command.name, command] as const))('%s', (name, command) => {
  test('its words are those of its family', () => {
    const [first = ''] = name.split(' ')
    const row = rows.find(one => one.name === first)
    expect(row !== undefined && isFamily(row)).toBe(name.includes(' '))
  })

  test('texts are sentences, summaries are lines', () => {
    expect(command.summary).toMatch(/^[A-Z].*[^.]$/)
    const sentences = [
      ...command.about,
      ...command.arguments.map(({ about }) => about),
      ...Object.values(optionsOf(command)).map(({ about }) => about),
      ...command.examples.map(({ about }) => about),
    ]
    for (const sentence of sentences) expect(sentence).toMatch(/^\S.*\.$/s)
    for (const option of Object.values(command.options)) expect(option.default ?? 'x').not.toMatch(/\.$/)
  })

  test('options that need or exclude others name options of the command', () => {
    const names = new Set([...Object.keys(command.options), ...Object.keys(commonOptions)])
    const named = Object.values<OptionSpec>(command.options).flatMap(({ needs, excludes }) => [needs, excludes])
    expect(named.filter(other => other !== undefined && !names.has(other))).toEqual([])
  })

  test('its module exists', async () => {
    expect((await command.load()).run).toBeTypeOf('function')
  })
})

test('the sections are those of the help', () => {
  expect(sections.map(({ title }) => title)).toEqual([
    'Agents',
    'Messages',
    'Checks',
    'Gateway',
    'Runs',
    'Files',
    'Keys',
    'Store',
    'Shell',
  ])
})

test('no help text uses words that a newcomer has to learn', () => {
  const texts = JSON.stringify({ sections, flags, commonOptions })
  const phrases =
    /unless said|whoever|is told|\btells?\b|that there is not|\bmend|\bjudge|what lasts|\bbeside\b|\basked for\b|\bspoken\b/i
  expect(texts.match(phrases)).toBeNull()
})
