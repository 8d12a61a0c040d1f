/** AdCP 3.1 as published, 3.1.0 to 3.1.19: what it changes about 3.1.0-beta.3. */
import { codesOf } from '../codes.ts'
import type { Release } from '../release.ts'
import { beta3 } from './3.1-beta.3.ts'

/** In 3.1 it is FORMAT_OPTION_UNRESOLVED. */
const { FORMAT_CAPABILITY_UNRESOLVED: _, ...kept } = Object.fromEntries(beta3.codes)

const addedCodes = codesOf({
  correctable: [
    ['AUTHORIZATION_REQUIRED', 'forbidden'],
    ['UNPRICEABLE_OUTPUT', 'invalid'],
    // An error only if not even the first item fits; otherwise a warning in a partial build.
    ['BUDGET_CAP_REACHED', 'quota-exceeded'],
    ['CREATIVE_INACCESSIBLE', 'invalid'],
    ['SIGNAL_TARGETING_INCOMPATIBLE', 'invalid'],
    ['EVALUATOR_AGENT_NOT_ACCEPTED', 'invalid'],
    ['PRIVATE_FIELD_IN_PUBLIC_PLACEMENT', 'integrity'],
    ['FORMAT_OPTION_UNRESOLVED', 'invalid', { advisory: true }],
    ['FORMAT_NOT_SUPPORTED', 'invalid'],
    ['FEED_FETCH_FAILED', 'invalid'],
    ['INVALID_FEED_FORMAT', 'invalid'],
    ['ITEM_VALIDATION_FAILED', 'invalid'],
    ['CATALOG_LIMIT_EXCEEDED', 'quota-exceeded'],
  ],
})

const { get_products, build_creative, ...otherTasks } = Object.fromEntries(beta3.otherTasks)

export const release31: Release = {
  ...beta3,
  name: '3.1',
  builds: ['3.1.0', ...Array.from({ length: 19 }, (_, index) => `3.1.${index + 1}`)],
  codes: new Map([...Object.entries(kept), ...addedCodes]),
  taskTypes: new Map([
    ...beta3.taskTypes,
    ['media_buy_delivery', 'media-buy'],
    ['build_creative', 'creative'],
    ['get_products', 'media-buy'],
  ]),
  otherTasks: new Map(Object.entries(otherTasks)),
  domains: new Map([...beta3.domains, ['creative', 'creative']]),
  accounts: 'plain',
  capabilities: { specialisms: [...beta3.capabilities.specialisms, 'creative-transformers'], isExtended: false },
  inFlightWait: 'error',
  // The envelope schema has one state for both; the guide to A2A has a submission in a completed task.
  otherStates: { submitted: ['completed'] },
}
