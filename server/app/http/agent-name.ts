// Who an agent says it is: told by its protocol or by its User-Agent, and made fit for one short line of the audit log.

/** In the `_meta` of each request, by the protocol's own name. */
const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo'
const CHARACTERS_MAX = 60
const UNNAMED = 'unnamed agent'

/** The header by which the name travels on to the API. */
export const AGENT_HEADER = 'embarque-agent'

export function agentNameOf(body: unknown, userAgent: string | undefined): string {
  const { params } = fieldsOf(body)
  const { _meta, clientInfo } = fieldsOf(params)
  const { name } = fieldsOf(fieldsOf(_meta)[CLIENT_INFO] ?? clientInfo)
  return cleanAgentName(typeof name === 'string' ? name : userAgent) ?? UNNAMED
}

/** Plain letters in one line: it travels in a header and stands where people read. */
export function cleanAgentName(name: string | undefined): string | undefined {
  const plain = name
    ?.normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, CHARACTERS_MAX)
    .trim()
  return plain === '' ? undefined : plain
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
