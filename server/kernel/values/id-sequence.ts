// The growing 128-bit numbers behind every id, kept apart from the randomness so that a test can exhaust it.

/** 48 bits hold the milliseconds of ids and of UUIDv7 until the year 10889. */
export const ID_TIME_MAX_MS = 2 ** 48 - 1

const TIME_BYTES = 6
const NUMBER_BYTES = 16

/** A step is never smaller than this, so that a UUIDv7, which has no room for the last 6 bits, grows too. */
const STEP_MIN = 64

/**
 * Returns a function that gives 16 bytes: 6 of time, 10 of randomness, each number above the last one. In
 * the same millisecond, or when the time goes back, the last number grows by a random step instead (random,
 * so that neighbours cannot be guessed). A full random part carries into the time; a full time throws, and
 * goes on throwing. The bytes are valid until the next call.
 */
export function idSequence(fillRandom: (target: Uint8Array) => void): (at: Date) => Uint8Array {
  const number = new Uint8Array(NUMBER_BYTES)
  const randomPart = number.subarray(TIME_BYTES)
  const stepBytes = new Uint8Array(4)
  let lastMs = -1

  return (at) => {
    const ms = at.getTime()
    if (!(ms >= 0 && ms <= ID_TIME_MAX_MS)) throw new RangeError(`no id can carry this time: ${ms}`)
    if (ms > lastMs) {
      lastMs = ms
      fillRandom(randomPart)
    } else {
      fillRandom(stepBytes)
      lastMs += addTo(randomPart, readStep(stepBytes))
      if (lastMs > ID_TIME_MAX_MS) throw new RangeError('the id sequence is exhausted')
    }
    writeTime(number, lastMs)
    return number
  }
}

// 31 bits at most, so that the sums in addTo stay within what bit operations can hold.
function readStep(bytes: Uint8Array): number {
  return (((bytes[0]! & 0x7f) << 24) | (bytes[1]! << 16) | (bytes[2]! << 8) | bytes[3]!) + STEP_MIN
}

/** Adds in place to a big-endian number and returns the carry: 1 if it started again at zero. */
function addTo(bytes: Uint8Array, step: number): number {
  let carry = step
  for (let index = bytes.length - 1; index >= 0 && carry > 0; index--) {
    carry += bytes[index]!
    bytes[index] = carry & 0xff
    carry >>>= 8
  }
  return carry
}

function writeTime(bytes: Uint8Array, ms: number): void {
  let rest = ms
  for (let index = TIME_BYTES - 1; index >= 0; index--) {
    bytes[index] = rest % 256
    rest = Math.floor(rest / 256)
  }
}
