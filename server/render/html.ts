// Builds HTML for pages and mails with one template tag, which escapes every value.

/** Escaped markup, created by `html`. */
export interface Html {
  readonly markup: string
}

/** A list is joined line by line, without its empty parts. */
type Content = string | Html | readonly Html[]

export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return { markup: String.raw({ raw: parts }, ...contents.map(markupOf)) }
}

export const NOTHING: Html = { markup: '' }

/** Line breaks are kept. */
export function htmlLines(text: string): Html {
  return { markup: escapeHtml(text).replace(/\r?\n/g, '<br>') }
}

function markupOf(content: Content): string {
  if (typeof content === 'string') return escapeHtml(content)
  if ('markup' in content) return content.markup
  return content.flatMap(({ markup }) => (markup === '' ? [] : [markup])).join('\n')
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** For text and for attributes in quotes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? character)
}
