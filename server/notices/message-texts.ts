// What a client reads about an invoice, in Portuguese: one text for phone and mail, and the same words as a template's
// parameters, so that the two cannot differ.
import type { MessageKind } from '../../contract/invoicing-states.ts'
import { type Cents, formatBrl } from '../base/values/money.ts'
import { brazilianDate } from '../rules/brazilian-texts.ts'

export interface MessageFacts {
  clientName: string
  teamName: string
  /** Null for a draft. */
  number: string | null
  amountCents: Cents
  paidCents: Cents
  dueDate: Temporal.PlainDate
  url: string
  pixCode: string | null
  /** Of a boleto, in groups. */
  boletoLine: string | null
  /** No real money is asked for or was paid. */
  isSimulated: boolean
  /** Of test mode, where every subject is marked as it is stored. */
  isTest: boolean
}

export interface MessageTexts {
  subject: string
  /** Whole sentences, without link and code. */
  paragraphs: string[]
  /** For the label of the link. */
  action: string
  /** Name of the template, and the values of its placeholders, in order. */
  template: string
  parameters: string[]
}

const TEMPLATES: Readonly<Record<MessageKind, string>> = {
  created: 'fatura_criada',
  sent: 'fatura_enviada',
  generated: 'fatura_gerada',
  paid: 'fatura_paga',
  reminder: 'fatura_lembrete',
}

const SIMULATION =
  'SIMULAÇÃO: esta mensagem é de um ambiente de testes. Nenhum dinheiro de verdade é cobrado ou recebido.'

export function messageTexts(kind: MessageKind, facts: MessageFacts): MessageTexts {
  const { clientName, teamName, isSimulated, isTest } = facts
  // Templates have no other place in which it could be said.
  const sender = isSimulated ? `${teamName} (simulação)` : teamName
  const amount = formatBrl(kind === 'paid' ? facts.paidCents : facts.amountCents)
  const due = brazilianDate(facts.dueDate)
  const invoice = facts.number === null ? 'fatura' : `fatura ${facts.number}`
  const { subject, sentence } = wordsOf(kind, { teamName, invoice, amount, due })
  return {
    subject: isSimulated && !isTest ? `[SIMULAÇÃO] ${subject}` : subject,
    paragraphs: [`Olá, ${clientName}!`, ...(isSimulated ? [SIMULATION] : []), sentence],
    action: kind === 'paid' ? 'Ver a fatura' : 'Ver e pagar a fatura',
    template: TEMPLATES[kind],
    parameters: [clientName, sender, facts.number ?? '-', amount, due],
  }
}

/** The whole text, as it is kept and as a person would write it. */
export function plainText({ paragraphs, action }: MessageTexts, facts: MessageFacts): string {
  return [...paragraphs, `${action}:\n${facts.url}`, ...codesOf(facts)].join('\n\n')
}

/** The codes to pay by, each with what it is. */
export function codesOf({ pixCode, boletoLine }: MessageFacts): string[] {
  return [
    ...(pixCode === null ? [] : [`Pix copia e cola:\n${pixCode}`]),
    ...(boletoLine === null ? [] : [`Boleto (linha digitável):\n${boletoLine}`]),
  ]
}

interface Words {
  teamName: string
  invoice: string
  amount: string
  due: string
}

function wordsOf(
  kind: MessageKind,
  { teamName, invoice, amount, due }: Words,
): { subject: string; sentence: string } {
  switch (kind) {
    case 'created':
      return {
        subject: `Nova ${invoice} de ${teamName}`,
        sentence: `${teamName} preparou uma ${invoice} de ${amount} para você, com vencimento em ${due}.`,
      }
    case 'sent':
      return {
        subject: `Sua ${invoice} de ${teamName}`,
        sentence: `${teamName} enviou a ${invoice} de ${amount} para você, com vencimento em ${due}.`,
      }
    case 'generated':
      return {
        subject: `Sua ${invoice} de ${teamName}`,
        sentence: `A ${invoice} da sua assinatura com ${teamName} está pronta: ${amount}, com vencimento em ${due}.`,
      }
    case 'paid':
      return {
        subject: `Pagamento recebido: ${invoice}`,
        sentence: `${teamName} recebeu o pagamento de ${amount} da ${invoice}. Obrigado!`,
      }
    case 'reminder':
      return {
        subject: `Lembrete: a ${invoice} vence em ${due}`,
        sentence: `Lembrete de ${teamName}: a ${invoice} de ${amount} vence em ${due}.`,
      }
  }
}
