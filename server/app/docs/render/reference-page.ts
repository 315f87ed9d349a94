// The reference of one tag: each operation with what it takes, what it answers, what it refuses, samples, and a form
// to try it.
import { type Html, html, NOTHING } from '../../../render/html.ts'
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
import { samplesOf } from './request-samples.ts'
import { sampleRequestOf } from './sample-request.ts'
import { fieldsOf, typeOf } from './schema-fields.ts'
import { tryFormOf } from './try-form.ts'

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
<pre tabindex="0"><code>${code}</code></pre>`
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

/** Where the document says which codes an error may have. */
function codesOf(found: Schema, resolve: Resolve): Html {
  const schema = resolve<Schema>(found)
  const parts = [schema, ...(schema.allOf ?? []).map((part) => resolve<Schema>(part))]
  const lists = parts.flatMap(({ properties }) => {
    const code = properties?.code === undefined ? {} : resolve<Schema>(properties.code)
    return code.enum === undefined ? [] : [code.enum]
  })
  // The shape of all errors may list every code there is: the shortest list is this operation's own.
  const [codes = []] = lists.toSorted((one, other) => one.length - other.length)
  if (codes.length === 0) return NOTHING
  const links = codes.map((code) => html`<a href="/docs/errors#all-errors"><code>${String(code)}</code></a>`)
  return html`<p class="values">${links}</p>`
}

/** What stands in the place of a key where only people may ask. */
function cookieOf(resolve: Resolve): Html {
  const { name = 'embarque' } = resolve<{ name?: string }>({ $ref: '#/components/securitySchemes/session' })
  return html`<p>What is for people who are signed in takes the cookie of their session in place of a key
(<a href="/docs/people#signing-in">signing in</a> sets it), and their changes the address of the service as
<code>Origin</code>.</p>
<pre tabindex="0"><code>export EMBARQUE_COOKIE=${name}=...</code></pre>`
}

/** Where the page's key comes from; without a script it only says how to get one. */
function keyBox(cookie: Html): Html {
  return html`<section class="key" aria-labelledby="key-head"><h2 id="key-head">Your test key</h2>
<p>Samples read two settings, those in TypeScript use the <a href="/docs/sdk">SDK</a>, and requests that you try go
with the same key. It is kept in this tab alone.
<a href="/docs/keys">Keys</a> are shown at the first start, and made in the <a href="/painel/dev/chaves">panel</a>.</p>
<pre tabindex="0"><code>export EMBARQUE_URL=<span data-origin>http://127.0.0.1:3000</span>
export EMBARQUE_API_KEY=<span data-key>sk_test_...</span></code></pre>
${cookie}
<form class="key-form" hidden><label for="key">Test key</label>
<input id="key" autocomplete="off" spellcheck="false" placeholder="sk_test_..." pattern="sk_test_[0-9a-z]+">
<button>Use it</button> <button type="button" data-sign-in>Use my sign-in</button>
<button type="button" data-make-key hidden>Make a test key</button>
<p role="status" data-key-says></p></form></section>`
}
