// The part of an OpenAPI document that the reference uses, read from the published document.

export interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly example?: unknown
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly additionalProperties?: boolean | Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

export interface Media {
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly summary?: string }>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
  readonly example?: unknown
}

export interface Response {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Readonly<Record<string, Media>>
}

export interface OpenApiOperation {
  readonly operationId?: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Media>> }
  readonly responses?: Readonly<Record<string, Response>>
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
}

export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components?: object
}

export interface Endpoint extends OpenApiOperation {
  readonly method: string
  readonly path: string
}

export interface Tag {
  readonly name: string
  readonly description: string
  readonly endpoints: readonly Endpoint[]
}

/** Whether keys are refused and only a session is accepted. */
export function isForPeople({ security = [] }: Endpoint): boolean {
  return security.length > 0 && security.every((way) => 'session' in way)
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** In the order of the document's list, then in order of appearance. */
export function tagsOf({ paths, tags = [] }: OpenApi): Tag[] {
  const byTag = new Map<string, Endpoint[]>(tags.map(({ name }) => [name, []]))
  for (const [path, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations)) {
      const name = operation.tags?.[0]
      if (name === undefined || !METHODS.includes(method)) continue
      byTag.set(name, [...(byTag.get(name) ?? []), { ...operation, path, method: method.toUpperCase() }])
    }
  const texts = new Map(tags.map(({ name, description = '' }) => [name, description]))
  return [...byTag]
    .filter(([, endpoints]) => endpoints.length > 0)
    .map(([name, endpoints]) => ({ name, endpoints, description: texts.get(name) ?? '' }))
}

export type Resolve = <T extends object>(found: T | { readonly $ref: string }) => T

/** Follows `$ref` within the document; an unknown reference is empty. */
export function resolverOf(document: OpenApi): Resolve {
  const resolve: Resolve = (found) => {
    if (!('$ref' in found) || typeof found.$ref !== 'string') return Object(found)
    let place: unknown = document
    for (const part of found.$ref.replace(/^#\//, '').split('/'))
      place = Object(place)[part.replaceAll('~1', '/').replaceAll('~0', '~')]
    return resolve(Object(place))
  }
  return resolve
}

/** The anchor of an operation on its page: its name, or its method and path. */
export function anchorOf({ operationId, method, path }: Endpoint): string {
  return slug(operationId ?? `${method} ${path}`)
}

export function slug(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
