/** The contract of answers to callers who ask for none, where the author names none. */
export { yaagents as defaultContract } from './yaagents/index.ts'
