/** Calls as the tests here make them. */
import { onTestFinished } from 'vitest'
import type { Json } from '../../src/lib/json-value.ts'
import type { Call } from '../../src/outcome/call.ts'
import { openUpstream, type UpstreamOptions } from '../../src/upstream/open.ts'
import type { Upstream } from '../../src/upstream/upstream.ts'

export const to = (operation: string, input: Json = {}): Call => ({ operation, input, exchange: {} })

/** An upstream that is closed with the test. */
export async function upstreamAt(address: string, options: UpstreamOptions = {}): Promise<Upstream> {
  const upstream = await openUpstream(address, options)
  onTestFinished(() => upstream.close())
  return upstream
}

/** The address of a server of this folder behind a pipe. */
export const stdio = (file: string): string => `mcp+stdio:"${process.execPath}" test/upstream/${file}`
