/** Agent HTTP contract: clauses about behaviour, which one message alone does not show. */
import type { Rule } from '../../codec/rule.ts'

export const probeRules: readonly Rule[] = [
  {
    id: 'agent-run/health-answers',
    level: 'must',
    clause: 'Endpoints',
    title: 'GET /health and GET /health/ready answer without an error status.',
    why: 'An orchestrator takes the agent for dead.',
    fix: 'Answer both with 200 and {"status": …}; 503 only while the agent cannot work.',
  },
  {
    id: 'agent-run/request-id-echo',
    level: 'must',
    clause: 'Response envelope',
    title: 'request_id is the request_id of the request.',
    why: 'The orchestrator cannot match the answer to its request.',
    fix: 'Copy request_id from the request, in errors and in every event too.',
  },
  {
    id: 'agent-run/task-type-echo',
    level: 'must',
    clause: 'CONTRACT.md: terminal event',
    title: 'The terminal event holds the task_type of the request.',
    why: 'The orchestrator routes the result by its task type.',
    fix: 'Copy task_type from the request.',
  },
  {
    id: 'agent-run/same-outcome',
    level: 'must',
    clause: 'Endpoints',
    title: 'The stream ends with the outcome that the synchronous run has.',
    why: 'A task succeeds or fails depending on how it is called.',
    fix: 'Run both endpoints through the same code, and build the terminal event from the same envelope.',
  },
  {
    id: 'agent-run/stream-answers',
    level: 'must',
    clause: 'Endpoints',
    title: 'POST /agents/run/stream answers 200 with events.',
    why: 'Clients that show progress cannot run the task.',
    fix: 'Answer with 200 and text/event-stream; report failures in the terminal event.',
  },
  {
    id: 'agent-run/unknown-task-type',
    level: 'must',
    clause: 'Response envelope',
    title: 'A task type that the agent does not have ends with the status "error".',
    why: 'The orchestrator takes nothing for a result.',
    fix: 'Answer with status "error" and a code such as UNSUPPORTED_TASK_TYPE.',
  },
]
