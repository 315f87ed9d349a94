// Due work: mails a team the head of its ledger, every day for as long as it wants it.
import { formatBrl } from '../base/values/money.ts'
import { transaction } from '../outbox/transaction.ts'
import type { TaskOf } from '../outbox/work.ts'
import { layoutMail } from '../paper/mail/mail-layout.ts'
import { demandTeam } from '../teams/team-store.ts'
import { scheduleProofMail } from '../wallet/mail-proof.ts'
import { readHead } from '../wallet/proof-store.ts'
import type * as work from '../wallet/work.ts'
import type { World } from '../world.ts'
import { queueMail } from './queue-mail.ts'

export async function mailProof(
  world: World,
  { payload, last }: TaskOf<typeof work.mailProof>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const { mode, lines, hash, balance_cents, last_id, mails_proof } = await readHead(tx, tx.owner)
    if (!mails_proof) return
    const { email } = await demandTeam(tx, tx.owner.teamId)
    const subject = `Comprovante do extrato, ${payload.day} · Proof of your ledger`
    const { html, text } = layoutMail({
      language: 'pt-BR',
      title: 'Comprovante do seu extrato',
      paragraphs: [
        `A carteira (modo ${mode}) tem ${lines} lançamentos e saldo de ${formatBrl(balance_cents)}. ` +
          `Último lançamento: ${last_id ?? 'nenhum'}.`,
        `${lines}:${hash}`,
        'Guarde este e-mail. Com o código acima, qualquer pessoa confere que nenhum lançamento até aqui foi ' +
          'alterado, removido ou trocado de lugar: baixe o extrato em GET /api/v1/wallet/statement e rode ' +
          '"node sdk/verify-statement.mjs extrato.txt CÓDIGO".',
        `English: this wallet (${mode} mode) has ${lines} lines. Keep this mail: with the code above anybody can ` +
          'check that no line up to here was changed, removed or moved. Download the statement from ' +
          'GET /api/v1/wallet/statement and run "node sdk/verify-statement.mjs statement.txt CODE".',
      ],
    })
    await queueMail(tx, { key: `proof ${payload.day}`, to: email, subject, text, html })
    await scheduleProofMail(tx)
  })
}
