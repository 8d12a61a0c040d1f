// Generated from the fixtures and the published schemas by scripts/generate.ts. Do not edit.
export const samples: readonly { readonly contract: string; readonly title: string; readonly text: string }[] = [
 {
  "contract": "adcp",
  "title": "completed http",
  "text": "HTTP/1.1 200\ncontent-type: application/json\nx-adcp-status: completed\nx-adcp-context-id: ctx_abc123\n\n{\n  \"adcp_version\": \"3.1\",\n  \"adcp_major_version\": 3,\n  \"status\": \"completed\",\n  \"context_id\": \"ctx_abc123\",\n  \"message\": \"Found one product.\",\n  \"timestamp\": \"2025-10-14T14:25:30Z\",\n  \"products\": [\n    {\n      \"product_id\": \"ctv_premium_ca\"\n    }\n  ],\n  \"task_id\": \"task_789\",\n  \"context\": {\n    \"ui\": \"b-7\",\n    \"n\": 1.5\n  },\n  \"replayed\": false,\n  \"governance_context\": \"eyJh.eyJi.c2ln\",\n  \"push_notification_config\": {\n    \"url\": \"https://buyer.example.com/webhooks/adcp\",\n    \"operation_id\": \"op_1\",\n    \"token\": \"sixteen-chars-ok\"\n  }\n}"
 },
 {
  "contract": "adcp",
  "title": "completed mcp",
  "text": "{\n  \"content\": [\n    {\n      \"type\": \"text\",\n      \"text\": \"{\\\"context_id\\\":\\\"ctx_abc123\\\",\\\"status\\\":\\\"completed\\\",\\\"message\\\":\\\"Found 3 products matching your criteria for CTV inventory in California\\\",\\\"timestamp\\\":\\\"2025-10-14T14:25:30Z\\\",\\\"products\\\":[{\\\"product_id\\\":\\\"ctv_premium_ca\\\",\\\"name\\\":\\\"CTV Premium - California\\\",\\\"description\\\":\\\"Premium connected TV inventory across California\\\",\\\"pricing\\\":{\\\"model\\\":\\\"cpm\\\",\\\"amount\\\":45,\\\"currency\\\":\\\"USD\\\"}}]}\"\n    }\n  ],\n  \"structuredContent\": {\n    \"context_id\": \"ctx_abc123\",\n    \"status\": \"completed\",\n    \"message\": \"Found 3 products matching your criteria for CTV inventory in California\",\n    \"timestamp\": \"2025-10-14T14:25:30Z\",\n    \"products\": [\n      {\n        \"product_id\": \"ctv_premium_ca\",\n        \"name\": \"CTV Premium - California\",\n        \"description\": \"Premium connected TV inventory across California\",\n        \"pricing\": {\n          \"model\": \"cpm\",\n          \"amount\": 45,\n          \"currency\": \"USD\"\n        }\n      }\n    ]\n  }\n}"
 },
 {
  "contract": "adcp",
  "title": "failed a2a",
  "text": "{\n  \"id\": \"task_789\",\n  \"contextId\": \"ctx_abc123\",\n  \"status\": {\n    \"state\": \"TASK_STATE_FAILED\",\n    \"timestamp\": \"2025-10-14T14:25:30.000Z\"\n  },\n  \"artifacts\": [\n    {\n      \"artifactId\": \"result\",\n      \"parts\": [\n        {\n          \"data\": {\n            \"context\": {\n              \"ui\": \"b-7\"\n            },\n            \"adcp_error\": {\n              \"code\": \"VALIDATION_ERROR\",\n              \"message\": \"The budget is negative.\",\n              \"recovery\": \"correctable\",\n              \"field\": \"packages[0].budget\",\n              \"issues\": [\n                {\n                  \"pointer\": \"/packages/0/budget\",\n                  \"message\": \"must be >= 0\",\n                  \"keyword\": \"minimum\"\n                }\n              ],\n              \"details\": {\n                \"rejected_value\": -5\n              }\n            },\n            \"errors\": [\n              {\n                \"code\": \"VALIDATION_ERROR\",\n                \"message\": \"The budget is negative.\",\n                \"recovery\": \"correctable\",\n                \"field\": \"packages[0].budget\",\n                \"issues\": [\n                  {\n                    \"pointer\": \"/packages/0/budget\",\n                    \"message\": \"must be >= 0\",\n                    \"keyword\": \"minimum\"\n                  }\n                ],\n                \"details\": {\n                  \"rejected_value\": -5\n                },\n                \"severity\": \"error\"\n              }\n            ]\n          }\n        }\n      ]\n    }\n  ]\n}"
 },
 {
  "contract": "adcp",
  "title": "failed http",
  "text": "HTTP/1.1 400\ncontent-type: application/json\n\n{\n  \"status\": \"failed\",\n  \"message\": \"The media buy was not created.\",\n  \"context\": {\n    \"ui\": \"b-7\"\n  },\n  \"adcp_error\": {\n    \"code\": \"VALIDATION_ERROR\",\n    \"message\": \"The budget is negative.\",\n    \"recovery\": \"correctable\",\n    \"field\": \"packages[0].budget\",\n    \"issues\": [\n      {\n        \"pointer\": \"/packages/0/budget\",\n        \"message\": \"must be >= 0\",\n        \"keyword\": \"minimum\"\n      }\n    ],\n    \"details\": {\n      \"rejected_value\": -5\n    }\n  },\n  \"errors\": [\n    {\n      \"code\": \"VALIDATION_ERROR\",\n      \"message\": \"The budget is negative.\",\n      \"recovery\": \"correctable\",\n      \"field\": \"packages[0].budget\",\n      \"issues\": [\n        {\n          \"pointer\": \"/packages/0/budget\",\n          \"message\": \"must be >= 0\",\n          \"keyword\": \"minimum\"\n        }\n      ],\n      \"details\": {\n        \"rejected_value\": -5\n      },\n      \"severity\": \"error\"\n    }\n  ]\n}"
 },
 {
  "contract": "adcp",
  "title": "failed mcp",
  "text": "{\n  \"content\": [\n    {\n      \"type\": \"text\",\n      \"text\": \"{\\\"status\\\":\\\"failed\\\",\\\"message\\\":\\\"The media buy was not created.\\\",\\\"context\\\":{\\\"ui\\\":\\\"b-7\\\"},\\\"adcp_error\\\":{\\\"code\\\":\\\"VALIDATION_ERROR\\\",\\\"message\\\":\\\"The budget is negative.\\\",\\\"recovery\\\":\\\"correctable\\\",\\\"field\\\":\\\"packages[0].budget\\\",\\\"issues\\\":[{\\\"pointer\\\":\\\"/packages/0/budget\\\",\\\"message\\\":\\\"must be >= 0\\\",\\\"keyword\\\":\\\"minimum\\\"}],\\\"details\\\":{\\\"rejected_value\\\":-5}},\\\"errors\\\":[{\\\"code\\\":\\\"VALIDATION_ERROR\\\",\\\"message\\\":\\\"The budget is negative.\\\",\\\"recovery\\\":\\\"correctable\\\",\\\"field\\\":\\\"packages[0].budget\\\",\\\"issues\\\":[{\\\"pointer\\\":\\\"/packages/0/budget\\\",\\\"message\\\":\\\"must be >= 0\\\",\\\"keyword\\\":\\\"minimum\\\"}],\\\"details\\\":{\\\"rejected_value\\\":-5},\\\"severity\\\":\\\"error\\\"}]}\"\n    }\n  ],\n  \"structuredContent\": {\n    \"status\": \"failed\",\n    \"message\": \"The media buy was not created.\",\n    \"context\": {\n      \"ui\": \"b-7\"\n    },\n    \"adcp_error\": {\n      \"code\": \"VALIDATION_ERROR\",\n      \"message\": \"The budget is negative.\",\n      \"recovery\": \"correctable\",\n      \"field\": \"packages[0].budget\",\n      \"issues\": [\n        {\n          \"pointer\": \"/packages/0/budget\",\n          \"message\": \"must be >= 0\",\n          \"keyword\": \"minimum\"\n        }\n      ],\n      \"details\": {\n        \"rejected_value\": -5\n      }\n    },\n    \"errors\": [\n      {\n        \"code\": \"VALIDATION_ERROR\",\n        \"message\": \"The budget is negative.\",\n        \"recovery\": \"correctable\",\n        \"field\": \"packages[0].budget\",\n        \"issues\": [\n          {\n            \"pointer\": \"/packages/0/budget\",\n            \"message\": \"must be >= 0\",\n            \"keyword\": \"minimum\"\n          }\n        ],\n        \"details\": {\n          \"rejected_value\": -5\n        },\n        \"severity\": \"error\"\n      }\n    ]\n  },\n  \"isError\": true\n}"
 },
 {
  "contract": "adcp",
  "title": "paused http",
  "text": "HTTP/1.1 200\ncontent-type: application/json\n\n{\n  \"context_id\": \"ctx_ghi789\",\n  \"task_id\": \"task_101\",\n  \"status\": \"input-required\",\n  \"message\": \"This media buy requires manual approval. Please review the terms and confirm to proceed.\",\n  \"timestamp\": \"2025-10-14T14:32:15Z\",\n  \"payload\": {\n    \"media_buy_id\": \"mb_123456\",\n    \"packages\": [\n      {\n        \"package_id\": \"pkg_001\"\n      }\n    ],\n    \"errors\": [\n      {\n        \"code\": \"APPROVAL_REQUIRED\",\n        \"message\": \"Budget exceeds auto-approval threshold\",\n        \"severity\": \"warning\"\n      }\n    ]\n  }\n}"
 },
 {
  "contract": "adcp",
  "title": "paused mcp",
  "text": "{\n  \"content\": [\n    {\n      \"type\": \"text\",\n      \"text\": \"{\\\"context_id\\\":\\\"ctx_ghi789\\\",\\\"task_id\\\":\\\"task_101\\\",\\\"status\\\":\\\"input-required\\\",\\\"message\\\":\\\"This media buy requires manual approval. Please review the terms and confirm to proceed.\\\",\\\"timestamp\\\":\\\"2025-10-14T14:32:15Z\\\",\\\"media_buy_id\\\":\\\"mb_123456\\\",\\\"packages\\\":[{\\\"package_id\\\":\\\"pkg_001\\\"}],\\\"errors\\\":[{\\\"code\\\":\\\"APPROVAL_REQUIRED\\\",\\\"message\\\":\\\"Budget exceeds auto-approval threshold\\\",\\\"severity\\\":\\\"warning\\\"}]}\"\n    }\n  ],\n  \"structuredContent\": {\n    \"context_id\": \"ctx_ghi789\",\n    \"task_id\": \"task_101\",\n    \"status\": \"input-required\",\n    \"message\": \"This media buy requires manual approval. Please review the terms and confirm to proceed.\",\n    \"timestamp\": \"2025-10-14T14:32:15Z\",\n    \"media_buy_id\": \"mb_123456\",\n    \"packages\": [\n      {\n        \"package_id\": \"pkg_001\"\n      }\n    ],\n    \"errors\": [\n      {\n        \"code\": \"APPROVAL_REQUIRED\",\n        \"message\": \"Budget exceeds auto-approval threshold\",\n        \"severity\": \"warning\"\n      }\n    ]\n  }\n}"
 },
 {
  "contract": "adcp",
  "title": "pending a2a",
  "text": "{\n  \"id\": \"task_789\",\n  \"contextId\": \"ctx_abc123\",\n  \"status\": {\n    \"state\": \"TASK_STATE_SUBMITTED\",\n    \"timestamp\": \"2025-10-14T14:25:30.000Z\",\n    \"message\": {\n      \"messageId\": \"msg_1\",\n      \"role\": \"ROLE_AGENT\",\n      \"parts\": [\n        {\n          \"data\": {\n            \"task_id\": \"task_789\",\n            \"status\": \"submitted\",\n            \"message\": \"Media buy creation submitted. Processing will take approximately 5-10 minutes. You'll receive updates via webhook.\",\n            \"push_notification_config\": {\n              \"url\": \"https://buyer.example.com/webhooks/adcp\",\n              \"authentication\": {\n                \"schemes\": [\n                  \"HMAC-SHA256\"\n                ],\n                \"credentials\": \"shared_secret_exchanged_during_onboarding_min_32_chars\"\n              }\n            },\n            \"account\": {\n              \"account_id\": \"acct_123\"\n            }\n          }\n        }\n      ]\n    }\n  }\n}"
 },
 {
  "contract": "adcp",
  "title": "pending http",
  "text": "HTTP/1.1 202\ncontent-type: application/json\n\n{\n  \"context_id\": \"ctx_def456\",\n  \"task_id\": \"task_789\",\n  \"status\": \"submitted\",\n  \"message\": \"Media buy creation submitted. Processing will take approximately 5-10 minutes. You'll receive updates via webhook.\",\n  \"timestamp\": \"2025-10-14T14:30:00Z\",\n  \"push_notification_config\": {\n    \"url\": \"https://buyer.example.com/webhooks/adcp\",\n    \"authentication\": {\n      \"schemes\": [\n        \"HMAC-SHA256\"\n      ],\n      \"credentials\": \"shared_secret_exchanged_during_onboarding_min_32_chars\"\n    }\n  },\n  \"payload\": {\n    \"account\": {\n      \"account_id\": \"acct_123\"\n    }\n  }\n}"
 },
 {
  "contract": "adcp",
  "title": "pending mcp",
  "text": "{\n  \"content\": [\n    {\n      \"type\": \"text\",\n      \"text\": \"{\\\"context_id\\\":\\\"ctx_def456\\\",\\\"task_id\\\":\\\"task_789\\\",\\\"status\\\":\\\"submitted\\\",\\\"message\\\":\\\"Media buy creation submitted. Processing will take approximately 5-10 minutes. You'll receive updates via webhook.\\\",\\\"timestamp\\\":\\\"2025-10-14T14:30:00Z\\\",\\\"push_notification_config\\\":{\\\"url\\\":\\\"https://buyer.example.com/webhooks/adcp\\\",\\\"authentication\\\":{\\\"schemes\\\":[\\\"HMAC-SHA256\\\"],\\\"credentials\\\":\\\"shared_secret_exchanged_during_onboarding_min_32_chars\\\"}},\\\"account\\\":{\\\"account_id\\\":\\\"acct_123\\\"}}\"\n    }\n  ],\n  \"structuredContent\": {\n    \"context_id\": \"ctx_def456\",\n    \"task_id\": \"task_789\",\n    \"status\": \"submitted\",\n    \"message\": \"Media buy creation submitted. Processing will take approximately 5-10 minutes. You'll receive updates via webhook.\",\n    \"timestamp\": \"2025-10-14T14:30:00Z\",\n    \"push_notification_config\": {\n      \"url\": \"https://buyer.example.com/webhooks/adcp\",\n      \"authentication\": {\n        \"schemes\": [\n          \"HMAC-SHA256\"\n        ],\n        \"credentials\": \"shared_secret_exchanged_during_onboarding_min_32_chars\"\n      }\n    },\n    \"account\": {\n      \"account_id\": \"acct_123\"\n    }\n  }\n}"
 },
 {
  "contract": "adcp",
  "title": "stream",
  "text": "event: error\ndata: {\"status\":\"failed\",\"adcp_error\":{\"code\":\"CONFLICT\",\"message\":\"x\",\"recovery\":\"transient\"},\"errors\":[{\"code\":\"CONFLICT\",\"message\":\"x\",\"recovery\":\"transient\",\"severity\":\"error\"}]}\n\n"
 },
 {
  "contract": "adcp",
  "title": "failed mcp, broken: printed 5 nested",
  "text": "{\n  \"content\": [\n    {\n      \"type\": \"text\",\n      \"text\": \"{\\\"context_id\\\":\\\"ctx_jkl012\\\",\\\"status\\\":\\\"failed\\\",\\\"message\\\":\\\"Unable to create media buy due to invalid targeting parameters\\\",\\\"timestamp\\\":\\\"2025-10-14T14:28:45Z\\\",\\\"payload\\\":{\\\"errors\\\":[{\\\"code\\\":\\\"INVALID_TARGETING\\\",\\\"message\\\":\\\"Geographic targeting codes are invalid\\\",\\\"field\\\":\\\"targeting.geo_countries\\\",\\\"severity\\\":\\\"error\\\"}]}}\"\n    }\n  ],\n  \"structuredContent\": {\n    \"context_id\": \"ctx_jkl012\",\n    \"status\": \"failed\",\n    \"message\": \"Unable to create media buy due to invalid targeting parameters\",\n    \"timestamp\": \"2025-10-14T14:28:45Z\",\n    \"payload\": {\n      \"errors\": [\n        {\n          \"code\": \"INVALID_TARGETING\",\n          \"message\": \"Geographic targeting codes are invalid\",\n          \"field\": \"targeting.geo_countries\",\n          \"severity\": \"error\"\n        }\n      ]\n    }\n  },\n  \"isError\": true\n}"
 },
 {
  "contract": "adcp",
  "title": "completed http, broken: duplicate status",
  "text": "HTTP/1.1 200\ncontent-type: application/json\n\n{\"status\":\"completed\",\"status\":\"failed\"}"
 },
 {
  "contract": "agent-file",
  "title": "error",
  "text": "{\n  \"request_id\": \"32ecfadc-2b66-4daa-a7c0-a03c449fcea5\",\n  \"version\": \"1.0\",\n  \"status\": \"error\",\n  \"response\": null,\n  \"error_message\": \"Which metric?\",\n  \"error_type\": \"clarification_required\",\n  \"created_at\": \"2025-11-24T14:24:45.123456+00:00\",\n  \"duration_seconds\": 0,\n  \"metadata\": {\n    \"needs\": [\n      {\n        \"kind\": \"input\",\n        \"name\": \"successMetric\",\n        \"location\": \"body\",\n        \"schema\": {\n          \"type\": \"string\"\n        },\n        \"required\": true,\n        \"question\": \"Which metric?\"\n      }\n    ]\n  }\n}"
 },
 {
  "contract": "agent-file",
  "title": "success",
  "text": "{\n  \"request_id\": \"32ecfadc-2b66-4daa-a7c0-a03c449fcea5\",\n  \"version\": \"1.0\",\n  \"status\": \"success\",\n  \"response\": \"{\\\"sections\\\": [\\\"related_templates\\\", \\\"examples\\\", \\\"boundaries\\\"], \\\"related_templates\\\": \\\"## Related Templates\\\\n\\\\n- template1\\\", \\\"examples\\\": \\\"## Examples\\\\n\\\\n### Example 1\\\", \\\"boundaries\\\": \\\"## Boundaries\\\\n\\\\n### ALWAYS\\\\n- ✅ Rule 1\\\"}\",\n  \"error_message\": null,\n  \"error_type\": null,\n  \"created_at\": \"2025-11-24T14:22:45.123456+00:00\",\n  \"duration_seconds\": 1,\n  \"metadata\": {\n    \"note\": \"補助金 ✅\"\n  }\n}"
 },
 {
  "contract": "agent-file",
  "title": "timeout",
  "text": "{\n  \"request_id\": \"32ecfadc-2b66-4daa-a7c0-a03c449fcea5\",\n  \"version\": \"1.0\",\n  \"status\": \"timeout\",\n  \"response\": null,\n  \"error_message\": \"Agent execution timeout after 120 seconds\",\n  \"error_type\": \"timeout\",\n  \"created_at\": \"2025-11-24T14:24:45.123456+00:00\",\n  \"duration_seconds\": 120,\n  \"metadata\": {\n    \"agent_name\": \"architectural-reviewer\",\n    \"fault\": {\n      \"retry_after_ms\": 60000,\n      \"detail\": \"no token for 90 s\"\n    },\n    \"correlation_id\": \"corr-123\"\n  }\n}"
 },
 {
  "contract": "agent-file",
  "title": "success, broken: all at once",
  "text": "{\n  \"request_id\": \"32ecfadc-2b66-4daa-a7c0-a03c449fcea5\",\n  \"version\": 1,\n  \"status\": \"Success\",\n  \"result\": {\n    \"answer\": 42\n  },\n  \"created_at\": \"2025-11-24\",\n  \"duration_seconds\": \"2\",\n  \"metadata\": {},\n  \"note\": \"x\"\n}"
 },
 {
  "contract": "agent-file",
  "title": "success, broken: printed missing elided",
  "text": "{\n  \"status\": \"success\",\n  \"response\": \"{...}\"\n}"
 },
 {
  "contract": "agent-run",
  "title": "agent error",
  "text": "{\n  \"status\": \"error\",\n  \"request_id\": \"req-7\",\n  \"outputs\": {},\n  \"error\": {\n    \"code\": \"CLARIFICATION_REQUIRED\",\n    \"message\": \"Which cohort?\",\n    \"details\": {\n      \"needs\": [\n        {\n          \"kind\": \"input\",\n          \"name\": \"cohort\",\n          \"location\": \"body\",\n          \"schema\": {\n            \"type\": \"string\"\n          },\n          \"required\": true,\n          \"question\": \"Which cohort?\"\n        },\n        {\n          \"kind\": \"reply\",\n          \"question\": \"Why?\"\n        }\n      ]\n    }\n  }\n}"
 },
 {
  "contract": "agent-run",
  "title": "agent run response",
  "text": "HTTP/1.1 200\ncontent-type: application/json\nidempotency-replayed: true\n\n{\n  \"status\": \"ok\",\n  \"request_id\": \"req-7\",\n  \"outputs\": {\n    \"papers\": [\n      {\n        \"id\": \"pmid-1\",\n        \"title\": \"Sepsis bundles\"\n      }\n    ],\n    \"count\": 1\n  },\n  \"message\": \"Found one paper.\",\n  \"partial\": false,\n  \"created\": {\n    \"location\": \"/papers/1\"\n  },\n  \"empty_reason\": \"none\",\n  \"retry_with\": {\n    \"topK\": 10\n  },\n  \"grade\": \"sparse\",\n  \"task\": {\n    \"id\": \"task-9\"\n  },\n  \"content\": [\n    {\n      \"type\": \"text\",\n      \"text\": \"One paper.\",\n      \"media_type\": \"text/plain\"\n    },\n    {\n      \"type\": \"data\",\n      \"data\": null\n    }\n  ],\n  \"actions\": [\n    {\n      \"tool\": \"screen\",\n      \"args\": {\n        \"ids\": [\n          \"pmid-1\"\n        ]\n      }\n    }\n  ]\n}"
 },
 {
  "contract": "agent-run",
  "title": "grounding pack",
  "text": "{\n  \"status\": \"ok\",\n  \"request_id\": \"req-7\",\n  \"outputs\": {\n    \"papers\": [\n      {\n        \"id\": \"pmid-1\",\n        \"title\": \"Sepsis bundles\"\n      }\n    ],\n    \"count\": 1\n  },\n  \"grounding\": {\n    \"sources\": [\n      {\n        \"id\": \"c1\",\n        \"text\": \"Lactate fell within six hours.\"\n      }\n    ],\n    \"citations\": [\n      \"c1\"\n    ],\n    \"span_refs\": [\n      {\n        \"source_id\": \"c1\",\n        \"start\": 0,\n        \"end\": 7\n      }\n    ],\n    \"chunks\": [\n      {\n        \"chunk_id\": \"k1\",\n        \"doc_id\": \"c1\",\n        \"text\": \"Lactate\",\n        \"score\": 0.9,\n        \"metadata\": {}\n      }\n    ],\n    \"retrieval_trace\": {\n      \"stages\": [\n        \"bm25\"\n      ],\n      \"semantic_k\": 5,\n      \"bm25_k\": 5,\n      \"rerank_k\": 3\n    }\n  }\n}"
 },
 {
  "contract": "agent-run",
  "title": "stream",
  "text": "HTTP/1.1 200\ncontent-type: text/event-stream\n\nevent: started\ndata: {\"type\": \"started\", \"request_id\": \"req-7\", \"task_type\": \"LIT_RETRIEVAL\"}\n\nevent: delta\ndata: {\"type\": \"delta\", \"request_id\": \"req-7\", \"mode\": \"append\", \"part\": {\"type\": \"text\", \"text\": \"One \"}}\n\nevent: delta\ndata: {\"type\": \"delta\", \"request_id\": \"req-7\", \"mode\": \"replace\", \"part\": {\"type\": \"text\", \"text\": \"One paper\"}, \"artifact\": \"summary\"}\n\nevent: final\ndata: {\"type\": \"final\", \"request_id\": \"req-7\", \"task_type\": \"LIT_RETRIEVAL\", \"status\": \"ok\", \"success\": true, \"outputs\": {\"count\": 1}, \"duration_ms\": 412}\n\n"
 },
 {
  "contract": "agent-run",
  "title": "agent run response, broken: all nulls",
  "text": "HTTP/1.1 200\ncontent-type: application/json\n\n{\n  \"status\": \"ok\",\n  \"request_id\": \"req-7\",\n  \"outputs\": {\n    \"papers\": [\n      {\n        \"id\": \"pmid-1\",\n        \"title\": \"Sepsis bundles\"\n      }\n    ],\n    \"count\": 1\n  },\n  \"artifacts\": null,\n  \"provenance\": null,\n  \"usage\": null\n}"
 },
 {
  "contract": "agent-run",
  "title": "grounding pack, broken: nulls",
  "text": "{\n  \"status\": \"ok\",\n  \"request_id\": \"req-7\",\n  \"outputs\": {\n    \"papers\": [\n      {\n        \"id\": \"pmid-1\",\n        \"title\": \"Sepsis bundles\"\n      }\n    ],\n    \"count\": 1\n  },\n  \"grounding\": {\n    \"sources\": null,\n    \"citations\": null,\n    \"span_refs\": null\n  }\n}"
 },
 {
  "contract": "jpcite",
  "title": "error",
  "text": "HTTP/1.1 404\ncontent-type: application/json\nx-envelope-version: v2\nvary: Accept, X-Envelope-Version\nx-request-id: 01KQ3XQ77RR7J8XWZ8C0YR2JN2\n\n{\n  \"status\": \"error\",\n  \"query_echo\": {\n    \"normalized_input\": {\n      \"q\": \"IT導入\"\n    },\n    \"applied_filters\": {\n      \"tier\": [\n        \"S\"\n      ],\n      \"fields\": \"default\",\n      \"limit\": 20,\n      \"offset\": 0\n    },\n    \"unparsed_terms\": []\n  },\n  \"results\": [],\n  \"citations\": [],\n  \"warnings\": [],\n  \"suggested_actions\": [],\n  \"meta\": {\n    \"request_id\": \"01KQ3XQ77RR7J8XWZ8C0YR2JN2\",\n    \"api_version\": \"v2\",\n    \"latency_ms\": 1,\n    \"billable_units\": 0\n  },\n  \"error\": {\n    \"code\": \"NOT_FOUND\",\n    \"user_message\": \"長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長\",\n    \"developer_message\": \"houjin not found in current corporate snapshot; official lookup may still contain bangou=4010001000001\",\n    \"retryable\": false,\n    \"documentation\": \"https://jpcite.com/docs/api-reference/response_envelope#not_found\"\n  }\n}"
 },
 {
  "contract": "jpcite",
  "title": "mcp",
  "text": "{\n  \"structuredContent\": {\n    \"status\": \"sparse\",\n    \"query_echo\": {\n      \"normalized_input\": {\n        \"q\": \"IT導入\"\n      },\n      \"applied_filters\": {\n        \"tier\": [\n          \"S\"\n        ],\n        \"fields\": \"default\",\n        \"limit\": 20,\n        \"offset\": 0\n      },\n      \"unparsed_terms\": []\n    },\n    \"results\": [\n      {\n        \"unified_id\": \"UNI-0001\",\n        \"primary_name\": \"IT導入補助金 1\",\n        \"tier\": \"S\",\n        \"prefecture\": null,\n        \"amount_max_yen\": 1000000,\n        \"source_url\": \"https://www.meti.go.jp/programs/1\"\n      },\n      {\n        \"unified_id\": \"UNI-0002\",\n        \"primary_name\": \"IT導入補助金 2\",\n        \"tier\": \"S\",\n        \"prefecture\": null,\n        \"amount_max_yen\": 2000000,\n        \"source_url\": \"https://www.meti.go.jp/programs/2\"\n      },\n      {\n        \"unified_id\": \"UNI-0003\",\n        \"primary_name\": \"IT導入補助金 3\",\n        \"tier\": \"S\",\n        \"prefecture\": null,\n        \"amount_max_yen\": 3000000,\n        \"source_url\": \"https://www.meti.go.jp/programs/3\"\n      }\n    ],\n    \"citations\": [],\n    \"warnings\": [],\n    \"suggested_actions\": [],\n    \"meta\": {\n      \"request_id\": \"01KQ3XQ77RR7J8XWZ8C0YR2JN2\",\n      \"api_version\": \"v2\",\n      \"latency_ms\": 42,\n      \"billable_units\": 1\n    }\n  },\n  \"content\": [\n    {\n      \"type\": \"text\",\n      \"text\": \"sparse · 3 results\"\n    },\n    {\n      \"type\": \"image\",\n      \"data\": \"aGk=\",\n      \"mimeType\": \"image/png\"\n    },\n    {\n      \"type\": \"resource_link\",\n      \"uri\": \"https://example.com/a\",\n      \"name\": \"a\"\n    },\n    {\n      \"type\": \"resource\",\n      \"resource\": {\n        \"uri\": \"x\"\n      }\n    }\n  ],\n  \"isError\": false,\n  \"_meta\": {\n    \"traceparent\": \"00-0\"\n  }\n}"
 },
 {
  "contract": "jpcite",
  "title": "success",
  "text": "HTTP/1.1 200\ncontent-type: application/json\nx-envelope-version: v2\nvary: Accept, X-Envelope-Version\nx-request-id: 01KQ3XQ77RR7J8XWZ8C0YR2JN2\n\n{\n  \"status\": \"sparse\",\n  \"query_echo\": {\n    \"normalized_input\": {\n      \"q\": \"IT導入\"\n    },\n    \"applied_filters\": {\n      \"tier\": [\n        \"S\"\n      ],\n      \"fields\": \"default\",\n      \"limit\": 20,\n      \"offset\": 0\n    },\n    \"unparsed_terms\": []\n  },\n  \"results\": [\n    {\n      \"unified_id\": \"UNI-0001\",\n      \"primary_name\": \"IT導入補助金 1\",\n      \"tier\": \"S\",\n      \"prefecture\": null,\n      \"amount_max_yen\": 1000000,\n      \"source_url\": \"https://www.meti.go.jp/programs/1\"\n    },\n    {\n      \"unified_id\": \"UNI-0002\",\n      \"primary_name\": \"IT導入補助金 2\",\n      \"tier\": \"S\",\n      \"prefecture\": null,\n      \"amount_max_yen\": 2000000,\n      \"source_url\": \"https://www.meti.go.jp/programs/2\"\n    },\n    {\n      \"unified_id\": \"UNI-0003\",\n      \"primary_name\": \"IT導入補助金 3\",\n      \"tier\": \"S\",\n      \"prefecture\": null,\n      \"amount_max_yen\": 3000000,\n      \"source_url\": \"https://www.meti.go.jp/programs/3\"\n    }\n  ],\n  \"citations\": [],\n  \"warnings\": [],\n  \"suggested_actions\": [],\n  \"meta\": {\n    \"request_id\": \"01KQ3XQ77RR7J8XWZ8C0YR2JN2\",\n    \"api_version\": \"v2\",\n    \"latency_ms\": 42,\n    \"billable_units\": 1,\n    \"correlation_id\": \"corr-123\",\n    \"conversation_id\": \"ctx-1\",\n    \"operation\": \"search\",\n    \"governance\": \"g\",\n    \"replayed\": false,\n    \"push\": {\n      \"url\": \"https://buyer.example/hook\"\n    },\n    \"context_json\": \"{\\\"ui\\\": \\\"s-7\\\", \\\"n\\\": 1.0}\"\n  },\n  \"pagination\": {\n    \"total\": 41,\n    \"limit\": 3,\n    \"offset\": 0,\n    \"next_cursor\": \"c-3\"\n  },\n  \"message\": \"41 programs, three of them here.\",\n  \"content\": [\n    {\n      \"type\": \"text\",\n      \"text\": \"See also\",\n      \"name\": \"note\"\n    },\n    {\n      \"type\": \"link\",\n      \"url\": \"https://example.com/a\",\n      \"media_type\": \"text/html\",\n      \"x\": 1\n    }\n  ],\n  \"artifacts\": [\n    {\n      \"id\": \"a-1\",\n      \"name\": \"table.csv\",\n      \"parts\": [\n        {\n          \"type\": \"data\",\n          \"data\": null\n        }\n      ]\n    }\n  ],\n  \"task\": {\n    \"id\": \"t-1\",\n    \"status_url\": \"/operations/t-1\"\n  },\n  \"usage\": {\n    \"tokens\": 12\n  },\n  \"sources\": [\n    {\n      \"id\": \"s\"\n    }\n  ],\n  \"span_refs\": [\n    {\n      \"start\": 0\n    }\n  ],\n  \"provenance\": {\n    \"model\": \"none\"\n  },\n  \"created\": {\n    \"location\": \"/v1/x\"\n  }\n}"
 },
 {
  "contract": "jpcite",
  "title": "error, broken: error without the rest",
  "text": "HTTP/1.1 404\ncontent-type: application/json\nx-envelope-version: v2\nvary: Accept, X-Envelope-Version\nx-request-id: 01KQ3XQ77RR7J8XWZ8C0YR2JN2\n\n{\n  \"error\": {\n    \"code\": \"NOT_FOUND\",\n    \"user_message\": \"該当する法人が見つかりませんでした。\",\n    \"developer_message\": \"houjin not found in current corporate snapshot; official lookup may still contain bangou=4010001000001\",\n    \"retryable\": false,\n    \"documentation\": \"https://jpcite.com/docs/api-reference/response_envelope#not_found\"\n  }\n}"
 },
 {
  "contract": "jpcite",
  "title": "error, broken: incomplete",
  "text": "HTTP/1.1 404\ncontent-type: application/json\nx-envelope-version: v2\nvary: Accept, X-Envelope-Version\nx-request-id: 01KQ3XQ77RR7J8XWZ8C0YR2JN2\n\n{\n  \"status\": \"error\",\n  \"query_echo\": {\n    \"normalized_input\": {\n      \"q\": \"IT導入\"\n    },\n    \"applied_filters\": {\n      \"tier\": [\n        \"S\"\n      ],\n      \"fields\": \"default\",\n      \"limit\": 20,\n      \"offset\": 0\n    },\n    \"unparsed_terms\": []\n  },\n  \"results\": [],\n  \"citations\": [],\n  \"warnings\": [],\n  \"suggested_actions\": [],\n  \"meta\": {\n    \"request_id\": \"01KQ3XQ77RR7J8XWZ8C0YR2JN2\",\n    \"api_version\": \"v2\",\n    \"latency_ms\": 1,\n    \"billable_units\": 0\n  },\n  \"error\": {\n    \"code\": \"NOT_FOUND\",\n    \"message\": \"x\"\n  }\n}"
 },
 {
  "contract": "yaagents",
  "title": "agentic error",
  "text": "HTTP/1.1 500\nContent-Type: application/vnd.yaagents.error+json\nX-YAAgents-Profile: v0.3\nX-Correlation-ID: corr-123\nX-Request-ID: req-456\n\n{\n  \"type\": \"error\",\n  \"code\": \"MODEL_CRASHED\",\n  \"message\": \"The model stopped unexpectedly.\",\n  \"trace\": {\n    \"correlationId\": \"corr-123\",\n    \"requestId\": \"req-456\"\n  }\n}"
 },
 {
  "contract": "yaagents",
  "title": "approval required",
  "text": "HTTP/1.1 412\nContent-Type: application/vnd.yaagents.approval-required+json\nX-YAAgents-Profile: v0.3\nX-Correlation-ID: corr-123\nX-Request-ID: req-456\n\n{\n  \"type\": \"approval_required\",\n  \"code\": \"APPROVAL_REQUIRED\",\n  \"message\": \"Spending 25000 needs an approval.\",\n  \"approvalToken\": \"apr_9vQ2Lw7xT0aB\",\n  \"trace\": {\n    \"correlationId\": \"corr-123\",\n    \"requestId\": \"req-456\"\n  }\n}"
 },
 {
  "contract": "yaagents",
  "title": "clarification required",
  "text": "HTTP/1.1 400\nContent-Type: application/vnd.yaagents.clarification+json\nX-YAAgents-Profile: v0.3\n\n{\n  \"type\": \"clarification_required\",\n  \"code\": \"CLARIFICATION_REQUIRED\",\n  \"message\": \"Additional information is required.\",\n  \"requiredInputs\": [\n    {\n      \"name\": \"successMetric\",\n      \"location\": \"body\",\n      \"type\": \"string\",\n      \"required\": true,\n      \"question\": \"Which success metric should be optimized?\",\n      \"allowedValues\": [\n        \"ctr\",\n        \"cpl\",\n        \"conversion_rate\",\n        \"lead_quality\"\n      ]\n    },\n    {\n      \"name\": \"region\",\n      \"location\": \"query\",\n      \"type\": \"array\",\n      \"required\": false,\n      \"question\": \"Which regions?\"\n    }\n  ],\n  \"trace\": {\n    \"correlationId\": \"corr-123\",\n    \"requestId\": \"req-456\"\n  }\n}"
 },
 {
  "contract": "yaagents",
  "title": "conflict",
  "text": "HTTP/1.1 409\nContent-Type: application/vnd.yaagents.conflict+json\nX-YAAgents-Profile: v0.3\nX-Correlation-ID: corr-123\nX-Request-ID: req-456\n\n{\n  \"type\": \"conflict\",\n  \"code\": \"OPTIMIZATION_RUNNING\",\n  \"message\": \"An optimization of this campaign is already running.\",\n  \"conflictingResourceId\": \"opt-12\",\n  \"trace\": {\n    \"correlationId\": \"corr-123\",\n    \"requestId\": \"req-456\"\n  }\n}"
 },
 {
  "contract": "yaagents",
  "title": "operation accepted",
  "text": "HTTP/1.1 202\nContent-Type: application/vnd.yaagents.operation+json\nX-YAAgents-Profile: v0.3\nLocation: https://api.example/operations/op-7f3a/status\nRetry-After: 5\n\n{\n  \"type\": \"operation_accepted\",\n  \"code\": \"OPERATION_ACCEPTED\",\n  \"message\": \"The optimization is queued.\",\n  \"operationId\": \"op-7f3a\",\n  \"statusUrl\": \"https://api.example/operations/op-7f3a/status\",\n  \"trace\": {\n    \"correlationId\": \"corr-123\",\n    \"requestId\": \"req-456\"\n  }\n}"
 },
 {
  "contract": "yaagents",
  "title": "success",
  "text": "HTTP/1.1 201\nContent-Type: application/json\nX-YAAgents-Profile: v0.3\nLocation: /campaigns/c-1\n\n{\n  \"campaign\": {\n    \"id\": \"c-1\",\n    \"name\": \"Spring\",\n    \"budget\": 5000\n  },\n  \"trace\": {\n    \"correlationId\": \"corr-123\",\n    \"requestId\": \"req-456\"\n  }\n}"
 },
 {
  "contract": "yaagents",
  "title": "validation failed",
  "text": "HTTP/1.1 422\nContent-Type: application/vnd.yaagents.validation-error+json\nX-YAAgents-Profile: v0.3\nX-Correlation-ID: corr-123\nX-Request-ID: req-456\n\n{\n  \"type\": \"validation_failed\",\n  \"code\": \"VALIDATION_FAILED\",\n  \"message\": \"Two inputs are not acceptable.\",\n  \"errors\": [\n    {\n      \"field\": \"budget\",\n      \"message\": \"Must be greater than zero.\"\n    },\n    {\n      \"field\": \"packages[0].name\",\n      \"message\": \"Must not be empty.\"\n    }\n  ],\n  \"trace\": {\n    \"correlationId\": \"corr-123\",\n    \"requestId\": \"req-456\"\n  }\n}"
 },
 {
  "contract": "yaagents",
  "title": "clarification required, broken: item described",
  "text": "HTTP/1.1 400\nContent-Type: application/vnd.yaagents.clarification+json\nX-YAAgents-Profile: v0.3\n\n{\n  \"type\": \"clarification_required\",\n  \"code\": \"CLARIFICATION_REQUIRED\",\n  \"message\": \"Additional information is required.\",\n  \"requiredInputs\": [\n    {\n      \"name\": \"prompt\",\n      \"description\": \"x\"\n    }\n  ],\n  \"trace\": {\n    \"correlationId\": \"corr-123\",\n    \"requestId\": \"req-456\"\n  }\n}"
 },
 {
  "contract": "yaagents",
  "title": "validation failed, broken: clarification body",
  "text": "HTTP/1.1 422\nContent-Type: application/vnd.yaagents.validation-error+json\nX-YAAgents-Profile: v0.3\n\n{\n  \"type\": \"clarification_required\",\n  \"code\": \"CLARIFICATION_REQUIRED\",\n  \"message\": \"Additional information is required.\",\n  \"requiredInputs\": [\n    {\n      \"name\": \"successMetric\",\n      \"location\": \"body\",\n      \"type\": \"string\",\n      \"required\": true,\n      \"question\": \"Which success metric should be optimized?\",\n      \"allowedValues\": [\n        \"ctr\",\n        \"cpl\",\n        \"conversion_rate\",\n        \"lead_quality\"\n      ]\n    }\n  ],\n  \"trace\": {\n    \"correlationId\": \"corr-123\",\n    \"requestId\": \"req-456\"\n  }\n}"
 },
 {
  "contract": "mcp",
  "title": "error",
  "text": "{\n  \"error\": {\n    \"code\": -32042,\n    \"message\": \"Open the page first.\",\n    \"data\": {\n      \"elicitations\": [\n        {\n          \"mode\": \"url\",\n          \"elicitationId\": \"e-1\",\n          \"url\": \"https://auth.example/start\",\n          \"message\": \"Sign in.\"\n        }\n      ]\n    }\n  }\n}"
 },
 {
  "contract": "mcp",
  "title": "input required",
  "text": "{\n  \"resultType\": \"input_required\",\n  \"inputRequests\": {\n    \"input\": {\n      \"method\": \"elicitation/create\",\n      \"params\": {\n        \"mode\": \"form\",\n        \"message\": \"Please provide your GitHub username\",\n        \"requestedSchema\": {\n          \"type\": \"object\",\n          \"properties\": {\n            \"name\": {\n              \"type\": \"string\",\n              \"title\": \"Name\",\n              \"description\": \"Your full name\",\n              \"minLength\": 1,\n              \"maxLength\": 80\n            },\n            \"email\": {\n              \"type\": \"string\",\n              \"format\": \"email\",\n              \"description\": \"Your address\"\n            },\n            \"age\": {\n              \"type\": \"number\",\n              \"minimum\": 18,\n              \"description\": \"Your age\"\n            },\n            \"count\": {\n              \"type\": \"integer\",\n              \"default\": 1,\n              \"description\": \"How many\"\n            },\n            \"news\": {\n              \"type\": \"boolean\",\n              \"default\": false,\n              \"description\": \"Tell me more\"\n            },\n            \"colour\": {\n              \"type\": \"string\",\n              \"enum\": [\n                \"red\",\n                \"green\"\n              ],\n              \"description\": \"Which colour\"\n            },\n            \"size\": {\n              \"type\": \"string\",\n              \"oneOf\": [\n                {\n                  \"const\": \"s\",\n                  \"title\": \"Small\"\n                },\n                {\n                  \"const\": \"l\",\n                  \"title\": \"Large\"\n                }\n              ],\n              \"description\": \"Which size\"\n            },\n            \"days\": {\n              \"type\": \"array\",\n              \"items\": {\n                \"type\": \"string\",\n                \"enum\": [\n                  \"mo\",\n                  \"tu\"\n                ]\n              },\n              \"minItems\": 1,\n              \"description\": \"Which days\"\n            },\n            \"rooms\": {\n              \"type\": \"array\",\n              \"items\": {\n                \"anyOf\": [\n                  {\n                    \"const\": \"a\",\n                    \"title\": \"A\"\n                  }\n                ]\n              },\n              \"description\": \"Which rooms\"\n            }\n          },\n          \"required\": [\n            \"name\",\n            \"email\"\n          ]\n        }\n      }\n    }\n  }\n}"
 },
 {
  "contract": "mcp",
  "title": "result",
  "text": "{\n  \"resultType\": \"complete\",\n  \"content\": [\n    {\n      \"type\": \"text\",\n      \"text\": \"{\\\"total\\\":3}\"\n    },\n    {\n      \"type\": \"text\",\n      \"text\": \"This answer is partial.\\nWarning: One source was down.\\nSources:\\n- S-1: Annual report, https://example.com/report\"\n    }\n  ],\n  \"structuredContent\": {\n    \"total\": 3\n  },\n  \"_meta\": {\n    \"replywire/outcome\": {\n      \"partial\": true,\n      \"notices\": [\n        {\n          \"severity\": \"warning\",\n          \"message\": \"One source was down.\"\n        }\n      ],\n      \"citations\": [\n        {\n          \"id\": \"S-1\",\n          \"title\": \"Annual report\",\n          \"url\": \"https://example.com/report\"\n        }\n      ]\n    }\n  }\n}"
 },
 {
  "contract": "mcp",
  "title": "task",
  "text": "{\n  \"resultType\": \"task\",\n  \"taskId\": \"786512e2-9e0d-44bd-8f29-789f320fe840\",\n  \"status\": \"working\",\n  \"statusMessage\": \"The operation is now in progress.\",\n  \"createdAt\": \"2025-11-25T10:30:00Z\",\n  \"lastUpdatedAt\": \"2025-11-25T10:30:00Z\",\n  \"ttlMs\": 60000,\n  \"pollIntervalMs\": 5000,\n  \"_meta\": {\n    \"com.example/trace\": \"abc\"\n  }\n}"
 },
 {
  "contract": "mcp",
  "title": "result, broken: meta key",
  "text": "{\n  \"resultType\": \"complete\",\n  \"content\": [\n    {\n      \"type\": \"text\",\n      \"text\": \"a\"\n    }\n  ],\n  \"_meta\": {\n    \"-x\": 1,\n    \"a b\": 2,\n    \"1a.b/c\": 3\n  }\n}"
 },
 {
  "contract": "mcp",
  "title": "error, broken: version data",
  "text": "{\n  \"error\": {\n    \"code\": -32022,\n    \"message\": \"x\",\n    \"data\": {\n      \"supported\": \"2026-07-28\"\n    }\n  }\n}"
 },
 {
  "contract": "a2a",
  "title": "error",
  "text": "{\n  \"error\": {\n    \"code\": 400,\n    \"status\": \"INVALID_ARGUMENT\",\n    \"message\": \"Two fields are wrong.\",\n    \"details\": [\n      {\n        \"@type\": \"type.googleapis.com/google.rpc.BadRequest\",\n        \"fieldViolations\": [\n          {\n            \"field\": \"message.parts[0].text\",\n            \"description\": \"Must not be empty.\"\n          }\n        ]\n      },\n      {\n        \"@type\": \"type.googleapis.com/google.rpc.RetryInfo\",\n        \"retryDelay\": \"1.5s\"\n      },\n      {\n        \"@type\": \"type.googleapis.com/google.rpc.Help\",\n        \"links\": []\n      }\n    ]\n  }\n}"
 },
 {
  "contract": "a2a",
  "title": "message",
  "text": "{\n  \"messageId\": \"c2e1b2dd-f200-4b04-bc22-1b0c65a1aad2\",\n  \"role\": \"ROLE_AGENT\",\n  \"parts\": [\n    {\n      \"text\": \"Here:\"\n    },\n    {\n      \"data\": {\n        \"a\": 1\n      }\n    },\n    {\n      \"url\": \"https://example.com/a.pdf\",\n      \"filename\": \"a.pdf\",\n      \"mediaType\": \"application/pdf\"\n    },\n    {\n      \"raw\": \"AAEC\",\n      \"filename\": \"b.bin\"\n    }\n  ],\n  \"contextId\": \"c295ea44\"\n}"
 },
 {
  "contract": "a2a",
  "title": "task",
  "text": "{\n  \"id\": \"3f36680c\",\n  \"contextId\": \"c295ea44\",\n  \"status\": {\n    \"state\": \"TASK_STATE_COMPLETED\",\n    \"timestamp\": \"2024-03-15T10:10:00Z\"\n  },\n  \"artifacts\": [\n    {\n      \"artifactId\": \"result\",\n      \"parts\": [\n        {\n          \"data\": {\n            \"total\": 3\n          }\n        },\n        {\n          \"text\": \"This answer is partial.\\nWarning: One source was down.\\nSources:\\n- S-1: Annual report, https://example.com/report\"\n        }\n      ],\n      \"metadata\": {\n        \"replywire/payload\": {\n          \"form\": \"value\"\n        }\n      }\n    }\n  ],\n  \"metadata\": {\n    \"replywire/outcome\": {\n      \"partial\": true,\n      \"notices\": [\n        {\n          \"severity\": \"warning\",\n          \"message\": \"One source was down.\"\n        }\n      ],\n      \"citations\": [\n        {\n          \"id\": \"S-1\",\n          \"title\": \"Annual report\",\n          \"url\": \"https://example.com/report\"\n        }\n      ]\n    }\n  }\n}"
 },
 {
  "contract": "a2a",
  "title": "update",
  "text": "{\n  \"statusUpdate\": {\n    \"taskId\": \"225d6247\",\n    \"contextId\": \"05217e44\",\n    \"status\": {\n      \"state\": \"TASK_STATE_INPUT_REQUIRED\",\n      \"timestamp\": \"2025-04-02T16:59:35.331Z\",\n      \"message\": {\n        \"messageId\": \"c2e1b2dd-f200-4b04-bc22-1b0c65a1aad2\",\n        \"role\": \"ROLE_AGENT\",\n        \"parts\": [\n          {\n            \"text\": \"Which?\"\n          }\n        ],\n        \"contextId\": \"c295ea44\"\n      }\n    },\n    \"metadata\": {\n      \"a\": 1\n    }\n  }\n}"
 },
 {
  "contract": "a2a",
  "title": "task, broken: legacy",
  "text": "{\n  \"kind\": \"task\",\n  \"id\": \"3f36680c\",\n  \"contextId\": \"c\",\n  \"status\": {\n    \"state\": \"input-required\",\n    \"message\": {\n      \"kind\": \"message\",\n      \"messageId\": \"m\",\n      \"role\": \"agent\",\n      \"parts\": [\n        {\n          \"kind\": \"text\",\n          \"text\": \"Which?\"\n        }\n      ]\n    }\n  }\n}"
 },
 {
  "contract": "a2a",
  "title": "message, broken: legacy",
  "text": "{\n  \"kind\": \"message\",\n  \"messageId\": \"m\",\n  \"contextId\": \"c\",\n  \"role\": \"agent\",\n  \"parts\": [\n    {\n      \"kind\": \"text\",\n      \"text\": \"a\"\n    }\n  ]\n}"
 },
 {
  "contract": "problem",
  "title": "answer",
  "text": "HTTP/1.1 200\nContent-Type: application/json\nX-Request-ID: req-1\nX-Correlation-ID: corr-1\n\n{\n  \"id\": \"c-1\",\n  \"budget\": 5000\n}"
 },
 {
  "contract": "problem",
  "title": "problem",
  "text": "HTTP/1.1 429\nContent-Type: application/problem+json\nRetry-After: 5\nX-Request-ID: req-1\n\n{\n  \"type\": \"about:blank\",\n  \"title\": \"Too Many Requests\",\n  \"status\": 429,\n  \"detail\": \"Too many requests a second.\",\n  \"instance\": \"urn:uuid:5d2f\",\n  \"code\": \"RATE_LIMITED\",\n  \"category\": \"rate-limited\",\n  \"recovery\": \"retry\",\n  \"retry_after\": 5,\n  \"began\": false,\n  \"resource_id\": \"r-1\",\n  \"developer_message\": \"bucket 7\",\n  \"details\": {\n    \"limit\": 10\n  },\n  \"errors\": [\n    {\n      \"detail\": \"Too often.\",\n      \"pointer\": \"#\",\n      \"keyword\": \"rate\",\n      \"location\": \"header\",\n      \"limit\": 10\n    }\n  ],\n  \"request_id\": \"req-1\",\n  \"correlation_id\": \"corr-1\"\n}"
 },
 {
  "contract": "problem",
  "title": "answer, broken: accepted cut short",
  "text": "HTTP/1.1 202\nContent-Type: application/json\n\n{\"id\": "
 },
 {
  "contract": "problem",
  "title": "problem, broken: status range",
  "text": "HTTP/1.1 404\nContent-Type: application/problem+json\n\n{\n  \"status\": 1404\n}"
 }
]
