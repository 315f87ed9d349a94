// An operation that asks somebody outside, such as a bank, has several transactions, as none may contain the question.
// Each gets a scope that says what it is to the operation.
import type { Fail } from '../base/values/fail.ts'
import type { Scope } from './transaction.ts'

/** The first claims the request's key, so that no copy begins too; the last finishes the work and answers. */
export function stepsOf({ owner, clock, claims, finishes, reply }: Scope): { first: Scope; last: Scope } {
  return { first: { owner, clock, claims }, last: { owner, clock, finishes, reply } }
}

/** For a transaction that is not the operation itself: it claims, finishes and answers nothing. */
export function aside({ owner, clock }: Scope): Scope {
  return { owner, clock }
}

/**
 * For a last step that refuses what was asked: it answers with the failure, whatever it returns, so that state and
 * answer commit together. Whoever has a request before them throws the failure afterwards.
 */
export function refusing({ reply, ...scope }: Scope, failure: Fail): Scope {
  if (reply === undefined) return scope
  const { key, renderFailure } = reply
  return { ...scope, reply: { key, renderFailure, render: () => renderFailure(failure) } }
}
