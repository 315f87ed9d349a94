// Highlights code on the server, so that pages need no script for it. The style colours the classes.
import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import ini from 'highlight.js/lib/languages/ini'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import nginx from 'highlight.js/lib/languages/nginx'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import yaml from 'highlight.js/lib/languages/yaml'
import { type Html, html } from '../../../render/html.ts'

// Their aliases (sh, js, ts) come along.
const LANGUAGES = { bash, ini, javascript, json, nginx, php, python, sql, typescript, yaml }
for (const [name, grammar] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, grammar)
highlighter.registerAliases('curl', { languageName: 'bash' })

/** The code as it is if the language is unknown. */
export function highlighted(code: string, language: string): Html {
  if (highlighter.getLanguage(language) === undefined) return html`${code}`
  return { markup: highlighter.highlight(code, { language }).value }
}
