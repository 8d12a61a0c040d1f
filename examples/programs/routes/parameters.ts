/** Inputs of a route: what is not among them is refused by name, so that a misspelled filter is not silently ignored. */
import { z } from 'zod'

/** Parameters that the server understands on every route. */
const everywhere = { lang: z.string().max(35).optional() }

export function parameters<const S extends z.ZodRawShape>(shape: S) {
  const known = { ...everywhere, ...shape }
  return z.looseObject(known).superRefine((given, refinement) => {
    for (const name of Object.keys(given).filter(key => !Object.hasOwn(known, key))) {
      refinement.addIssue({ code: 'custom', path: [name], message: 'Is not a parameter of this route.' })
    }
  })
}
