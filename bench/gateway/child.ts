/** One contender in a process of its own: it says where it listens, and ends with its parent. */
import { contenders } from './contenders.ts'

const [name = '', upstream = '', code = 'dist', store = ''] = process.argv.slice(2)
const started = await contenders[name]?.start(upstream, code as 'dist' | 'src', store === '' ? undefined : store)
process.on('disconnect', () => process.exit(0))
process.send?.(started)
