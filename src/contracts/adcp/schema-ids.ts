/** The `$id` of each schema: that of the published one, so that references of published task schemas resolve here. */
import { buildOf, type Release } from './release.ts'

/** Where the published schemas are, below the folder of their release. */
const paths: Readonly<Record<string, string>> = {
  'protocol-envelope': 'core/protocol-envelope',
  'version-envelope': 'core/version-envelope',
  context: 'core/context',
  'task-status': 'enums/task-status',
  error: 'core/error',
  'push-notification-config': 'core/push-notification-config',
  webhook: 'core/mcp-webhook-payload',
  'tasks-get-request': 'core/tasks-get-request',
  'tasks-get-response': 'core/tasks-get-response',
  'tasks-list-request': 'core/tasks-list-request',
  'tasks-list-response': 'core/tasks-list-response',
  capabilities: 'protocol/get-adcp-capabilities-response',
}

/** The id of a schema; one that AdCP does not publish has a name of ours. */
export function schemaId(release: Release, name: string): string {
  const path = paths[name]
  return path === undefined
    ? `urn:replywire:schemas:adcp:${release.name}:${name}`
    : `${release.schemaBase}/schemas/${buildOf(release)}/${path}.json`
}
