// Generated from registry.ts by scripts/generate.ts. Do not edit.
import type { ContractRow } from './rows.ts'

export const rows: readonly ContractRow[] = [
  {
    id: "adcp",
    title: "AdCP protocol envelope",
    current: "3.1",
    versions: {"3.1-beta.3":["http","mcp","a2a"],"3.1":["http","mcp","a2a"],"3.2-beta.5":["http","mcp","a2a"]},
    detector: () => import('./adcp/detect.ts'),
    load: async () => (await import('./adcp/index.ts')).adcp,
  },
  {
    id: "agent-file",
    title: "Agent Response Format (.agent-response.json)",
    current: "1.0",
    versions: {"1.0":["file"]},
    detector: () => import('./agent-file/detect.ts'),
    load: async () => (await import('./agent-file/index.ts')).agentFile,
  },
  {
    id: "agent-run",
    title: "Agent HTTP contract (agent run)",
    current: "1",
    versions: {"1":["http"]},
    detector: () => import('./agent-run/detect.ts'),
    load: async () => (await import('./agent-run/index.ts')).agentRun,
  },
  {
    id: "jpcite",
    title: "jpcite canonical response envelope",
    current: "v2",
    versions: {"v2":["http","mcp"],"legacy":["http"]},
    detector: () => import('./jpcite/detect.ts'),
    load: async () => (await import('./jpcite/index.ts')).jpcite,
  },
  {
    id: "yaagents",
    title: "YAAgents Agentic REST Response Profile",
    current: "0.3",
    versions: {"0.1":["http"],"0.2":["http"],"0.3":["http"]},
    detector: () => import('./yaagents/detect.ts'),
    load: async () => (await import('./yaagents/index.ts')).yaagents,
  },
  {
    id: "mcp",
    title: "Model Context Protocol tool result",
    current: "2026-07-28",
    versions: {"2025-06-18":["mcp"],"2025-11-25":["mcp"],"2026-07-28":["mcp"]},
    detector: () => import('./mcp/detect.ts'),
    load: async () => (await import('./mcp/index.ts')).mcp,
  },
  {
    id: "a2a",
    title: "Agent2Agent task or message",
    current: "1.0",
    versions: {"0.3":["a2a"],"1.0":["a2a"]},
    detector: () => import('./a2a/detect.ts'),
    load: async () => (await import('./a2a/index.ts')).a2a,
  },
  {
    id: "problem",
    title: "Problem details for HTTP APIs",
    current: "9457",
    versions: {"9457":["http"]},
    detector: () => import('./problem/detect.ts'),
    load: async () => (await import('./problem/index.ts')).problem,
  },
]
