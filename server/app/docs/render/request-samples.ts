// The same request in four languages, each a whole program that needs nothing but its language, of TypeScript the SDK
// where that has the operation, and two settings: EMBARQUE_URL and EMBARQUE_API_KEY, or EMBARQUE_COOKIE where only
// people who are signed in may ask.
import { type SdkCall, type SdkGiven, sdkSampleOf } from './sdk-sample.ts'

export interface SampleRequest {
  readonly method: string
  /** With its query, ready to be sent. */
  readonly path: string
  readonly body?: unknown
  readonly needsKey: boolean
  /** A key is refused: it is for people who are signed in. */
  readonly needsSession?: boolean
  readonly takesIdempotencyKey: boolean
  /** What is answered is a file: the name under which it is kept. */
  readonly file?: string
  /** What is answered comes bit by bit, and has no end. */
  readonly isStream?: boolean
  /** Where the SDK has a method for it. */
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

/** A header by which a caller proves who they are, and the setting that its value is taken from. */
interface Proof {
  readonly header: 'Authorization' | 'Cookie' | 'Origin'
  readonly before: string
  readonly setting: string
}

/** What changes something with a session must say that it comes from the service's own pages. */
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

/** Within single quotes of a shell. */
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

/** Both languages write texts as JSON does, but for PHP's dollars. */
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
  // An empty list of PHP is no object in JSON.
  return !Array.isArray(value) && form.open === '[' ? 'new stdClass()' : `${open}${close}`
}

function indented(text: string, indent: string): string {
  return text.replaceAll('\n', `\n${indent}`)
}
