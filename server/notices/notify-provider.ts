// Tells a team by mail that a bank was connected in its name, or disconnected: who did it with a stolen key is seen.
import { isoTimestamp } from '../base/values/dates.ts'
import { transaction } from '../outbox/transaction.ts'
import type { TaskOf } from '../outbox/work.ts'
import { layoutMail } from '../paper/mail/mail-layout.ts'
import { pixKeyOf } from '../payments/bank-of.ts'
import { findAnyProvider, type ProviderRow } from '../payments/provider-store.ts'
import type * as payments from '../payments/work.ts'
import type { ProviderNotice } from '../payments/work.ts'
import { demandTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { queueMail } from './queue-mail.ts'

const WORDS: Readonly<
  Record<ProviderNotice, { subject: string; title: string; did: string; english: string }>
> = {
  connected: {
    subject: 'Banco conectado para receber faturas · Bank connected',
    title: 'Um banco foi conectado à sua conta',
    did: 'A partir de agora, os pagamentos das suas faturas podem ser recebidos por este banco',
    english: 'a bank was connected to your account, and may receive what your clients pay for invoices',
  },
  disconnected: {
    subject: 'Banco desconectado · Bank disconnected',
    title: 'Um banco foi desconectado da sua conta',
    did: 'Novas faturas não são mais cobradas por este banco',
    english: 'a bank was disconnected from your account, and new invoices are not collected by it any more',
  },
}

export async function notifyProvider(
  world: World,
  { payload: { providerId, notice }, last }: TaskOf<typeof payments.providerMail>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const provider = await findAnyProvider(tx, providerId)
    if (provider === undefined) return
    const { email } = await demandTeam(tx, tx.owner.teamId)
    const { subject, title, did, english } = WORDS[notice]
    const { html, text } = layoutMail({
      language: 'pt-BR',
      title,
      paragraphs: [
        `${did}: ${described(provider)}.`,
        `Isso foi feito em ${isoTimestamp(tx.now)} com uma chave da sua equipe (modo ${tx.owner.mode}).`,
        'Se não foi você, revogue as chaves em uso com DELETE /api/v1/api-keys/:id, desfaça a mudança em ' +
          '/api/v1/payment-providers e avise quem opera o serviço.',
        `English: ${english}. If this was not you, revoke your keys, undo the change and tell who runs the service.`,
      ],
    })
    await queueMail(tx, { key: `provider ${providerId} ${notice}`, to: email, subject, text, html })
  })
}

function described(provider: ProviderRow): string {
  const key = pixKeyOf(provider)
  return key === null ? provider.name : `${provider.name}, chave Pix ${key}`
}
