/**
 * A stand-in for a language model that runs on this machine: the same prompt gives the same story, one token at a time.
 * `streamText` has the form of the AI SDK's, so that a real model can take its place.
 */

const places = ['in a lighthouse', 'under a railway bridge', 'on the last ferry', 'behind the bakery']
const helpers = ['a clockmaker', 'a retired diver', 'two twins', 'a talking kettle']
const endings = [
  'and nobody was ever late again.',
  'and the lamp has burned since.',
  'and that was only the beginning.',
]

export interface Prompt {
  hero: string
  /** How many sentences the middle of the story has. */
  sentences: number
}

/** Text as a model sends it: in tokens, while it is made. */
export function streamText(prompt: Prompt): { textStream: AsyncIterable<string> } {
  return { textStream: tokens(prompt) }
}

async function* tokens({ hero, sentences }: Prompt): AsyncGenerator<string> {
  let state = [...hero].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7)
  const pick = (words: readonly string[]): string => {
    state = (state * 137 + 11) % 9973
    return words[state % words.length] ?? ''
  }
  const story = [
    `Once ${hero} lived ${pick(places)}.`,
    ...Array.from({ length: sentences }, (_, n) => `On day ${n + 1} came ${pick(helpers)}, ${pick(places)}.`),
    `They stayed together, ${pick(endings)}`,
  ].join(' ')
  for (const token of story.match(/\s?\S{1,5}/g) ?? []) {
    // A model thinks between its tokens; others have their turn meanwhile.
    await new Promise(resolve => setImmediate(resolve))
    yield token
  }
}
