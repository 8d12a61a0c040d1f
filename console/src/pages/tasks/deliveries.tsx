/** The webhooks of a task. Operators send one again. */
import { ApiError } from '../../api.ts'
import { StateBadge } from '../../parts/badge.tsx'
import { Ago } from '../../parts/time.tsx'
import { toast } from '../../parts/toasts.tsx'
import { Section } from '../inbox/approval-detail.tsx'
import { resend, type TaskDelivery } from './data.ts'

export function Deliveries({ list, refresh }: { list: readonly TaskDelivery[]; refresh(): void }) {
  const again = async (id: string): Promise<void> => {
    try {
      await resend(id)
      toast('The webhook is sent again, with the same id.')
    } catch (error) {
      toast(error instanceof ApiError ? error.message : 'This did not work.', 'bad')
    }
    refresh()
  }
  return (
    <Section title="Webhooks">
      <ul class="plain-list">
        {list.map(({ id, to, state, attempt, status, reason, createdAt }) => (
          <li key={id}>
            <span class="mono">{to}</span>
            <span class="row">
              <StateBadge state={state} />
              <span class="soft small">
                {attempt} {attempt === 1 ? 'try' : 'tries'}
                {status !== null && `, ${status}`}
                {reason !== null && ` ${reason}`}, <Ago at={createdAt} />
              </span>
              {state !== 'waiting' && (
                <button type="button" class="quiet" onClick={() => void again(id)}>
                  Send again
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
