/** The keys of the page that is shown. */
import { currentShortcuts } from './keys.ts'
import { Dialog } from './parts/dialog.tsx'

const names: Readonly<Record<string, string>> = { Enter: '↵', Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓' }

export function KeyHelp({ close }: { close(): void }) {
  return (
    <Dialog title="Keys" close={close}>
      <dl class="keys">
        {currentShortcuts().map(({ key, does }) => (
          <div key={key}>
            <dt>
              <kbd>{names[key] ?? key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>Esc</kbd>
          </dt>
          <dd>Close a dialog</dd>
        </div>
      </dl>
    </Dialog>
  )
}
