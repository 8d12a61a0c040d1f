/** A row of the table: what every caller is answered when they reach for something of Alice's. */
import type { Answer, World } from './world.ts'

type Act = (world: World, as: Record<string, string>) => Promise<string>

/** In the order of `callers`: anonymous, alice, bob, alice of another issuer, alice for another account, approver, operator. */
type Cells = readonly [string, string, string, string, string, string, string]

export type Row = readonly [operation: string, act: Act, cells: Cells]

export const status = ({ status: code }: Answer) => String(code)
export const listed = ({ status: code, text }: Answer, id: string) =>
  code === 200 ? `200 ${text.includes(id) ? 'with' : 'without'} it` : String(code)
/** Whether a repeat was given Alice's task, or one of its own. */
export const repeated = ({ status: code, text }: Answer, id: string) =>
  code === 401 ? '401' : `${code} ${text.includes(id) ? 'hers' : 'another'}`
