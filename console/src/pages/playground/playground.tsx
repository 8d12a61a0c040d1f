/** Any answer: whose it is and why, what is wrong with it and where, and the same in every other contract. */
import type { TargetedClipboardEvent } from 'preact'
import { useState } from 'preact/hooks'
import { contractRows } from '../../../../src/contracts/rows.ts'
import { MessageView } from './message-view.tsx'
import '../../parts/message.css'
import './playground.css'
import { SampleChoice } from './sample-choice.tsx'
import { TranslationGrid } from './translation-grid.tsx'
import { type PlaygroundState, type PlaygroundWork, useExamination } from './use-examination.ts'
import { Verdict } from './verdict.tsx'

export function Playground({ work }: { work: PlaygroundWork }) {
  const [text, setText] = useState('')
  const [named, setNamed] = useState('')
  const [index, setIndex] = useState(0)
  const state = useExamination(work, text, { named, index })
  const write = (value: string): void => {
    setText(value)
    setIndex(0)
  }
  return (
    <div class="playground">
      <header class="page-head">
        <h1>Playground</h1>
        <p class="about">
          Paste an answer of an agent: a body, the output of <code>curl -i</code>, an event stream or a HAR. Everything
          happens in this page; nothing is sent.
        </p>
      </header>
      <section class="card section" aria-labelledby="playground-input">
        <div class="row playground-tools">
          <h2 id="playground-input">Message</h2>
          <SampleChoice choose={write} />
          <label class="field inline">
            Contract
            <select value={named} onChange={({ currentTarget }) => setNamed(currentTarget.value)}>
              <option value="">Recognise it</option>
              {contractRows.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </label>
          {text !== '' && (
            <button type="button" class="quiet" onClick={() => write('')}>
              Clear
            </button>
          )}
        </div>
        <textarea
          class="code"
          aria-labelledby="playground-input"
          spellcheck={false}
          autocomplete="off"
          value={text}
          placeholder={'HTTP/1.1 200 OK\ncontent-type: application/json\n\n{"text": "Hello"}'}
          onInput={({ currentTarget }) => write(currentTarget.value)}
          onPaste={event => pasteLong(event, write)}
        />
        <Choices state={state} index={index} choose={setIndex} />
      </section>
      <div aria-live="polite" class="stack">
        <Verdict state={state} />
      </div>
      {state.kind === 'examined' && <MessageView examination={state.examination} />}
      {state.kind === 'unrecognised' && <MessageView examination={state.examination} />}
      {state.kind === 'examined' && (
        <TranslationGrid work={work} question={{ text, named, index }} examination={state.examination} />
      )}
    </div>
  )
}

/** Browsers insert a paste line by line: one of many thousand lines would hold up the page. */
const longPaste = 10_000

function pasteLong(event: TargetedClipboardEvent<HTMLTextAreaElement>, write: (text: string) => void): void {
  const pasted = event.clipboardData?.getData('text/plain') ?? ''
  if (pasted.length < longPaste) return
  event.preventDefault()
  const { value, selectionStart, selectionEnd } = event.currentTarget
  write(value.slice(0, selectionStart) + pasted.replaceAll('\r\n', '\n') + value.slice(selectionEnd))
}

/** Which message of a recording. */
function Choices({ state, index, choose }: { state: PlaygroundState; index: number; choose(index: number): void }) {
  if (state.choices.length < 2) return null
  return (
    <label class="field">
      Message of the recording
      <select value={index} onChange={({ currentTarget }) => choose(Number(currentTarget.value))}>
        {state.choices.map((label, at) => (
          <option key={at} value={at}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
