// The operations that most resources share: list, create, read, update and delete. The common parts are
// declared here, so that a declaration shows only what is special.
import type { TSchema } from 'typebox'
import type { AuditTopic } from './audit.ts'
import type { ErrorCode } from './errors.ts'
import type { Operation } from './operation.ts'
import type { Permission } from './permissions.ts'
import { list, whole } from './responses.ts'

/** A resource of which a caller has many objects. */
export interface Resource<Params extends TSchema = TSchema> {
  readonly tag: string
  /** The address of the list; `/:id` is one object. */
  readonly path: string
  readonly reading: Permission
  readonly writing: Permission
  readonly params: Params
  /** The error for an unknown id. */
  readonly notFound: ErrorCode
  /** The input limit, if it exceeds the usual one: lists of items, certificates. */
  readonly inputBytesMax?: number
  /** The audit topic of creating, changing and deleting. */
  readonly audit?: AuditTopic
}

/** The resource's own part of a declaration. */
type Own = Omit<Operation, 'method' | 'path' | 'access' | 'tag' | 'params'>

/** A page of the list, the newest first by default. */
export const listAll = <Q extends TSchema, T extends TSchema>(
  { tag, path, reading }: Resource,
  query: Q,
  item: T,
  summary: string,
  description = 'Newest first.',
) =>
  ({ method: 'GET', path, access: reading, tag, summary, description, query, response: list(item) }) as const

/** The whole list unless the query has a limit, if there are never many. */
export const readAll = <Q extends TSchema, T extends TSchema>(
  { tag, path, reading }: Resource,
  query: Q,
  item: T,
  summary: string,
  description?: string,
) =>
  ({
    method: 'GET',
    path,
    access: reading,
    tag,
    summary,
    ...(description !== undefined && { description }),
    query,
    response: whole(item),
  }) as const

/** Responds with 201. */
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

/** Changes the sent fields. */
export const changeOne = <P extends TSchema, const O extends Own>(resource: Resource<P>, own: O) =>
  ({ method: 'PATCH', access: resource.writing, ...inputOf(resource), ...onOne(resource, '', own) }) as const

/** Deletes it, or ends it if the record must be kept. */
export const deleteOne = <P extends TSchema, const O extends Own>(resource: Resource<P>, own: O) =>
  ({ method: 'DELETE', access: resource.writing, ...auditOf(resource), ...onOne(resource, '', own) }) as const

/** Data of one object, at an address below its own. */
export const readOf = <P extends TSchema, const O extends Own>(
  resource: Resource<P>,
  below: string,
  own: O,
) => ({ method: 'GET', access: resource.reading, ...onOne(resource, `/${below}`, own) }) as const

/** An action on one object. */
export const actOn = <P extends TSchema, const O extends Own>(resource: Resource<P>, below: string, own: O) =>
  ({ method: 'POST', access: resource.writing, ...onOne(resource, `/${below}`, own) }) as const

const auditOf = ({ audit }: Resource): Pick<Operation, 'audit'> => (audit === undefined ? {} : { audit })

const inputOf = (resource: Resource): Pick<Operation, 'audit' | 'bodyBytesMax'> => {
  const { inputBytesMax } = resource
  return { ...auditOf(resource), ...(inputBytesMax !== undefined && { bodyBytesMax: inputBytesMax }) }
}

/** Its errors begin with the unknown id. */
const onOne = <P extends TSchema, const O extends Own>(resource: Resource<P>, below: string, own: O) => ({
  path: `${resource.path}/:id${below}`,
  tag: resource.tag,
  params: resource.params,
  ...own,
  errors: [resource.notFound, ...(own.errors ?? [])],
})
