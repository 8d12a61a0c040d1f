/** The contract of a mount, by its name on the command line. One of the user's own is offered next to the others. */
import type { Contract } from '../../codec/contract.ts'
import { contracts } from '../../contracts/registry.ts'
import type { ServeOptions } from '../../server/server-context.ts'
import { chooseContract } from '../choose-contract.ts'

export async function mountOptions(
  text: string | undefined,
  offered: readonly Contract[] = contracts,
): Promise<Pick<ServeOptions, 'contract' | 'contracts'>> {
  if (text === undefined) return {}
  const { contract, envelope, isModule } = await chooseContract(text)
  if (!isModule) return { contract: envelope }
  return { contract: envelope, contracts: [...offered.filter(({ id }) => id !== contract.id), contract] }
}
