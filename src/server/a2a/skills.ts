/** The skills of an agent: its operations, and under AdCP the server's own that AdCP callers know. */
import type { Operation } from '../../agent/define.ts'
import type { Spoken } from '../envelope.ts'
import type { Site } from '../site.ts'

/** AdCP's own tasks, by the names that callers have for them; only the first of a row is advertised. */
const adcpOwn: readonly (readonly [string, ...string[]])[] = [
  ['get_adcp_capabilities'],
  ['get_task_status', 'tasks/get'],
  ['list_tasks', 'tasks/list'],
]

export interface Skill {
  readonly name: string
  readonly operation: Operation
  /** The server's own: answered at once, and not kept. */
  readonly isOwn: boolean
}

export function skillsOf(site: Site, { contract }: Spoken): Skill[] {
  const agents = Object.entries(site.agent.operations).map(([name, operation]) => ({ name, operation, isOwn: false }))
  if (contract.id !== 'adcp') return agents
  const own = adcpOwn.flatMap(([name]) => {
    const operation = ownOf(site, name)
    return operation === undefined || Object.hasOwn(site.agent.operations, name)
      ? []
      : [{ name, operation, isOwn: true }]
  })
  return [...agents, ...own]
}

/** The skill of a name, or of another name for it. */
export function skillOf(skills: readonly Skill[], name: string): Skill | undefined {
  const usual = adcpOwn.find(names => names.includes(name))?.[0]
  return skills.find(skill => skill.name === name) ?? skills.find(skill => skill.isOwn && skill.name === usual)
}

function ownOf({ own }: Site, name: string): Operation | undefined {
  return Object.hasOwn(own.operations, name) ? own.operations[name] : undefined
}
