// Counts of long campaigns: "npm test" runs a part of each, and "npm run test:full" runs all of it.

export const isFull: boolean = process.env.TEST_CAMPAIGNS === 'full'

export function campaign(full: number, quick: number): number {
  return isFull ? full : quick
}
