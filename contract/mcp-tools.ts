// The one table of tools for agents: each is an operation of the API under a name and in words fit for models. What a
// tool takes is read from the operation, so that neither can say something else than the other.
import { READING_TOOLS } from './mcp-reading-tools.ts'
import { WRITING_TOOLS } from './mcp-writing-tools.ts'

export const MCP_TOOLS = { ...READING_TOOLS, ...WRITING_TOOLS } as const

export type McpToolName = keyof typeof MCP_TOOLS

export type ConfirmedToolName = {
  [Name in McpToolName]: (typeof MCP_TOOLS)[Name] extends { needsConfirmation: true } ? Name : never
}[McpToolName]
