// The words of each payment method on page, PDF and mail, by language.
import type { PaymentMethod } from '../../../contract/payment-methods.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'

interface MethodWords {
  /** In a list of payments. */
  readonly name: string
  /** Above its part of the page. */
  readonly title: string
  /** The button that copies its code, or opens its page. */
  readonly action: string
  /** How the payment is confirmed; null if the page says no more of it. */
  readonly confirmed: string | null
}

/** A BR Code, to copy or to scan. */
export interface CodeWords extends MethodWords {
  readonly copied: string
  /** The link to the code, in browsers without scripts. */
  readonly see: string
  /** Below the QR code. */
  readonly scan: (amount: string) => string
  /** Above it in the PDF. */
  readonly pay: (amount: string) => string
  readonly mail: MailWords
}

/** A boleto. */
export interface SlipWords extends MethodWords {
  readonly copied: string
  readonly pdf: string
  readonly mail: MailWords
}

export interface MailWords {
  readonly title: string
  readonly hint: string
}

/** A page of the bank. */
export interface LinkWords extends MethodWords {
  readonly hint: string
}

interface MethodTable extends Record<PaymentMethod, MethodWords> {
  readonly pix: CodeWords
  readonly boleto: SlipWords
  readonly card: LinkWords
  readonly pix_automatic: CodeWords
  readonly pix_key: CodeWords
}

const PIX_PT: CodeWords = {
  name: 'Pix',
  title: 'Pix copia e cola',
  action: 'Copiar código Pix',
  confirmed: null,
  copied: 'Código copiado. No aplicativo do seu banco, escolha Pix copia e cola.',
  see: 'Ver o código Pix',
  scan: (amount) => `Ou aponte a câmera do aplicativo do seu banco. O valor de ${amount} já vem preenchido.`,
  pay: (amount) => `Pague ${amount} com Pix`,
  mail: {
    title: 'Pix copia e cola',
    hint: 'Copie o código inteiro e cole no aplicativo do seu banco, em Pix copia e cola.',
  },
}

const PIX_EN: CodeWords = {
  name: 'Pix',
  title: 'Pix code to copy',
  action: 'Copy Pix code',
  confirmed: null,
  copied: 'Code copied. In your bank’s app, choose Pix copia e cola.',
  see: 'See the Pix code',
  scan: (amount) =>
    `Or point the camera of your bank’s app at it. The amount of ${amount} is already filled in.`,
  pay: (amount) => `Pay ${amount} by Pix`,
  mail: {
    title: 'Pix code',
    hint: 'Copy the whole code and paste it into your bank app, under Pix copia e cola.',
  },
}

const WORDS: Readonly<Record<TeamLanguage, MethodTable>> = {
  'pt-BR': {
    pix: PIX_PT,
    boleto: {
      name: 'Boleto',
      title: 'Pague com boleto',
      action: 'Copiar linha digitável',
      confirmed: 'O pagamento é confirmado em até um dia útil.',
      copied: 'Linha digitável copiada.',
      pdf: 'Abrir o boleto em PDF',
      mail: {
        title: 'Boleto (linha digitável)',
        hint: 'Copie os números e pague no aplicativo do seu banco.',
      },
    },
    card: {
      name: 'Cartão',
      title: 'Pague com cartão',
      action: 'Pagar com cartão',
      confirmed: null,
      hint: 'Os dados do cartão são informados na página segura do banco.',
    },
    pix_automatic: {
      ...PIX_PT,
      name: 'Pix Automático',
      title: 'Pix Automático',
      action: 'Copiar código do Pix Automático',
      see: 'Ver o código do Pix Automático',
      pay: (amount) => `Pague ${amount} e autorize o Pix Automático`,
    },
    pix_key: {
      ...PIX_PT,
      name: 'Pix confirmado pela agência',
      confirmed: 'Pagamento confirmado pela agência.',
    },
  },
  en: {
    pix: PIX_EN,
    boleto: {
      name: 'Boleto',
      title: 'Pay with boleto',
      action: 'Copy boleto number',
      confirmed: 'The payment is confirmed within one business day.',
      copied: 'Boleto number copied.',
      pdf: 'Open the boleto as PDF',
      mail: {
        title: 'Boleto (payment slip) number',
        hint: 'Copy the digits and pay in your bank app.',
      },
    },
    card: {
      name: 'Card',
      title: 'Pay by card',
      action: 'Pay by card',
      confirmed: null,
      hint: 'You enter the details of your card on the bank’s own secure page.',
    },
    pix_automatic: {
      ...PIX_EN,
      name: 'Pix Automático',
      title: 'Pix Automático',
      action: 'Copy Pix Automático code',
      see: 'See the Pix Automático code',
      pay: (amount) => `Pay ${amount} and authorise Pix Automático`,
    },
    pix_key: {
      ...PIX_EN,
      name: 'Pix confirmed by the agency',
      confirmed: 'The agency confirms the payment.',
    },
  },
}

export function methodWords(language: TeamLanguage): MethodTable {
  return WORDS[language]
}

/** What a mail says of codes that can be copied from it; null for a method that has none. */
export function mailWords(method: PaymentMethod, language: TeamLanguage): MailWords | null {
  const words: MethodWords & { mail?: MailWords } = WORDS[language][method]
  return words.mail ?? null
}
