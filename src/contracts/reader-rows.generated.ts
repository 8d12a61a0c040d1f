// Generated from registry.ts by scripts/generate.ts. Do not edit.
import type { ContractReaderRow } from './rows.ts'

export const readerRows: readonly ContractReaderRow[] = [
  {
    id: "adcp",
    detector: () => import('./adcp/detect.ts'),
    reader: async () => (await import('./adcp/index.ts')).adcp,
  },
  {
    id: "agent-file",
    detector: () => import('./agent-file/detect.ts'),
    reader: async () => (await import('./agent-file/index.ts')).agentFile,
  },
  {
    id: "agent-run",
    detector: () => import('./agent-run/detect.ts'),
    reader: async () => (await import('./agent-run/index.ts')).agentRun,
  },
  {
    id: "jpcite",
    detector: () => import('./jpcite/detect.ts'),
    reader: async () => (await import('./jpcite/index.ts')).jpcite,
  },
  {
    id: "yaagents",
    detector: () => import('./yaagents/detect.ts'),
    reader: async () => (await import('./yaagents/reader.ts')).reader,
  },
  {
    id: "mcp",
    detector: () => import('./mcp/detect.ts'),
    reader: async () => (await import('./mcp/index.ts')).mcp,
  },
  {
    id: "a2a",
    detector: () => import('./a2a/detect.ts'),
    reader: async () => (await import('./a2a/index.ts')).a2a,
  },
  {
    id: "problem",
    detector: () => import('./problem/detect.ts'),
    reader: async () => (await import('./problem/index.ts')).problem,
  },
]
