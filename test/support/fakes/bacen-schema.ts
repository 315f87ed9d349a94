// Banco Central's own description of the API Pix, to check requests and responses against.
import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import { parse } from 'yaml'
import type { FakeAnswer, FakeCall } from './fake-psp-books.ts'

type Node = { [name: string]: unknown }

interface Parameter {
  name: string
  in: 'path' | 'query'
  required?: boolean
  schema: object
}

const FILES = ['bacen-pix-automatico.yaml', 'bacen-api-pix.yaml'].map(
  (name) => new URL(`../../data/${name}`, import.meta.url),
)
const WHOLE = 'bacen'

/** Mistakes of the original that no response could satisfy, and their corrections. */
function mended(key: string, value: unknown, within: Node): unknown {
  if (key === 'pattern' && typeof value === 'string') {
    // A CPF has no slash; and patterns must match the whole text, not a part.
    return `^(?:${value.replace(/^\/|\/$/g, '').replace(/^\^|\$$/g, '')})$`
  }
  // `location` has no scheme in all examples, as in a code.
  if (key === 'format' && value === 'uri' && within.maxLength === 77) return 'location'
  // Lists of payments have `pix`; the original requires the name of another list.
  const lists = within.properties as Node | undefined
  if (key === 'required' && String(value) === 'parametros,cobs' && lists?.pix !== undefined)
    return ['parametros', 'pix']
  // A location shown with its charge has no txid, and in the examples neither type nor time.
  if (key === 'required' && String(value) === 'id,txid,tipoCob,criacao') return ['id']
  if (key === 'required' && String(value) === 'id,location,tipoCob,criacao') return ['id', 'location']
  if (key === 'required' && String(value) === 'id,tipoCob') return ['id']
  // The address of the receiver is required within `recebedor`, and by a slip also beside it.
  if (key === 'required' && String(value) === 'logradouro,cidade,uf,cep' && 'properties' in within)
    return undefined
  // The official example of a charge with a due date has its location in `loc` alone.
  if (key === 'required' && String(value).startsWith('location,txid,devedor'))
    return (value as string[]).slice(1)
  // No charge has `idCob`.
  if (key === 'required' && String(value) === 'status,txid,idCob') return ['status', 'txid']
  // The txid of a static code is shorter than that of a charge; the original also names the longer form.
  if (key === 'allOf' && Array.isArray(value) && JSON.stringify(value).includes('{1,35}'))
    return value.slice(1)
  // A mandate has no idRec before it exists, and no field `retentativa`.
  if (key === 'required' && String(value) === 'idRec,calendario,vinculo,retentativa')
    return ['calendario', 'vinculo']
  // The place of a mandate has no type, and the field of this name ends in a stray quotation mark.
  if (key === 'required' && String(value) === 'id,location,tipo,criacao') return ['id', 'location', 'criacao']
  if (key === 'required' && String(value) === 'idRec,status,atualizacao"')
    return ['idRec', 'status', 'atualizacao']
  // The payer of a mandate is unknown before it is accepted; the field named here is one of the payer.
  if (
    key === 'required' &&
    String(value) === 'ispbParticipante' &&
    isNode(within.properties) &&
    'pagador' in within.properties
  )
    return []
  // An ending has one of both: neither schema requires its own, so `oneOf` could never hold.
  if (key === 'oneOf' && JSON.stringify(value).includes('"rejeicao"')) return undefined
  // The amount is a text; the other schemas are of its components.
  if (key === 'anyOf' && JSON.stringify(value).includes('PixValorOriginal')) return undefined
  // Cash withdrawal or change: each schema also allows the other, so `oneOf` could never hold.
  if (key === 'oneOf' && JSON.stringify(value).includes('"saque"')) return undefined
  return value
}

const [mandates, charges] = FILES.map((file) =>
  JSON.parse(JSON.stringify(parse(readFileSync(file, 'utf8'))), function (this: Node, key, value) {
    return mended(key, value, this)
  }),
)
/** Both files have some schemas in common. */
const document = {
  paths: { ...mandates.paths, ...charges.paths },
  components: Object.fromEntries(
    Object.keys({ ...mandates.components, ...charges.components }).map((part) => [
      part,
      { ...mandates.components[part], ...charges.components[part] },
    ]),
  ),
}
export const EXAMPLES: Readonly<Record<string, { value: Node }>> = charges.components.examples
export const MANDATE_EXAMPLES: Readonly<Record<string, { value: Node }>> = mandates.components.examples

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
const INT32 = 2 ** 31
const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: false })
ajv.addFormat('date-time', (text) => DATE_TIME.test(text) && !Number.isNaN(Date.parse(text)))
ajv.addFormat('date', (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)))
ajv.addFormat('uri', (text) => URL.canParse(text))
ajv.addFormat('location', (text) => /^[a-z0-9.-]+(?::\d+)?\/\S+$/i.test(text))
ajv.addFormat('date', (text) => /^\d{4}-\d\d-\d\d$/.test(text))
ajv.addFormat('int32', { type: 'number', validate: (value) => value >= -INT32 && value < INT32 })
ajv.addFormat('int64', { type: 'number', validate: Number.isInteger })
ajv.addSchema(document, WHOLE)

const validators = new Map<string, ValidateFunction>()

/** The parts of a value that do not fit the schema at this place of the document. */
function faultsAt(pointer: string, value: unknown): string[] {
  const escaped = pointer.replaceAll('{', '%7B').replaceAll('}', '%7D')
  return faultsBy(JSON.stringify({ $ref: `${WHOLE}#${escaped}` }), value)
}

/** By the text of a schema, so that each is compiled once. */
function faultsBy(schema: string, value: unknown): string[] {
  const validate = validators.get(schema) ?? ajv.compile(JSON.parse(schema))
  validators.set(schema, validate)
  return validate(value)
    ? []
    : (validate.errors ?? []).map((fault) => `${fault.instancePath} ${fault.message}`)
}

/** The faults of a request; unknown calls and parameters included. */
export function requestFaults({ method, path, query, body }: FakeCall, others: readonly string[]): string[] {
  const found = operationOf(method, path)
  if (found === null) return [`no operation ${method} ${path}`]
  const { pointer, given, operation, shared } = found
  const parameters = [...shared, ...list(operation.parameters)].map(resolved)
  const faults = parameters.flatMap(({ name, in: place, required, schema }) => {
    const value = place === 'path' ? given[name] : query[name]
    if (value === undefined) return required === true ? [`${name} is missing`] : []
    return faultsOf(schema, value).map((fault) => `${name}${fault}`)
  })
  const known = new Set([...parameters.map(({ name }) => name), ...others])
  const unknown = Object.keys(query).filter((name) => !known.has(name))
  faults.push(...unknown.map((name) => `${name} is no parameter of ${pointer}`))
  const wanted = operation.requestBody
  if (!isNode(wanted)) return body === '' ? faults : [...faults, 'an unexpected body']
  return [...faults, ...bodyFaults(String(wanted.$ref).slice(1), body)]
}

/** The faults of a response to it. */
export function answerFaults({ method, path }: FakeCall, { status, body }: FakeAnswer): string[] {
  const found = operationOf(method, path)
  if (found === null) return []
  // Tokens and 401 belong to OAuth, and are not in the document.
  const problem = '/components/schemas/Problema'
  const promised = found.operation.responses
  const answer = isNode(promised) ? promised[status] : undefined
  if (status >= 400) return faultsAt(problem, body)
  if (!isNode(answer)) return [`${status} is no answer of ${found.pointer}`]
  if (answer.content === undefined) return []
  return faultsAt(`${found.pointer}/responses/${status}/content/application~1json/schema`, body)
}

/** The faults of a callback's body. */
export function callbackFaults(body: unknown): string[] {
  return bodyFaults('/components/requestBodies/WebhookPixBody', body)
}

/** The faults of a callback about mandates or their charges. */
export function mandateCallbackFaults(of: 'rec' | 'cobr', body: unknown): string[] {
  return bodyFaults(`/components/requestBodies/${of === 'rec' ? 'WebhookRecBody' : 'WebhookCobRBody'}`, body)
}

/** The same for an example of the document. */
export function chargeFaults(value: unknown, kind: 'CobCompleta' | 'CobVCompleta' = 'CobCompleta'): string[] {
  return faultsAt(`/components/schemas/${kind}`, value)
}

function bodyFaults(pointer: string, body: unknown): string[] {
  return faultsAt(`${pointer}/content/application~1json/schema`, body)
}

function operationOf(method: string, path: string) {
  for (const [template, all] of Object.entries(document.paths)) {
    const form = template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    const match = new RegExp(`^${form}$`).exec(path)
    const operation = isNode(all) ? all[method.toLowerCase()] : undefined
    if (match === null || !isNode(all) || !isNode(operation)) continue
    const pointer = `/paths/${template.replaceAll('/', '~1')}/${method.toLowerCase()}`
    const given = Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
    )
    return { pointer, operation, given, shared: list(all.parameters) }
  }
  return null
}

function resolved(parameter: Node): Parameter {
  const { $ref } = parameter
  const whole =
    typeof $ref === 'string' ? document.components.parameters[$ref.split('/').at(-1) ?? ''] : parameter
  return whole as Parameter
}

/** Parameters arrive as text. */
function faultsOf(schema: object, text: string): string[] {
  const type = 'type' in schema ? schema.type : 'string'
  const value = type === 'integer' ? Number(text) : type === 'boolean' ? text === 'true' : text
  return faultsBy(JSON.stringify(schema).replaceAll('"#/', `"${WHOLE}#/`), value)
}

function list(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}
