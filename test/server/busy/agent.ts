/** The test agent in a module that keeps something open, as one with a pool does. */
import { agent } from '../agent.ts'

setInterval(() => {}, 1000)
export const options = { authenticate: false }
export default agent
