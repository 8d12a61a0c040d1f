// Generated from schema.ts by scripts/generate.ts. Do not edit.
const shape1 = { "all": { "correlationId": 1, "requestId": 1 }, "some": {  } }
const shape2 = { "all": { "type": ["operation_accepted"], "code": ["OPERATION_ACCEPTED"], "message": 0, "operationId": 1, "statusUrl": 0, "trace": shape1 }, "some": {  } }
const shape3 = { "all": { "name": 0, "location": ["body","query","path","header"], "type": ["string","integer","boolean","array","object"], "required": "boolean", "question": 0 }, "some": { "allowedValues": { "items": 0, "least": 0 } } }
const shape4 = { "all": { "type": ["clarification_required"], "code": ["CLARIFICATION_REQUIRED"], "message": 0, "requiredInputs": { "items": shape3, "least": 1 }, "trace": shape1 }, "some": {  } }
const shape5 = { "all": { "field": 0, "message": 0 }, "some": {  } }
const shape6 = { "all": { "type": ["validation_failed"], "code": ["VALIDATION_FAILED"], "message": 0, "errors": { "items": shape5, "least": 0 }, "trace": shape1 }, "some": {  } }
const shape7 = { "all": { "type": ["approval_required"], "code": ["APPROVAL_REQUIRED"], "message": 0, "approvalToken": 1, "trace": shape1 }, "some": {  } }
const shape8 = { "all": { "type": ["conflict"], "code": 1, "message": 0, "trace": shape1 }, "some": { "conflictingResourceId": 0 } }
const shape9 = { "all": { "type": ["forbidden","failed_dependency","error"], "code": 1, "message": 0, "trace": shape1 }, "some": {  } }
const shape10 = { "all": { "type": ["forbidden","failed_dependency","error"], "code": 1, "message": 0, "trace": shape1 }, "some": { "retryAfter": "count" } }
export const shapes = { "0.1": { "operation-accepted": shape2, "clarification-required": shape4, "validation-failed": shape6, "approval-required": shape7, "conflict": shape8, "agentic-error": shape9 }, "0.2": { "operation-accepted": shape2, "clarification-required": shape4, "validation-failed": shape6, "approval-required": shape7, "conflict": shape8, "agentic-error": shape10 }, "0.3": { "operation-accepted": shape2, "clarification-required": shape4, "validation-failed": shape6, "approval-required": shape7, "conflict": shape8, "agentic-error": shape10 } }
