/** A plugin for tests: takes who calls from headers that no real gateway would believe. */
import { Type } from 'typebox'
import type { Plugin } from '../../src/gateway/plugin.ts'

export const caller: Plugin = {
  name: 'caller',
  options: Type.Object({}),
  authenticates: true,
  create: () => ({
    stage(call, next) {
      const tenant = call.http.header('test-tenant')
      if (tenant !== undefined) {
        const roles = call.http.header('test-roles')?.split(',') ?? []
        call.principal = { subject: call.http.header('test-subject') ?? 'ada', tenant, roles }
        call.tenant = tenant
      }
      return next()
    },
  }),
}

/** As a configuration lists it. */
export const callerEntry = { name: 'caller', enabled: true, module: './test/gateway/caller-plugin.ts', options: {} }
