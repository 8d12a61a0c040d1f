/** The skills of an agent: its operations, and those that the contract brings along. */

import type { Operation } from '../../agent/define.ts'
import type { ContractEdition } from '../../codec/contract.ts'
import { contractBuiltIns } from '../contract-operations.ts'
import type { ServerContext } from '../server-context.ts'

export interface Skill {
  readonly name: string
  /** Other names for it, which are not advertised. */
  readonly aliases: readonly string[]
  readonly operation: Operation
  /** Built in: answered at once, and not kept. */
  readonly isBuiltIn: boolean
}

export function skillsOf(server: ServerContext, { contract }: ContractEdition): Skill[] {
  const rows = contract.serving?.operations?.rows ?? []
  const agents = Object.entries(server.agent.operations).map(([name, operation]) => ({
    name,
    aliases: [],
    operation,
    isBuiltIn: false,
  }))
  const brought = contractBuiltIns(server, contract).map(([name, operation]) => {
    const aliases = rows.find(row => row.name === name)?.aliases ?? []
    return { name, aliases, operation, isBuiltIn: true }
  })
  return [...agents, ...brought]
}

/** The skill of a name, or of another name for it. */
export function skillOf(skills: readonly Skill[], name: string): Skill | undefined {
  return skills.find(skill => skill.name === name) ?? skills.find(({ aliases }) => aliases.includes(name))
}
