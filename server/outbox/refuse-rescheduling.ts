// Refuses to finish and schedule the same piece at once, before the work would be lost without a word.

interface Named {
  kind: string
  key: string
}

/** In one statement the finished row would still conflict with the new one, and the new work would be lost. */
export function refuseRescheduling({ work, done }: { work: readonly Named[]; done: readonly Named[] }): void {
  for (const { kind, key } of done) {
    if (work.some((piece) => piece.kind === kind && piece.key === key)) {
      throw new Error(
        `${kind} ${key} is finished and scheduled again in one transaction; give the new piece a new key`,
      )
    }
  }
}
