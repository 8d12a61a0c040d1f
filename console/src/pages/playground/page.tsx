/** The playground in the console. */
import { Playground } from './playground.tsx'

export function Page() {
  return <Playground />
}
