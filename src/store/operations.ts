/** Every operation of the store, by name. */
import { addRequests } from './operations/add-requests.ts'
import * as approvals from './operations/approvals.ts'
import { listAudit, putAudit } from './operations/audit.ts'
import { hasReachedPushLimit } from './operations/caller-limits.ts'
import * as claims from './operations/claims.ts'
import { decideApproval } from './operations/decide-approval.ts'
import * as deliveries from './operations/deliveries.ts'
import { appendEvents, measureEvents, readEvents } from './operations/events.ts'
import { findTasks } from './operations/find-tasks.ts'
import { addGoverned } from './operations/governance.ts'
import { answerPush, holdPush, releasePush, renewHold } from './operations/hold-push.ts'
import { leaseDeliveries } from './operations/lease-deliveries.ts'
import { leaseTasks } from './operations/lease-tasks.ts'
import { listApprovals } from './operations/list-approvals.ts'
import { listRequests } from './operations/list-requests.ts'
import { countTasks, getTask, listTasks } from './operations/list-tasks.ts'
import { releaseProcess, shortenLeases } from './operations/lost-leases.ts'
import { isNonceKeyFull, useNonce } from './operations/nonces.ts'
import { prune, pruneLimits } from './operations/prune.ts'
import { findApproval, getApproval, taskApprovals } from './operations/read-approvals.ts'
import { readWholeTask } from './operations/read-whole-task.ts'
import { resumeExpired } from './operations/resume-expired.ts'
import { ping, probe, stats, stuck } from './operations/statistics.ts'
import * as steps from './operations/steps.ts'
import { leavePlaces, renewPlaces, takePlace } from './operations/stream-places.ts'
import { takeSlices } from './operations/take-slices.ts'
import * as tasks from './operations/tasks.ts'
import { tenantOf, tenants } from './operations/tenants.ts'
import { workload } from './operations/workload.ts'

export const operations = {
  claim: claims.claim,
  renewClaim: claims.renewClaim,
  finishClaim: claims.finishClaim,
  releaseClaim: claims.releaseClaim,
  createTask: tasks.createTask,
  recordTask: tasks.recordTask,
  adoptTask: tasks.adoptTask,
  leaseTasks,
  releaseProcess,
  shortenLeases,
  renewTask: tasks.renewTask,
  appendEvents,
  endTask: tasks.endTask,
  requeueTask: tasks.requeueTask,
  resumeTask: tasks.resumeTask,
  resumeExpired,
  amendTask: tasks.amendTask,
  cancelTask: tasks.cancelTask,
  getTask,
  readWholeTask,
  listTasks,
  findTasks,
  countTasks,
  readEvents,
  measureEvents,
  saveStep: steps.saveStep,
  loadSteps: steps.loadSteps,
  askApproval: approvals.askApproval,
  decideApproval,
  replyApproval: approvals.replyApproval,
  findApproval,
  useApproval: approvals.useApproval,
  unuseApproval: approvals.unuseApproval,
  getApproval,
  taskApprovals,
  listApprovals,
  hasReachedPushLimit,
  registerEndpoint: deliveries.registerEndpoint,
  removeEndpoint: deliveries.removeEndpoint,
  taskEndpoints: deliveries.taskEndpoints,
  holdPush,
  renewHold,
  releasePush,
  answerPush,
  addDeliveries: deliveries.addDeliveries,
  leaseDeliveries,
  readDelivery: deliveries.readDelivery,
  endDelivery: deliveries.endDelivery,
  resendDelivery: deliveries.resendDelivery,
  listDeliveries: deliveries.listDeliveries,
  useNonce,
  isNonceKeyFull,
  takeSlices,
  takePlace,
  renewPlaces,
  leavePlaces,
  pruneLimits,
  addAudit: putAudit,
  addGoverned,
  listAudit,
  addRequests,
  listRequests,
  tenants,
  tenantOf,
  prune,
  stats,
  stuck,
  workload,
  ping,
  probe,
}

export type StoreOperations = typeof operations

/** Operations that only read: they need no write lock and no commit. */
export const readers: ReadonlySet<keyof StoreOperations> = new Set([
  'getTask',
  'readWholeTask',
  'listTasks',
  'findTasks',
  'countTasks',
  'taskEndpoints',
  'isNonceKeyFull',
  'hasReachedPushLimit',
  'readEvents',
  'measureEvents',
  'loadSteps',
  'findApproval',
  'getApproval',
  'taskApprovals',
  'listApprovals',
  'readDelivery',
  'listDeliveries',
  'listAudit',
  'listRequests',
  'tenants',
  'tenantOf',
  'stats',
  'stuck',
  'workload',
  'ping',
])

/** Of the readers, those that may read much: they run at the same time as the others, so that no write waits for them. */
export const lists: ReadonlySet<keyof StoreOperations> = new Set([
  'readWholeTask',
  'listTasks',
  'findTasks',
  'countTasks',
  'listApprovals',
  'listDeliveries',
  'listAudit',
  'listRequests',
  'tenants',
  'stats',
  'stuck',
  'workload',
])
