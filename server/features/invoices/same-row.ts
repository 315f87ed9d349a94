// Whether an update changes anything: one that repeats what is stored must cause no event and no new timestamp.

/** Compares all but when they were last changed. */
export function isSameRow<Row extends { updated_at: Date }>(before: Row, after: Row): boolean {
  return written(before) === written(after)
}

function written({ updated_at, ...row }: { updated_at: Date }): string {
  const sorted = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(sorted, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value))
}
