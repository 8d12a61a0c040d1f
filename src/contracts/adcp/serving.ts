/** How AdCP wants to be served. */
import type { Serving } from '../../codec/serving.ts'
import { idempotency } from './serving/keys.ts'
import { push } from './serving/push.ts'
import { request } from './serving/request.ts'

export const serving: Serving = { request, idempotency, push }
