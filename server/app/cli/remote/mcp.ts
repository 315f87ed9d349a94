// `mcp`: forwards an agent's messages from stdin to the service's MCP endpoint, and the responses back.
// Tools, limits and confirmations are the service's.
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { MCP_PATH } from '../../../../contract/links.ts'
import { VERSION } from '../../../kernel/process/project.ts'
import { failureOf } from '../failures.ts'
import type { Terminal } from '../terminal.ts'
import { makeService, readLogin, type Service } from './call-service.ts'
import { bytesOf, readFrames } from './follow-events.ts'

interface Message {
  id?: string | number
  method?: string
  params?: {
    name?: string
    protocolVersion?: string
    clientInfo?: { name?: string }
    _meta?: Readonly<Record<string, unknown>>
  }
}

const VERSION_IN_META = 'io.modelcontextprotocol/protocolVersion'

/** Values that a 2025 client sends once, and HTTP requires with each request. */
interface Remembered {
  version?: string | undefined
  agent?: string | undefined
}

export async function bridgeMcp(mayWrite: boolean, terminal: Terminal): Promise<void> {
  // The agent's language is not that of the terminal.
  const service = makeService(readLogin(terminal))
  const path = mayWrite ? `${MCP_PATH}?write=1` : MCP_PATH
  const remembered: Remembered = {}
  const running = new Set<Promise<void>>()
  for await (const line of createInterface({ input: Readable.from(terminal.input()) })) {
    if (line.trim() === '') continue
    const message = parsed(line)
    if (message === undefined) {
      terminal.write(JSON.stringify(failure(null, PARSE_ERROR, 'This is no JSON.')))
      continue
    }
    const { params } = message
    if (message.method === 'initialize') {
      remembered.version = params?.protocolVersion
      remembered.agent = params?.clientInfo?.name
    }
    const asked = pass(service, { path, line, message, headers: headersOf(message, remembered), terminal })
    running.add(asked)
    void asked.finally(() => running.delete(asked))
    // Later messages depend on the handshake.
    if (message.method === 'initialize') await asked
  }
  await Promise.all(running)
}

const PARSE_ERROR = -32_700
const INTERNAL_ERROR = -32_603

/** The protocol's headers, which repeat parts of the message. */
function headersOf({ method, params }: Message, { version, agent }: Remembered): Record<string, string> {
  const modern = params?._meta?.[VERSION_IN_META]
  const protocolVersion = typeof modern === 'string' ? modern : version
  return {
    accept: 'application/json, text/event-stream',
    'user-agent': headerText(agent ?? `embarque-cli/${VERSION}`),
    ...(protocolVersion !== undefined && { 'mcp-protocol-version': headerText(protocolVersion) }),
    ...(typeof modern === 'string' && {
      'mcp-method': headerText(method ?? ''),
      ...(params?.name !== undefined && { 'mcp-name': headerText(params.name) }),
    }),
  }
}

const headerText = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, ' ')

async function pass(
  service: Service,
  {
    path,
    line,
    message: { id },
    headers,
    terminal,
  }: {
    readonly path: string
    readonly line: string
    readonly message: Message
    readonly headers: Record<string, string>
    readonly terminal: Terminal
  },
): Promise<void> {
  try {
    const response = await service.post(path, line, headers)
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (isStream) {
      for await (const { data } of readFrames(bytesOf(response))) if (data) terminal.write(data)
      return
    }
    const text = await response.text()
    if (text !== '') terminal.write(text)
  } catch (error) {
    // A notification gets no response, not even an error.
    const { text } = failureOf(error as Error)
    if (id === undefined) terminal.sayError(text)
    else terminal.write(JSON.stringify(failure(id, INTERNAL_ERROR, text[0])))
  }
}

function failure(id: string | number | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

function parsed(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
