/** The test agent as a module that `replywire serve` loads. */
import { agent } from './agent.ts'

export default agent
