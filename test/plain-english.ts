/** Phrases that a reader has to read twice, by what to write instead. */
const replacements: Readonly<Record<string, readonly string[]>> = {
  '"Default: …"': [
    ...['unless said', 'unless told', 'unless something else is said', 'where nothing else is said'],
    'when nothing else is said',
  ],
  'callers, anyone, the client': ['whoever'],
  'is sent, is reported, receives': ['told'],
  'reports, says, shows; distinguishes': ['tells', 'tell of'],
  'unknown; not found': ['that there is not', 'like one that is not there', 'like what is not there'],
  fix: ['mend', 'mends', 'mended', 'mending'],
  'validate, check': ['judge', 'judges', 'judged', 'judging', 'judgement'],
  'the store; persistent': ['what lasts', 'that lasts'],
  'resumes at': ['goes on at', 'go on at'],
  'next to, in addition to': ['beside'],
  'again, from the start': ['anew'],
  'receives, is notified of': ['hears', 'hear of', 'heard of'],
  'is used': ['is spoken', 'be spoken'],
  'no one, nothing; in the active voice': ['of which nobody', 'nobody need'],
  waits: ['has patience'],
  'options, settings': ['what is said'],
  'was given': ['was said'],
  'the same holds in': ['so it is in'],
  'translate to': ['say the same in'],
  'continues in': ['goes on in', 'go on in'],
  manage: ['look after', 'looks after', 'looked after'],
  bypass: ['get around', 'gets around'],
  'warns about': ['warns of', 'warned of'],
}

const byPhrase: ReadonlyMap<string, string> = new Map(
  Object.entries(replacements).flatMap(([instead, phrases]) => phrases.map(phrase => [phrase, instead] as const)),
)

const pattern = new RegExp(`\\b(?:${[...byPhrase.keys()].join('|')})\\b`, 'gi')

/** Code, in a block or in backticks, is not prose. Its lines stay, so that those after it keep their numbers. */
const proseOf = (text: string): string =>
  text.replaceAll(/```[\s\S]*?```/g, code => code.replaceAll(/[^\n]/g, '')).replaceAll(/`[^`\n]*`/g, '')

/** The odd phrases of a text, in order. */
export function oddPhrases(text: string): string[] {
  return [...proseOf(text).matchAll(pattern)].map(([phrase]) => phrase)
}

/** A line per odd phrase: the file and its line, the phrase, and what to write instead. `part` is a text of the file. */
export function oddLines(file: string, source: string, part = source): string[] {
  const prose = proseOf(part)
  const [lines, partLines] = [source.split('\n'), part.split('\n')]
  return [...prose.matchAll(pattern)].map(({ 0: phrase, index }) => {
    // The parts of a source have no stars and no quotes around them: a line is found by its words.
    const words = partLines[prose.slice(0, index).split('\n').length - 1] ?? ''
    const line = lines.findIndex(text => text.includes(words)) + 1
    return `${file}:${line}: "${phrase}"; write: ${byPhrase.get(phrase.toLowerCase())}`
  })
}

const literal = /'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`/g

/** The string literals of a TypeScript source that hold more than one word. */
export function stringsOf(source: string): string[] {
  const code = source.replaceAll(/^\s*\/\*[\s\S]*?\*\//gm, '').replaceAll(/(^|\s)\/\/ .*$/gm, '$1')
  return [...code.matchAll(literal)]
    .map(([, single, double, template]) => single ?? double ?? template ?? '')
    .filter(text => text.includes(' '))
}

const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm
const quoted = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/.source
const commentOrText = new RegExp(`${quoted}|(${comment.source})`, 'gm')

/** The comments of a TypeScript source, without the examples in them. A text that looks like a comment is none. */
export function commentsOf(source: string): string[] {
  return [...source.matchAll(commentOrText)].flatMap(([, found]) =>
    found === undefined ? [] : [found.replaceAll(/^\s*\*(?!\/) ?/gm, '')],
  )
}
