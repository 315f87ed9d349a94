// Empty form fields, whose value is ''.

/** In a new object undefined, which leaves a field out; in a saved one null, which clears it. */
export function replaceEmpty<V>(typed: V, empty: null | undefined): V {
  const clean = (one: unknown): unknown => {
    if (one === '') return empty
    if (Array.isArray(one)) return one.map(clean)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([name, part]) => [name, clean(part)]))
  }
  return clean(typed) as V
}
