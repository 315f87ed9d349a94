// The tables as Kysely sees them. Columns are named as in the migrations.
import type { Generated } from 'kysely'
import type { Mode } from '../../contract/teams.ts'

export interface Tables {
  installation: { one: Generated<boolean>; key_proof: Buffer; created_at: Date }
  teams: TeamsTable
  api_keys: ApiKeysTable
  team_counters: { team_id: string; mode: Mode; event_sequence: Generated<bigint> }
  events: EventsTable
  processes: { id: string; description: string; beat_at: Date }
  clocks: { id: string; offset_ms: Generated<bigint>; target: Date | null; advancing_by: string | null }
  due_work: DueWorkTable
  due_work_claims: { work_id: bigint; claim: Generated<bigint>; clock: string; owner: string }
  idempotency_keys: IdempotencyKeysTable
}

interface TeamsTable {
  id: string
  name: string
  email: string
  time_zone: string
  markup_percent: string
  fee_cents: bigint
  rate_limit_per_minute: number | null
  search_limit_per_minute: number | null
  created_at: Date
}

interface ApiKeysTable {
  id: string
  team_id: string
  mode: Mode
  name: string
  hash: Buffer
  last_four: string
  read_only: boolean
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
}

interface EventsTable {
  id: string
  team_id: string
  mode: Mode
  sequence: bigint
  type: string
  payload: string
  created_at: Date
}

interface DueWorkTable {
  id: Generated<bigint>
  kind: string
  key: string
  lane: string
  clock: string
  team_id: string | null
  mode: Mode | null
  run_at: Date
  payload: string
  state: Generated<'waiting' | 'dead'>
  attempts: Generated<number>
  last_error: string | null
  created_at: Date
}

interface IdempotencyKeysTable {
  team_id: string
  mode: Mode
  key: string
  request_hash: Buffer
  resource_id: string | null
  status: number | null
  body: Buffer | null
  created_at: Date
}
