/** The steps of the tour, in their order. */
import type { DemoStep } from './step.ts'
import { approval } from './steps/approval.ts'
import { carriers } from './steps/carriers.ts'
import { contracts } from './steps/contracts.ts'
import { fleet } from './steps/fleet.ts'
import { gateway } from './steps/gateway.ts'
import { question } from './steps/question.ts'
import { stream } from './steps/stream.ts'

export const tour: readonly DemoStep[] = [question, approval, contracts, stream, gateway, carriers, fleet]
