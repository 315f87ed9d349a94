// Binds the go-live check.
import type { READINESS_OPERATIONS } from '../../../contract/operations/readiness.ts'
import { sendTestMail } from '../../notices/send-test-mail.ts'
import type { ReadinessConfig } from '../../readiness/checks.ts'
import { readReadiness } from '../../readiness/read-readiness.ts'
import type { World } from '../../world.ts'
import type { Bindings } from '../door/bindings.ts'

export function readinessRoutes(world: World<ReadinessConfig>): Bindings<typeof READINESS_OPERATIONS> {
  return {
    'readiness.read': ({ owner, caller: { via } }) =>
      readReadiness(world, owner, 'isOperator' in via && via.isOperator === true),
    'readiness.sendMail': ({ scope, caller }) => sendTestMail(world, scope, caller),
  }
}
