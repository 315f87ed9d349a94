// The kinds of things that go wrong, and how often each is drawn.

/** Of the service and its database. */
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

/** Of everybody else. */
export const OUTSIDE_FAULTS = {
  'carrier in trouble': 4,
  'bank in trouble': 4,
  'bank tells lies': 1,
  'receiver in trouble': 3,
  'mail server in trouble': 2,
} as const

/** Those after which a process begins anew. */
export const ENDING_FAULTS: ReadonlySet<string> = new Set(['kill service', 'rolling restart', 'wrong clock'])

export type FaultKind = keyof typeof HARD_FAULTS | keyof typeof OUTSIDE_FAULTS
