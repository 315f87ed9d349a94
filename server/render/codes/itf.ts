// Interleaved 2 of 5, the bars of a boleto: page and PDF draw from the same widths.

/** Which two of the five elements of a digit are wide. */
const PATTERNS = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010']
const WIDE_MODULES = 3

export interface Bar {
  /** Where it starts and how wide it is, in modules (a narrow bar is one). */
  x: number
  width: number
}

/** The dark bars from left to right, without the quiet zone; the last one ends at `itfModules`. */
export function itfBars(digits: string): Bar[] {
  let at = 0
  return elementsOf(digits).flatMap((width, index) => {
    const x = at
    at += width
    return index % 2 === 0 ? [{ x, width }] : []
  })
}

/** How wide the whole code is: 405 for the 44 digits of a boleto. */
export function itfModules(digits: string): number {
  return elementsOf(digits).reduce((sum, width) => sum + width, 0)
}

/** The widths of bars and spaces in turn. Of each pair of digits the first is in the bars, the second in the spaces. */
function elementsOf(digits: string): number[] {
  if (!/^(?:\d\d)+$/.test(digits)) throw new RangeError('interleaved 2 of 5 takes an even number of digits')
  const pairs = digits.match(/\d\d/g)!.flatMap(([first, second]) => {
    const spaces = PATTERNS[Number(second)]!
    return [...PATTERNS[Number(first)]!].flatMap((bar, index) => [widthOf(bar), widthOf(spaces[index]!)])
  })
  return [1, 1, 1, 1, ...pairs, WIDE_MODULES, 1, 1]
}

function widthOf(element: string): number {
  return element === '1' ? WIDE_MODULES : 1
}
