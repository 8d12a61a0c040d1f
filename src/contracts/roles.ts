/** Contracts that have a role in the toolkit, each named once. */

/** What callers get who ask for no contract, of a server that names none. */
export const defaultContract = 'yaagents'

/** The contract of the run endpoints, where a task is called by its type. */
export const runContract = 'agent-run'

/** What an HTTP answer is read by when no contract recognises it. */
export const plainContract = 'problem'
