/** The completion script for bash; needs nothing but bash itself. */
import {
  type CommandWords,
  commandsOf,
  type FamilyWords,
  type Offer,
  type RowWords,
  topOptions,
  verbOf,
} from './words.ts'

export function bashScript(rows: readonly RowWords[]): string {
  const names = rows.map(({ name }) => name).join(' ')
  const top = topOptions.map(([name]) => `--${name}`).join(' ')
  const families = rows.filter((row): row is FamilyWords => 'commands' in row)
  const commands = rows.flatMap(commandsOf)
  return `# bash completion for replywire; source <(replywire completion bash)
_replywire() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  local command=\${COMP_WORDS[1]} second=\${COMP_WORDS[2]} word i start=2 place=0 takes=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "${names} ${top}" -- "$cur"))
    return
  fi
  case "$command" in
${families.map(familyCase).join('\n')}
  esac
  case "$command" in
${commands.map(takesValues).join('\n')}
  esac
  case "$command $prev" in
${commands.flatMap(optionCases).join('\n')}
  esac
  case "$command" in
${commands.map(optionList).join('\n')}
  esac
  for ((i = start; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ " $takes " == *" $word "* ]]; then ((i++))
    elif [[ $word != -* || $word == - ]]; then ((place++))
    fi
  done
  case "$command $place" in
${commands.flatMap(argumentCases).join('\n')}
  esac
}
complete -F _replywire replywire
`
}

/** The second word of a family, or the command that it and the first name. */
function familyCase({ name, default: otherwise, commands }: FamilyWords): string {
  return `    ${name})
      if ((COMP_CWORD == 2)) && [[ $cur != -* ]]; then ${reply(commands.map(verbOf))}; return; fi
      if [[ $second == -* ]]; then command="${otherwise ?? name}"; else command="${name} $second"; start=3; fi ;;`
}

function takesValues({ name, options }: CommandWords): string {
  const taking = options.filter(option => option.takesValue).map(option => `--${option.name}`)
  return `    "${name}") takes="${taking.join(' ')}" ;;`
}

function optionCases({ name, options }: CommandWords): string[] {
  return options
    .filter(option => option.takesValue)
    .map(option => `    "${name} --${option.name}") ${reply(option.offer)}; return ;;`)
}

function optionList({ name, options }: CommandWords): string {
  const words = options.map(option => `--${option.name}`)
  return `    "${name}") if [[ $cur == -* ]]; then ${reply(words)}; return; fi ;;`
}

function argumentCases({ name, arguments: all }: CommandWords): string[] {
  return all.map(({ offer, many }, index) => `    "${name} "${many ? '*' : index}) ${reply(offer)} ;;`)
}

function reply(offer: Offer): string {
  if (offer === undefined) return ':'
  if (offer === 'files') return 'local IFS=$\'\\n\'; compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur"))'
  return `COMPREPLY=($(compgen -W "${offer.join(' ')}" -- "$cur"))`
}
