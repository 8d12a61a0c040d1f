/** `replywire webhooks test`: one signed message to a receiver, and what came back. */
import { newId } from '../../runtime/secret.ts'
import { type PostReason, type PostResult, post } from '../../runtime/webhooks/post.ts'
import { type SigningProblem, sign, type WebhookAuth } from '../../runtime/webhooks/sign.ts'
import { printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { webhookTestOptions } from '../table/runs.ts'
import { usageError } from '../usage.ts'
import { addressOf } from './words.ts'

type TestInvocation = Invocation<typeof webhookTestOptions>

export async function run({ values, positionals, terminal }: TestInvocation): Promise<number> {
  const [url = ''] = positionals
  const { auth, option } = authOf(values)
  const id = newId('msg')
  const at = Date.now()
  const body = JSON.stringify({ type: 'replywire.test', id, timestamp: new Date(at).toISOString() })
  const signed = sign(auth, { id, body, at })
  if (!signed.ok) throw usageError(`--${option}: ${problems[signed.problem] ?? signed.problem}.`)
  const allowLoopback = values['allow-loopback'] === true
  const result = await post({ url, headers: signed.headers, body }, { allowLoopback })
  const { out, json } = terminal
  const to = addressOf(url)
  if (json) out.line(JSON.stringify({ id, to, scheme: auth.scheme, ...result }))
  else {
    const { good, bad, dim } = out.style
    const mark = result.kind === 'delivered' ? good('✓') : bad('✗')
    out.line(`${mark} ${printable(to)}: ${textOf(result)} ${dim(`after ${result.durationMs} ms, as ${id}`)}`)
  }
  return result.kind === 'delivered' ? exitCodes.ok : exitCodes.findings
}

type Secrets = Pick<TestInvocation['values'], 'secret' | 'bearer' | 'hmac'>

const schemes: Readonly<Record<keyof Secrets, (secret: string) => WebhookAuth>> = {
  secret: secret => ({ scheme: 'standard', secrets: [secret] }),
  bearer: token => ({ scheme: 'bearer', token }),
  hmac: secret => ({ scheme: 'adcp-hmac', secret }),
}

function authOf(values: Secrets): { auth: WebhookAuth; option: keyof Secrets } {
  const given = (['secret', 'bearer', 'hmac'] as const).filter(name => values[name] !== undefined)
  const [option] = given
  if (option === undefined || given.length > 1) {
    throw usageError('Say how the message is signed: one of --secret, --bearer and --hmac.')
  }
  return { auth: schemes[option](values[option] ?? ''), option }
}

const problems: Readonly<Partial<Record<SigningProblem, string>>> = {
  'weak-secret': 'the secret is too short, or one letter repeated',
  'bad-secret': 'this is no such secret; Standard Webhooks have whsec_ and base64, a bearer token has no blanks',
}

const reasons: Readonly<Record<PostReason, string>> = {
  accepted: 'accepted',
  redirect: 'it answers with a redirect, which is never followed',
  gone: 'it says that it is gone; a registration would be disabled',
  'rate-limited': 'it asks for fewer messages; this one would be tried again',
  'signature-rejected': 'it does not believe the signature',
  rejected: 'it refuses the message; this one would be given up',
  'server-error': 'it failed; this one would be tried again',
  'unexpected-status': 'an answer that means nothing; this one would be tried again',
  'bad-url': 'refused: this is no address',
  'not-https': 'refused: it is not https (--allow-loopback lets this machine through)',
  userinfo: 'refused: the address carries a user name',
  'odd-host': 'refused: the host is written so that two readers may see two',
  'reserved-name': 'refused: the name is one of this machine or network (--allow-loopback lets this machine through)',
  'reserved-address': 'refused: the address is not public (--allow-loopback lets this machine through)',
  'bad-message': 'refused: the message cannot be sent',
  'lookup-failed': 'the name is not known',
  'connect-timeout': 'no connection in time',
  timeout: 'no answer in time',
  'connection-failed': 'no connection',
  'tls-failed': 'its certificate is not trusted, or TLS failed',
  aborted: 'broken off',
}

function textOf({ status, reason, signatureError, retryAfterMs }: PostResult): string {
  const parts = [
    status === undefined ? '' : `${status}, `,
    reasons[reason],
    signatureError === undefined ? '' : ` (${signatureError})`,
    retryAfterMs === undefined ? '' : `, not before ${Math.ceil(retryAfterMs / 1000)} s`,
  ]
  return parts.join('')
}
