// The operations that most resources share: list, create, read, update and delete. The common parts are written once,
// here, so that a declaration shows only what is special about a resource.
import type { TSchema } from 'typebox'
import { list, whole } from './answers.ts'
import type { AuditTopic } from './audit.ts'
import type { ErrorCode } from './errors.ts'
import type { Operation } from './operation.ts'
import type { Permission } from './permissions.ts'

/** Things of one kind that a caller has many of. */
export interface Resource<Params extends TSchema = TSchema> {
  readonly tag: string
  /** Of them all; `/:id` behind it is one of them. */
  readonly path: string
  readonly reading: Permission
  readonly writing: Permission
  readonly params: Params
  /** What an operation on one fails with if there is none of this id. */
  readonly notFound: ErrorCode
  /** How long its input may be, where that is more than usual: lists of items, certificates. */
  readonly inputBytesMax?: number
  /** Where the audit log must tell of each that comes, changes or goes. */
  readonly audit?: AuditTopic
}

/** What an operation says of itself. */
type Own = Omit<Operation, 'method' | 'path' | 'access' | 'tag' | 'params'>

/** A page of them, as the query asks; the newest first unless it says otherwise. */
export const listAll = <Q extends TSchema, T extends TSchema>(
  { tag, path, reading }: Resource,
  query: Q,
  item: T,
  summary: string,
  description = 'Newest first.',
) => ({ method: 'GET', path, access: reading, tag, summary, description, query, answer: list(item) }) as const

/** All of them at once unless the query has a limit, where there are never many. */
export const readAll = <Q extends TSchema, T extends TSchema>(
  { tag, path, reading }: Resource,
  query: Q,
  item: T,
  summary: string,
) => ({ method: 'GET', path, access: reading, tag, summary, query, answer: whole(item) }) as const

/** Answers 201. */
export const createOne = <const O extends Own>(resource: Resource, own: O) =>
  ({
    method: 'POST',
    path: resource.path,
    access: resource.writing,
    tag: resource.tag,
    status: 201,
    ...inputOf(resource),
    ...own,
  }) as const

export const readOne = <P extends TSchema, const O extends Own>(resource: Resource<P>, own: O) =>
  ({ method: 'GET', access: resource.reading, ...onOne(resource, '', own) }) as const

/** Changes the fields that are sent. */
export const changeOne = <P extends TSchema, const O extends Own>(resource: Resource<P>, own: O) =>
  ({ method: 'PATCH', access: resource.writing, ...inputOf(resource), ...onOne(resource, '', own) }) as const

/** Deletes it, or ends it where the record must be kept. */
export const deleteOne = <P extends TSchema, const O extends Own>(resource: Resource<P>, own: O) =>
  ({ method: 'DELETE', access: resource.writing, ...auditOf(resource), ...onOne(resource, '', own) }) as const

/** What belongs to one, at an address below its own. */
export const readOf = <P extends TSchema, const O extends Own>(
  resource: Resource<P>,
  below: string,
  own: O,
) => ({ method: 'GET', access: resource.reading, ...onOne(resource, `/${below}`, own) }) as const

/** Does something with one. */
export const actOn = <P extends TSchema, const O extends Own>(resource: Resource<P>, below: string, own: O) =>
  ({ method: 'POST', access: resource.writing, ...onOne(resource, `/${below}`, own) }) as const

const auditOf = ({ audit }: Resource): Pick<Operation, 'audit'> => (audit === undefined ? {} : { audit })

const inputOf = (resource: Resource): Pick<Operation, 'audit' | 'bodyBytesMax'> => {
  const { inputBytesMax } = resource
  return { ...auditOf(resource), ...(inputBytesMax !== undefined && { bodyBytesMax: inputBytesMax }) }
}

/** Its errors begin with that there is none. */
const onOne = <P extends TSchema, const O extends Own>(resource: Resource<P>, below: string, own: O) => ({
  path: `${resource.path}/:id${below}`,
  tag: resource.tag,
  params: resource.params,
  ...own,
  errors: [resource.notFound, ...(own.errors ?? [])],
})
