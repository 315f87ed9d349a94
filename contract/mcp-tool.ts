// What the declaration of a tool for agents says; the tables of tools are beside it.
import type { OPERATIONS } from './operations.ts'

export interface McpTool {
  readonly operation: keyof typeof OPERATIONS
  readonly title: string
  /** Written for models, by us alone: nothing that an agency or its clients wrote is ever in it. */
  readonly description: string
  /** Fields of the operation that an agent has no use for, or that are filled in for it. */
  readonly without?: readonly string[]
  /** The only fields that it takes, where those are few. */
  readonly only?: readonly string[]
  /** Fields of its own, which are turned into those of the operation. */
  readonly besides?: Readonly<Record<string, object>>
  /** Sent besides what the agent says; of `usually`, where it says nothing. */
  readonly always?: Readonly<Record<string, unknown>>
  readonly usually?: Readonly<Record<string, unknown>>
  /** Moves money or tells a client to pay: done only with the token that its first call answers. */
  readonly needsConfirmation?: true
  /** Cannot be taken back. */
  readonly isFinal?: true
}

export type McpTools = Readonly<Record<string, McpTool>>
