/** Agent files: checkpoint and resume through request and response files that cannot tear, mix up or loop. */
export { agentHandler } from './agent-handler.ts'
export {
  type Answer,
  type AnswerOptions,
  answer,
  type Handled,
  type Handler,
  type Hosting,
} from './answer.ts'
export { ask, finish } from './ask.ts'
export { type Checked, checkFiles } from './check.ts'
export { Checkpoint, needsAgent } from './checkpoint.ts'
export type { Holder } from './disk/claim.ts'
export { FileError, type FileReason } from './disk/trouble.ts'
export type { Question } from './question.ts'
export { type FoundResponse, type Looked, readResponse, type SetAside, type Wanted } from './read-response.ts'
export type { Asked } from './request.ts'
export { type FileRunOptions, openRun, type Run, resume } from './run.ts'
export { type ProgramEnd, type ProgramOptions, runProgram } from './run-program.ts'
export { type Survey, type SurveyedRequest, type SurveyedRun, survey } from './survey.ts'
export { type Host, type HostOptions, watch } from './watch.ts'
export { type WriteResponseOptions, type WrittenResponse, writeResponse } from './write-response.ts'
