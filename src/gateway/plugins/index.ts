/** The plugins that ship. */
import type { Plugin } from '../plugin.ts'
import { approval } from './approval.ts'
import { audit } from './audit/index.ts'
import { cache } from './cache/index.ts'
import { cors } from './cors.ts'
import { idempotency } from './idempotency.ts'
import { licenseCheck } from './license-check.ts'
import { otelAudit } from './otel-audit/index.ts'
import { promptSanitize } from './prompt-sanitize/index.ts'
import { quota } from './quota.ts'
import { rateLimit } from './rate-limit.ts'
import { respondAsync } from './respond-async.ts'
import { resume } from './resume.ts'
import { roles } from './roles.ts'
import { tenantInjector } from './tenant-injector/index.ts'
import { tokenValidator } from './token-validator/index.ts'

export const builtInPlugins: readonly Plugin[] = [
  cors,
  tokenValidator,
  tenantInjector,
  roles,
  rateLimit,
  quota,
  licenseCheck,
  promptSanitize,
  otelAudit,
  audit,
  idempotency,
  approval,
  respondAsync,
  resume,
  cache,
]
