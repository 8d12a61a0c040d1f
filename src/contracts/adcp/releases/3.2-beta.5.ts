/** AdCP 3.2.0-beta.5: what it changes about 3.1. */
import { codesOf } from '../codes.ts'
import type { Release } from '../release.ts'
import { release31 } from './3.1.ts'

const addedCodes = codesOf({
  correctable: [
    ['CREATIVE_LOCALE_NOT_ACCEPTED', 'invalid'],
    ['ACCOUNT_REQUIRED', 'invalid'],
    ['ACCOUNT_MOVED', 'conflict', { details: ['current_account'] }],
    ['ACCOUNT_IDENTITY_CONFLICT', 'conflict'],
    ['PLACE_TARGET_UNAVAILABLE', 'conflict', { advisory: true }],
    ['BIDDING_PLACEMENT_CONFLICT', 'invalid'],
    ['AMBIGUOUS_BIDDING_POLICY', 'invalid'],
    ['CONFLICTING_SELECTORS', 'invalid'],
    ['PROVENANCE_SYNTHETIC_DEPICTION_MISSING', 'invalid'],
    ['INVALID_PRICING_OPTION', 'invalid'],
    ['INVALID_USAGE_DATA', 'invalid'],
    ['SIGNED_RESPONSE_REQUEST_HASH_MISMATCH', 'integrity'],
    ['SIGNED_RESPONSE_TENANT_MISMATCH', 'integrity'],
    ['VAST_PARSE_FAILED', 'invalid'],
    ['VAST_VERSION_MISMATCH', 'invalid'],
    ['VAST_WRAPPER_DEPTH_EXCEEDED', 'invalid'],
  ],
  transient: [['SIGNED_RESPONSE_ENVELOPE_EXPIRED', 'integrity']],
})

const { preview_creative, ...otherTasks } = Object.fromEntries(release31.otherTasks)

export const release32: Release = {
  ...release31,
  name: '3.2-beta.5',
  builds: ['3.2.0-beta.5'],
  schemaBase: 'https://adcontextprotocol.org',
  codes: new Map([...release31.codes, ...addedCodes]),
  taskTypes: new Map([
    ...release31.taskTypes,
    ['buy_products', 'media-buy'],
    ['accept_proposal', 'media-buy'],
    ['control_media_buy', 'media-buy'],
    ['preview_creative', 'creative'],
    ['request_proposals', 'media-buy'],
    ['refine_proposals', 'media-buy'],
    ['decline_proposals', 'media-buy'],
    ['update_rights', 'brand'],
    // It belongs to the protocol itself; of the published values, most agents that have it sell media.
    ['sync_agent_notification_configs', 'media-buy'],
  ]),
  otherTasks: new Map([...Object.entries(otherTasks), ['list_products', 'media-buy']]),
  accounts: 'units',
  capabilities: { ...release31.capabilities, isExtended: true },
  versionPattern: '^(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)(?:-[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?)?$',
  retryAfter: 'integer',
  dataPart: 'answer',
  // A submitted or rejected answer completes its call.
  otherStates: { submitted: ['completed'], rejected: ['failed', 'completed'] },
  skillArguments: 'input',
  resultStates: ['completed', 'failed', 'rejected'],
  taskResult: 'open',
  readKeys: 'optional',
  operationId: 'required',
  governance: '3.2',
  rejections: 'answers',
  otherRules: ['adcp/a2a-invocation-input', 'adcp/a2a-task-id', 'adcp/idempotency-read'],
}
