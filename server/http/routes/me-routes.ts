// GET /api/v1/me: the caller's team and key, from what authentication already knows.
import { Enveloped } from '../../../contract/common.ts'
import { Me } from '../../../contract/teams.ts'
import { formatAmount } from '../../base/values/money.ts'
import type { Caller } from '../../teams/callers.ts'
import { readAnswers } from '../door/answers.ts'
import type { App } from '../door/types.ts'

export function meRoutes(app: App): void {
  const schema = { summary: "The caller's team", tags: ['Service'], response: readAnswers(Enveloped(Me)) }
  app.get('/api/v1/me', { schema }, async (request) => ({
    success: true as const,
    data: meView(request.caller!),
  }))
}

function meView(caller: Caller) {
  return {
    id: caller.team_id,
    name: caller.team_name,
    email: caller.email,
    time_zone: caller.time_zone,
    currency: 'BRL' as const,
    mode: caller.mode,
    pricing: { markup_percent: Number(caller.markup_percent), fee_amount: formatAmount(caller.fee_cents) },
    key: { id: caller.key_id, name: caller.key_name, last_four: caller.last_four },
  }
}
