/** `replywire gateway init`: a commented configuration, with the routes of an OpenAPI document. */
import { existsSync, writeFileSync } from 'node:fs'
import { defaultContract } from '../../contracts/roles.ts'
import type { Json } from '../../lib/json-value.ts'
import { isSilent, silentText } from '../agents/silent-address.ts'
import { chooseContract } from '../choose-contract.ts'
import { count, printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { bytesOf } from '../given-json.ts'
import { nameOf } from '../input.ts'
import { showWhile } from '../progress-line.ts'
import type { gatewayInitOptions } from '../table/gateway.ts'
import { usageError } from '../usage.ts'
import { configText } from './config-text.ts'
import { type FoundRoute, routesIn, serverOf } from './openapi-routes.ts'

const example: FoundRoute = {
  id: 'create-campaign',
  method: 'POST',
  path: '/campaigns',
  isStream: false,
  summary: 'An example: replace it with your own.',
}
const exampleTarget = 'http://127.0.0.1:8080'
const probeMs = 10_000
const largestDocument = 16 * 1024 * 1024

export async function run({ values, positionals, terminal }: Invocation<typeof gatewayInitOptions>): Promise<number> {
  const [file = 'gateway.yaml'] = positionals
  if (existsSync(file) && !values.force) throw usageError(`${printable(file)} exists; give another name, or --force.`)
  const { contract, edition } = await chooseContract(values.contract ?? defaultContract)
  const name = values.contract?.includes('@') ? `${contract.id}@${edition.version}` : contract.id
  const { target, routes } = await showWhile(terminal, 'Reading the operations', () => sourceOf(values))
  writeFileSync(file, configText({ contract: name, target, routes }), { flag: values.force ? 'w' : 'wx' })
  terminal.result({ file, target, routes: routes.map(({ id }) => id) }, out => {
    out.line(`${out.style.good('✓')} ${printable(file)}: ${count(routes.length, 'route')} to ${printable(target)}`)
    out.line(`\nNext:\n  replywire gateway check ${printable(file)}\n  replywire gateway run ${printable(file)}`)
  })
  return exitCodes.ok
}

async function sourceOf({ openapi, probe }: { openapi?: string | undefined; probe?: string | undefined }) {
  if (openapi === undefined && probe === undefined) return { target: exampleTarget, routes: [example] }
  const document = probe === undefined ? await documentIn(openapi ?? '') : await published(probe)
  const routes = routesIn(document)
  if (routes.length === 0) throw usageError('The OpenAPI document has no operations.')
  const target = probe === undefined ? (serverOf(document) ?? exampleTarget) : probe.replace(/\/$/, '')
  return { target, routes }
}

async function documentIn(path: string): Promise<Json> {
  return parsed(new TextDecoder().decode(await bytesOf(path)), nameOf(path))
}

async function parsed(text: string, name: string): Promise<Json> {
  const { parseDocument } = await import('yaml')
  const document = parseDocument(text, { logLevel: 'silent' })
  const [error] = document.errors
  if (error !== undefined) {
    const { line = 1, col = 1 } = error.linePos?.[0] ?? {}
    throw usageError(`${name}:${line}:${col}: this is not YAML or JSON (${error.code}).`)
  }
  try {
    return document.toJS({ maxAliasCount: 100 }) as Json
  } catch {
    throw usageError(`${name}: it has too many aliases.`)
  }
}

/** What a running service publishes at `/openapi.json`. */
async function published(address: string): Promise<Json> {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '') {
    throw usageError('--probe takes an http or https URL, without user and query.')
  }
  const page = `${address.replace(/\/$/, '')}/openapi.json`
  const text = await fetch(page, { signal: AbortSignal.timeout(probeMs), redirect: 'error' })
    .then(async response => (response.ok ? textOf(response) : undefined))
    .catch(() => undefined)
  if (text !== undefined) return parsed(text, page)
  if (await isSilent(address)) throw usageError(silentText(address))
  throw usageError(`${printable(page)} cannot be read. Give the OpenAPI document of the service with --openapi.`)
}

async function textOf({ body }: Response): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > largestDocument) return undefined
  }
  return text + decoder.decode()
}
