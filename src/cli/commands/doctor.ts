/** `replywire doctor`: checks this machine for running agents, and says how to fix problems. */
import { defaultStore } from '../../store/open.ts'
import type { Invocation } from '../command.ts'
import { addressChecks } from '../doctor/address.ts'
import { clockCheck, namesCheck, nodeCheck, portCheck } from '../doctor/machine.ts'
import { diskCheck, secretCheck, storeChecks } from '../doctor/store.ts'
import { showWhile } from '../progress-line.ts'
import { showChecks } from '../show-checks.ts'
import type { doctorOptions } from '../table/shell.ts'
import { portOf } from './serve.ts'

export async function run({ values, positionals, terminal }: Invocation<typeof doctorOptions>): Promise<number> {
  const { store = defaultStore, 'secret-file': secretFile } = values
  const [url] = positionals
  const check = async () => [
    nodeCheck(process.versions.node),
    clockCheck(Date.now()),
    // Those who check an address have their agent there.
    ...(url === undefined || values.port !== undefined ? [await portCheck(portOf(values.port ?? '8080'))] : []),
    await namesCheck(),
    ...diskCheck(store),
    ...(await storeChecks(store)),
    secretCheck(store, secretFile),
    ...(url === undefined ? [] : await addressChecks(url)),
  ]
  return showChecks(terminal, await showWhile(terminal, 'Checking', check))
}
