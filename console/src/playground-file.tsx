/**
 * The playground alone: one file without a server. Its script is in the page, and the same text is the script of its
 * worker: a file has no other.
 */
import './style/base.css'
import './style/shell.css'
import './style/parts.css'
import { render } from 'preact'
import { Playground } from './pages/playground/playground.tsx'
import { answerQuestion } from './pages/playground/playground-work.ts'
import { playgroundWork } from './pages/playground/use-examination.ts'
import { serveWorker } from './work/serve-worker.ts'

let address: string | undefined

/** One address for all: each would keep the script until its worker has answered, and some never do. */
function openWorker(): Worker {
  const script = document.querySelector('script[type="module"]')?.textContent ?? ''
  address ??= URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  return new Worker(address)
}

if (typeof document === 'undefined') serveWorker(answerQuestion)
else {
  const root = document.getElementById('app')
  const work = playgroundWork(openWorker)
  if (root !== null)
    render(
      <main class="playground-alone">
        <Playground work={work} />
      </main>,
      root,
    )
}
