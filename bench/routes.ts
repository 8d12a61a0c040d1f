/**
 * What matching a path costs with 10 and with 1,000 routes: the median of interleaved rounds, as a ratio.
 *
 * node bench/routes.ts
 */
import { Router } from '../src/server/http/router.ts'

const sizes = [10, 1000] as const
const rounds = 31
const matches = 200_000

function routerOf(size: number): Router<number> {
  const router = new Router<number>()
  for (let n = 0; n < size; n++) {
    const forms = [`/service${n}/{id}/items`, `/service${n}/{id}:run`, `/service${n}/status`, `/service${n}/files/*`]
    router.add('POST', forms[n % forms.length] as string, n)
  }
  return router
}

/** The same ten paths for both: which routes there are beside them must not matter. */
const paths = Array.from({ length: 10 }, (_, n) => {
  return [`/service${n}/42/items`, `/service${n}/42:run`, `/service${n}/status`, `/service${n}/files/a/b`][
    n % 4
  ] as string
})

function nanosOf(router: Router<number>): number {
  const begun = process.hrtime.bigint()
  let found = 0
  for (let n = 0; n < matches; n++) {
    const match = router.match('POST', paths[n % paths.length] as string)
    if (match !== undefined && 'found' in match) found++
  }
  if (found !== matches) throw new Error(`Only ${found} of ${matches} paths were found.`)
  return Number(process.hrtime.bigint() - begun) / matches
}

const routers = sizes.map(routerOf)
const times = sizes.map((): number[] => [])
for (let round = 0; round < rounds; round++) {
  for (const [at, router] of routers.entries()) times[at]?.push(nanosOf(router))
}
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN
const [few, many] = times.map(median) as [number, number]
console.log(
  `10 routes: ${few.toFixed(0)} ns a match; 1,000 routes: ${many.toFixed(0)} ns: ${(many / few).toFixed(2)} x (bar: 1.2)`,
)
