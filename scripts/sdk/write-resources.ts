// Writes the methods of the SDK as types: arguments, result and errors.
import { pascal } from '../../contract/shapes.ts'
import type { Schema } from '../../server/app/openapi/schema-writer.ts'
import { docComment } from './doc-comment.ts'
import type { SdkOperation } from './operations.ts'
import { indented, type TypeWriter } from './write-types.ts'

export function resourcesText(operations: readonly SdkOperation[], types: TypeWriter): string {
  const byResource = Map.groupBy(operations, ({ resource }) => resource)
  const interfaces = [...byResource].map(([resource, methods]) => {
    const lines = methods.map((one) => indented(methodText(one, types)))
    return `export interface ${interfaceName(resource)} {\n${lines.join('\n')}\n}\n`
  })
  const all = [...byResource.keys()].map((resource) => `  readonly ${resource}: ${interfaceName(resource)}`)
  return `${interfaces.join('\n')}\nexport interface Resources {\n${all.join('\n')}\n}\n`
}

function interfaceName(resource: string): string {
  return `${pascal(resource)}Resource`
}

function methodText(one: SdkOperation, types: TypeWriter): string {
  const { method, operation } = one
  const { summary, description } = operation
  const sentences = [summary === undefined ? undefined : `${summary}.`, description].filter(
    (text) => text !== undefined,
  )
  const where = `\`${operation.method} ${operation.path}\`; throws ${codesOf(one)}.`
  const parameters = [
    ...ids(one),
    ...input(one, types),
    `options?: ${operation.waits ? 'WaitOptions' : 'CallOptions'}`,
  ]
  return `${docComment(sentences.join(' '), where)}${method}(${parameters.join(', ')}): ${answer(one, types)}`
}

/** The operation's own codes; the others can happen to every call. */
function codesOf({ operation }: SdkOperation): string {
  const own = operation.errors ?? []
  const codes = [...new Set(own)].map((code) => `\`${code}\``)
  return [...codes, 'what every call can'].join(', ')
}

/** Ids are named after their object: `bookingId`, not `id`. */
function ids({ operation }: SdkOperation): string[] {
  const { properties = {} }: Schema = operation.params ?? {}
  return [...operation.path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const noun = /^Id of the ([\w -]+?) \(/.exec(properties[name]?.description ?? '')?.[1]
    const words = name === 'id' ? [...(noun?.split(/[ -]/) ?? []), 'id'] : name.split('_')
    return `${words.map((word, index) => (index === 0 ? word.toLowerCase() : pascal(word))).join('')}: string`
  })
}

function input(one: SdkOperation, types: TypeWriter): string[] {
  const { query, body } = one.operation
  const place = pascal(one.id)
  const filter =
    query === undefined ? [] : [`query${isNeeded(query) ? '' : '?'}: ${types.of(query, `${place}Query`)}`]
  if (one.input === 'file') return ['file: FileInput', ...filter]
  if (query !== undefined) return filter
  if (body === undefined) return []
  const isOptional = 'x-optional' in body && body['x-optional'] === true
  return [`body${isOptional ? '?' : ''}: ${types.of(body, `${place}Input`)}`]
}

/** Whether the query or body has required fields. */
function isNeeded({ required = [], allOf = [] }: Schema): boolean {
  return required.length > 0 || allOf.some(isNeeded)
}

function answer(one: SdkOperation, types: TypeWriter): string {
  const shape = one.operation.response
  if (one.answer === 'file') return 'Promise<Download>'
  if (one.answer === 'text') return 'Call<string>'
  if (one.answer === 'stream') return 'AsyncGenerator<ListedEvent, void>'
  const text = 'of' in shape ? types.of(shape.of, `${pascal(one.id)}Answer`) : 'unknown'
  // A union by type, which the contract does not have.
  if (text === 'StoredEvent') return one.answer === 'list' ? 'ListCall<ListedEvent>' : 'Call<ReadEvent>'
  if (one.answer === 'list') return `ListCall<${text}>`
  if (one.items === undefined) return `Call<${text}>`
  return `ItemsCall<${text}, ${types.of(one.items.shape, `${pascal(one.id)}Item`)}>`
}
