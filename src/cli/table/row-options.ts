/** What commands on the rows of a store have in common. */
import type { Exits } from '../command.ts'
import { flags, use } from '../flags.ts'

/** A store, or a server in its place. */
export const rowOptions = {
  ...use('store'),
  url: { ...flags.url, about: 'The address of a server: http(s)://….', excludes: 'store' },
  ...use('token', 'tenant'),
} as const

/** What commands on rows say of where the rows are. */
export const storeOrServer =
  'Works on a store. With --url and --token it asks a server, which shows what the owner of the token may see. So it does with REPLYWIRE_URL and REPLYWIRE_TOKEN, if REPLYWIRE_STORE is not set.'

const opened = [2, 'wrong usage, or a store or server that cannot be reached'] as const
export const listExits: Exits = [[0, 'done'], opened]
export const showExits: Exits = [[0, 'done'], [1, 'not found'], opened]
export const changeExits: Exits = [[0, 'done'], [1, 'not found, or not possible any more'], opened]
