// How much of each name is taken, bounded: whoever has several names takes one of each, or nothing at all.

export interface Share {
  readonly name: string
  /** 0 is no limit. */
  readonly most: number
}

export interface Tally {
  /** What there is no more of; undefined where one of each was taken. */
  take(shares: readonly Share[]): Share | undefined
  giveBack(shares: readonly Share[]): void
}

export function makeTally(): Tally {
  const taken = new Map<string, number>()
  const takenOf = (name: string) => taken.get(name) ?? 0
  return {
    take(shares) {
      const full = shares.find(({ name, most }) => most > 0 && takenOf(name) >= most)
      if (full === undefined) for (const { name } of shares) taken.set(name, takenOf(name) + 1)
      return full
    },
    giveBack(shares) {
      for (const { name } of shares) {
        if (takenOf(name) > 1) taken.set(name, takenOf(name) - 1)
        else taken.delete(name)
      }
    },
  }
}
