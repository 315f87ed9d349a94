// A form that sends an operation's request from its page, with a test key or the session of whoever is signed in.
// Shown by the script: without one it could not send anything.
import { type Html, html, NOTHING } from '../../../render/html.ts'
import { anchorOf, type Endpoint, type Parameter, type Resolve } from './openapi.ts'
import { exampleOf } from './schema-example.ts'

export function tryFormOf(endpoint: Endpoint, parameters: readonly Parameter[], resolve: Resolve): Html {
  const { method, path, requestBody } = endpoint
  const types = Object.keys(requestBody?.content ?? {})
  // A file is nothing to type.
  if (types.length > 0 && !types.includes('application/json')) return NOTHING
  const anchor = anchorOf(endpoint)
  const fields = parameters
    .filter((parameter) => parameter.in === 'path' || parameter.in === 'query')
    .map((parameter) => fieldOf(anchor, parameter))
  const media = requestBody?.content['application/json']
  const body =
    media === undefined ? NOTHING : bodyOf(anchor, JSON.stringify(exampleOf(media, resolve), null, 2))
  return html`<details class="try" hidden><summary>Try it</summary>
<form data-method="${method}" data-path="${path}">${fields}${body}<button>Send</button></form>
<div role="status" class="outcome"></div></details>`
}

function fieldOf(anchor: string, { name, in: place, required }: Parameter): Html {
  const id = `${anchor}-${place}-${name}`
  const needed = required ? html` required` : NOTHING
  return html`<label for="${id}">${name}</label>
<input id="${id}" name="${name}" data-in="${place}" autocomplete="off"${needed}>`
}

function bodyOf(anchor: string, text: string): Html {
  const rows = String(Math.min(text.split('\n').length + 1, 18))
  return html`<label for="${anchor}-body">Body</label>
<textarea id="${anchor}-body" data-in="body" spellcheck="false" rows="${rows}">
${text}</textarea>`
}
