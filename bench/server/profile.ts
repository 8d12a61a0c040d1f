/** Where the time of a process went: the functions of a CPU profile by the time spent in themselves. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface CpuProfile {
  readonly nodes: readonly { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** The rows of a profile: the share of the busy time by origin of the code, then by function. */
export function profileRows(folder: string, most = 15): string[] {
  const [file] = readdirSync(folder).filter(name => name.endsWith('.cpuprofile'))
  if (file === undefined) return ['The process left no profile.']
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const origins = new Map<string, number>()
  const functions = new Map<string, number>()
  let busy = 0
  samples.forEach((id, at) => {
    const frame = frames.get(id)
    if (frame === undefined || frame.functionName === '(idle)') return
    const time = timeDeltas[at] ?? 0
    busy += time
    const origin = originOf(frame.url)
    add(origins, origin, time)
    add(functions, `${frame.functionName || '(anonymous)'}  ${placeOf(frame.url, frame.lineNumber)}`, time)
  })
  const rows = (times: Map<string, number>, limit: number): string[] =>
    [...times]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, limit)
      .map(([name, time]) => `${((time / busy) * 100).toFixed(1).padStart(7)} %  ${name}`)
  return ['  by origin', ...rows(origins, 8), '  by function', ...rows(functions, most)]
}

function add(times: Map<string, number>, key: string, time: number): void {
  times.set(key, (times.get(key) ?? 0) + time)
}

/** Ours, a package, Node's own modules, or the engine. */
function originOf(url: string): string {
  if (url === '') return 'engine (garbage collection, system calls, built-ins)'
  if (url.startsWith('node:')) return 'node'
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(url) ?? []
  if (name !== undefined) return name
  const [, room] = /\/(?:dist|src)\/([^/]+)\//.exec(url) ?? []
  return room === undefined ? 'bench' : `replywire ${room}`
}

function placeOf(url: string, line: number): string {
  const short = url.replace(/^file:\/\//, '').replace(/^.*\/(node_modules|dist|src|bench)\//, '$1/')
  return short === '' ? '' : `${short}:${line + 1}`
}
