/** Calls as the tests of connections make them. */
import { onTestFinished } from 'vitest'
import { readAddress } from '../../src/client/address.ts'
import type { ConnectOptions } from '../../src/client/client.ts'
import type { Connection } from '../../src/client/connection.ts'
import { openCarrier } from '../../src/client/open-carrier.ts'
import type { Json } from '../../src/lib/json-value.ts'
import type { Call } from '../../src/outcome/call.ts'

export const to = (operation: string, input: Json = {}): Call => ({ operation, input, exchange: {} })

/** A connection that is closed with the test. */
export async function connectionAt(address: string, options: ConnectOptions = {}): Promise<Connection> {
  const connection = await openCarrier(readAddress(address), options)
  onTestFinished(() => connection.close())
  return connection
}

/** The address of a server of this folder behind a pipe. */
export const stdio = (file: string): string => `mcp+stdio:"${process.execPath}" test/client/${file}`
