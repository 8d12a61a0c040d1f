/** The completion script for fish. */
import { type CommandWords, type FamilyWords, type Offer, type RowWords, topOptions, verbOf } from './words.ts'

export function fishScript(rows: readonly RowWords[]): string {
  return `${[
    '# fish completion for replywire; replywire completion fish | source',
    'complete -c replywire -f',
    ...topOptions.map(([name, short, about]) => {
      return `complete -c replywire -n __fish_use_subcommand -l ${name} -s ${short} -d ${quote(about)}`
    }),
    ...rows.flatMap(row => [
      `complete -c replywire -n __fish_use_subcommand -a ${row.name} -d ${quote(row.about)}`,
      ...('commands' in row ? familyLines(row) : commandLines(row, `__fish_seen_subcommand_from ${row.name}`)),
    ]),
  ].join('\n')}\n`
}

function familyLines({ name, commands, default: otherwise }: FamilyWords): string[] {
  const family = `__fish_seen_subcommand_from ${name}`
  const none = `not __fish_seen_subcommand_from ${commands.map(verbOf).join(' ')}`
  return commands.flatMap(command => {
    const verb = verbOf(command)
    const named = `__fish_seen_subcommand_from ${verb}`
    const chosen = command.name === otherwise ? `begin; ${named}; or ${none}; end` : named
    return [
      `complete -c replywire -n '${family}; and ${none}' -a ${verb} -d ${quote(command.about)}`,
      ...commandLines(command, `${family}; and ${chosen}`),
    ]
  })
}

function commandLines({ options, arguments: all }: CommandWords, condition: string): string[] {
  const here = `complete -c replywire -n '${condition}'`
  return [
    ...options.map(option => {
      const short = option.short === undefined ? '' : ` -s ${option.short}`
      const value = option.takesValue ? ` ${taking(option.offer)}` : ''
      return `${here} -l ${option.name}${short}${value} -d ${quote(option.about)}`
    }),
    ...all.flatMap(({ offer }) => (offer === undefined ? [] : [`${here} ${offered(offer)}`])),
  ]
}

function taking(offer: Offer): string {
  if (offer === undefined) return '-x'
  return offer === 'files' ? '-r -F' : `-x ${offered(offer)}`
}

function offered(offer: NonNullable<Offer>): string {
  return offer === 'files' ? '-F' : `-a ${quote(offer.join(' '))}`
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
