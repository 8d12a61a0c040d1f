/** `replywire webhooks test`: one signed message to a receiver, and what came back. */
import { newId } from '../../runtime/secret.ts'
import { type PostReason, type PostResult, post } from '../../runtime/webhooks/post.ts'
import { type SigningProblem, sign, type WebhookAuth } from '../../runtime/webhooks/sign.ts'
import { printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { showWhile } from '../progress-line.ts'
import type { webhookTestOptions } from '../table/runs.ts'
import { usageError } from '../usage.ts'
import { addressOf } from './delivery-view.ts'

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
  const result = await showWhile(terminal, 'Waiting for the receiver', () =>
    post({ url, headers: signed.headers, body }, { allowLoopback }),
  )
  const to = addressOf(url)
  terminal.result({ id, to, scheme: auth.scheme, ...result }, out => {
    const { good, bad, dim } = out.style
    const mark = result.kind === 'delivered' ? good('✓') : bad('✗')
    out.line(`${mark} ${printable(to)}: ${textOf(result)} ${dim(`after ${result.durationMs} ms, as ${id}`)}`)
  })
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
    throw usageError('Give exactly one of --secret, --bearer and --hmac: how the message is signed.')
  }
  return { auth: schemes[option](values[option] ?? ''), option }
}

const problems: Readonly<Partial<Record<SigningProblem, string>>> = {
  'weak-secret': 'the secret is too short, or repeats one character',
  'bad-secret': 'the secret is malformed: for Standard Webhooks it is whsec_ and base64; a bearer token has no spaces',
}

const reasons: Readonly<Record<PostReason, string>> = {
  accepted: 'accepted',
  redirect: 'redirect, which is never followed',
  gone: 'gone; the endpoint would be disabled',
  'rate-limited': 'rate limited; the delivery would be retried',
  'signature-rejected': 'signature rejected',
  rejected: 'rejected; the delivery would be given up',
  'server-error': 'server error; the delivery would be retried',
  'unexpected-status': 'unexpected status; the delivery would be retried',
  'bad-url': 'not sent: this is not a valid address',
  'not-https': 'not sent: the address is not https (--allow-loopback allows this machine)',
  userinfo: 'not sent: the address contains a user name',
  'odd-host': 'not sent: the host name is ambiguous',
  'reserved-name': 'not sent: the name belongs to this machine or network (--allow-loopback allows this machine)',
  'reserved-address': 'not sent: the address is not public (--allow-loopback allows this machine)',
  'bad-message': 'not sent: the message is malformed',
  'lookup-failed': 'host name not found',
  'connect-timeout': 'connection timed out',
  timeout: 'response timed out',
  'connection-failed': 'connection failed',
  'tls-failed': 'TLS failed, or the certificate is not trusted',
  aborted: 'aborted',
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
