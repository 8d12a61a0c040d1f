/** The requester answers an approver who asked back. */
import { useState } from 'preact/hooks'
import { ApiError } from '../../api.ts'
import { toast } from '../../parts/toasts.tsx'
import { reply } from './data.ts'

export function ReplyForm({ id }: { id: string }) {
  const [text, setText] = useState('')
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    try {
      await reply(id, text)
      toast('The reply is sent.')
      setText('')
    } catch (error) {
      toast(error instanceof ApiError ? error.message : 'This did not work.', 'bad')
    }
  }
  return (
    <form class="stack" onSubmit={event => void submit(event)}>
      <label class="field">
        Your reply
        <textarea
          required
          maxLength={2000}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <div class="row">
        <button type="submit" class="main">
          Reply
        </button>
      </div>
    </form>
  )
}
