/** The completion script for zsh. */
import { type CommandWords, type FamilyWords, type Offer, type RowWords, topOptions, verbOf } from './words.ts'

export function zshScript(rows: readonly RowWords[]): string {
  return `#compdef replywire
# zsh completion for replywire; source <(replywire completion zsh) after compinit
_replywire() {
  local -a commands
  commands=(
${rows.map(({ name, about }) => `    ${quote(`${name}:${about}`)}`).join('\n')}
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
${rows.map(row => `    ${row.name})\n${'commands' in row ? familyBody(row) : `${commandSpec(row)} ;;`}`).join('\n')}
  esac
}
if [[ $funcstack[1] == _replywire ]]; then
  _replywire "$@"
else
  compdef _replywire replywire
fi
`
}

/** The second word of a family, or the options of the command that it names. */
function familyBody({ commands, default: otherwise }: FamilyWords): string {
  const offered = commands.map(command => quote(`${verbOf(command)}:${command.about}`)).join(' ')
  const verb = otherwise?.split(' ').at(-1) ?? ''
  return `      local verb=${verb}
      if [[ $words[2] != -* ]]; then
        if ((CURRENT == 2)); then
          commands=(${offered})
          _describe -t commands command commands
          return
        fi
        verb=$words[2]
        shift words
        ((CURRENT--))
      fi
      case $verb in
${commands.map(command => `      ${verbOf(command)})\n${commandSpec(command)} ;;`).join('\n')}
      esac ;;`
}

function commandSpec({ options, arguments: all }: CommandWords): string {
  const specs = [
    ...options.map(option => {
      const value = option.takesValue ? `:${bare(option.name)}:${action(option.offer)}` : ''
      return quote(`--${option.name}${option.takesValue ? '=' : ''}[${bare(option.about)}]${value}`)
    }),
    ...all.map(({ name: argument, offer, many }, index) => {
      return quote(`${many ? '*' : index + 1}:${bare(argument)}:${action(offer)}`)
    }),
  ]
  return `      _arguments -s \\\n        ${specs.join(' \\\n        ')}`
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
