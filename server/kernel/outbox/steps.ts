// Scopes for an operation of several transactions: one that asks a bank or carrier, which must not happen inside a
// transaction. Each transaction gets a scope that says what it claims, finishes and answers.
import type { Fail } from '../values/fail.ts'
import type { Scope } from './transaction.ts'

/** The first claims the request's key, so that no copy begins too; the last finishes the work and answers. */
export function stepsOf({ claims, finishes, reply, ...scope }: Scope): { first: Scope; last: Scope } {
  return { first: { ...scope, claims }, last: { ...scope, finishes, reply } }
}

/** For a transaction that is not the operation itself: it claims, finishes and answers nothing. */
export function aside({ owner, clock, by }: Scope): Scope {
  return { owner, clock, by }
}

/**
 * For a last transaction that refuses the request: it answers with the failure, whatever it returns, so that state and
 * answer commit together. Code that runs inside the request throws the failure afterwards.
 */
export function refusing({ reply, ...scope }: Scope, failure: Fail): Scope {
  if (reply === undefined) return scope
  const { key, renderFailure } = reply
  return { ...scope, reply: { key, renderFailure, render: () => renderFailure(failure) } }
}
