/** An answer as a person pastes it into the playground: a question of an agent. */
export const clarification = `HTTP/1.1 400 Bad Request
content-type: application/vnd.yaagents.clarification+json
x-yaagents-profile: v0.3

{
  "type": "clarification_required",
  "code": "CLARIFICATION_REQUIRED",
  "message": "Which city?",
  "requiredInputs": [
    { "name": "city", "location": "body", "type": "string", "required": true }
  ],
  "trace": { "correlationId": "c", "requestId": "r" }
}`
