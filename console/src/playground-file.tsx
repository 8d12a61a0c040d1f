/** The playground alone: one file without a server. */
import './style/base.css'
import './style/shell.css'
import './style/parts.css'
import { render } from 'preact'
import { Playground } from './pages/playground/playground.tsx'

const root = document.getElementById('app')
if (root !== null)
  render(
    <main class="playground-alone">
      <Playground />
    </main>,
    root,
  )
