/** One contender in a process of its own: it says where it listens, and ends with its parent. */
import { contenderNamed } from './contenders.ts'
import type { Settings } from './ours.ts'

const [name = '', code = 'dist', postgres] = process.argv.slice(2)
const { origin, headers, close } = await contenderNamed(name).start({ code: code as Settings['code'], postgres })
process.on('disconnect', async () => {
  await close()
  process.exit(0)
})
process.send?.({ origin, headers })
