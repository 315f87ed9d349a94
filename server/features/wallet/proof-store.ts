// What outsiders check a wallet by: the head of its chain, and its lines in the text that was hashed.
import type { Mode } from '../../../contract/teams.ts'
import { onlyRow, type Queryable, statement } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { genesisHash, genesisText, lineText, STORED } from './line-text.ts'

export interface HeadRow {
  wallet_id: number
  team_id: string
  mode: Mode
  lines: bigint
  last_id: string | null
  hash: string
  balance_cents: bigint
  mails_proof: boolean
  /** The line that the chain begins with. */
  genesis: string
}

const selectHead = statement<HeadRow>(`
  select w.id as wallet_id, w.team_id, w.mode, w.lines, l.id as last_id, w.balance_cents, w.mails_proof,
    encode(coalesce(w.head, ${genesisHash('w')}), 'hex') as hash, ${genesisText('w')} as genesis
  from wallets w left join wallet_lines l on l.wallet_id = w.id and l.seq = w.lines
  where w.team_id = $1 and w.mode = $2`)

export async function readHead(db: Queryable, { teamId, mode }: Owner): Promise<HeadRow> {
  return onlyRow(await selectHead(db, teamId, mode))
}

const selectTexts = statement<{ text: string }>(`
  select ${lineText(STORED)} as text from wallet_lines l
  where l.wallet_id = $1 and l.seq > $2 and l.seq <= $3 order by l.seq`)

/** The texts of the lines above a number and up to another, oldest first. */
export async function readTexts(
  db: Queryable,
  walletId: number,
  above: bigint,
  upTo: bigint,
): Promise<string[]> {
  return (await selectTexts(db, walletId, above, upTo)).map(({ text }) => text)
}

const setWish = statement(`update wallets set mails_proof = $3 where team_id = $1 and mode = $2`)

export async function setMailsProof(tx: Tx, wanted: boolean): Promise<void> {
  await setWish(tx, tx.owner.teamId, tx.owner.mode, wanted)
}
