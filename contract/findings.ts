// What the checks of a running installation can find, by a code that readers' languages have words for.

export const FINDING_CODES = [
  'role_small',
  'role_unnamed',
  'role_excessive',
  'nothing_runs',
  'processes_run',
  'processes_missing',
  'parent_silent',
  'nobody_works',
  'clocks_agree',
  'clocks_differ',
  'none_overdue',
  'overdue',
  'none_dead',
  'dead',
  'none_abandoned',
  'abandoned',
  'no_clock_held',
  'clocks_held',
  'none_in_doubt',
  'in_doubt',
  'stuck',
  'storage_free',
  'storage_low',
  'none_held',
  'held',
  'simulated_none',
  'simulated_harmless',
  'simulated_there',
  'simulated_wrong',
  'not_checked',
] as const

export type FindingCode = (typeof FINDING_CODES)[number]

/** What its words are filled with. */
export type FindingValues = Readonly<Record<string, string | number>>
