// Highlights code on the server, so that pages need no script for it. The style colours the classes.
import { createRequire } from 'node:module'
import { type Html, html } from '../../../render/html.ts'

/** What we use of highlight.js. */
interface Highlighter {
  registerLanguage(name: string, grammar: unknown): void
  registerAliases(alias: string, options: { languageName: string }): void
  getLanguage(name: string): object | undefined
  /** Escaped, with a class for each token. */
  highlight(code: string, options: { language: string }): { readonly value: string }
}

/** Loaded without its types, which would declare the globals of browsers for the whole service. */
const require = createRequire(import.meta.url)
const highlighter: Highlighter = require('highlight.js/lib/core')

/** Their aliases (sh, js, ts) come along. */
const LANGUAGES = ['bash', 'ini', 'javascript', 'json', 'nginx', 'php', 'python', 'sql', 'typescript', 'yaml']
for (const name of LANGUAGES)
  highlighter.registerLanguage(name, require(`highlight.js/lib/languages/${name}`))
highlighter.registerAliases('curl', { languageName: 'bash' })

/** The code as it is if the language is unknown. */
export function highlighted(code: string, language: string): Html {
  if (highlighter.getLanguage(language) === undefined) return html`${code}`
  return { markup: highlighter.highlight(code, { language }).value }
}
