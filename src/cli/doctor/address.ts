/** Whether an agent can be reached from here, and whether its clock agrees with ours. */
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import type { Check } from '../../store/check.ts'
import { usageError } from '../usage.ts'
import { setClock } from './machine.ts'

const patienceMs = 5000
/** The header Date has whole seconds. */
const mostSkewMs = 5000

export async function addressChecks(text: string): Promise<Check[]> {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw usageError(`"${text}" is no address: replywire doctor http://127.0.0.1:8080`)
  }
  const name = await nameCheck(url.hostname)
  return name.ok ? [name, ...(await answerChecks(url))] : [name]
}

async function nameCheck(hostname: string): Promise<Check> {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  const late = new Promise<never>((_, reject) => setTimeout(reject, patienceMs, new Error('late')).unref())
  try {
    const found = await Promise.race([lookup(bare, { all: true }), late])
    return { name: 'dns', ok: true, found: `${bare} is ${found.map(({ address }) => address).join(', ')}` }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const found = code === undefined ? `no answer for ${bare} in ${patienceMs / 1000} s` : `${bare}: ${code}`
    return { name: 'dns', ok: false, found, fix: 'Correct the name, or the name servers of this machine.' }
  }
}

async function answerChecks(url: URL): Promise<Check[]> {
  const get = url.protocol === 'https:' ? getHttps : getHttp
  const signal = AbortSignal.timeout(patienceMs)
  const before = Date.now()
  try {
    const [answer] = await once(get(url, { signal, agent: false }), 'response', { signal })
    answer.destroy()
    const { statusCode, headers } = answer
    const reached: Check = { name: 'address', ok: true, found: `answers with HTTP ${statusCode}` }
    const theirs = Date.parse(headers.date ?? '')
    return Number.isNaN(theirs) ? [reached] : [reached, skewCheck(theirs - before)]
  } catch (error) {
    const found = signal.aborted ? `no answer in ${patienceMs / 1000} s` : codeOf(error)
    const fix = 'See that the agent runs there, that nothing filters the port, and that its certificate is valid.'
    return [{ name: 'address', ok: false, found, fix }]
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'no answer'
}

function skewCheck(skewMs: number): Check {
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  if (Math.abs(skewMs) <= mostSkewMs) return { name: 'their clock', ok: true, found: 'agrees with this machine' }
  const found = `${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} this machine`
  return { name: 'their clock', ok: false, found, fix: `One of the two is wrong. ${setClock}` }
}
