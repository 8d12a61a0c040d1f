/** Copies a text. Where the browser does not allow it, the text is shown to be copied by hand. */
import { useState } from 'preact/hooks'
import { CodeBlock } from './code-block.tsx'
import { toast } from './toasts.tsx'

export function CopyButton({ label, text }: { label: string; text: () => string | undefined }) {
  const [shown, setShown] = useState<string>()
  const copy = async (): Promise<void> => {
    const content = text()
    if (content === undefined) return
    try {
      await navigator.clipboard.writeText(content)
      toast('Copied.')
    } catch {
      setShown(content)
    }
  }
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        {label}
      </button>
      {shown !== undefined && <CodeBlock label={label}>{shown}</CodeBlock>}
    </>
  )
}
