// Keeps the ETag of each object that was read. A change sends it as If-Match, so that it never overwrites another
// change.

const etags = new WeakMap<object, string>()

/** The ETag of an object of a response; undefined if the response has none. */
export function etagOf(read: object | undefined): string | undefined {
  return read === undefined ? undefined : etags.get(read)
}

/** Proxies that compress a response mark its ETag as weak; the service compares the strong one. */
export function strongTag(header: string | null): string | undefined {
  return header?.replace(/^W\//, '') ?? undefined
}

export function storeEtag(read: unknown, etag: string | undefined): void {
  if (etag !== undefined && typeof read === 'object' && read !== null) etags.set(read, etag)
}
