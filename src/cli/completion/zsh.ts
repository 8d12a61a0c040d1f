/** The completion script for zsh. */
import type { CommandWords, Offer } from './words.ts'
import { topOptions } from './words.ts'

export function zshScript(commands: readonly CommandWords[]): string {
  return `#compdef replywire
# zsh completion for replywire; source <(replywire completion zsh) after compinit
_replywire() {
  local -a commands
  commands=(
${commands.map(({ name, about }) => `    ${quote(`${name}:${about}`)}`).join('\n')}
  )
  if ((CURRENT == 2)); then
    _describe -t commands command commands
    _arguments ${topOptions.map(([name, , about]) => quote(`--${name}[${bare(about)}]`)).join(' ')}
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
${commands.map(commandCase).join('\n')}
  esac
}
if [[ $funcstack[1] == _replywire ]]; then
  _replywire "$@"
else
  compdef _replywire replywire
fi
`
}

function commandCase({ name, options, arguments: all }: CommandWords): string {
  const specs = [
    ...options.map(option => {
      const value = option.takesValue ? `:${bare(option.name)}:${action(option.offer)}` : ''
      return quote(`--${option.name}${option.takesValue ? '=' : ''}[${bare(option.about)}]${value}`)
    }),
    ...all.map(({ name: argument, offer, many }, index) => {
      return quote(`${many ? '*' : index + 1}:${bare(argument)}:${action(offer)}`)
    }),
  ]
  return `    ${name})\n      _arguments -s \\\n        ${specs.join(' \\\n        ')} ;;`
}

function action(offer: Offer): string {
  if (offer === undefined) return ' '
  return offer === 'files' ? '_files' : `(${offer.join(' ')})`
}

/** Brackets and colons mean something in a specification. */
function bare(text: string): string {
  return text.replaceAll(/[[\]:\\]/g, character => `\\${character}`)
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
