// Binds the go-live check.
import type { READINESS_OPERATIONS } from '../../../contract/readiness.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import type { ReadinessConfig } from './readiness.ts'
import { readReadiness } from './readiness.ts'
import { sendTestMail, sendTestMessage } from './send-test.ts'

export function readinessRoutes(world: World<ReadinessConfig>): Bindings<typeof READINESS_OPERATIONS> {
  return {
    'readiness.read': ({ owner, caller: { via }, language }) =>
      readReadiness(world, owner, { isOperator: via.kind === 'person' && via.isOperator, language }),
    'readiness.sendMail': ({ scope, caller }) => sendTestMail(world, scope, caller),
    'readiness.sendMessage': ({ scope }) => sendTestMessage(world, scope),
  }
}
