// The kinds of faults, and their weights.

/** Faults of the service and its database. */
export const HARD_FAULTS = {
  'kill service': 6,
  'pause service': 4,
  'pause beyond claims': 2,
  'freeze line': 3,
  'cut line': 2,
  'kill session of database': 3,
  'kill database': 1,
  'fail-over': 2,
  'full disk': 2,
  'rolling restart': 2,
  'wrong clock': 2,
} as const

/** Faults of other systems. */
export const OUTSIDE_FAULTS = {
  'carrier in trouble': 4,
  'bank in trouble': 4,
  'bank tells lies': 1,
  'receiver in trouble': 3,
  'mail server in trouble': 2,
} as const

/** Faults after which a process restarts. */
export const ENDING_FAULTS: ReadonlySet<string> = new Set(['kill service', 'rolling restart', 'wrong clock'])

export type FaultKind = keyof typeof HARD_FAULTS | keyof typeof OUTSIDE_FAULTS
