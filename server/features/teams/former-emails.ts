// The addresses that a team was written to before. For 30 days they are told of what a thief would do after changing
// the team's e-mail to one of their own. One that it had for less than a day is not: it may be the thief's, put right.

/** By address in lower case: since when it was the team's (null: since the team was made), and until when. */
export type FormerEmails = Readonly<Record<string, { readonly since: string | null; readonly until: string }>>

const DAY_MS = 86_400_000
const TOLD_MS = 30 * DAY_MS

/** With the address that is left now. What nobody needs any more goes. */
export function withFormer(former: FormerEmails, email: string, now: Date): FormerEmails {
  const address = email.toLowerCase()
  const last = Object.values(former).map(({ until }) => until)
  // Whoever comes back to it for a moment does not make it one of a moment.
  const since = former[address] === undefined ? (last.sort().at(-1) ?? null) : former[address].since
  const told = toldEmails(former, now).map((one) => [one, former[one]])
  return { ...Object.fromEntries(told), [address]: { since, until: now.toISOString() } }
}

/** Those that are still told. */
export function toldEmails(former: FormerEmails, now: Date): string[] {
  return Object.entries(former)
    .filter(([, { since, until }]) => {
      const left = Date.parse(until)
      return now.getTime() - left < TOLD_MS && (since === null || left - Date.parse(since) >= DAY_MS)
    })
    .map(([address]) => address)
}
