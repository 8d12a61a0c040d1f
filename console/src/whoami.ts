/** Who the reader is to the server, and what they may do there. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { call } from './api.ts'

export type Role = 'viewer' | 'approver' | 'operator'

export interface WhoAmI {
  readonly subject: string
  readonly tenant: string
  readonly account?: string
  readonly roles: readonly Role[]
  /** A gateway has no operations to try, and checks no services. */
  readonly kind: 'server' | 'gateway'
  /** The server asks nobody who they are: only the holder of its operator token approves. */
  readonly open: boolean
  /** The contracts that it answers in. */
  readonly contracts: readonly string[]
  readonly agent: { readonly name: string; readonly title: string; readonly version: string }
}

export async function loadWhoAmI(): Promise<WhoAmI> {
  return (await call<WhoAmI>('whoami')).data
}

/** Undefined where the console has no server. */
export const WhoContext = createContext<WhoAmI | undefined>(undefined)

export function useWho(): WhoAmI | undefined {
  return useContext(WhoContext)
}

export function useRole(role: Role): boolean {
  return useWho()?.roles.includes(role) ?? false
}
