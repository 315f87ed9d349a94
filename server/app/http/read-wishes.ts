// What a header such as Accept-Encoding or Accept-Language wishes for, each name with how much it is liked.

export type Wish = [name: string, quality: number]

const QUALITY = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** In the order in which they stand, in lower case. */
export function readWishes(header = ''): Wish[] {
  return header.toLowerCase().split(',').map(readWish)
}

/** From 0 to 1; what cannot be read is not liked. */
function readWish(text: string): Wish {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim())
  if (parameters.length === 0) return [name, 1]
  const [, quality = '0'] = QUALITY.exec(parameters[0] ?? '') ?? []
  return [name, Number(quality)]
}
