/** The part of every contract that recognises its messages: no schemas, no rules, no codecs. */
import type { Detector } from '../codec/detect.ts'
import { detect as a2a } from '../contracts/a2a/detect.ts'
import { detect as adcp } from '../contracts/adcp/detect.ts'
import { detect as agentFile } from '../contracts/agent-file/detect.ts'
import { detect as agentRun } from '../contracts/agent-run/detect.ts'
import { detect as jpcite } from '../contracts/jpcite/detect.ts'
import { detect as mcp } from '../contracts/mcp/detect.ts'
import { detect as problem } from '../contracts/problem/detect.ts'
import { detect as yaagents } from '../contracts/yaagents/detect.ts'

export const detectors: ReadonlyMap<string, Detector['detect']> = new Map([
  ['adcp', adcp],
  ['agent-file', agentFile],
  ['agent-run', agentRun],
  ['jpcite', jpcite],
  ['yaagents', yaagents],
  ['mcp', mcp],
  ['a2a', a2a],
  ['problem', problem],
])
