// The agency's own greeting and closing of mails and messages to its clients: limits and placeholders. Without
// schemas, so that the panel can import it.

export const MESSAGE_TEXT_MAX = { greeting: 200, closing: 500 } as const

/** Null: the product's own words. */
export interface OwnTexts {
  readonly greeting: string | null
  readonly closing: string | null
}
export type MessageTexts = Readonly<Record<'pt-BR' | 'en', OwnTexts>>

const PRODUCT = { greeting: null, closing: null }
export const PRODUCT_TEXTS: MessageTexts = { 'pt-BR': PRODUCT, en: PRODUCT }

export const PLACEHOLDERS = ['client_name', 'first_name', 'agency_name'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

// With doubled braces too, which are refused: other programs write them so.
const BRACES = /\{+[^{}]*\}+/g

const nameIn = (braces: string) => braces.slice(1, -1)

/** With its braces; null if all are known. */
export function unknownPlaceholder(text: string): string | null {
  const known: readonly string[] = PLACEHOLDERS
  return text.match(BRACES)?.find((braces) => !known.includes(nameIn(braces))) ?? null
}

/** In one pass, so that a name in braces stays a name. */
export function fillPlaceholders(text: string, values: Readonly<Record<Placeholder, string>>): string {
  const isKnown = (name: string): name is Placeholder => Object.hasOwn(values, name)
  return text.replace(BRACES, (braces) => {
    const name = nameIn(braces)
    return isKnown(name) ? values[name] : braces
  })
}
