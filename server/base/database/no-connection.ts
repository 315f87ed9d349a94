// No connection to the database was to be had: none of ours was free, or it has none left for us. Both are told alike.

/** As the database itself calls it: too many connections. */
const REFUSED = '53300'

export class NoConnection extends Error {
  readonly code = REFUSED

  constructor(team: string) {
    super(`no connection to the database was free in time${team === '' ? '' : ` for ${team}`}`)
  }
}

export function isRefused(error: Error | undefined): boolean {
  return error !== undefined && 'code' in error && error.code === REFUSED
}
