import { Notice } from '../../parts/states.tsx'

export function Page() {
  return <Notice title="Nothing here yet" />
}
