// The request that samples and forms of an operation start with: its examples in path, query and body.

import { isForKeys, type Operation } from '../../../../contract/operation.ts'
import { OPERATIONS } from '../../../../contract/operations.ts'
import {
  type Endpoint,
  isForPeople,
  type Media,
  type Parameter,
  type Resolve,
  type Response,
  type Schema,
} from './openapi.ts'

// A value that fits a schema: its example, otherwise the simplest value of its type. Optional fields without
// an example are omitted.

const DEPTH_MAX = 8

export function exampleOf(media: Media, resolve: Resolve): unknown {
  if (media.example !== undefined) return media.example
  const [named] = Object.values(media.examples ?? {})
  const { value } = named === undefined ? {} : resolve<{ value?: unknown }>(named)
  if (value !== undefined) return value
  return fittingValue(media.schema ?? {}, resolve, 0)
}

function fittingValue(found: Schema, resolve: Resolve, depth: number): unknown {
  const schema = resolve<Schema>(found)
  const given = schema.example ?? schema.examples?.[0] ?? schema.const ?? schema.default ?? schema.enum?.[0]
  if (given !== undefined || depth > DEPTH_MAX) return given ?? null
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice !== undefined) return fittingValue(choice, resolve, depth + 1)
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((part) => Object(fittingValue(part, resolve, depth + 1))))
  if (schema.properties !== undefined) return objectOf(schema, resolve, depth)
  const type = [schema.type ?? 'object'].flat()[0] ?? 'object'
  if (type === 'array')
    return schema.items === undefined ? [] : [fittingValue(schema.items, resolve, depth + 1)]
  return type in PLAINEST ? PLAINEST[type] : textOf(schema)
}

const PLAINEST: Readonly<Record<string, unknown>> = {
  integer: 1,
  number: 1,
  boolean: true,
  null: null,
  object: {},
}

function textOf({ format }: Schema): string {
  if (format === 'date') return '2027-03-01'
  if (format === 'date-time') return '2027-03-01T12:00:00.000Z'
  if (format === 'email') return 'maria@example.com'
  return format === 'uri' ? 'https://agency.example/' : 'text'
}

function objectOf({ properties = {}, required = [] }: Schema, resolve: Resolve, depth: number): object {
  const fields = Object.entries(properties).filter(([name, field]) => {
    const { example, examples } = resolve<Schema>(field)
    return required.includes(name) || example !== undefined || examples !== undefined
  })
  return Object.fromEntries(fields.map(([name, field]) => [name, fittingValue(field, resolve, depth + 1)]))
}

// The TypeScript sample of an operation in the SDK: its method, called with the examples of the reference.

export interface SdkCall {
  /** The operation's id, which is also the method's name: `bookings.create`. */
  readonly id: string
  readonly response: Operation['response']['kind']
  readonly takesFile: boolean
}

/** By the address in the reference; undefined if the SDK does not have the operation. */
export function sdkCallOf(method: string, path: string): SdkCall | undefined {
  const address = path.replaceAll(/\{(\w+)\}/g, ':$1')
  const [id, operation] =
    Object.entries<Operation>(OPERATIONS).find(
      ([, each]) => each.method === method && each.path === address,
    ) ?? []
  if (id === undefined || operation === undefined || !isForKeys(operation)) return undefined
  return { id, response: operation.response.kind, takesFile: operation.takes !== undefined }
}

/** The arguments of a method: the ids of the path, then the body or the query. */
export interface SdkGiven {
  readonly ids: readonly string[]
  readonly input?: unknown
  /** The name under which a downloaded file is saved. */
  readonly file?: string | undefined
}

const PICTURE = "new Blob([await readFile('logo.png')], { type: 'image/png' })"

function sdkSampleOf({ id, response, takesFile }: SdkCall, { ids, input, file }: SdkGiven): string {
  const inputs = takesFile ? [PICTURE] : input === undefined ? [] : [literalOf(input)]
  const call = `embarque.${id}(${[...ids.map((one) => `'${one}'`), ...inputs].join(', ')})`
  const fromFiles = [...(takesFile ? ['readFile'] : []), ...(response === 'file' ? ['writeFile'] : [])]
  const imports = fromFiles.map((name) => `import { ${name} } from 'node:fs/promises'\n`)
  return `${imports.join('')}import { createClient } from '@embarque/sdk'

const { EMBARQUE_URL: baseUrl = '', EMBARQUE_API_KEY: apiKey = '' } = process.env
const embarque = createClient({ baseUrl, apiKey })
${shown(response, call, file ?? 'file')}`
}

function shown(response: SdkCall['response'], call: string, file: string): string {
  if (response === 'list' || response === 'stream') return `for await (const one of ${call}) console.log(one)`
  if (response === 'file') return `const file = await ${call}\nawait writeFile('${file}', await file.bytes())`
  return `console.log(await ${call})`
}

/** Writes the value by hand-written style: names without quotation marks if possible. */
function literalOf(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([A-Za-z_]\w*)": /gm, '$1$2: ')
}

const FILES: Readonly<Record<string, string>> = {
  'application/pdf': 'document.pdf',
  'text/csv': 'list.csv',
  'text/plain': 'file.txt',
  'image/svg+xml': 'picture.svg',
  'image/png': 'picture.png',
}

export function sampleRequestOf(
  endpoint: Endpoint,
  parameters: readonly Parameter[],
  resolve: Resolve,
): SampleRequest {
  const { method, requestBody, responses = {}, security } = endpoint
  const media = requestBody?.content['application/json']
  const [, response = {}] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const [type = ''] = Object.keys(resolve<Response>(response).content ?? {})
  const file = FILES[type]
  const path = pathOf(endpoint, parameters, resolve)
  const body = media && exampleOf(media, resolve)
  const query = queryOf(parameters, resolve)
  const asked = query.length === 0 ? undefined : Object.fromEntries(query)
  const sdk = sdkCallOf(method, endpoint.path)
  return {
    method,
    path,
    ...(media !== undefined && { body }),
    needsKey: security?.length !== 0,
    ...(isForPeople(endpoint) && { needsSession: true }),
    ...(type === 'text/event-stream' && { isStream: true }),
    takesIdempotencyKey: parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key'),
    ...(file !== undefined && { file }),
    ...(sdk && { sdk: { ...sdk, ids: idsIn(endpoint.path, path), input: body ?? asked, file } }),
  }
}

/** The values of the path's parameters. */
function idsIn(pattern: string, path: string): string[] {
  const [address = ''] = path.split('?')
  const places = pattern.split('/')
  return address.split('/').filter((_, index) => places[index]?.startsWith('{'))
}

/** Required parameters, and those with an example. */
function queryOf(parameters: readonly Parameter[], resolve: Resolve): [name: string, example: unknown][] {
  return parameters
    .filter(({ in: place, required, example }) => place === 'query' && (required || example !== undefined))
    .map((parameter) => [parameter.name, exampleOfParameter(parameter, resolve) ?? ''])
}

/** With its query; a path parameter without an example is in capitals. */
function pathOf({ path }: Endpoint, parameters: readonly Parameter[], resolve: Resolve): string {
  const given = (parameter: Parameter) => exampleOfParameter(parameter, resolve)
  const named = new Map(
    parameters.filter((each) => each.in === 'path').map((each) => [each.name, given(each)]),
  )
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => String(named.get(name) ?? wordFor(path, name)))
  const query = queryOf(parameters, resolve).map(
    ([name, example]) => `${name}=${encodeURIComponent(String(example))}`,
  )
  return query.length === 0 ? address : `${address}?${query.join('&')}`
}

function exampleOfParameter({ example, schema = {} }: Parameter, resolve: Resolve): unknown {
  const { example: other, examples, enum: values } = resolve<Schema>(schema)
  return example ?? other ?? examples?.[0] ?? values?.[0]
}

/** The id of `/bookings/{id}` becomes BOOKING_ID. */
function wordFor(path: string, name: string): string {
  const before = path.split('/').at(path.split('/').indexOf(`{${name}}`) - 1) ?? ''
  const thing = before.replace(/ies$/, 'y').replace(/s$/, '')
  return (name === 'id' ? `${thing}_id` : name).replaceAll(/\W/g, '_').toUpperCase()
}

// The same request in four languages, each a complete program. TypeScript uses the SDK if it has the
// operation. Settings are EMBARQUE_URL and EMBARQUE_API_KEY, or EMBARQUE_COOKIE for operations of people.

export interface SampleRequest {
  readonly method: string
  /** With its query, encoded. */
  readonly path: string
  readonly body?: unknown
  readonly needsKey: boolean
  /** Keys are refused; only a session is accepted. */
  readonly needsSession?: boolean
  readonly takesIdempotencyKey: boolean
  /** The response is a file, saved under this name. */
  readonly file?: string
  /** The response is an endless stream. */
  readonly isStream?: boolean
  /** Present if the SDK has a method for it. */
  readonly sdk?: SdkCall & SdkGiven
}

export interface Sample {
  readonly language: 'curl' | 'TypeScript' | 'Python' | 'PHP'
  readonly code: string
}

export function samplesOf(request: SampleRequest): Sample[] {
  return [
    { language: 'curl', code: curlOf(request) },
    { language: 'TypeScript', code: request.sdk ? sdkSampleOf(request.sdk, request.sdk) : fetchOf(request) },
    { language: 'Python', code: pythonOf(request) },
    { language: 'PHP', code: phpOf(request) },
  ]
}

/** An authentication header, and the setting that contains its value. */
interface Proof {
  readonly header: 'Authorization' | 'Cookie' | 'Origin'
  readonly before: string
  readonly setting: string
}

/** A change with a session must prove that it comes from the service's own pages. */
function proofsOf({ method, needsKey, needsSession }: SampleRequest): Proof[] {
  if (needsSession) {
    const cookie: Proof = { header: 'Cookie', before: '', setting: 'EMBARQUE_COOKIE' }
    return method === 'GET' ? [cookie] : [cookie, { header: 'Origin', before: '', setting: 'EMBARQUE_URL' }]
  }
  return needsKey ? [{ header: 'Authorization', before: 'Bearer ', setting: 'EMBARQUE_API_KEY' }] : []
}

function curlOf(request: SampleRequest): string {
  const { method, path, body, takesIdempotencyKey, file, isStream } = request
  const options = `${isStream ? '-N ' : ''}${method === 'GET' ? '' : `-X ${method} `}${file ? `-o ${file} ` : ''}`
  const words = [
    `curl ${options}"$EMBARQUE_URL${path}"`,
    ...proofsOf(request).map(({ header, before, setting }) =>
      header === 'Cookie' ? `--cookie "$${setting}"` : `-H "${header}: ${before}$${setting}"`,
    ),
    ...(takesIdempotencyKey ? ['-H "Idempotency-Key: $(date +%s)-$$"'] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${quoted(body)}'`]),
  ]
  return words.join(' \\\n  ')
}

/** Quoted for a shell. */
function quoted(body: unknown): string {
  return JSON.stringify(body, null, 2).replaceAll("'", "'\\''").replaceAll('\n', '\n  ')
}

function fetchOf(request: SampleRequest): string {
  const { method, path, body, takesIdempotencyKey, file } = request
  const headers = [
    ...proofsOf(request).map(
      ({ header, before, setting }) => `${header.toLowerCase()}: \`${before}\${process.env.${setting}}\``,
    ),
    ...(takesIdempotencyKey ? [`'idempotency-key': crypto.randomUUID()`] : []),
    ...(body === undefined ? [] : [`'content-type': 'application/json'`]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length === 0 ? [] : [`headers: {\n    ${headers.join(',\n    ')},\n  }`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indented(JSON.stringify(body, null, 2), '  ')})`]),
  ]
  const given = options.length === 0 ? '' : `, {\n  ${options.join(',\n  ')},\n}`
  const sent = `const response = await fetch(\`\${process.env.EMBARQUE_URL}${path}\`${given})`
  if (file)
    return `import { writeFile } from 'node:fs/promises'\n
${sent}
if (!response.ok) throw new Error(await response.text())
await writeFile('${file}', await response.bytes())`
  return `${sent}
const answer = await response.json()
if (!response.ok) throw new Error(answer.message)
console.log(answer)`
}

function pythonOf(request: SampleRequest): string {
  const { method, path, body, takesIdempotencyKey, file } = request
  const headers = [
    ...proofsOf(request).map(
      ({ header, before, setting }) =>
        `"${header}": ${before === '' ? '' : `"${before}" + `}os.environ["${setting}"]`,
    ),
    ...(takesIdempotencyKey ? ['"Idempotency-Key": str(uuid.uuid4())'] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ]
  const options = [
    `os.environ["EMBARQUE_URL"] + "${path}"`,
    ...(method === 'GET' ? [] : [`method="${method}"`]),
    ...(headers.length === 0 ? [] : [`headers={\n        ${headers.join(',\n        ')},\n    }`]),
    ...(body === undefined ? [] : [`data=json.dumps(${indented(pythonic(body, ''), '    ')}).encode()`]),
  ]
  const imports = ['json', 'os', ...(takesIdempotencyKey ? ['uuid'] : [])]
  return `${imports.map((name) => `import ${name}`).join('\n')}
from urllib.request import Request, urlopen

request = Request(
    ${options.join(',\n    ')},
)
with urlopen(request) as response:
    ${file ? `open("${file}", "wb").write(response.read())` : 'print(json.load(response))'}`
}

const CONSTANTS = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
])

function pythonic(value: unknown, indent: string): string {
  return literal(value, indent, { open: '{', close: '}', joint: ': ', constants: CONSTANTS })
}

function phpOf(request: SampleRequest): string {
  const { method, path, body, takesIdempotencyKey, file } = request
  const headers = [
    ...proofsOf(request).map(
      ({ header, before, setting }) => `'${header}: ${before}' . getenv('${setting}')`,
    ),
    ...(takesIdempotencyKey ? [`'Idempotency-Key: ' . bin2hex(random_bytes(16))`] : []),
    ...(body === undefined ? [] : [`'Content-Type: application/json'`]),
  ]
  const php = { open: '[', close: ']', joint: ' => ', constants: new Map() }
  const options = [
    `'method' => '${method}'`,
    `'header' => [\n        ${headers.map((header) => `${header},`).join('\n        ')}\n    ]`,
    ...(body === undefined ? [] : [`'content' => json_encode(${indented(literal(body, '', php), '    ')})`]),
    `'ignore_errors' => true`,
  ]
  const asked = `file_get_contents(getenv('EMBARQUE_URL') . '${path}', false, $context)`
  return `<?php
$context = stream_context_create(['http' => [
    ${options.join(',\n    ')},
]]);
${file ? `file_put_contents('${file}', ${asked});` : `print_r(json_decode(${asked}, true));`}`
}

interface Form {
  readonly open: string
  readonly close: string
  /** Between a name and its value. */
  readonly joint: string
  readonly constants: ReadonlyMap<unknown, string>
}

/** Both languages write strings as JSON does, except PHP's dollars. */
function literal(value: unknown, indent: string, form: Form): string {
  if (typeof value !== 'object' || value === null)
    return (
      form.constants.get(value) ?? JSON.stringify(value).replaceAll('$', form.joint === ': ' ? '$' : '\\$')
    )
  const inner = `${indent}    `
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, inner, form))
    : Object.entries(value).map(([name, item]) => `"${name}"${form.joint}${literal(item, inner, form)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : [form.open, form.close]
  if (parts.length > 0)
    return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
  // An empty PHP array would not be an object in JSON.
  return !Array.isArray(value) && form.open === '[' ? 'new stdClass()' : `${open}${close}`
}

function indented(text: string, indent: string): string {
  return text.replaceAll('\n', `\n${indent}`)
}
