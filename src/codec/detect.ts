/** Which contract a message is written in. */
import type { Wire } from '../wire/wire.ts'
import type { Contract, Detection } from './contract.ts'

export interface Detected extends Detection {
  contract: Contract
}

const order: readonly Detection['sure'][] = ['certain', 'likely', 'possible']

/** Every contract that recognises a message, the surest first. */
export function detect(contracts: readonly Contract[], wire: Wire): Detected[] {
  return contracts
    .flatMap(contract => {
      const detection = contract.detect(wire)
      return detection === undefined ? [] : [{ contract, ...detection }]
    })
    .sort((a, b) => order.indexOf(a.sure) - order.indexOf(b.sure))
}
