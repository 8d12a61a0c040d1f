/** `replywire store VERB`: the store, looked after. */
import { defaultStore } from '../../store/open.ts'
import { printable } from '../columns.ts'
import type { Invocation } from '../command.ts'
import { type storeOptions, type Verb, verbs } from '../store/command.ts'
import { usageError } from '../usage.ts'

export type StoreInvocation = Invocation<typeof storeOptions> & { readonly url: string }

interface StoreModule {
  run(invocation: StoreInvocation): Promise<number>
}

const modules: Readonly<Record<Verb, () => Promise<StoreModule>>> = {
  migrate: () => import('../store/migrate.ts'),
  doctor: () => import('../store/doctor.ts'),
  stats: () => import('../store/stats.ts'),
  prune: () => import('../store/prune.ts'),
}

export async function run(invocation: Invocation<typeof storeOptions>): Promise<number> {
  const verb = verbs.find(name => name === invocation.positionals[0]) ?? 'doctor'
  const stray = Object.keys(invocation.values).find(name => name.startsWith('keep'))
  if (stray !== undefined && verb !== 'prune') {
    throw usageError(`--${printable(stray)} goes with store prune, not with store ${verb}.`)
  }
  const url = invocation.values.store ?? defaultStore
  if (!/^(sqlite:.|postgres(ql)?:\/\/)/.test(url)) {
    throw usageError('A store is named sqlite:PATH or postgres://USER@HOST/NAME.')
  }
  const { run: act } = await modules[verb]()
  return act({ ...invocation, url })
}
