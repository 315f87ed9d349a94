// The words of each payment method on page, PDF and mail, by language.
import type { RefusalReason } from '../../../contract/cards.ts'
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

/** A card: what the payer chooses here, and what the page says while the bank works. */
export interface CardWords extends LinkWords {
  readonly choose: string
  readonly once: (total: string) => string
  readonly several: (count: number, each: string, total: string) => string
  readonly upTo: (count: number) => string
  readonly go: string
  readonly other: string
  readonly ready: (what: string) => string
  readonly open: (bank: string) => string
  readonly simulatedBank: string
  readonly preparing: [title: string, text: string]
  readonly checking: [title: string, text: string]
  readonly back: [title: string, text: string]
  readonly refused: [title: string, text: string]
  readonly reasons: Readonly<Record<RefusalReason, string>>
  /** For receipts. */
  readonly brands: Readonly<Record<string, string>>
  readonly lastDigits: (digits: string) => string
  readonly inInstalments: (count: number) => string
  readonly feePaid: (fee: string) => string
  readonly withFee: string
  readonly bigBrands: string
  readonly troubles: Readonly<Record<CardTrouble, string>>
}

export const CARD_TROUBLES = ['changed', 'refused', 'closed', 'too_many'] as const
export type CardTrouble = (typeof CARD_TROUBLES)[number]

interface MethodTable extends Record<PaymentMethod, MethodWords> {
  readonly pix: CodeWords
  readonly boleto: SlipWords
  readonly card: CardWords
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

/** As banks write them, in lower case. */
const BRANDS = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  master: 'Mastercard',
  elo: 'Elo',
  amex: 'American Express',
  american_express: 'American Express',
  hipercard: 'Hipercard',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  cabal: 'Cabal',
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
      hint: 'Os dados do cartão são informados na página segura do banco. Nós não os recebemos.',
      choose: 'Em quantas vezes?',
      once: (total) => `À vista: ${total}`,
      several: (count, each, total) => `${count}x de ${each} (total de ${total})`,
      upTo: (count) => `Em até ${count}x: você escolhe o número de parcelas na página seguinte.`,
      go: 'Continuar',
      other: 'Escolher outro número de parcelas',
      ready: (what) => `Tudo pronto: ${what}.`,
      open: (bank) => `Ir para a página segura (${bank})`,
      simulatedBank: 'banco simulado',
      preparing: [
        'Preparando o pagamento com cartão',
        'O banco está criando a página de pagamento. Esta página é atualizada automaticamente.',
      ],
      checking: [
        'Pagamento com cartão em análise',
        'O banco do cartão está analisando o pagamento. Não pague novamente: esta página é atualizada automaticamente.',
      ],
      back: [
        'Confirmando o pagamento',
        'Se você pagou com cartão, estamos confirmando com o banco. Esta página é atualizada automaticamente.',
      ],
      refused: [
        'O cartão não foi aceito',
        'Nada foi cobrado. Tente outro cartão ou outra forma de pagamento.',
      ],
      reasons: {
        refused: 'O banco do cartão não autorizou o pagamento.',
        insufficient_funds: 'O limite do cartão não é suficiente.',
        call_the_bank: 'O banco do cartão pede que você ligue para autorizar o pagamento.',
        wrong_details: 'Algum dado do cartão não confere.',
        expired_card: 'O cartão está vencido.',
        blocked_card: 'O cartão está bloqueado ou ainda não foi ativado.',
        limit_of_attempts: 'O cartão atingiu o limite de tentativas.',
        risk: 'O pagamento não passou na análise de segurança.',
      },
      brands: BRANDS,
      lastDigits: (digits) => `final ${digits}`,
      feePaid: (fee) => `Taxa do cartão paga por você: ${fee}`,
      inInstalments: (count) => (count === 1 ? 'à vista' : `em ${count}x`),
      withFee: 'Os valores já incluem a taxa do cartão.',
      bigBrands: 'Mais de 12 parcelas somente com Visa e Mastercard.',
      troubles: {
        changed: 'O valor mudou. Confira e escolha novamente.',
        refused:
          'Não foi possível abrir o pagamento com cartão agora. Tente mais tarde ou use outra forma de pagamento.',
        closed: 'Esta fatura não pode ser paga com cartão agora.',
        too_many:
          'Muitas tentativas com cartão. Tente novamente em uma hora ou use outra forma de pagamento.',
      },
    },
    pix_automatic: {
      ...PIX_PT,
      name: 'Pix Automático',
      title: 'Pix Automático',
      action: 'Copiar código do Pix Automático',
      see: 'Ver o código do Pix Automático',
      scan: (amount) =>
        `Aponte a câmera do aplicativo do seu banco ou copie o código. O valor de ${amount} já vem preenchido.`,
      pay: (amount) => `Pague ${amount} e autorize o Pix Automático`,
    },
    pix_key: {
      ...PIX_PT,
      name: 'Pix confirmado pela agência',
      title: 'Pix direto para a agência',
      confirmed: 'Pagamento confirmado pela agência depois que o valor chega à conta dela.',
      mail: { ...PIX_PT.mail, hint: `${PIX_PT.mail.hint} A agência confirma o recebimento.` },
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
      hint: 'You enter the details of your card on the bank’s own secure page. We never receive them.',
      choose: 'In how many instalments?',
      once: (total) => `In full: ${total}`,
      several: (count, each, total) => `${count} × ${each} (${total} in all)`,
      upTo: (count) => `In up to ${count} instalments: you choose how many on the next page.`,
      go: 'Continue',
      other: 'Choose another number of instalments',
      ready: (what) => `All set: ${what}.`,
      open: (bank) => `Go to the secure page (${bank})`,
      simulatedBank: 'simulated bank',
      preparing: [
        'Preparing the payment by card',
        'The bank is making the payment page. This page updates by itself.',
      ],
      checking: [
        'Card payment under review',
        'The bank of the card is checking the payment. Do not pay again: this page updates by itself.',
      ],
      back: [
        'Confirming the payment',
        'If you have paid by card, we are confirming it with the bank. This page updates by itself.',
      ],
      refused: ['The card was not accepted', 'Nothing was charged. Try another card or another way to pay.'],
      reasons: {
        refused: 'The bank of the card did not authorise the payment.',
        insufficient_funds: 'The limit of the card is not sufficient.',
        call_the_bank: 'The bank of the card asks you to call and authorise the payment.',
        wrong_details: 'Some detail of the card is not right.',
        expired_card: 'The card has expired.',
        blocked_card: 'The card is blocked, or not activated yet.',
        limit_of_attempts: 'The card has reached its limit of attempts.',
        risk: 'The payment did not pass the security check.',
      },
      brands: BRANDS,
      lastDigits: (digits) => `ending in ${digits}`,
      feePaid: (fee) => `Card fee paid by you: ${fee}`,
      inInstalments: (count) => (count === 1 ? 'in full' : `in ${count} instalments`),
      withFee: 'The amounts include the fee of the card.',
      bigBrands: 'More than 12 instalments only with Visa and Mastercard.',
      troubles: {
        changed: 'The amount has changed. Check it and choose again.',
        refused: 'The payment by card could not be opened now. Try later, or pay in another way.',
        closed: 'This invoice cannot be paid by card now.',
        too_many: 'Too many attempts by card. Try again in an hour, or pay in another way.',
      },
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
      title: 'Pix straight to the agency',
      confirmed: 'Payment confirmed by the agency once the money is in its account.',
      mail: { ...PIX_EN.mail, hint: `${PIX_EN.mail.hint} The agency confirms the receipt.` },
    },
  },
}

export function methodWords(language: TeamLanguage): MethodTable {
  return WORDS[language]
}

/** The sentence of a mail about codes that can be copied from it; null for a method that has none. */
export function mailWords(method: PaymentMethod, language: TeamLanguage): MailWords | null {
  const words: MethodWords & { mail?: MailWords } = WORDS[language][method]
  return words.mail ?? null
}
