/** The completion script for fish. */
import type { CommandWords, Offer } from './words.ts'
import { topOptions } from './words.ts'

export function fishScript(commands: readonly CommandWords[]): string {
  return `${[
    '# fish completion for replywire; replywire completion fish | source',
    'complete -c replywire -f',
    ...topOptions.map(([name, short, about]) => {
      return `complete -c replywire -n __fish_use_subcommand -l ${name} -s ${short} -d ${quote(about)}`
    }),
    ...commands.flatMap(commandLines),
  ].join('\n')}\n`
}

function commandLines({ name, about, options, arguments: all }: CommandWords): string[] {
  const here = `complete -c replywire -n '__fish_seen_subcommand_from ${name}'`
  return [
    `complete -c replywire -n __fish_use_subcommand -a ${name} -d ${quote(about)}`,
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
