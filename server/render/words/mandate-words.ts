// The words of Pix Automático on the page of an invoice, by language.
import type { MandateFrequency } from '../../../contract/mandate-states.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'

interface MandateWords {
  readonly title: string
  readonly rhythms: Readonly<Record<MandateFrequency, string>>
  /** The permission that the code of the first invoice gives. */
  readonly offer: (amount: string, rhythm: string, from: string) => string
  readonly until: (day: string) => string
  readonly mayCancel: string
  readonly active: (amount: string, rhythm: string) => string
  /** When this invoice is debited. */
  readonly debit: (day: string) => string
  readonly retry: (day: string) => string
  readonly cancel: string
  readonly cancelText: string
  readonly confirm: string
  readonly ended: string
  readonly endedText: string
  readonly cancelled: string
  readonly codeComing: string
}

const WORDS: Readonly<Record<TeamLanguage, MandateWords>> = {
  'pt-BR': {
    title: 'Pix Automático',
    rhythms: {
      monthly: 'por mês',
      quarterly: 'a cada três meses',
      semiannual: 'a cada seis meses',
      annual: 'por ano',
    },
    offer: (amount, rhythm, from) =>
      `Ao pagar com este código, você também autoriza o débito das próximas faturas na sua conta: ${amount} ${rhythm}, a partir de ${from}.`,
    until: (day) => `A autorização vale até ${day}.`,
    mayCancel: 'Você pode cancelar quando quiser, nesta página ou no aplicativo do seu banco.',
    active: (amount, rhythm) => `O Pix Automático está ativo: ${amount} ${rhythm}.`,
    debit: (day) =>
      `Esta fatura será debitada da sua conta em ${day}. Você não precisa fazer nada, basta ter saldo.`,
    retry: (day) => `O débito não foi realizado. O banco fará uma nova tentativa em ${day}.`,
    cancel: 'Cancelar o Pix Automático',
    cancelText: 'As próximas faturas deixam de ser debitadas e passam a ser pagas por aqui.',
    confirm: 'Confirmar o cancelamento',
    ended: 'Pix Automático encerrado',
    cancelled: 'Pix Automático cancelado',
    codeComing: 'O código Pix desta fatura aparece aqui em instantes. A página é atualizada automaticamente.',
    endedText: 'As próximas faturas não são mais debitadas da sua conta.',
  },
  en: {
    title: 'Pix Automático',
    rhythms: {
      monthly: 'a month',
      quarterly: 'every three months',
      semiannual: 'every six months',
      annual: 'a year',
    },
    offer: (amount, rhythm, from) =>
      `By paying with this code you also allow the next invoices to be debited from your account: ${amount} ${rhythm}, from ${from} on.`,
    until: (day) => `This is valid until ${day}.`,
    mayCancel: 'You can cancel at any time, on this page or in your bank’s app.',
    active: (amount, rhythm) => `Pix Automático is active: ${amount} ${rhythm}.`,
    debit: (day) =>
      `This invoice will be debited from your account on ${day}. You need not do anything but have the balance.`,
    retry: (day) => `The debit was not made. Your bank will try again on ${day}.`,
    cancel: 'Cancel Pix Automático',
    cancelText: 'The next invoices are no longer debited, and can be paid here.',
    confirm: 'Confirm the cancellation',
    ended: 'Pix Automático has ended',
    cancelled: 'Pix Automático cancelled',
    codeComing: 'The Pix code of this invoice appears here in a moment. The page updates by itself.',
    endedText: 'The next invoices are no longer debited from your account.',
  },
}

export function mandateWords(language: TeamLanguage): MandateWords {
  return WORDS[language]
}
