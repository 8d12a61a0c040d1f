/** Agent files: checkpoint and resume through request and response files that cannot tear, mix up or loop. */
export { agentHandler } from './agent-handler.ts'
export {
  type AnswerOptions,
  type AnswerResult,
  answerRequest,
  type HandlerResult,
  type RequestHandler,
  type RequestHandlerContext,
} from './answer.ts'
export { askAgent, finishRun } from './ask.ts'
export { type Checked, checkFiles } from './check.ts'
export { Checkpoint, needsAgent } from './checkpoint.ts'
export type { Holder } from './disk/claim.ts'
export { FileError, type FileReason } from './disk/trouble.ts'
export type { AgentQuestion } from './question.ts'
export {
  type FoundResponse,
  type ResponseLookup,
  type ResponseQuery,
  readResponse,
  type SetAside,
} from './read-response.ts'
export type { FileRequest } from './request.ts'

export { type FileRunOptions, openRun, type Run, resumeRun } from './run.ts'
export { type ProgramEnd, type ProgramOptions, runProgram } from './run-program.ts'
export { type Survey, type SurveyedRequest, type SurveyedRun, surveyRequests } from './survey.ts'
export { type Host, type HostOptions, watchRequests } from './watch.ts'

export { type WriteResponseOptions, type WrittenResponse, writeResponse } from './write-response.ts'
