/** A kit that is closed after its test file. */
import { afterEachFile } from '../after-file.ts'
import { type Kit, kit } from './kit.ts'

const open: Kit[] = []
afterEachFile(async () => {
  for (const one of open.splice(0)) await one.close()
})

export async function opened(...given: Parameters<typeof kit>): Promise<Kit> {
  const made = await kit(...given)
  open.push(made)
  return made
}
