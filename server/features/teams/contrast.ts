// Whether text is readable on a colour by WCAG 2, and the nearest colour on which it is.

/** The two text colours on a brand colour. */
const WHITE = '#ffffff'
const DARK = '#141a22'
/** For text of any size (WCAG 2.2, 1.4.3). */
const CONTRAST_MIN = 4.5

export interface BrandColours {
  readonly back: string
  /** The colour of the text. */
  readonly text: string
}

/** White if readable, else dark if readable, else null. */
export function textOn(colour: string): string | null {
  return [WHITE, DARK].find((text) => contrastOf(colour, text) >= CONTRAST_MIN) ?? null
}

/** For a colour that was checked when it was set. */
export function brandColours(colour: string): BrandColours {
  return { back: colour, text: textOn(colour) ?? WHITE }
}

/** The contrast of the more readable text, to a tenth. */
export function contrastOn(colour: string): number {
  const best = Math.max(...[WHITE, DARK].map((text) => contrastOf(colour, text)))
  return Math.floor(best * 10) / 10
}

/** The same hue a little darker or lighter, whichever changes less. */
export function nearestReadable(colour: string): string {
  for (let step = 1; step <= 255; step++) {
    for (const goal of [0, 255]) {
      const mixed = partsOf(colour).map((part) => Math.round(part + ((goal - part) * step) / 255))
      const candidate = `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
      if (textOn(candidate) !== null) return candidate
    }
  }
  return WHITE
}

/** From 1 to 21. */
function contrastOf(one: string, other: string): number {
  const [low, high] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function partsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
