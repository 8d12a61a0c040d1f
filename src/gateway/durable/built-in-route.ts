/** The routes of tasks and approvals, as plugins see them: one route that asks for nothing of its own. */
import type { RouteConfig } from '../config.ts'

export const builtInRoute: RouteConfig = {
  // No route of a file has such a name.
  id: '~durable',
  method: 'GET',
  path: '/',
  hosts: [],
  headers: {},
  pool: '',
  mode: 'json',
  executionTimeoutSeconds: 0,
  roles: [],
  tenantRequired: false,
  audit: false,
  enforce: 'off',
  contract: '',
  effects: 'none',
  maxBodyBytes: 1024 * 1024,
  plugins: {},
}
