/** AdCP request signing: which calls need a signature, and what a server answers about it (security.mdx). */
import type {
  RequestSignatures,
  SignatureFacts,
  SignatureServing,
  SignedCall,
} from '../../../codec/serving-signatures.ts'
import { ReplywireError } from '../../../errors.ts'
import { isObject, type Json, type JsonObject } from '../../../lib/json-value.ts'
import type { DigestPolicy } from '../../../wire/signature/profile.ts'
import { newestRelease } from '../releases.ts'
import { type RequestProfileName, requestProfile, webhookProfile } from '../signing/profiles.ts'
import { protocolOf } from '../task-types.ts'
import { taskNameOf } from './names.ts'

/** What a server requires of signed requests. Names are of AdCP: `create_media_buy`. */
export interface AdcpRequestSigning {
  /** The edition of the profile at this server, whatever release a request pins. Default: 3.1. */
  profile?: RequestProfileName
  /** Whether signatures cover the body. 3.2 always requires it. Default: either. */
  coversContentDigest?: DigestPolicy
  /** Without other credentials, these need a signature. */
  requiredFor?: readonly string[]
  /** Of these, a signature that is not valid is logged and not refused: to see before requiring. */
  warnFor?: readonly string[]
  /** What is listed as supported in addition. Default: every task of AdCP that the agent has. */
  supportedFor?: readonly string[]
  /** The same for methods of JSON-RPC, such as `tasks/cancel`. */
  protocolMethods?: Pick<AdcpRequestSigning, 'requiredFor' | 'warnFor' | 'supportedFor'>
}

const methodName = /^[a-z][a-z0-9_]*\/[a-z][a-z0-9_]*$/

export const signatures: SignatureServing = {
  webhooks: webhookProfile,
  requests(options): RequestSignatures {
    const { requestSigning = {} } = options as { requestSigning?: AdcpRequestSigning }
    const tasks = listsOf(requestSigning)
    const methods = listsOf(requestSigning.protocolMethods)
    const settings = checked(requestSigning)
    const modeOf = ({ operation, method }: SignedCall) => {
      const task = operation === '' ? '' : taskNameOf(operation)
      if (tasks.required.has(task) || methods.required.has(method ?? '')) return 'required'
      return tasks.warn.has(task) || methods.warn.has(method ?? '') ? 'warn' : 'optional'
    }
    return { ...settings, mayWarn: tasks.warn.size + methods.warn.size > 0, modeOf, needsSignature }
  },
  // Required of every agent whose capabilities declare signatures: discovery starts there.
  objection(options, { verifiesRequests, webhookAlgorithm, published }) {
    const { identity } = (options as { capabilities?: JsonObject }).capabilities ?? {}
    const isFound = identity === undefined ? published !== undefined : hasBrand(identity)
    if (isFound || !(verifiesRequests || webhookAlgorithm !== undefined)) return undefined
    return 'AdCP requires the URL of a brand.json (https) of an agent that signs or verifies. Set signing.publish, or contractOptions.adcp.capabilities.identity.brand_json_url.'
  },
}

/** Settings that contradict each other or AdCP are a mistake of the author. */
function checked(signing: AdcpRequestSigning): Pick<RequestSignatures, 'profile'> {
  const { profile = '3.1', coversContentDigest, protocolMethods = {} } = signing
  if (profile === '3.2' && coversContentDigest !== undefined && coversContentDigest !== 'required') {
    throw misuse('the profile 3.2 requires signatures to cover the body.')
  }
  const names = [signing.requiredFor, signing.warnFor, signing.supportedFor].flatMap(list => list ?? [])
  const unknown = names.find(name => protocolOf(name, newestRelease) === undefined && !builtIn.has(name))
  if (unknown !== undefined) throw misuse(`${unknown} is no task of AdCP.`)
  const methods = [protocolMethods.requiredFor, protocolMethods.warnFor, protocolMethods.supportedFor]
  const wrong = methods.flatMap(list => list ?? []).find(name => !methodName.test(name))
  if (wrong !== undefined) throw misuse(`${wrong} is no method of JSON-RPC.`)
  return { profile: requestProfile(profile, coversContentDigest) }
}

function hasBrand(identity: Json): boolean {
  const url = isObject(identity) ? identity.brand_json_url : undefined
  return typeof url === 'string' && URL.parse(url)?.protocol === 'https:'
}

/** Tasks that every server of AdCP has. */
const builtIn: ReadonlySet<string> = new Set(['get_adcp_capabilities', 'get_task_status', 'list_tasks'])

function misuse(message: string): ReplywireError {
  return new ReplywireError('ERR_MISUSE', `requestSigning: ${message}`)
}

function listsOf({ requiredFor = [], warnFor = [] }: AdcpRequestSigning = {}) {
  return { required: new Set(requiredFor), warn: new Set(warnFor) }
}

/**
 * Credentials for webhooks are believed only from a signed request: anyone who can change an unsigned one on its way could
 * have webhooks signed with a secret of their own.
 */
function needsSignature(args: Json): boolean {
  if (!isObject(args)) return false
  const accounts = Array.isArray(args.accounts) ? args.accounts : []
  const ofAccounts = [args, ...accounts].flatMap(one => {
    const { notification_configs: configs } = isObject(one) ? one : {}
    return Array.isArray(configs) ? configs : []
  })
  return [args.push_notification_config, ...ofAccounts].some(
    config => isObject(config) && config.authentication !== undefined && config.authentication !== null,
  )
}

/** get_adcp_capabilities: `request_signing` and `webhook_signing`, as they are. */
export function signingCapabilities(
  { requestSigning = {} }: { requestSigning?: AdcpRequestSigning | undefined },
  { verifiesRequests, requiresSignatures = false, webhookAlgorithm }: SignatureFacts,
  tasks: { readonly all: readonly string[]; readonly forAnyone: readonly string[] },
): JsonObject {
  const { profile = '3.1', coversContentDigest = 'either', protocolMethods = {} } = requestSigning
  const { warnFor = [], supportedFor = tasks.all } = requestSigning
  const needed = requiresSignatures ? tasks.all.filter(task => !tasks.forAnyone.includes(task)) : []
  const requiredFor = [...new Set([...(requestSigning.requiredFor ?? []), ...needed])]
  const { requiredFor: methodsRequired = [], warnFor: methodsWarned = [] } = protocolMethods
  const warned = (names: readonly string[], required: readonly string[]) =>
    names.filter(name => !required.includes(name))
  return {
    request_signing: verifiesRequests
      ? {
          supported: true,
          covers_content_digest: profile === '3.2' ? 'required' : coversContentDigest,
          required_for: requiredFor,
          warn_for: warned(warnFor, requiredFor),
          supported_for: [...new Set([...supportedFor, ...requiredFor, ...warnFor])],
          protocol_methods_required_for: [...methodsRequired],
          protocol_methods_warn_for: warned(methodsWarned, methodsRequired),
          protocol_methods_supported_for: [
            ...new Set([...(protocolMethods.supportedFor ?? []), ...methodsRequired, ...methodsWarned]),
          ],
        }
      : { supported: false },
    webhook_signing: {
      supported: webhookAlgorithm !== undefined,
      ...(webhookAlgorithm === undefined
        ? undefined
        : {
            profile: webhookProfile.tag,
            algorithms: [webhookAlgorithm],
            // Since 3.2. No webhook is tried after a day.
            delivery_retry_horizon_seconds: 86_400,
          }),
      legacy_hmac_fallback: true,
    },
  }
}
