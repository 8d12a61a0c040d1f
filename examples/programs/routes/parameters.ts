/** Inputs of a route: what is not among them is refused by name, so that a misspelled filter is not silently ignored. */
import { z } from 'zod'
import { type Language, languageOf } from '../../../src/contracts/jpcite/index.ts'

/** What every route understands. */
const everywhere = {
  lang: z
    .string()
    .max(35)
    .optional()
    .meta({ description: 'The language of messages, `ja` or `en`; it goes before Accept-Language.' }),
  acceptLanguage: z
    .string()
    .optional()
    .meta({ description: 'The language of messages: Japanese, unless English is preferred.' }),
  xClientTag: z.string().optional().meta({
    description: 'Comes back as `meta.client_tag`: up to 64 printable characters, percent-encoded beyond ASCII.',
  }),
}

/** Which of them stand in headers. */
export const locations = { acceptLanguage: 'header', xClientTag: 'header' } as const

export function parameters<const S extends z.ZodRawShape>(shape: S) {
  const known = { ...everywhere, ...shape }
  return z.looseObject(known).superRefine((given, refinement) => {
    for (const name of Object.keys(given).filter(key => !Object.hasOwn(known, key))) {
      refinement.addIssue({ code: 'custom', path: [name], message: 'Is not a parameter of this route.' })
    }
  })
}

/** Says something in the language of the caller. */
export function say(
  words: Readonly<Record<Language, string>>,
  { lang, acceptLanguage }: { lang?: string | undefined; acceptLanguage?: string | undefined },
): string {
  return words[languageOf(lang, acceptLanguage)]
}
