// The response kinds that an operation can declare. Each has a kind and a content schema; envelope, pages,
// warnings, headers and media types follow from the kind.
import Type, { type TSchema } from 'typebox'
import { Enveloped, EnvelopedWithWarnings, Listed } from './common.ts'

/** The declared response of an operation. */
export type ResponseShape =
  | JsonResponse
  | Written
  | StatusResponse
  | FileResponse
  | ImageResponse
  | PageResponse
  | Redirect
  | Site
  | StreamResponse

export type JsonResponse = Data | List | Whole | WithWarnings | Bare

interface Json<Kind extends string, T extends TSchema> {
  readonly kind: Kind
  /** The schema of the content, without the envelope. */
  readonly of: T
  /** The whole body. */
  readonly body: TSchema
  /** The text of `_meta.message` for this response in test mode, if the usual one would not help. */
  testMessage?(data: object): string | undefined
}

/** `{ success, data }` */
export type Data<T extends TSchema = TSchema> = Json<'data', T>
export const data = <T extends TSchema>(of: T): Data<T> => ({ kind: 'data', of, body: Enveloped(of) })

/** `{ success, data: [...], pagination }`; the query says which page. */
export type List<T extends TSchema = TSchema> = Json<'list', T>
export const list = <T extends TSchema>(of: T): List<T> => ({ kind: 'list', of, body: Listed(of) })

/** A short list in its envelope, which is whole unless the query has a limit. */
export type Whole<T extends TSchema = TSchema> = Json<'whole', T>
export const whole = <T extends TSchema>(item: T): Whole<Type.TArray<T>> => ({
  kind: 'whole',
  of: Type.Array(item),
  body: Listed(item),
})

/** `{ success, data, warnings? }` */
export type WithWarnings<T extends TSchema = TSchema> = Json<'withWarnings', T>
export const withWarnings = <T extends TSchema>(of: T): WithWarnings<T> => ({
  kind: 'withWarnings',
  of,
  body: EnvelopedWithWarnings(of),
})

/** Without an envelope, where the contract says so. */
export type Bare<T extends TSchema = TSchema> = Json<'bare', T>
export const bare = <T extends TSchema>(of: T): Bare<T> => ({ kind: 'bare', of, body: of })

/**
 * Like `bare`, for a large response that its function serializes itself; with a version, it is sent only if
 * new.
 */
export type Written<T extends TSchema = TSchema> = Json<'written', T> & { readonly isVersioned: boolean }
export const written = <T extends TSchema>(of: T, { isVersioned = false } = {}): Written<T> => ({
  kind: 'written',
  of,
  body: of,
  isVersioned,
})

/** One shape whose HTTP status is the outcome. */
export interface StatusResponse<T extends TSchema = TSchema> {
  readonly kind: 'byStatus'
  readonly of: T
  /** The meaning of each status. */
  readonly statuses: Readonly<Record<number, string>>
}
export const byStatus = <T extends TSchema>(
  of: T,
  statuses: Readonly<Record<number, string>>,
): StatusResponse<T> => ({ kind: 'byStatus', of, statuses })

/** A named file: `attachment` is saved, `inline` is shown. */
export interface FileResponse {
  readonly kind: 'file'
  readonly type:
    | 'application/pdf'
    | 'text/csv'
    | 'text/plain'
    | 'text/calendar'
    | 'text/javascript'
    | 'application/octet-stream'
  readonly disposition: 'attachment' | 'inline'
}
export const attachment = (type: FileResponse['type']): FileResponse => ({
  kind: 'file',
  type,
  disposition: 'attachment',
})
export const inline = (type: FileResponse['type']): FileResponse => ({
  kind: 'file',
  type,
  disposition: 'inline',
})

/** A picture that other sites may embed. */
export interface ImageResponse {
  readonly kind: 'image'
  readonly type: 'image/svg+xml' | 'image/png'
  readonly cacheSeconds: number
}
export const image = (type: ImageResponse['type'], cacheSeconds = 0): ImageResponse => ({
  kind: 'image',
  type,
  cacheSeconds,
})

/** A page for people. */
export interface PageResponse {
  readonly kind: 'page'
}
export const page: PageResponse = { kind: 'page' }

/** Redirects the browser to a page after a form was submitted. */
export interface Redirect {
  readonly kind: 'redirect'
}
export const redirect: Redirect = { kind: 'redirect' }

/** Everything below the path, served by a library. */
export interface Site {
  readonly kind: 'site'
}
export const site: Site = { kind: 'site' }

/** Text that continues until the client disconnects. */
export interface StreamResponse {
  readonly kind: 'stream'
  readonly type: 'text/event-stream'
}
export const stream: StreamResponse = { kind: 'stream', type: 'text/event-stream' }

/** Only that it succeeded. */
export const Success = Type.Object({ success: Type.Literal(true) })
