// The versions of what was read: a change says by If-Match which one it knows, so that it never undoes another's.

const etags = new WeakMap<object, string>()

/** Of an object as it was answered; undefined where it has no version. */
export function etagOf(read: object | undefined): string | undefined {
  return read === undefined ? undefined : etags.get(read)
}

/** Proxies that compress an answer call its tag weak; the service knows it by its strong name. */
export function strongTag(header: string | null): string | undefined {
  return header?.replace(/^W\//, '') ?? undefined
}

export function noteEtag(read: unknown, etag: string | undefined): void {
  if (etag !== undefined && typeof read === 'object' && read !== null) etags.set(read, etag)
}
