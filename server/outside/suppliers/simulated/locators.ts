// Locators and ticket numbers: unique, because they are made from unique numbers, and no one can be read off another.

/** Without 0, O, 1 and I, which people mistake for each other. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LOCATOR_LETTERS = 6
const SPACE = BigInt(LETTERS.length ** LOCATOR_LETTERS)
// Odd, so that multiplying by it visits every number once before any comes twice.
const STRIDE = 641_230_271n
const START = 290_817_453n

/** Repeats itself after a thousand million orders. */
export function locatorOf(orderNumber: bigint): string {
  let rest = (orderNumber * STRIDE + START) % SPACE
  let locator = ''
  for (let place = 0; place < LOCATOR_LETTERS; place++) {
    locator = LETTERS.charAt(Number(rest % 32n)) + locator
    rest /= 32n
  }
  return locator
}

/** 13 digits: the airline's three, the order's eight, and two for the traveller. */
export function ticketNumber(prefix: string, orderTicket: bigint, index: number): string {
  const order = String(orderTicket % 100_000_000n).padStart(8, '0')
  return `${prefix}${order}${String(index).padStart(2, '0')}`
}
