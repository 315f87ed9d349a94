// The setting of the name servers for host names of strangers.
import { isIP } from 'node:net'
import { optional } from '../../kernel/process/settings.ts'

export const NAME_SETTINGS = {
  dnsServers: optional(
    'DNS_SERVERS',
    nameServers,
    "Name servers for the addresses of webhooks and banks (`10.0.0.2, 10.0.0.3:5353`); the machine's unless set",
  ),
} as const

function nameServers(text: string): string[] {
  const servers = text.split(',').map((part) => part.trim())
  if (!servers.every(isServer))
    throw new Error('must be addresses of name servers, each with or without a port')
  return servers
}

function isServer(text: string): boolean {
  const [, bracketed, plain, port = '53'] =
    /^(?:\[([^\]]+)\]|([^:]+|[0-9a-f:]*::?[0-9a-f:]*))(?::(\d{1,5}))?$/i.exec(text) ?? []
  return isIP(bracketed ?? plain ?? '') > 0 && Number(port) > 0 && Number(port) < 65_536
}
