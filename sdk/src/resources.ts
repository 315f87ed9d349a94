// Turns the table of operations into methods; their types come from the same table.
import { callOf } from './call.ts'
import { downloadOf } from './download.ts'
import type { CallOptions } from './options.ts'
import { itemsCallOf, listOf } from './pages.ts'
import {
  type AnswerKind,
  type Asked,
  addressOf,
  type Method,
  type Query,
  type SentFile,
  send,
  type Way,
} from './request.ts'
import { answerFrom } from './response.ts'
import { streamOf } from './stream.ts'

/** One operation, as the generator writes it. */
export interface Row {
  readonly method: Method
  readonly path: string
  readonly answer: AnswerKind
  /** The argument after the ids. */
  readonly input?: 'body' | 'query' | 'file'
  /** A file that is followed by a query. */
  readonly hasQuery?: true
  /** The field of the data with its items; true if the data is the list. */
  readonly items?: string | true
  readonly isChange?: true
  readonly accepts?: readonly number[]
}

type Methods = Record<string, Record<string, (...given: never[]) => unknown>>

/** Ids first, in the order of the path; then the input; then options. */
export function resourcesOf(table: Readonly<Record<string, Row>>, way: Way): Methods {
  const resources: Methods = {}
  for (const [operation, row] of Object.entries(table)) {
    const [resource = '', method = ''] = operation.split('.')
    resources[resource] ??= {}
    resources[resource][method] = (...given: unknown[]) => perform(way, askedOf(operation, row, given))
  }
  return resources
}

interface Given extends Asked {
  readonly after: (cursor: string) => Asked
  readonly items: Row['items']
}

function askedOf(operation: string, row: Row, given: readonly unknown[]): Given {
  const idCount = row.path.split('/:').length - 1
  const rest = given.slice(idCount)
  const input = row.input === undefined ? undefined : rest.shift()
  const about = row.hasQuery === true ? rest.shift() : input
  const options: CallOptions = Object(rest[0])
  const query: Query = row.input === 'query' || row.hasQuery === true ? Object(about) : {}
  const at = (wishes: Query): Asked => ({
    operation,
    method: row.method,
    address: addressOf(row.path, given.slice(0, idCount), wishes),
    answer: row.answer,
    isChange: row.isChange === true,
    accepts: row.accepts,
    options,
    ...(row.input === 'body' && { body: input }),
    ...(row.input === 'file' && { file: fileOf(operation, input) }),
  })
  const { page, ending_before, ...filters } = query
  const after = (cursor: string) => at({ ...filters, starting_after: cursor })
  return { ...at(query), after, items: row.items }
}

function perform(way: Way, { after, items, ...asked }: Given): unknown {
  const answer = async (one: Asked) => answerFrom<unknown>(one, await send(way, one))
  if (asked.answer === 'stream') return streamOf(way, asked)
  if (asked.answer === 'file') return send(way, asked).then(({ response }) => downloadOf(response))
  if (items !== undefined) return itemsCallOf(answer(asked), (cursor) => answer(after(cursor)), items)
  if (asked.answer !== 'list') return callOf(answer(asked))
  const list = async (one: Asked) => answerFrom<unknown[]>(one, await send(way, one))
  return listOf(list(asked), (cursor) => list(after(cursor)))
}

function fileOf(operation: string, input: unknown): SentFile {
  if (input instanceof Blob || input instanceof ArrayBuffer) return input
  if (input instanceof Uint8Array) return new Uint8Array(input)
  throw new TypeError(`${operation} takes a file: a Blob, an ArrayBuffer or a Uint8Array`)
}
