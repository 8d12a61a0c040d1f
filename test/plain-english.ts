/** Phrases that a reader has to read twice. What to write instead stands behind each. */
const phrases: readonly string[] = [
  'unless said', // Default: …
  'whoever', // callers, anyone, the client
  'is told', // is sent, is reported, receives
  'are told',
  'is not told',
  'are not told',
  'told as', // sent as
  'tells of', // reports
  'that there is not', // unknown; not found
  'like one that is not there', // not found
  'like what is not there',
  'mend', // fix
  'mends',
  'mended',
  'mending',
  'judge', // validate, check
  'judges',
  'judged',
  'judging',
  'what lasts', // the store
  'goes on at', // resumes at
  'go on at',
  'beside', // next to, in addition to
  'anew', // again, from the start
  'of which nobody',
  'nobody need',
  'has patience',
  'what is said', // options, settings
  'so it is in',
  'say the same in', // translate to
]

const pattern = new RegExp(`\\b(?:${phrases.join('|')})\\b`, 'gi')

/** The odd phrases of a text, in order. Code, in a block or in backticks, is not prose. */
export function oddPhrases(text: string): string[] {
  const prose = text.replaceAll(/```[\s\S]*?```/g, '').replaceAll(/`[^`\n]*`/g, '')
  return [...prose.matchAll(pattern)].map(([phrase]) => phrase)
}

const literal = /'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`/g

/** The string literals of a TypeScript source that hold more than one word. */
export function stringsOf(source: string): string[] {
  const code = source.replaceAll(/^\s*\/\*[\s\S]*?\*\//gm, '').replaceAll(/(^|\s)\/\/ .*$/gm, '$1')
  return [...code.matchAll(literal)]
    .map(([, single, double, template]) => single ?? double ?? template ?? '')
    .filter(text => text.includes(' '))
}
