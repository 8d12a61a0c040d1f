/** `replywire trigger`: sends sample requests, or webhooks, of a contract. */
import { HarnessError } from '../../check/harness-error.ts'
import { connectHttp } from '../../check/http-connection.ts'
import { observeAnswer } from '../../check/observe.ts'
import { probingOf } from '../../check/run-check.ts'
import { type Finding, isValid } from '../../codec/rule.ts'
import { contracts } from '../../contracts/registry.ts'
import { ReplywireError } from '../../errors.ts'
import { sign } from '../../webhooks/index.ts'
import type { HttpWire } from '../../wire/http.ts'
import { chooseContract, type NamedContract } from '../choose-contract.ts'
import { printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { placeOf } from '../finding-text.ts'
import type { triggerOptions } from '../table/checks.ts'
import { usageError } from '../usage.ts'
import { connectionOptions } from './options.ts'
import { type SampleKind, sampleKinds, samplesOf, type TriggerSample } from './trigger-samples.ts'

type TriggerInvocation = Invocation<typeof triggerOptions>

export async function run(invocation: TriggerInvocation): Promise<number> {
  const { values, positionals, terminal } = invocation
  const [url = ''] = positionals
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw usageError('URL must be http://… or https://….')
  if (values.contract === undefined) throw usageError('Name the contract of the samples: pass --contract ID.')
  const chosen = await chooseContract(values.contract)
  const { headers, timeoutMs = 30_000 } = connectionOptions({ values, given: invocation.given }, url)
  const { contract, edition } = chosen
  const contractHeaders = (await probingOf(contract)).headers?.(edition.version) ?? {}
  const connection = connectHttp(new URL(url), { contract, edition, headers, contractHeaders, timeoutMs })
  const wanted = values.message === undefined ? sampleKinds : sampleKinds.filter(kind => kind === values.message)
  if (wanted.length === 0) throw usageError('--message takes request or webhook here.')
  const allowEffects = values['allow-effects'] === true
  const sent: SentSample[] = []
  let skipped: readonly string[] = []
  try {
    const found = await samplesOf(chosen, connection, { kinds: wanted, allowEffects })
    skipped = found.skipped
    for (const [index, sample] of found.samples.entries()) {
      const id = `replywire-trigger-${index + 1}`
      const { request } = sample
      const signed = { ...request.headers, ...signature(values, request.text ?? '', id) }
      const answer = await connection.send?.({ ...request, headers: signed }, { requestId: id, correlationId: id })
      if (answer !== undefined) sent.push(seen(sample, answer.wire, chosen))
    }
  } catch (error) {
    if (error instanceof HarnessError) throw new ReplywireError('ERR_UNREADABLE', error.message)
    throw error
  }
  terminal.result({ sent, skipped }, out => {
    const { good, bad, dim } = out.style
    for (const one of sent) {
      const { message, operation, status, contract: found, findings } = one
      const name = operation === undefined ? message : `${message} ${printable(operation)}`
      out.line(`${isGood(one) ? good('✓') : bad('✗')} ${name}  ${status}  ${dim(found ?? 'no contract')}`)
      for (const { level, rule, pointer, message: text } of findings)
        out.line(`    ${printable(`${level} ${rule} ${placeOf(pointer)}  ${text}`)}`)
    }
    for (const operation of skipped)
      out.line(dim(`- ${printable(operation)} may have effects; pass --allow-effects to call it`))
  })
  return sent.every(isGood) ? exitCodes.ok : exitCodes.findings
}

interface SentSample {
  readonly message: SampleKind
  readonly operation?: string
  readonly status: number
  readonly contract: string | null
  readonly findings: readonly Finding[]
}

function seen({ message, operation }: TriggerSample, wire: HttpWire, chosen: NamedContract): SentSample {
  const { contract, findings } = observeAnswer(wire, contracts, message === 'request' ? chosen : undefined)
  const named = operation === undefined ? undefined : { operation }
  return { message, ...named, status: wire.status ?? 0, contract: contract ?? null, findings }
}

/** A sample is a valid message: a service that refuses it, such as with 401, has not taken it. */
function isGood({ status, findings }: SentSample): boolean {
  return status < 400 && isValid(findings)
}

function signature(
  { hmac, bearer, secret }: TriggerInvocation['values'],
  body: string,
  id: string,
): Record<string, string> {
  const auth =
    hmac !== undefined
      ? ({ scheme: 'adcp-hmac', secret: hmac } as const)
      : bearer !== undefined
        ? ({ scheme: 'bearer', token: bearer } as const)
        : secret !== undefined
          ? ({ scheme: 'standard', secrets: [secret] } as const)
          : undefined
  if (auth === undefined) return {}
  const signed = sign(auth, { id, body, at: Date.now() })
  if (!signed.ok) throw usageError(`The sample cannot be signed: ${signed.problem}.`)
  return signed.headers
}
