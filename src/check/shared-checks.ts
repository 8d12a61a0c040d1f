/** The checks of every service: bad input, unknown routes and methods, HEAD and OPTIONS, unknown tools. */
import type { ProbeAnswer, ProbeCase, ProbeCheck, ProbeContext, ProbeTools, Probing } from '../codec/probing.ts'
import type { HttpWire } from '../wire/http.ts'
import { HarnessError } from './harness-error.ts'
import { hasVariables, unsavedNames } from './variables.ts'
import { withWrongType } from './wrong-type.ts'

/** What the shared checks need in addition to the context. */
export interface SharedContext extends ProbeContext {
  readonly probing: Probing
  /** The request of a case over HTTP, as it would be sent. */
  routeOf(probeCase: ProbeCase): { readonly method: string; readonly target: string } | undefined
}

const noCase =
  'no operation can be called without effects; declare one effect-free in a case file, or pass --allow-effects'

export function sharedChecks(context: SharedContext): ProbeCheck[] {
  if (context.carrier === 'http') return httpChecks(context)
  return context.carrier === 'mcp' ? [wrongType(context), unknownTool(context)] : [wrongType(context)]
}

function httpChecks(context: SharedContext): ProbeCheck[] {
  return [
    brokenJson(context),
    wrongType(context),
    unknownRoute(context),
    unknownMethod(context),
    head(context),
    options(context),
  ]
}

/** The first case that may be called; else one that needs effects, so that the check is listed as not probed. */
function pick(context: SharedContext, fits: (probeCase: ProbeCase) => boolean = () => true): ProbeCase | undefined {
  const fitting = context.cases.filter(one => !hasVariables(one.input) && fits(one))
  return fitting.find(context.mayCall) ?? fitting[0]
}

function brokenJson(context: SharedContext): ProbeCheck {
  const hasBody = (probeCase: ProbeCase): boolean =>
    ['POST', 'PUT', 'PATCH'].includes(context.routeOf(probeCase)?.method ?? '')
  const probeCase = pick(context, hasBody)
  const route = probeCase === undefined ? undefined : context.routeOf(probeCase)
  return {
    id: 'service/broken-json',
    title: 'A body that is not JSON is refused',
    rules: ['service/broken-json'],
    ...(probeCase === undefined || route === undefined
      ? { missing: 'no operation with a body is known' }
      : { calls: [probeCase] }),
    async run(tools) {
      if (route === undefined) return
      const { wire } = await tools.send({ ...route, text: '{"broken": ' })
      const { status = 0 } = wire
      if (status < 400 || status > 499) tools.found('service/broken-json', '', `It was answered with ${status}.`)
    },
  }
}

function wrongType(context: SharedContext): ProbeCheck {
  const isBodiless = ({ route }: ProbeCase): boolean => ['GET', 'DELETE', 'HEAD'].includes(route?.method ?? '')
  const probeCase = pick(context, one => !isBodiless(one) && withWrongType(one) !== undefined)
  const input = probeCase === undefined ? undefined : withWrongType(probeCase)
  return {
    id: 'service/wrong-type',
    title: 'An input of the wrong type is refused',
    rules: ['service/wrong-type'],
    ...(probeCase === undefined
      ? { missing: 'no operation has a known input schema with a typed member' }
      : { calls: [probeCase] }),
    async run(tools) {
      if (probeCase === undefined || input === undefined) return
      const answer = await tools.call(probeCase, { input })
      if (answer.isValid && !isRefused(answer)) tools.found('service/wrong-type')
    },
  }
}

/** Refused because of the caller: not done, and not a failure of the service. */
function isRefused({ wire, decoded }: ProbeAnswer): boolean {
  const outcome = decoded?.outcome
  if (wire.carrier === 'http' && (wire.status ?? 0) >= 500) return false
  if (outcome?.kind === 'paused') return true
  if (outcome?.kind !== 'failed') return false
  // A tool result with isError, and a failed task, do not say whose mistake it was.
  return wire.carrier !== 'http' || outcome.fault.category !== 'internal'
}

function unknownRoute({ probing }: SharedContext): ProbeCheck {
  return {
    id: 'service/unknown-route',
    title: 'A path that does not exist is answered with 404',
    rules: ['service/unknown-route'],
    async run(tools) {
      const target = `/replywire-check-${tools.newId()}`
      const { wire } = await tools.send({ method: 'GET', target }, probing.coversEveryRoute ? 'response' : 'any')
      if (wire.status !== 404) tools.found('service/unknown-route', '', `It was answered with ${wire.status}.`)
    },
  }
}

function unknownMethod(context: SharedContext): ProbeCheck {
  const { route, needs } = anyRoute(context)
  return {
    id: 'service/unknown-method',
    title: 'A method that a path does not support is refused',
    rules: ['service/unknown-method', 'service/allow'],
    ...needs,
    async run(tools) {
      if (route === undefined) return
      const request = { method: 'PROPFIND', target: route.target }
      const { wire } = await tools.send(request, context.probing.coversEveryRoute ? 'response' : 'any')
      const { status = 0, headers } = wire
      if (![404, 405, 501].includes(status)) {
        tools.found('service/unknown-method', '', `The method PROPFIND was answered with ${status}.`)
      }
      if (status === 405 && headers.allow === undefined) tools.found('service/allow')
    },
  }
}

/** A route for requests that are no calls. A service that ignores the method would run the operation: effects count. */
function anyRoute(context: SharedContext): {
  readonly route: { readonly method: string; readonly target: string } | undefined
  readonly needs: Pick<ProbeCheck, 'missing' | 'calls'>
} {
  const probeCase = pick(context, one => context.routeOf(one) !== undefined)
  if (probeCase === undefined) return { route: undefined, needs: { missing: 'no route is known' } }
  return { route: context.routeOf(probeCase), needs: { calls: [probeCase] } }
}

function head(context: SharedContext): ProbeCheck {
  const probeCase = pick(context, one => context.routeOf(one)?.method === 'GET')
  return {
    id: 'service/head',
    title: 'HEAD is answered with the status of GET',
    rules: ['service/head'],
    ...(probeCase === undefined ? { missing: 'no operation is called with GET' } : { calls: [probeCase] }),
    async run(tools) {
      const route = probeCase === undefined ? undefined : context.routeOf(probeCase)
      if (route === undefined) return
      const got = await tools.send(route)
      const head = await tools.send({ ...route, method: 'HEAD' }, 'any')
      if (head.wire.status !== got.wire.status) {
        tools.found('service/head', '', `GET was answered with ${got.wire.status}, HEAD with ${head.wire.status}.`)
      }
    },
  }
}

function options(context: SharedContext): ProbeCheck {
  const { route, needs } = anyRoute(context)
  return {
    id: 'service/options',
    title: 'OPTIONS is answered without a server error',
    rules: ['service/options'],
    ...needs,
    async run(tools) {
      if (route === undefined) return
      const { wire } = await tools.send({ method: 'OPTIONS', target: route.target }, 'any')
      if ((wire.status ?? 0) >= 500) tools.found('service/options', '', `It was answered with ${wire.status}.`)
    },
  }
}

function unknownTool(context: SharedContext): ProbeCheck {
  const probeCase = pick(context)
  return {
    id: 'service/unknown-operation',
    title: 'A tool that does not exist is refused',
    rules: ['service/unknown-operation'],
    ...(probeCase === undefined ? { missing: noCase } : undefined),
    async run(tools) {
      if (probeCase === undefined) return
      const answer = await tools.call(probeCase, { operation: 'replywire_check_unknown_tool', input: {}, as: 'any' })
      const kind = context.edition[answer.wire.carrier] === undefined ? undefined : outcomeOf(context, answer)
      if (kind === 'completed' || kind === 'pending') tools.found('service/unknown-operation')
    },
  }
}

function outcomeOf({ edition }: SharedContext, { wire }: ProbeAnswer): string | undefined {
  return wire.carrier === 'mcp' ? edition.mcp?.decode(wire).outcome.kind : undefined
}

/** One check for each case: the answer is valid, and the row that the case expects. */
export function caseChecks(context: SharedContext): ProbeCheck[] {
  return context.cases.map(probeCase => ({
    id: `case/${probeCase.name}`,
    title: titleOf(probeCase),
    rules: ['service/row'],
    calls: [probeCase],
    run: tools => runCase(context, probeCase, tools),
  }))
}

function titleOf({ operation, expects }: ProbeCase): string {
  return expects === undefined ? `${operation} is answered in the contract` : `${operation} is answered with ${expects}`
}

async function runCase({ probing }: SharedContext, probeCase: ProbeCase, tools: ProbeTools): Promise<void> {
  const answer = await tools.call(probeCase)
  const row = probing.rows.find(({ name }) => name === probeCase.expects)
  if (row === undefined || !answer.isValid || row.matches(answer)) {
    const [unsaved] = unsavedNames(probeCase, answer)
    if (unsaved === undefined) return
    throw new HarnessError(
      `The case saves ${unsaved} from ${probeCase.saves?.[unsaved]}, where the answer has no value.`,
    )
  }
  const got = probing.rows.find(({ matches }) => matches(answer))?.name ?? statusOf(answer)
  tools.found('service/row', '', `Expected ${row.name} (${row.title}); the answer is ${got}.`)
}

function statusOf({ wire, decoded }: ProbeAnswer): string {
  const http = (wire as HttpWire).status
  return http === undefined ? (decoded?.outcome.kind ?? 'none of the known ones') : `HTTP ${http}`
}

/** The rows that no case provokes, as checks that were not probed. */
export function missingRows(context: SharedContext): ProbeCheck[] {
  const expected = new Set(context.cases.map(({ expects }) => expects))
  return context.probing.rows
    .filter(({ name }) => !expected.has(name))
    .map(({ name, title }) => ({
      id: `row/${name}`,
      title,
      rules: ['service/row'],
      missing: `no case expects ${name}`,
      run: async () => {},
    }))
}
