// Erases a person, as the law lets everybody ask (LGPD, article 18). The client itself is erased at once, with the
// request; travellers, mails, messages, events, what receivers answered and remembered answers follow in bites, as
// there may be many thousands. Issued invoices keep what tax law asks for. What is left is a record that says who
// asked, when, how far it has come and how much was changed, and nothing of the person.
import { Create } from 'typebox/value'
import type { DeletedClient } from '../../../contract/clients.ts'
import { ErasureCounts } from '../../../contract/erasures.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { changeCount, moveCount } from '../../kernel/outbox/list-counts.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { ERASED_FULL_NAME } from '../../kernel/values/erase-person.ts'
import { fail } from '../../kernel/values/fail.ts'
import { clientChange } from '../clients/client-change.ts'
import { uuidFromClientId } from '../clients/client-id.ts'
import { bucketOf, CLIENT_LIST, keysOf } from '../clients/client-keys.ts'
import { type ClientRow, changeClient, deleteUnlessLinked, lockClient } from '../clients/client-store.ts'
import { deleteNotesAbout } from '../notes/note-store.ts'
import { deleteTagsOf } from '../notes/tag-store.ts'
import { demandTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { goOnErasing, scheduleErasing } from './erase-bite.ts'
import { erasingOf, personOf, sealErasing } from './erasing.ts'
import { inTurn, refuseTooMany } from './erasing-turns.ts'
import { countUnfinished, type ErasureRow, findUnfinished, insertErasure } from './erasure-store.ts'
import { erasureView } from './erasure-view.ts'
import { refuseOpenBusiness } from './refuse-open-business.ts'

export async function eraseClient(
  world: World,
  scope: Scope,
  id: string,
  /** The key; null for the command line. */
  askedBy: string | null,
): Promise<DeletedClient> {
  const uuid = uuidFromClientId(id) ?? fail('client_not_found')
  return inTurn(world, scope.owner.teamId, () => transaction(world, scope, (tx) => erase(tx, uuid, askedBy)))
}

async function erase(tx: Tx, uuid: string, askedBy: string | null): Promise<DeletedClient> {
  const client = await lockClient(tx, uuid)
  const underWay = await findUnfinished(tx, uuid)
  if (underWay !== undefined) {
    await goOnErasing(tx, underWay.id)
    return answerOf(underWay, client === undefined)
  }
  if (client === undefined) fail('client_not_found')
  refuseTooMany(await countUnfinished(tx))
  const { email } = await demandTeam(tx, tx.owner.teamId)
  const erasing = erasingOf(client, email)
  await refuseOpenBusiness(tx, uuid, personOf(erasing))
  const notes = await deleteNotesAbout(tx, 'client_id', [uuid])
  await deleteTagsOf(tx, 'client_id', [uuid])
  const deleted = await eraseRow(tx, client)
  const id = tx.newId('erasure')
  const erasure = {
    id,
    client_id: uuid,
    asked_by: askedBy,
    erased_at: tx.now,
    completed_at: null,
    counts: { ...Create(ErasureCounts), clients: 1, notes },
  }
  await insertErasure(tx, { ...erasure, state: sealErasing(tx.secretBox, id, erasing) })
  scheduleErasing(tx, id, 1)
  record(tx, { ...clientChange(uuid), before: { is_active: client.is_active }, after: null })
  return answerOf(erasure, deleted)
}

function answerOf(erasure: ErasureRow, deleted: boolean): DeletedClient {
  const { client_id: id } = erasure
  return { id, deleted, ...(!deleted && { is_active: false as const }), erasure: erasureView(erasure) }
}

/** Deletes the client, or empties it where something refers to it; true if it was deleted. */
async function eraseRow(tx: Tx, client: ClientRow): Promise<boolean> {
  if (await deleteUnlessLinked(tx, client.id)) {
    changeCount(tx, CLIENT_LIST, bucketOf(client), -1)
    return true
  }
  const blank = {
    full_name: ERASED_FULL_NAME,
    email: '',
    phone: null,
    cpf: null,
    cnpj: null,
    company_name: null,
  }
  const change = { ...blank, notes: null, is_active: false, updated_at: tx.now }
  await changeClient(tx, client.id, { ...change, ...keysOf(blank) })
  moveCount(tx, CLIENT_LIST, bucketOf(client), bucketOf({ ...client, is_active: false }))
  return false
}
