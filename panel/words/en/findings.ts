// What the checks of the installation find, in English, and what to do about it.
import { plural } from '../plural.ts'
import type { pt } from '../pt/findings.ts'

const NOBODY_ASKS = 'Nobody asks the carrier about them any more.'
const RESTARTED =
  'A running service takes this over within 10 seconds: start one. If one runs and this stays, restart it.'
const SMALLER_ROLE =
  'Make a role that owns nothing, set DATABASE_URL to it and DATABASE_OWNER_URL to the owner.'
const pieces = (count: unknown) => plural(Number(count), 'piece of work', 'pieces of work')
const wallets = (count: unknown) => plural(Number(count), 'live wallet', 'live wallets')

export const en: typeof pt = {
  findings: {
    role_small: ({ name }) => [`${name} owns nothing, and can switch nothing off.`],
    role_unnamed: () => ['The role in the database has no name.', SMALLER_ROLE],
    role_excessive: ({ name }) => [
      `${name} may do more than it needs: whoever gets into the service could rewrite the wallet.`,
      SMALLER_ROLE,
    ],
    nothing_runs: () => ['No service is running on this database.'],
    processes_run: ({ names }) => [`Running: ${names}.`],
    processes_missing: ({ names }) => [
      `Running: ${names}. Some processes are missing.`,
      'They may be starting still; one that ended or hangs is replaced within a minute, and the log says so.',
    ],
    parent_silent: ({ names, silent }) => [
      `Running: ${names}. Not to be heard: ${silent}.`,
      'Without it nobody new is let in. Kill it (SIGKILL): the others end with it, and the service starts anew.',
    ],
    nobody_works: ({ names }) => [
      `Running: ${names}. None of them does due work.`,
      'Start one with ROLE=worker or ROLE=all.',
    ],
    clocks_agree: () => ['No machine is a second or more from the time of the database.'],
    clocks_differ: ({ names }) => [
      `Wrong clock: ${names}.`,
      'Set the clocks of the machines by a time server (NTP). Everything goes by the time of the database.',
    ],
    none_overdue: () => ['Nothing has waited for more than 5 minutes.'],
    overdue: ({ count, minutes }) => [
      `${pieces(count)} should have begun more than 5 minutes ago, the first ${minutes} minutes ago.`,
      'Start the service. If it runs, its log says what keeps it; more processes with ROLE=worker help.',
    ],
    none_dead: () => ['Nothing failed for good.'],
    dead: ({ count }) => [
      `${pieces(count)} failed for good.`,
      'See why under Work, beside this, and try again.',
    ],
    none_abandoned: () => ['Everything under way belongs to a living process.'],
    abandoned: ({ count }) => [`${pieces(count)} of processes that are gone.`, RESTARTED],
    no_clock_held: () => ['None is held by a process that is gone.'],
    clocks_held: ({ count }) => [
      `${plural(Number(count), 'clock', 'clocks')} held by processes that are gone.`,
      RESTARTED,
    ],
    none_in_doubt: () => ['No booking waits for its carrier.'],
    in_doubt: ({ count, since }) => [
      `${plural(Number(count), 'booking', 'bookings')} on the way at the carrier, the first made at ${since}.`,
    ],
    stuck: ({ count, since, names }) => [
      `${plural(Number(count), 'booking', 'bookings')} in doubt (${names}), the first made at ${since}. ${NOBODY_ASKS}`,
      'Try again what failed for good under Work; what stays is to be looked up at the carrier, by its id.',
    ],
    storage_free: ({ megabytes }) => [`No agency is near its ${megabytes} MB a day.`],
    storage_low: ({ count, megabytes, names }) => [
      `${plural(Number(count), 'agency', 'agencies')} near the ${megabytes} MB a day (${names}).`,
      'Look at what they send. STORED_MB_PER_DAY says how much each agency may store, in each mode.',
    ],
    none_held: () => ['No payment waits for a decision.'],
    held: ({ count, amount }) => [
      `${plural(Number(count), 'payment', 'payments')} of R$ ${amount} in all held, and not credited.`,
      'Look each up at the bank, then accept or refuse it under Held payments.',
    ],
    simulated_none: () => ['No live wallet has ever held any.'],
    simulated_harmless: ({ count }) => [
      `${wallets(count)} with money that is not real; in production it would not count.`,
    ],
    simulated_there: ({ count }) => [
      `${wallets(count)} with money that is not real; it does not count here.`,
      'It was made outside production. For a clean start, use a new database; nothing real is lost.',
    ],
    simulated_wrong: ({ names }) => [
      `Wallets whose simulated money is not that of their lines: ${names}.`,
      'Rows were changed by hand. Restore the last good backup into a new database and compare.',
    ],
    not_checked: ({ reason }) => [`It could not be checked: ${reason}`],
  },
}
