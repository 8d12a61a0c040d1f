/** The calls of `scenario.ts` from the command line of a runtime: the address of the server is the last argument. */
import { scenario } from './scenario.ts'

declare const Deno: { args: string[] } | undefined
declare const process: { argv: string[] }

const [url = ''] = (typeof Deno === 'undefined' ? process.argv : Deno.args).slice(-1)
console.log(JSON.stringify(await scenario(url)))
