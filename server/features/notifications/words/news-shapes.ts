// What every language has words for where an agency is told what happened: a line of its own for each thing.
import type { NewsKind } from '../../../../contract/team-profile.ts'

/** As they are written. */
export interface NewsFacts {
  readonly client: string
  /** Number of the invoice or the locator of the booking; empty where there is none. */
  readonly number: string
  readonly amount: string
  /** What is left to pay, or the day on which it was to be paid. */
  readonly left: string
  readonly due: string
  /** Why the client said no, if they said why. */
  readonly reason: string
  /** Who said yes, if they gave a name. */
  readonly by: string
}

export interface NewsWords {
  readonly lines: Readonly<Record<NewsKind, (facts: NewsFacts) => { text: string; detail: string }>>
  /** How many of a kind there are, for the subject of several. */
  readonly counts: Readonly<Record<NewsKind, (count: number) => string>>
  readonly title: (count: number) => string
  readonly list: string
  readonly more: (count: number) => string
  readonly and: string
  readonly action: string
  readonly choices: (name: string) => string
}
