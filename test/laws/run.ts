/**
 * The laws in full: `npm run laws`. Each law runs in a process of its own, a few at the same time, and prints a line when
 * it ends; once a minute the laws that are still running are listed. Exits 1 when one does not hold, 2 for wrong arguments.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { contracts } from '../../src/contracts/registry.ts'
import { contractLaws } from './contract-laws.ts'
import { readSelection, type Selection, usage } from './selection.ts'

/** One law by its contract and its place there. */
interface Place {
  contract: string
  index: number
  name: string
}

const script = fileURLToPath(import.meta.url)

if (process.send === undefined) await runAll(selectionOrExit())
else process.once('message', message => runOne(message as Place & Pick<Selection, 'runs' | 'seed'>))

function selectionOrExit(): Selection {
  if (process.argv.includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return readSelection(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`)
    process.exit(2)
  }
}

/** In a child: runs one law, and exits 1 when it does not hold. */
async function runOne({ contract: id, index, runs, seed }: Place & Pick<Selection, 'runs' | 'seed'>): Promise<void> {
  const contract = contracts.find(one => one.id === id)
  if (contract === undefined) throw new Error(`There is no contract ${id}.`)
  try {
    await contractLaws(contract, runs, seed)[index]?.run()
    process.exit(0)
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

async function runAll(selection: Selection): Promise<void> {
  const places = contracts
    .flatMap(contract =>
      contractLaws(contract, selection.runs).map(({ name }, index) => ({ contract: contract.id, index, name })),
    )
    .filter(({ name }) => selection.includes(name))
    .filter((_, index) => selection.isInShard(index))
  if (places.length === 0) {
    console.error('No law has such a name. --list shows all.')
    process.exit(2)
  }
  if (selection.isList) {
    for (const { name } of places) console.log(name)
    return
  }
  const count = places.length === 1 ? '1 law' : `${places.length} laws`
  console.log(`${count}, ${selection.runs} cases each, ${selection.processes} at the same time`)
  const running = new Map<string, number>()
  const reminder = setInterval(() => {
    const names = [...running].map(([name, since]) => `${name} (${secondsSince(since)} s)`)
    console.log(`   running: ${names.join('; ')}`)
  }, 60_000)
  const queue = places.values()
  const broken: string[] = []
  let ended = 0
  const work = async () => {
    for (const place of queue) {
      const since = Date.now()
      running.set(place.name, since)
      const holds = await inChild(place, selection)
      running.delete(place.name)
      ended++
      if (!holds) broken.push(place.name)
      console.log(`${ended}/${places.length} ${holds ? 'holds' : 'BROKEN'} ${secondsSince(since)} s  ${place.name}`)
    }
  }
  await Promise.all(Array.from({ length: selection.processes }, work))
  clearInterval(reminder)
  const verdict = places.length === 1 ? 'The law holds.' : `All ${count} hold.`
  console.log(broken.length === 0 ? verdict : `Broken:\n  ${broken.join('\n  ')}`)
  process.exitCode = broken.length === 0 ? 0 : 1
}

function secondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1000)
}

function inChild(place: Place, { runs, seed }: Selection): Promise<boolean> {
  return new Promise(resolve => {
    // Generated cases are garbage at once: a larger young generation saves a seventh of the CPU time.
    const execArgv = [...process.execArgv, '--max-semi-space-size=64']
    const child = fork(script, { execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child.once('exit', code => resolve(code === 0))
    child.send({ ...place, runs, seed })
  })
}
