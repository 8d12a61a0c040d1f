/** The playground in the console. */
import { openWorker } from '../../work/open-worker.ts'
import workerAddress from './examine-worker.ts?worker&url'
import { Playground } from './playground.tsx'
import { playgroundWork } from './use-examination.ts'

const work = playgroundWork(() => openWorker(workerAddress))

export function Page() {
  return <Playground work={work} />
}
