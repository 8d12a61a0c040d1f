/** `replywire trigger`: sends sample requests, or webhooks, of a contract. */
import { HarnessError } from '../../check/harness-error.ts'
import { connectHttp } from '../../check/http-connection.ts'
import { observeAnswer } from '../../check/observe.ts'
import type { ExampleMessage } from '../../codec/contract.ts'
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

type TriggerInvocation = Invocation<typeof triggerOptions>

interface Sample {
  readonly message: string
  readonly wire: HttpWire
}

export async function run(invocation: TriggerInvocation): Promise<number> {
  const { values, positionals, terminal } = invocation
  const [url = ''] = positionals
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw usageError('URL must be http://… or https://….')
  if (values.contract === undefined) throw usageError('Name the contract of the samples: pass --contract ID.')
  const chosen = await chooseContract(values.contract)
  const samples = await samplesOf(chosen, values.message)
  const { headers, timeoutMs = 30_000 } = connectionOptions({ values, given: invocation.given }, url)
  const { contract, edition } = chosen
  const connection = connectHttp(new URL(url), { contract, edition, headers, contractHeaders: {}, timeoutMs })
  const sent: SentSample[] = []
  for (const [index, { message, wire }] of samples.entries()) {
    const id = `replywire-trigger-${index + 1}`
    const text = wire.body.text()
    const request = {
      method: wire.method ?? 'POST',
      target: message === 'request' ? (wire.target ?? '') : '',
      headers: { ...wire.headers, 'content-type': 'application/json', ...signature(values, text, id) },
      text,
    }
    try {
      const answer = await connection.send?.(request, { requestId: id, correlationId: id })
      if (answer === undefined) continue
      const { contract: found, findings } = observeAnswer(
        answer.wire,
        contracts,
        message === 'request' ? chosen : undefined,
      )
      sent.push({ message, status: answer.wire.status ?? 0, contract: found ?? null, findings })
    } catch (error) {
      if (error instanceof HarnessError) throw new ReplywireError('ERR_UNREADABLE', error.message)
      throw error
    }
  }
  terminal.result({ sent }, out => {
    const { good, bad, dim } = out.style
    for (const one of sent) {
      const { message, status, contract: found, findings } = one
      out.line(`${isGood(one) ? good('✓') : bad('✗')} ${message}  ${status}  ${dim(found ?? 'no contract')}`)
      for (const { level, rule, pointer, message: text } of findings)
        out.line(`    ${printable(`${level} ${rule} ${placeOf(pointer)}  ${text}`)}`)
    }
  })
  return sent.every(isGood) ? exitCodes.ok : exitCodes.findings
}

interface SentSample {
  readonly message: string
  readonly status: number
  readonly contract: string | null
  readonly findings: readonly Finding[]
}

/** A sample is a valid message: a service that refuses it, such as with 401, has not taken it. */
function isGood({ status, findings }: SentSample): boolean {
  return status < 400 && isValid(findings)
}

/** The good examples of the contract that can be sent over HTTP, each once. */
async function samplesOf({ contract, edition }: NamedContract, wanted: string | undefined): Promise<Sample[]> {
  const kinds = wanted === undefined ? ['request', 'webhook'] : [wanted]
  const examples = Object.values((await edition.examples?.()) ?? {}).map(({ good }) => good)
  const found = new Map<string, Sample>()
  for (const example of examples) {
    const sample = sampleOf(example, kinds)
    if (sample !== undefined) found.set(`${sample.message} ${sample.wire.body.text()}`, sample)
  }
  if (found.size > 0) return [...found.values()]
  const what = wanted ?? 'request or webhook'
  throw usageError(`${contract.id} has no sample ${printable(what)} for HTTP; check a service with replywire check.`)
}

function sampleOf({ wire, message = 'response' }: ExampleMessage, kinds: readonly string[]): Sample | undefined {
  return wire.carrier === 'http' && kinds.includes(message) ? { message, wire } : undefined
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
