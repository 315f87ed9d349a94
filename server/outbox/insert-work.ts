// The only text that adds due work. Whoever has a statement of its own for it, as rows become pieces there, gives the
// values as that statement spells them.

interface WorkValues {
  kind: string
  key: string
  lane: string
  clock: string
  teamId: string
  mode: string
  runAt: string
  payload: string
  now: string
  /** None if left out. */
  trace?: string
}

/** Where it names no rows (`from`), it is one piece. */
export function insertWork(values: WorkValues, from = ''): string {
  const { kind, key, lane, clock, teamId, mode, runAt, payload, now, trace = 'null' } = values
  return `
    insert into due_work (kind, key, lane, clock, team_id, mode, run_at, payload, created_at, trace)
    select ${[kind, key, lane, clock, teamId, mode, runAt, payload, now, trace].join(', ')} ${from}`
}
