// Reads the address of a database that is in several places, as PostgreSQL's own programs write it: servers that are
// copies of each other, of which one at a time takes changes. The driver knows of one only.

export interface Place {
  /** A name, an address, or the folder of a socket. */
  readonly host: string
  readonly port: number
}

export interface Address {
  /** As the driver understands it: with the first place alone. */
  readonly url: string
  /** Empty where there is only that. */
  readonly places: readonly Place[]
}

export const ADDRESS_SHAPE = 'must look like postgresql://user:password@host:5432/database'
const SHAPE = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^@/?]*)(\/[^?]*)?(?:\?(.*))?$/
const PLACE = /^(?:\[([\da-fA-F:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/
const PORT = '5432'
/** Whoever only reads is of no use to the service. */
const TARGETS = ['read-write', 'primary']

export function readAddress(text: string): Address {
  const [, start, authority = '', path = '', query] = SHAPE.exec(text) ?? []
  if (start === undefined || !/,|target_session_attrs/.test(text.slice(start.length)))
    return { url: text, places: [] }
  const options = new URLSearchParams(query)
  const target = options.get('target_session_attrs')
  if (target !== null && !TARGETS.includes(target))
    throw new Error('must have target_session_attrs=read-write, where it has it at all')
  options.delete('target_session_attrs')
  const hosts = options.get('host')?.split(',')
  const ports = options.get('port')?.split(',') ?? []
  const places =
    hosts?.map((host, index) => placeOf(host, ports[index] ?? ports[0])) ?? inAuthority(authority)
  const [first] = places
  if (first === undefined) throw new Error(ADDRESS_SHAPE)
  options.set('host', first.host)
  options.set('port', String(first.port))
  return { url: `${start}${path}?${options}`, places }
}

function inAuthority(authority: string): Place[] {
  return authority.split(',').map((text) => {
    const [, v6, name, port] = PLACE.exec(text) ?? []
    const host = v6 ?? name
    if (host === undefined) throw new Error(ADDRESS_SHAPE)
    return placeOf(decodeURIComponent(host), port)
  })
}

function placeOf(host: string, port = PORT): Place {
  return { host, port: Number(port) }
}
