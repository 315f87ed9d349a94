// What a setting is, and the readers of its text that more than one table of settings uses.

export type Parse<T> = (text: string) => T

export interface Setting<T> {
  readonly name: string
  readonly fallback: string | null
  readonly parse: Parse<T>
  readonly meaning: string
}

export const setting = <T>(name: string, fallback: string, parse: Parse<T>, meaning: string): Setting<T> => ({
  name,
  fallback,
  parse,
  meaning,
})
export const optional = <T>(name: string, parse: Parse<T>, meaning: string): Setting<T | null> => ({
  name,
  fallback: null,
  parse,
  meaning,
})

export function anyText(text: string): string {
  return text
}

export function wholeNumber(least: number, most: number): Parse<number> {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= least && value <= most)) throw new Error(`must be a whole number from ${least} to ${most}`)
    return value
  }
}

export function oneOf<const T extends string>(...names: T[]): Parse<T> {
  return (text) => {
    const found = names.find((name) => name === text)
    if (found === undefined) throw new Error(`must be one of ${names.join(', ')}`)
    return found
  }
}

export function httpUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Error('must be an address such as https://api.example.com')
  }
  return url.href.replace(/\/$/, '')
}
