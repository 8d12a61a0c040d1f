// Generated from the fixtures and the published schemas by scripts/generate.ts. Do not edit.
import type { NamedSchema } from '../../../../src/inspect/nearest.ts'

export const schemaMembers: Readonly<Record<string, readonly NamedSchema[]>> = {
 "adcp": [
  {
   "name": "a2a-data",
   "properties": {
    "context": true,
    "task_id": true,
    "message": true,
    "timestamp": true,
    "replayed": true,
    "adcp_error": true,
    "errors": true,
    "push_notification_config": true,
    "governance_context": true,
    "payload": true,
    "adcp_version": true,
    "adcp_major_version": true,
    "task_status": true,
    "response_status": true
   },
   "required": []
  },
  {
   "name": "capabilities",
   "properties": {
    "adcp": true,
    "supported_protocols": true,
    "account": true,
    "media_buy": true,
    "signals": true,
    "governance": true,
    "sponsored_intelligence": true,
    "brand": true,
    "creative": true,
    "measurement": true,
    "request_signing": true,
    "webhook_signing": true,
    "identity": true,
    "compliance_testing": true,
    "specialisms": true,
    "extensions_supported": true,
    "experimental_features": true,
    "wholesale_feed_versioning": true,
    "wholesale_feed_webhooks": true,
    "last_updated": true,
    "ext": true
   },
   "required": [
    "adcp",
    "supported_protocols"
   ]
  },
  {
   "name": "error",
   "properties": {
    "code": true,
    "message": true,
    "field": true,
    "suggestion": true,
    "retry_after": true,
    "issues": true,
    "details": true,
    "recovery": {
     "enum": [
      "transient",
      "correctable",
      "terminal"
     ]
    },
    "source": {
     "enum": [
      "producer",
      "sdk"
     ]
    },
    "sdk_id": true
   },
   "required": [
    "code",
    "message"
   ]
  },
  {
   "name": "progress",
   "properties": {
    "percentage": true,
    "current_step": true,
    "total_steps": true,
    "step_number": true
   },
   "required": []
  },
  {
   "name": "protocol-envelope",
   "properties": {
    "status": {
     "enum": [
      "submitted",
      "working",
      "input-required",
      "completed",
      "canceled",
      "failed",
      "rejected",
      "auth-required",
      "unknown"
     ]
    },
    "context_id": true,
    "context": true,
    "task_id": true,
    "message": true,
    "timestamp": true,
    "replayed": true,
    "adcp_error": true,
    "errors": true,
    "push_notification_config": true,
    "governance_context": true,
    "payload": true,
    "adcp_version": true,
    "adcp_major_version": true,
    "task_status": true,
    "response_status": true
   },
   "required": [
    "status"
   ]
  },
  {
   "name": "push-notification-config",
   "properties": {
    "url": true,
    "operation_id": true,
    "token": true,
    "authentication": true
   },
   "required": [
    "url"
   ]
  },
  {
   "name": "request",
   "properties": {
    "idempotency_key": true,
    "context": true,
    "context_id": true,
    "governance_context": true,
    "push_notification_config": true,
    "adcp_version": true,
    "adcp_major_version": true
   },
   "required": []
  },
  {
   "name": "tasks-get-request",
   "properties": {
    "task_id": true,
    "include_history": true,
    "include_result": true,
    "adcp_version": true,
    "adcp_major_version": true,
    "account": true,
    "context": true,
    "ext": true
   },
   "required": [
    "task_id"
   ]
  },
  {
   "name": "tasks-get-response",
   "properties": {
    "task_id": true,
    "task_type": {
     "enum": [
      "create_media_buy",
      "update_media_buy",
      "sync_creatives",
      "activate_signal",
      "get_signals",
      "create_property_list",
      "update_property_list",
      "get_property_list",
      "list_property_lists",
      "delete_property_list",
      "sync_accounts",
      "get_account_financials",
      "get_creative_delivery",
      "sync_event_sources",
      "sync_audiences",
      "sync_catalogs",
      "log_event",
      "get_brand_identity",
      "search_brands",
      "get_rights",
      "acquire_rights",
      "media_buy_delivery",
      "build_creative",
      "get_products"
     ]
    },
    "status": {
     "enum": [
      "submitted",
      "working",
      "input-required",
      "completed",
      "canceled",
      "failed",
      "rejected",
      "auth-required",
      "unknown"
     ]
    },
    "created_at": true,
    "updated_at": true,
    "completed_at": true,
    "has_webhook": true,
    "protocol": {
     "enum": [
      "media-buy",
      "signals",
      "governance",
      "creative",
      "brand",
      "sponsored-intelligence",
      "measurement"
     ]
    },
    "ext": true,
    "progress": true,
    "error": true,
    "history": true,
    "result": true
   },
   "required": [
    "task_id",
    "task_type",
    "status",
    "created_at",
    "updated_at",
    "protocol"
   ]
  },
  {
   "name": "tasks-list-request",
   "properties": {
    "filters": true,
    "sort": true,
    "pagination": true,
    "include_history": true,
    "adcp_version": true,
    "adcp_major_version": true,
    "account": true,
    "context": true,
    "ext": true
   },
   "required": []
  },
  {
   "name": "tasks-list-response",
   "properties": {
    "query_summary": true,
    "tasks": true,
    "pagination": true,
    "ext": true
   },
   "required": [
    "query_summary",
    "tasks",
    "pagination"
   ]
  },
  {
   "name": "version-envelope",
   "properties": {
    "adcp_version": true,
    "adcp_major_version": true
   },
   "required": []
  },
  {
   "name": "webhook",
   "properties": {
    "idempotency_key": true,
    "operation_id": true,
    "task_id": true,
    "task_type": {
     "enum": [
      "create_media_buy",
      "update_media_buy",
      "sync_creatives",
      "activate_signal",
      "get_signals",
      "create_property_list",
      "update_property_list",
      "get_property_list",
      "list_property_lists",
      "delete_property_list",
      "sync_accounts",
      "get_account_financials",
      "get_creative_delivery",
      "sync_event_sources",
      "sync_audiences",
      "sync_catalogs",
      "log_event",
      "get_brand_identity",
      "search_brands",
      "get_rights",
      "acquire_rights",
      "media_buy_delivery",
      "build_creative",
      "get_products"
     ]
    },
    "status": {
     "enum": [
      "submitted",
      "working",
      "input-required",
      "completed",
      "canceled",
      "failed",
      "rejected",
      "auth-required",
      "unknown"
     ]
    },
    "timestamp": true,
    "notification_id": true,
    "protocol": {
     "enum": [
      "media-buy",
      "signals",
      "governance",
      "creative",
      "brand",
      "sponsored-intelligence",
      "measurement"
     ]
    },
    "message": true,
    "context_id": true,
    "token": true,
    "context": true,
    "result": true
   },
   "required": [
    "idempotency_key",
    "operation_id",
    "task_id",
    "task_type",
    "status",
    "timestamp"
   ]
  }
 ],
 "agent-file": [
  {
   "name": "agent-request",
   "properties": {
    "request_id": true,
    "version": {
     "const": "1.0"
    },
    "phase": true,
    "phase_name": true,
    "agent_name": true,
    "prompt": true,
    "timeout_seconds": true,
    "created_at": true,
    "context": true,
    "model": true
   },
   "required": [
    "request_id",
    "version",
    "phase",
    "phase_name",
    "agent_name",
    "prompt",
    "timeout_seconds",
    "created_at",
    "context"
   ]
  },
  {
   "name": "agent-response",
   "properties": {
    "request_id": true,
    "version": {
     "const": "1.0"
    },
    "status": {
     "enum": [
      "success",
      "error",
      "timeout"
     ]
    },
    "response": true,
    "error_message": true,
    "error_type": true,
    "created_at": true,
    "duration_seconds": true,
    "metadata": true
   },
   "required": [
    "request_id",
    "version",
    "status",
    "response",
    "error_message",
    "error_type",
    "created_at",
    "duration_seconds",
    "metadata"
   ]
  }
 ],
 "agent-run": [
  {
   "name": "agent-error",
   "properties": {
    "code": true,
    "message": true,
    "details": true
   },
   "required": [
    "code",
    "message"
   ]
  },
  {
   "name": "agent-run-request",
   "properties": {
    "request_id": true,
    "task_type": true,
    "workflow_id": true,
    "stage_id": true,
    "user_id": true,
    "mode": true,
    "risk_tier": true,
    "domain_id": true,
    "inputs": true,
    "budgets": true
   },
   "required": [
    "request_id",
    "task_type"
   ]
  },
  {
   "name": "agent-run-response",
   "properties": {
    "status": {
     "enum": [
      "ok",
      "success",
      "error"
     ]
    },
    "request_id": true,
    "outputs": true,
    "artifacts": true,
    "provenance": true,
    "usage": true,
    "grounding": true,
    "error": true
   },
   "required": [
    "status",
    "request_id",
    "outputs"
   ]
  },
  {
   "name": "grounding-pack",
   "properties": {
    "sources": true,
    "citations": true,
    "span_refs": true
   },
   "required": []
  },
  {
   "name": "health",
   "properties": {
    "status": true
   },
   "required": [
    "status"
   ]
  }
 ],
 "jpcite": [
  {
   "name": "call-tool-result",
   "properties": {
    "structuredContent": true,
    "content": true,
    "isError": true
   },
   "required": [
    "structuredContent",
    "content"
   ]
  },
  {
   "name": "empty",
   "properties": {
    "status": {
     "const": "empty"
    },
    "query_echo": true,
    "citations": true,
    "warnings": true,
    "suggested_actions": true,
    "meta": true,
    "retry_with": true,
    "results": true,
    "empty_reason": {
     "enum": [
      "no_match",
      "filters_too_narrow",
      "source_unavailable",
      "license_blocked"
     ]
    },
    "error": true
   },
   "required": [
    "status",
    "query_echo",
    "citations",
    "warnings",
    "suggested_actions",
    "meta",
    "results",
    "empty_reason"
   ]
  },
  {
   "name": "envelope",
   "properties": {
    "status": {
     "enum": [
      "rich",
      "sparse",
      "empty",
      "partial",
      "error"
     ]
    },
    "results": true,
    "query_echo": true,
    "citations": true,
    "warnings": true,
    "suggested_actions": true,
    "meta": true,
    "retry_with": true,
    "empty_reason": {
     "enum": [
      "no_match",
      "filters_too_narrow",
      "source_unavailable",
      "license_blocked"
     ]
    },
    "error": true
   },
   "required": [
    "status",
    "results",
    "query_echo",
    "citations",
    "warnings",
    "suggested_actions",
    "meta"
   ]
  },
  {
   "name": "error",
   "properties": {
    "status": {
     "const": "error"
    },
    "query_echo": true,
    "citations": true,
    "warnings": true,
    "suggested_actions": true,
    "meta": true,
    "retry_with": true,
    "results": true,
    "error": true,
    "empty_reason": true
   },
   "required": [
    "status",
    "query_echo",
    "citations",
    "warnings",
    "meta",
    "results",
    "error"
   ]
  },
  {
   "name": "partial",
   "properties": {
    "status": {
     "const": "partial"
    },
    "query_echo": true,
    "citations": true,
    "warnings": true,
    "suggested_actions": true,
    "meta": true,
    "retry_with": true,
    "results": true,
    "error": true,
    "empty_reason": true
   },
   "required": [
    "status",
    "query_echo",
    "citations",
    "warnings",
    "suggested_actions",
    "meta",
    "results"
   ]
  },
  {
   "name": "rich",
   "properties": {
    "status": {
     "const": "rich"
    },
    "query_echo": true,
    "citations": true,
    "warnings": true,
    "suggested_actions": true,
    "meta": true,
    "retry_with": true,
    "results": true,
    "error": true,
    "empty_reason": true
   },
   "required": [
    "status",
    "query_echo",
    "citations",
    "warnings",
    "suggested_actions",
    "meta",
    "results"
   ]
  },
  {
   "name": "sparse",
   "properties": {
    "status": {
     "const": "sparse"
    },
    "query_echo": true,
    "citations": true,
    "warnings": true,
    "suggested_actions": true,
    "meta": true,
    "retry_with": true,
    "results": true,
    "error": true,
    "empty_reason": true
   },
   "required": [
    "status",
    "query_echo",
    "citations",
    "warnings",
    "suggested_actions",
    "meta",
    "results"
   ]
  },
  {
   "name": "standard-error",
   "properties": {
    "code": {
     "enum": [
      "RATE_LIMITED",
      "UNAUTHORIZED",
      "FORBIDDEN",
      "NOT_FOUND",
      "VALIDATION_ERROR",
      "LICENSE_GATE_BLOCKED",
      "QUOTA_EXCEEDED",
      "INTEGRITY_ERROR",
      "INTERNAL_ERROR"
     ]
    },
    "user_message": true,
    "developer_message": true,
    "retryable": true,
    "retry_after": true,
    "documentation": true
   },
   "required": [
    "code",
    "user_message",
    "retryable",
    "documentation"
   ]
  }
 ],
 "yaagents": [
  {
   "name": "agentic-error",
   "properties": {
    "type": {
     "enum": [
      "forbidden",
      "failed_dependency",
      "error"
     ]
    },
    "code": true,
    "message": true,
    "retryAfter": true,
    "trace": true
   },
   "required": [
    "type",
    "code",
    "message",
    "trace"
   ]
  },
  {
   "name": "approval-required",
   "properties": {
    "type": {
     "const": "approval_required"
    },
    "code": {
     "const": "APPROVAL_REQUIRED"
    },
    "message": true,
    "approvalToken": true,
    "trace": true
   },
   "required": [
    "type",
    "code",
    "message",
    "approvalToken",
    "trace"
   ]
  },
  {
   "name": "clarification-required",
   "properties": {
    "type": {
     "const": "clarification_required"
    },
    "code": {
     "const": "CLARIFICATION_REQUIRED"
    },
    "message": true,
    "requiredInputs": true,
    "trace": true
   },
   "required": [
    "type",
    "code",
    "message",
    "requiredInputs",
    "trace"
   ]
  },
  {
   "name": "conflict",
   "properties": {
    "type": {
     "const": "conflict"
    },
    "code": true,
    "message": true,
    "conflictingResourceId": true,
    "trace": true
   },
   "required": [
    "type",
    "code",
    "message",
    "trace"
   ]
  },
  {
   "name": "operation-accepted",
   "properties": {
    "type": {
     "const": "operation_accepted"
    },
    "code": {
     "const": "OPERATION_ACCEPTED"
    },
    "message": true,
    "operationId": true,
    "statusUrl": true,
    "trace": true
   },
   "required": [
    "type",
    "code",
    "message",
    "operationId",
    "statusUrl",
    "trace"
   ]
  },
  {
   "name": "validation-failed",
   "properties": {
    "type": {
     "const": "validation_failed"
    },
    "code": {
     "const": "VALIDATION_FAILED"
    },
    "message": true,
    "errors": true,
    "trace": true
   },
   "required": [
    "type",
    "code",
    "message",
    "errors",
    "trace"
   ]
  }
 ],
 "mcp": [
  {
   "name": "audio-block",
   "properties": {
    "type": {
     "const": "audio"
    },
    "data": true,
    "mimeType": true,
    "annotations": true,
    "_meta": true
   },
   "required": [
    "type",
    "data",
    "mimeType"
   ]
  },
  {
   "name": "blob-resource-block",
   "properties": {
    "type": {
     "const": "resource"
    },
    "resource": true,
    "annotations": true,
    "_meta": true
   },
   "required": [
    "type",
    "resource"
   ]
  },
  {
   "name": "boolean-field",
   "properties": {
    "type": {
     "const": "boolean"
    },
    "title": true,
    "description": true,
    "default": true
   },
   "required": [
    "type"
   ]
  },
  {
   "name": "choices-field",
   "properties": {
    "type": {
     "const": "array"
    },
    "title": true,
    "description": true,
    "minItems": true,
    "maxItems": true,
    "items": true,
    "default": true
   },
   "required": [
    "type",
    "items"
   ]
  },
  {
   "name": "error",
   "properties": {
    "code": true,
    "message": true
   },
   "required": [
    "code",
    "message"
   ]
  },
  {
   "name": "form",
   "properties": {
    "mode": {
     "const": "form"
    },
    "message": true,
    "requestedSchema": true
   },
   "required": [
    "message",
    "requestedSchema"
   ]
  },
  {
   "name": "image-block",
   "properties": {
    "type": {
     "const": "image"
    },
    "data": true,
    "mimeType": true,
    "annotations": true,
    "_meta": true
   },
   "required": [
    "type",
    "data",
    "mimeType"
   ]
  },
  {
   "name": "input-request",
   "properties": {
    "method": {
     "enum": [
      "elicitation/create",
      "sampling/createMessage",
      "roots/list"
     ]
    },
    "params": true
   },
   "required": [
    "method"
   ]
  },
  {
   "name": "input-required",
   "properties": {
    "resultType": {
     "const": "input_required"
    },
    "inputRequests": true,
    "requestState": true,
    "_meta": true
   },
   "required": [
    "resultType"
   ]
  },
  {
   "name": "missing-capability",
   "properties": {
    "requiredCapabilities": true
   },
   "required": [
    "requiredCapabilities"
   ]
  },
  {
   "name": "number-field",
   "properties": {
    "type": {
     "enum": [
      "number",
      "integer"
     ]
    },
    "title": true,
    "description": true,
    "minimum": true,
    "maximum": true,
    "default": true
   },
   "required": [
    "type"
   ]
  },
  {
   "name": "resource-link-block",
   "properties": {
    "type": {
     "const": "resource_link"
    },
    "uri": true,
    "name": true,
    "title": true,
    "description": true,
    "mimeType": true,
    "size": true,
    "annotations": true,
    "_meta": true
   },
   "required": [
    "type",
    "uri",
    "name"
   ]
  },
  {
   "name": "result",
   "properties": {
    "resultType": {
     "const": "complete"
    },
    "content": true,
    "isError": true,
    "_meta": true
   },
   "required": [
    "resultType",
    "content"
   ]
  },
  {
   "name": "string-field",
   "properties": {
    "type": {
     "const": "string"
    },
    "title": true,
    "description": true,
    "minLength": true,
    "maxLength": true,
    "format": {
     "enum": [
      "email",
      "uri",
      "date",
      "date-time"
     ]
    },
    "enum": true,
    "enumNames": true,
    "oneOf": true,
    "default": true
   },
   "required": [
    "type"
   ]
  },
  {
   "name": "task-details",
   "properties": {
    "resultType": {
     "const": "complete"
    },
    "taskId": true,
    "status": {
     "enum": [
      "working",
      "input_required",
      "completed",
      "failed",
      "cancelled"
     ]
    },
    "statusMessage": true,
    "createdAt": true,
    "lastUpdatedAt": true,
    "ttlMs": true,
    "pollIntervalMs": true,
    "_meta": true
   },
   "required": [
    "resultType",
    "taskId",
    "status",
    "createdAt",
    "lastUpdatedAt",
    "ttlMs"
   ]
  },
  {
   "name": "task-result",
   "properties": {
    "resultType": {
     "const": "task"
    },
    "taskId": true,
    "status": {
     "enum": [
      "working",
      "input_required",
      "completed",
      "failed",
      "cancelled"
     ]
    },
    "statusMessage": true,
    "createdAt": true,
    "lastUpdatedAt": true,
    "ttlMs": true,
    "pollIntervalMs": true,
    "_meta": true
   },
   "required": [
    "resultType",
    "taskId",
    "status",
    "createdAt",
    "lastUpdatedAt",
    "ttlMs"
   ]
  },
  {
   "name": "text-block",
   "properties": {
    "type": {
     "const": "text"
    },
    "text": true,
    "annotations": true,
    "_meta": true
   },
   "required": [
    "type",
    "text"
   ]
  },
  {
   "name": "text-resource-block",
   "properties": {
    "type": {
     "const": "resource"
    },
    "resource": true,
    "annotations": true,
    "_meta": true
   },
   "required": [
    "type",
    "resource"
   ]
  },
  {
   "name": "unsupported-version",
   "properties": {
    "supported": true,
    "requested": true
   },
   "required": [
    "supported",
    "requested"
   ]
  },
  {
   "name": "url-mode",
   "properties": {
    "mode": {
     "const": "url"
    },
    "message": true,
    "url": true
   },
   "required": [
    "mode",
    "message",
    "url"
   ]
  }
 ],
 "a2a": [
  {
   "name": "artifact-update",
   "properties": {
    "kind": true,
    "taskId": true,
    "contextId": true,
    "metadata": true,
    "artifact": true,
    "append": true,
    "lastChunk": true
   },
   "required": [
    "taskId",
    "contextId",
    "artifact"
   ]
  },
  {
   "name": "artifact",
   "properties": {
    "artifactId": true,
    "name": true,
    "description": true,
    "parts": true,
    "extensions": true,
    "metadata": true
   },
   "required": [
    "artifactId",
    "parts"
   ]
  },
  {
   "name": "error",
   "properties": {
    "code": true,
    "message": true
   },
   "required": [
    "code",
    "message"
   ]
  },
  {
   "name": "http-error",
   "properties": {
    "code": true,
    "status": true,
    "message": true,
    "details": true
   },
   "required": [
    "code",
    "status",
    "message"
   ]
  },
  {
   "name": "message",
   "properties": {
    "kind": true,
    "messageId": true,
    "role": {
     "enum": [
      "ROLE_AGENT",
      "ROLE_USER"
     ]
    },
    "parts": true,
    "contextId": true,
    "taskId": true,
    "referenceTaskIds": true,
    "extensions": true,
    "metadata": true
   },
   "required": [
    "messageId",
    "role",
    "parts"
   ]
  },
  {
   "name": "part",
   "properties": {
    "text": true,
    "raw": true,
    "url": true,
    "mediaType": true,
    "filename": true,
    "metadata": true
   },
   "required": []
  },
  {
   "name": "status-update",
   "properties": {
    "kind": true,
    "taskId": true,
    "contextId": true,
    "metadata": true,
    "status": true
   },
   "required": [
    "taskId",
    "contextId",
    "status"
   ]
  },
  {
   "name": "task",
   "properties": {
    "kind": true,
    "id": true,
    "contextId": true,
    "status": true,
    "artifacts": true,
    "history": true,
    "metadata": true
   },
   "required": [
    "id",
    "status"
   ]
  }
 ],
 "problem": [
  {
   "name": "approval-need",
   "properties": {
    "kind": {
     "const": "approval"
    },
    "key": true,
    "action": true
   },
   "required": [
    "kind",
    "key",
    "action"
   ]
  },
  {
   "name": "input-need",
   "properties": {
    "kind": {
     "const": "input"
    },
    "name": true,
    "location": {
     "enum": [
      "body",
      "query",
      "path",
      "header"
     ]
    },
    "schema": true,
    "required": true,
    "question": true
   },
   "required": [
    "kind",
    "name",
    "location",
    "schema",
    "required",
    "question"
   ]
  },
  {
   "name": "issue",
   "properties": {
    "detail": true,
    "pointer": true
   },
   "required": [
    "detail",
    "pointer"
   ]
  },
  {
   "name": "problem",
   "properties": {
    "type": true,
    "title": true,
    "status": true,
    "detail": true,
    "instance": true
   },
   "required": []
  }
 ]
}
