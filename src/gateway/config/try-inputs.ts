/** Compiles the schemas of arguments: those of routes, and those in the OpenAPI documents that are files. */
import type { GatewayConfig } from '../config.ts'
import { documentAt } from '../front/descriptions.ts'
import { isUsable, usable } from '../front/published-input.ts'
import type { ConfigProblem } from './problem.ts'

/** The routes whose `input` no arguments can be checked against. */
export async function inputProblems({ routes }: GatewayConfig): Promise<ConfigProblem[]> {
  const problems: ConfigProblem[] = []
  const fix = 'Check the names of its types and where its references lead.'
  for (const { id, at, input } of routes) {
    if (input === undefined || (await isUsable(input))) continue
    problems.push({ at, message: `route ${id}: the input is no JSON Schema that can be used`, fix })
  }
  return problems
}

/** What of the documents is left out, when their routes are tools and skills. */
export async function documentWarnings({ routes, mcp, a2a }: GatewayConfig): Promise<ConfigProblem[]> {
  if (mcp === undefined && a2a === undefined) return []
  const files = new Map(routes.flatMap(({ openapi, at }) => (isFile(openapi) ? [[openapi, at] as const] : [])))
  const all = await Promise.all(
    [...files].map(async ([file, at]): Promise<ConfigProblem[]> => {
      const names: string[] = []
      try {
        await usable(await documentAt(file), name => void names.push(name))
      } catch {
        return [{ at, message: `the OpenAPI document ${file} cannot be read: its routes are not described` }]
      }
      return names.map(name => ({
        at,
        message: `${file}: the arguments of ${name} are no JSON Schema that can be used; they are not checked`,
      }))
    }),
  )
  return all.flat()
}

const isFile = (openapi: string | undefined): openapi is string =>
  openapi !== undefined && !/^https?:\/\//.test(openapi)
