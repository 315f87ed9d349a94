// Renders the reference of one tag: each operation with input, response, errors, samples, and a form to try
// it.
import { type Html, html, NOTHING } from '../../../render/html.ts'
import { highlighted } from './code.ts'
import { proseOf } from './markdown.ts'
import {
  anchorOf,
  type Endpoint,
  isForPeople,
  type Parameter,
  type Resolve,
  type Response,
  type Schema,
  type Tag,
} from './openapi.ts'
import { exampleOf, sampleRequestOf, samplesOf } from './samples.ts'

// Renders the fields of a body or a response as a list that opens level by level.

const DEPTH_MAX = 4
const VALUES_MAX = 24

export function fieldsOf(found: Schema, resolve: Resolve, depth = 0): Html {
  const schema = merged(found, resolve)
  if (schema.items !== undefined) return fieldsOf(schema.items, resolve, depth)
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0 || depth > DEPTH_MAX) return NOTHING
  const rows = fields.map(([name, field]) =>
    rowOf(name, merged(field, resolve), {
      resolve,
      depth,
      isNeeded: schema.required?.includes(name) ?? false,
      isExpanded: field['x-expanded'] === true,
    }),
  )
  return html`<ul class="fields">${rows}</ul>`
}

interface Place {
  readonly resolve: Resolve
  readonly depth: number
  readonly isNeeded: boolean
  /** Its fields are shown where the object itself is read. */
  readonly isExpanded: boolean
}

function rowOf(name: string, schema: Schema, { resolve, depth, isNeeded, isExpanded }: Place): Html {
  const inner = isExpanded ? NOTHING : fieldsOf(schema, resolve, depth + 1)
  const parts =
    inner === NOTHING
      ? NOTHING
      : html`<details><summary>Fields of <code>${name}</code></summary>${inner}</details>`
  const needed = isNeeded ? html` <b class="needed">required</b>` : NOTHING
  return html`<li><p><code class="name">${name}</code> <span class="type">${typeOf(schema, resolve)}</span>${needed}</p>
${proseOf(schema.description ?? '')}${valuesOf(schema)}${parts}</li>`
}

function valuesOf({ enum: values, anyOf = [], description = '' }: Schema): Html {
  const given =
    values ?? anyOf.flatMap((choice) => choice.enum ?? (choice.const === undefined ? [] : [choice.const]))
  // If the description explains each value, they are not listed again.
  if (given.length === 0 || description.includes(`- \`${given[0]}\`: `)) return NOTHING
  const shown = given.slice(0, VALUES_MAX).map((value) => html`<code>${String(value)}</code>`)
  const more = given.length > VALUES_MAX ? html`and ${String(given.length - VALUES_MAX)} more` : NOTHING
  return html`<p class="values">One of ${[...shown, more]}</p>`
}

/** The type of a field in words: "string, or null". */
export function typeOf(found: Schema, resolve: Resolve): string {
  const schema = merged(found, resolve)
  const choices = (schema.anyOf ?? schema.oneOf ?? []).map((choice) => typeOf(choice, resolve))
  if (choices.length > 0) return [...new Set(choices)].join(', or ')
  if (schema.items !== undefined) return `array of ${typeOf(schema.items, resolve)}`
  const types = [
    schema.type ?? (schema.properties ? 'object' : typeof (schema.const ?? schema.enum?.[0] ?? {})),
  ].flat()
  const form = schema.format ?? ''
  return `${types.join(', or ')}${form === '' ? '' : ` (${form})`}${limitsOf(schema)}`
}

function limitsOf({ minimum, maximum, minLength, maxLength }: Schema): string {
  const [least, most] = [minimum ?? minLength, maximum ?? maxLength]
  const unit = minLength !== undefined || maxLength !== undefined ? ' characters' : ''
  if (least !== undefined && most !== undefined) return `, ${least} to ${most}${unit}`
  if (most !== undefined) return `, at most ${most}${unit}`
  return least === undefined || least === 0 ? '' : `, at least ${least}${unit}`
}

/** Merges `allOf` parts; of "this or null", this. */
function merged(found: Schema, resolve: Resolve): Schema {
  const schema = resolve<Schema>(found)
  if (schema.allOf !== undefined) {
    const parts = schema.allOf.map((part) => merged(part, resolve))
    return {
      ...schema,
      properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties),
      required: [...parts.flatMap(({ required = [] }) => required), ...(schema.required ?? [])],
    }
  }
  const choices = (schema.anyOf ?? []).map((choice) => resolve<Schema>(choice))
  const [only, ...others] = choices.filter(({ type }) => type !== 'null')
  if (only === undefined || others.length > 0 || only.properties === undefined) return schema
  return { ...only, description: schema.description ?? only.description ?? '', type: ['object', 'null'] }
}

// A form that sends the operation's request with a test key or the user's session. Without the script it
// stays hidden.

function tryFormOf(endpoint: Endpoint, parameters: readonly Parameter[], resolve: Resolve): Html {
  const { method, path, requestBody } = endpoint
  const types = Object.keys(requestBody?.content ?? {})
  // A file cannot be typed.
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

export function drawReference({ name, description, endpoints }: Tag, resolve: Resolve): Html[] {
  return [
    html`<h1>${name}</h1>`,
    proseOf(description),
    html`<ul class="endpoints">${endpoints.map(
      (endpoint) =>
        html`<li><a href="#${anchorOf(endpoint)}">${methodOf(endpoint)} ${endpoint.summary ?? endpoint.path}</a></li>`,
    )}</ul>`,
    keyBox(endpoints.some(isForPeople) ? cookieOf(resolve) : NOTHING),
    ...endpoints.map((endpoint) => drawEndpoint(endpoint, resolve)),
  ]
}

function methodOf({ method }: Endpoint): Html {
  return html`<b class="method ${method.toLowerCase()}">${method}</b>`
}

function drawEndpoint(endpoint: Endpoint, resolve: Resolve): Html {
  const anchor = anchorOf(endpoint)
  const parameters = (endpoint.parameters ?? []).map((found) => resolve<Parameter>(found))
  return html`<section class="endpoint" aria-labelledby="${anchor}">
<h2 id="${anchor}"><a href="#${anchor}">${endpoint.summary ?? anchor}</a></h2>
<p class="address">${methodOf(endpoint)} <code>${endpoint.path}</code></p>
${proseOf(endpoint.description ?? '')}
${drawParameters(parameters, resolve)}
${drawBody(endpoint, resolve)}
${drawSamples(endpoint, parameters, resolve)}
${drawResponses(endpoint, resolve)}
${tryFormOf(endpoint, parameters, resolve)}
</section>`
}

const PLACES = { path: 'In the path', query: 'In the query', header: 'Headers', cookie: 'Cookies' } as const

function drawParameters(parameters: readonly Parameter[], resolve: Resolve): Html {
  const groups = Object.entries(PLACES).map(([place, title]) => {
    const rows = parameters.filter((parameter) => parameter.in === place)
    if (rows.length === 0) return NOTHING
    return html`<h3>${title}</h3><ul class="fields">${rows.map((row) => drawParameter(row, resolve))}</ul>`
  })
  return html`${groups}`
}

function drawParameter({ name, required, description, schema = {} }: Parameter, resolve: Resolve): Html {
  const needed = required ? html` <b class="needed">required</b>` : NOTHING
  const text = description ?? resolve<Schema>(schema).description ?? ''
  return html`<li><p><code class="name">${name}</code> <span class="type">${typeOf(schema, resolve)}</span>${needed}</p>
${proseOf(text)}</li>`
}

function drawBody({ requestBody }: Endpoint, resolve: Resolve): Html {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (media === undefined) return NOTHING
  const optional = requestBody?.required === false ? ', which may be left out' : ''
  return html`<h3>Body</h3><p class="quiet"><code>${type ?? ''}</code>${optional}</p>
${fieldsOf(media.schema ?? {}, resolve)}`
}

function drawSamples(endpoint: Endpoint, parameters: readonly Parameter[], resolve: Resolve): Html {
  const anchor = anchorOf(endpoint)
  const samples = samplesOf(sampleRequestOf(endpoint, parameters, resolve))
  const tabs = samples.map(({ language, code }, index) => {
    const id = `${anchor}-in-${language.toLowerCase()}`
    const checked = index === 0 ? html` checked` : NOTHING
    return html`<input type="radio" name="${anchor}" id="${id}" data-language="${language}"${checked}>
<label for="${id}">${language}</label>
<pre tabindex="0"><code>${highlighted(code, language)}</code></pre>`
  })
  return html`<fieldset class="samples"><legend>Sample</legend>${tabs}</fieldset>`
}

function drawResponses({ responses = {} }: Endpoint, resolve: Resolve): Html {
  const rows = Object.entries(responses).map(([status, found]) =>
    drawResponse(status, resolve<Response>(found), resolve),
  )
  return html`<h3>Answers</h3><ul class="answers">${rows}</ul>`
}

function drawResponse(status: string, { description = '', content = {} }: Response, resolve: Resolve): Html {
  const [type, media] = Object.entries(content)[0] ?? []
  const isGood = status.startsWith('2') || status.startsWith('3')
  const mark = html`<b class="status ${isGood ? 'good' : 'bad'}">${status}</b>`
  const codes = isGood ? NOTHING : codesOf(media?.schema ?? {}, resolve)
  const fields = isGood ? fieldsOf(media?.schema ?? {}, resolve) : NOTHING
  const shown =
    fields === NOTHING
      ? NOTHING
      : html`<details><summary>Fields, as <code>${type ?? ''}</code></summary>${fields}</details>`
  return html`<li>${mark} ${proseOf(description)}${codes}${shown}</li>`
}

/** The error codes of an operation, if the document lists them. */
function codesOf(found: Schema, resolve: Resolve): Html {
  const schema = resolve<Schema>(found)
  const parts = [schema, ...(schema.allOf ?? []).map((part) => resolve<Schema>(part))]
  const lists = parts.flatMap(({ properties }) => {
    const code = properties?.code === undefined ? {} : resolve<Schema>(properties.code)
    return code.enum === undefined ? [] : [code.enum]
  })
  // The shape of all errors may list every code: the shortest list is this operation's own.
  const [codes = []] = lists.toSorted((one, other) => one.length - other.length)
  if (codes.length === 0) return NOTHING
  const links = codes.map((code) => html`<a href="/docs/errors#all-errors"><code>${String(code)}</code></a>`)
  return html`<p class="values">${links}</p>`
}

/** Shown instead of a key if only people may call the operation. */
function cookieOf(resolve: Resolve): Html {
  const { name = 'embarque' } = resolve<{ name?: string }>({ $ref: '#/components/securitySchemes/session' })
  return html`<p>What is for people who are signed in takes the cookie of their session in place of a key
(<a href="/docs/people">signing in</a> sets it), and their changes the address of the service as
<code>Origin</code>.</p>
<pre tabindex="0"><code>export EMBARQUE_COOKIE=${name}=...</code></pre>`
}

/** The form for the page's key; without a script it only explains how to get one. */
function keyBox(cookie: Html): Html {
  return html`<section class="key" aria-labelledby="key-head"><h2 id="key-head">Your test key</h2>
<p>Samples read two settings, those in TypeScript use the <a href="/docs/sdk">SDK</a>, and requests that you try go
with the same key. It is kept in this tab alone.
<a href="/docs/conventions#keys">Keys</a> are shown at the first start, and created in the <a href="/painel/dev/chaves">panel</a>.</p>
<pre tabindex="0"><code>export EMBARQUE_URL=<span data-origin>http://127.0.0.1:3000</span>
export EMBARQUE_API_KEY=<span data-key>sk_test_...</span></code></pre>
${cookie}
<form class="key-form" hidden><label for="key">Test key</label>
<input id="key" autocomplete="off" spellcheck="false" placeholder="sk_test_..." pattern="sk_test_[0-9a-z]+">
<button>Use it</button> <button type="button" data-sign-in>Use my sign-in</button>
<button type="button" data-make-key hidden>Make a test key</button>
<p role="status" data-key-says></p></form></section>`
}
