// The head of a wallet's chain as callers see it, and the statement that proves it.
import type { WalletProof } from '../../../contract/wallet-proof.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { type HeadRow, readHead, readTexts } from './proof-store.ts'

export async function readProof(db: Queryable, owner: Owner, now: Date): Promise<WalletProof> {
  return proofView(await readHead(db, owner), now)
}

export function proofView(head: HeadRow, now: Date): WalletProof {
  return {
    team_id: head.team_id,
    mode: head.mode,
    lines: Number(head.lines),
    last_transaction_id: head.last_id,
    hash: head.hash,
    head: `${head.lines}:${head.hash}`,
    balance: formatAmount(head.balance_cents),
    currency: 'BRL',
    daily_mail: head.mails_proof,
    taken_at: isoTimestamp(now),
  }
}

const LINES_AT_ONCE = 1000n

/** Up to the line that was the last when it was asked for. */
export async function* statementLines(db: Queryable, owner: Owner): AsyncGenerator<string> {
  const { wallet_id, lines, genesis } = await readHead(db, owner)
  yield `${genesis}\n`
  for (let above = 0n; above < lines; above += LINES_AT_ONCE) {
    const upTo = above + LINES_AT_ONCE < lines ? above + LINES_AT_ONCE : lines
    const texts = await readTexts(db, wallet_id, above, upTo)
    yield texts.map((text) => `${text}\n`).join('')
  }
}
