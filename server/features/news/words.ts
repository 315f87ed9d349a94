// The words of news mails, in Portuguese and English.
import type { NewsKind, TeamLanguage } from '../../../contract/team-profile.ts'

/** Formatted for the reader. */
export interface NewsFacts {
  readonly client: string
  /** The number of the invoice or the locator of the booking; empty if there is none. */
  readonly number: string
  readonly amount: string
  /** The open amount, or the due date. */
  readonly left: string
  readonly due: string
  /** Why the client declined; empty if not given. */
  readonly reason: string
  /** Who accepted; empty if not given. */
  readonly by: string
  /** Money that went back and had become credit that is used; empty if none. */
  readonly uncovered: string
}

export interface NewsWords {
  readonly lines: Readonly<Record<NewsKind, (facts: NewsFacts) => { text: string; detail: string }>>
  /** The number of news of one kind, for the subject of a mail with several. */
  readonly counts: Readonly<Record<NewsKind, (count: number) => string>>
  readonly title: (count: number) => string
  readonly list: string
  readonly more: (count: number) => string
  readonly and: string
  readonly action: string
  readonly choices: (name: string) => string
}

const countedPt = (one: string, several: string) => (count: number) =>
  count === 1 ? `1 ${one}` : `${count} ${several}`
const joinedPt = (...parts: string[]) => parts.filter((part) => part !== '').join(' · ')
const namedPt = (word: string, number: string) => (number === '' ? word : `${word} ${number}`)

const uncoveredPt = (amount: string) =>
  amount === '' ? '' : `${amount} já usados como crédito pelo cliente: cobre-os à parte`

const NEWS_PT: NewsWords = {
  lines: {
    quote_accepted: ({ client, number, amount, by }) => ({
      text: `${namedPt('Orçamento', number)} aceito: ${client}`,
      detail: joinedPt(amount, by === '' ? '' : `aceito por ${by}`),
    }),
    quote_declined: ({ client, number, amount, reason }) => ({
      text: `${namedPt('Orçamento', number)} recusado: ${client}`,
      detail: joinedPt(amount, reason === '' ? '' : `motivo: ${reason}`),
    }),
    invoice_paid: ({ client, number, amount }) => ({
      text: `${namedPt('Fatura', number)} paga: ${client}`,
      detail: amount,
    }),
    invoice_part_paid: ({ client, number, amount, left }) => ({
      text: `${namedPt('Fatura', number)} paga em parte: ${client}`,
      detail: joinedPt(`recebidos ${amount}`, `faltam ${left}`),
    }),
    invoice_overdue: ({ client, number, left, due }) => ({
      text: `${namedPt('Fatura', number)} vencida: ${client}`,
      detail: joinedPt(`em aberto ${left}`, `venceu em ${due}`),
    }),
    payment_returned: ({ client, number, amount, uncovered }) => ({
      text: client === '' ? 'Pagamento de recarga devolvido' : `Pagamento devolvido: ${client}`,
      detail: joinedPt(amount, number === '' ? '' : `fatura ${number}`, uncoveredPt(uncovered)),
    }),
    payment_disputed: ({ client, number, amount, due, uncovered }) => ({
      text: `Pagamento com cartão contestado: ${client}`,
      detail: joinedPt(
        amount,
        number === '' ? '' : `fatura ${number}`,
        due === ''
          ? 'envie ao banco: fatura, contrato, vouchers e conversas'
          : `envie os documentos ao banco até ${due}`,
        uncoveredPt(uncovered),
      ),
    }),
    mandate_ended: ({ client, amount }) => ({
      text: `Pix Automático encerrado: ${client}`,
      detail: joinedPt(`autorização de ${amount}`, 'as próximas faturas são pagas como as demais'),
    }),
    debit_failed: ({ client, amount, due, reason }) => ({
      text: `Débito do Pix Automático não realizado: ${client}`,
      detail: joinedPt(amount, `vencimento em ${due}`, reason),
    }),
    booking_failed: ({ client, number, amount }) => ({
      text: `Emissão não concluída${number === '' ? '' : `, reserva ${number}`}: ${client}`,
      detail: joinedPt(amount, 'o valor voltou à carteira'),
    }),
  },
  counts: {
    quote_accepted: countedPt('orçamento aceito', 'orçamentos aceitos'),
    quote_declined: countedPt('orçamento recusado', 'orçamentos recusados'),
    invoice_paid: countedPt('fatura paga', 'faturas pagas'),
    invoice_part_paid: countedPt('fatura paga em parte', 'faturas pagas em parte'),
    invoice_overdue: countedPt('fatura vencida', 'faturas vencidas'),
    payment_returned: countedPt('pagamento devolvido', 'pagamentos devolvidos'),
    payment_disputed: countedPt('pagamento contestado', 'pagamentos contestados'),
    mandate_ended: countedPt('Pix Automático encerrado', 'autorizações de Pix Automático encerradas'),
    debit_failed: countedPt('débito não realizado', 'débitos não realizados'),
    booking_failed: countedPt('emissão não concluída', 'emissões não concluídas'),
  },
  title: (count) => (count === 1 ? 'Um aviso' : `${count} avisos`),
  list: 'O que aconteceu',
  more: (count) => `e mais ${count}: veja no painel.`,
  and: 'e',
  action: 'Abrir no painel',
  choices: (agency) =>
    `${agency}. Escolha no painel, em Configurações > Dados da agência, quais avisos chegam por e-mail.`,
}

const countedEn =
  (one: string, several = one) =>
  (count: number) =>
    `${count} ${count === 1 ? one : several}`
const uncoveredEn = (amount: string) =>
  amount !== '' && `the client has used ${amount} of it as credit already: charge it separately`
const listedEn = (...facts: (string | false)[]) => facts.filter((fact) => fact).join(' · ')
const aboutEn = (what: string, number: string) => `${what} ${number}`.trim()

const NEWS_EN: NewsWords = {
  lines: {
    quote_accepted: ({ client, number, amount, by }) => ({
      text: `${aboutEn('Quote', number)} accepted: ${client}`,
      detail: listedEn(amount, by !== '' && `accepted by ${by}`),
    }),
    quote_declined: ({ client, number, amount, reason }) => ({
      text: `${aboutEn('Quote', number)} declined: ${client}`,
      detail: listedEn(amount, reason !== '' && `reason: ${reason}`),
    }),
    invoice_paid: ({ client, number, amount }) => ({
      text: `${aboutEn('Invoice', number)} paid: ${client}`,
      detail: amount,
    }),
    invoice_part_paid: ({ client, number, amount, left }) => ({
      text: `${aboutEn('Invoice', number)} paid in part: ${client}`,
      detail: listedEn(`received ${amount}`, `${left} to go`),
    }),
    invoice_overdue: ({ client, number, left, due }) => ({
      text: `${aboutEn('Invoice', number)} overdue: ${client}`,
      detail: listedEn(`open ${left}`, `was due on ${due}`),
    }),
    payment_returned: ({ client, number, amount, uncovered }) => ({
      text: client === '' ? 'Payment of a recharge returned' : `Payment returned: ${client}`,
      detail: listedEn(amount, number !== '' && `invoice ${number}`, uncoveredEn(uncovered)),
    }),
    payment_disputed: ({ client, number, amount, due, uncovered }) => ({
      text: `Card payment disputed: ${client}`,
      detail: listedEn(
        amount,
        number !== '' && `invoice ${number}`,
        due === ''
          ? 'send the bank: invoice, contract, vouchers and messages'
          : `send the documents to the bank by ${due}`,
        uncoveredEn(uncovered),
      ),
    }),
    mandate_ended: ({ client, amount }) => ({
      text: `Pix Automático ended: ${client}`,
      detail: listedEn(`authorization of ${amount}`, 'the next invoices are paid like any other'),
    }),
    debit_failed: ({ client, amount, due, reason }) => ({
      text: `Pix Automático debit failed: ${client}`,
      detail: listedEn(amount, `due ${due}`, reason !== '' && reason),
    }),
    booking_failed: ({ client, number, amount }) => ({
      text: `Tickets not issued${number === '' ? '' : `, booking ${number}`}: ${client}`,
      detail: listedEn(amount, 'the amount returned to the wallet'),
    }),
  },
  counts: {
    quote_accepted: countedEn('quote accepted', 'quotes accepted'),
    quote_declined: countedEn('quote declined', 'quotes declined'),
    invoice_paid: countedEn('invoice paid', 'invoices paid'),
    invoice_part_paid: countedEn('invoice paid in part', 'invoices paid in part'),
    invoice_overdue: countedEn('invoice overdue', 'invoices overdue'),
    payment_returned: countedEn('payment returned', 'payments returned'),
    payment_disputed: countedEn('disputed payment', 'disputed payments'),
    mandate_ended: countedEn('mandate ended', 'mandates ended'),
    debit_failed: countedEn('failed debit', 'failed debits'),
    booking_failed: countedEn('failed issuance', 'failed issuances'),
  },
  title: (count) => (count === 1 ? 'One notice' : `${count} notices`),
  list: 'What happened',
  more: (count) => `and ${count} more: see the panel.`,
  and: 'and',
  action: 'Open in the panel',
  choices: (agency) =>
    `${agency}. Which notices come by mail is chosen in the panel, under Settings > Agency details.`,
}

export const NEWS_WORDS: Readonly<Record<TeamLanguage, NewsWords>> = { 'pt-BR': NEWS_PT, en: NEWS_EN }
