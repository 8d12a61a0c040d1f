/** The callers of tests, as a plugin that authenticates: a gateway that requires credentials starts with it. */
import type { Plugin } from '../../../src/gateway/plugin.ts'
import { caller } from '../caller-plugin.ts'

export const knownCaller: Plugin = { ...caller, name: 'known-caller', authenticates: true }

/** As a configuration lists it. */
export const knownCallerEntry = {
  name: 'known-caller',
  enabled: true,
  module: './test/gateway/durable/caller-plugin.ts',
  options: {},
}
