// The texts of pages by language: one table each, of the same shape.

import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { brazilianDate } from '../../kernel/values/dates.ts'
import { type Cents, formatBrl } from '../../kernel/values/money.ts'
import { type BoletoStatus, type BoletoWords, SIMULATION_WORDS, STATUS_WORDS } from '../boleto/boleto-view.ts'
import { CREDIT_WORDS_EN, CREDIT_WORDS_PT } from './credit-words.ts'
import { PDF_WORDS_EN, PDF_WORDS_PT, QUOTE_WORDS_EN, QUOTE_WORDS_PT, some } from './document-words.ts'
import { LATE_IN_PORTUGUESE } from './late-words.ts'

// Every text of the pages for an agency's clients, in English.

const WEEKDAYS_EN = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "R$ 1,234.50" */
const money = (cents: Cents) => formatBrl(cents).replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'))
/** "20 Dec 2026": day and month are unambiguous. */
const date = ({ day, month, year }: Temporal.PlainDate) => `${day} ${MONTHS[month - 1]} ${year}`

const PAGE_WORDS_EN: PageTable = {
  money,
  decimal: '.',
  date,
  day: (day) => `${WEEKDAYS_EN[day.dayOfWeek - 1]}, ${date(day)}`,
  moment: (day, time) => `${date(day)}, ${time}`,

  frame: {
    simulation: 'Simulation: made in a test environment, nothing here is real.',
    contact: (agency) => `Contact ${agency}`,
    whatsapp: 'WhatsApp',
    phone: 'Phone',
    email: 'Email',
    copyFailed: 'The text is selected: you can copy it now.',
  },

  refusals: {
    unknown: 'Page not found',
    charge: 'Charge not found',
    invoice: 'Invoice not found',
    quote: 'Quote not found',
    creditNote: 'Credit note not found',
    trip: 'Trip not found',
    file: 'File not found',
    refused: 'This page could not be opened',
    checkLink: 'The link may have been cut or changed. Check the address, or ask the sender for a new one.',
    busy: 'Too many visits in a row',
    busyAdvice: 'Wait a minute and open the page again.',
    unavailable: 'Page unavailable',
    unavailableAdvice: 'Something failed on our side. Try again in a few minutes.',
  },

  document: {
    of: (title, agency) => `${title} from ${agency}`,
    items: 'Items',
    description: 'Description',
    value: 'Amount',
    subtotal: 'Subtotal',
    discount: (rate) => `Discount (${rate}%)`,
    tax: (rate) => `Taxes (${rate}%)`,
    total: 'Total',
    details: 'Details',
    client: 'Client',
    issued: 'Issued',
    issuer: 'Issued by',
    notes: 'Notes',
    pdf: 'Open as PDF',
  },

  invoice: {
    title: (number) => (number === null ? 'Invoice' : `Invoice ${number}`),
    toPay: 'Amount to pay',
    left: 'Left to pay',
    total: 'Total',
    due: 'Due date',
    dueToday: 'due today',
    overdueBy: (days) => `${some(days, 'day', 'days')} overdue`,
    paid: 'Invoice paid',
    paidText: 'Your payment has arrived. Thank you!',
    overdue: 'Invoice overdue',
    overdueText: 'It can still be paid.',
    cancelled: 'Invoice cancelled',
    cancelledText: 'There is nothing to pay.',
    draft: 'Draft',
    draftText: 'This invoice has not been issued yet and may change.',
    refunded: 'Nothing to pay',
    refundedText: 'What was paid has been refunded and is no longer owed.',
    credited: 'Nothing to pay',
    creditedText: 'The invoice was credited and nothing of it is owed.',
    totalChanges: 'Changes of the total',
    latePaid: 'Fine and interest paid',
    adjustment: 'No longer owed',
    credit: 'Credit notes',
    earlyTaken: 'Discount for early payment',
    returned: (sum) => `${sum} returned`,
    returnedText: 'The money went back to the account it came from.',
    partial: (paid, total) => `${paid} of ${total} already paid`,
    updated: 'Amount as of today',
    early: 'Discount for early payment',
    discountUntil: (day) => `Discount until ${day}`,
    toPayUntil: 'To pay until then',
    owed: 'Amount of the invoice',
    fine: 'Late fee',
    interest: 'Interest',
    late: {
      fine: (percent) => `a late fee of ${percent}`,
      interest: (percent) => `interest of ${percent} a month, for each day late`,
      both: ' and ',
      after: (what) => `After the due date: ${what}.`,
      decimal: '.',
    },
    qr: 'QR code for Pix',
    boletoAsks: (amount, due) => `${amount}, due on ${due}.`,
    boletoGrows: 'After that, the bank adds the late fee and interest.',
    boletoLess: (amount, day) => `Paid until ${day}, the bank takes off ${amount}.`,
    howToPay: 'How to pay',
    directly: (agency, email) => `arrange the payment directly with ${agency} (${email}).`,
    toPayIt: 'To pay, ',
    coming: 'The payment code is being prepared and will appear here as soon as it is ready. If you prefer, ',
    instructions: 'Payment instructions',
    iPaid: 'I have paid',
    waiting: 'Waiting for the bank to confirm',
    waitingText:
      'Pix is usually confirmed within seconds; a boleto, within one business day. This page changes ' +
      'by itself when the payment arrives. You can close it and come back later by the same link.',
    waitingAgency: 'Waiting for the agency to confirm',
    waitingAgencyText:
      'The agency looks for the payment in its account and confirms it. Send it your proof of payment to speed this up. ' +
      'This page changes by itself then. You can close it and come back later by the same link.',
    keepProof: 'Keep your proof of payment until then.',
    lookAgain: 'See the code again',
    sendProof: 'Send proof of payment by WhatsApp',
    ask: 'Ask a question by WhatsApp',
    askText: (title) => `Hello! I have a question about ${title.toLowerCase()}.`,
    proofText: (title) => `Hello! I have paid ${title.toLowerCase()} and am sending the proof of payment.`,
    payments: 'Payments received',
    by: {
      manual: 'Recorded by the agency',
      credit: 'Your credit',
      correction: 'Corrected by the agency',
      return: 'Returned',
      dispute: 'Card payment disputed',
    },
    disputeWon: 'Dispute won',
    becameCredit: 'Became your credit',
    reference: (id) => `Reference: ${id}`,
    overpaid: 'Paid too much',
    overpaidText: 'Contact the agency to get it back.',
    receipt: 'Download receipt as PDF',
  },

  boleto: {
    title: (amount, agency) => `Boleto of ${amount} to ${agency}`,
    heading: (agency) => `Boleto from ${agency}`,
    lastDay: (day) => `Can be paid until ${day}.`,
    line: 'Boleto number',
    bars: 'Bar code',
    hint:
      'Paste the number into your bank’s app, or point its camera at the bars. The payment is ' +
      'confirmed within one business day.',
    beneficiary: 'Payee',
    payer: 'Payer',
    bank: 'Bank',
    issued: 'Document date',
    number: 'Document no.',
    ourNumber: 'Bank’s number',
    instructions: 'Instructions (as printed on the boleto)',
    paidSum: 'Amount paid',
    paidOn: 'Paid on',
    seeInvoice: 'See the invoice',
    states: {
      pending: { title: 'Boleto to pay', text: '' },
      paid: { title: 'Boleto paid', text: 'The payment has arrived. There is nothing left to do.' },
      expired: { title: 'Boleto expired', text: 'Its time is over and it can no longer be paid.' },
      cancelled: { title: 'Boleto cancelled', text: 'This boleto was cancelled and must not be paid.' },
      failed: { title: 'Boleto not valid', text: 'This boleto is not valid and must not be paid.' },
    },
    simulation: 'Simulation: this boleto was made in a test environment. Do not pay it.',
  },

  ...QUOTE_WORDS_EN,
  ...PDF_WORDS_EN,
  ...CREDIT_WORDS_EN,
}

// Every text of the pages for an agency's clients, in Brazilian Portuguese. This table defines the shape.

type Words = Pick<BoletoWords, 'title' | 'text'>
const BOLETO_STATES: Readonly<Record<BoletoStatus, Words>> = STATUS_WORDS
const WEEKDAYS_PT = ['seg.', 'ter.', 'qua.', 'qui.', 'sex.', 'sáb.', 'dom.']

export const PAGE_WORDS_PT = {
  money: formatBrl,
  decimal: ',',
  date: brazilianDate,
  /** "dom., 20/12/2026" */
  day: (date: Temporal.PlainDate) => `${WEEKDAYS_PT[date.dayOfWeek - 1]}, ${brazilianDate(date)}`,
  /** "16/11/2026, 11:15" */
  moment: (date: Temporal.PlainDate, time: string) => `${brazilianDate(date)}, ${time}`,

  frame: {
    simulation: 'Simulação: feito em um ambiente de teste, nada aqui é real.',
    contact: (agency: string) => `Fale com ${agency}`,
    whatsapp: 'WhatsApp',
    phone: 'Telefone',
    email: 'E-mail',
    copyFailed: 'O texto está selecionado: agora é só copiar.',
  },

  refusals: {
    unknown: 'Página não encontrada',
    charge: 'Cobrança não encontrada',
    invoice: 'Fatura não encontrada',
    quote: 'Orçamento não encontrado',
    creditNote: 'Nota de crédito não encontrada',
    trip: 'Viagem não encontrada',
    file: 'Arquivo não encontrado',
    refused: 'Não foi possível abrir a página',
    checkLink: 'O link pode ter sido cortado ou mudado. Confira o endereço ou peça um novo a quem o enviou.',
    busy: 'Muitos acessos seguidos',
    busyAdvice: 'Espere um minuto e abra a página novamente.',
    unavailable: 'Página indisponível',
    unavailableAdvice: 'Algo falhou do nosso lado. Tente novamente em alguns minutos.',
  },

  document: {
    of: (title: string, agency: string) => `${title} de ${agency}`,
    items: 'Itens',
    description: 'Descrição',
    value: 'Valor',
    subtotal: 'Subtotal',
    discount: (rate: string) => `Desconto (${rate}%)`,
    tax: (rate: string) => `Impostos (${rate}%)`,
    total: 'Total',
    details: 'Detalhes',
    client: 'Cliente',
    issued: 'Emissão',
    issuer: 'Emitido por',
    notes: 'Observações',
    pdf: 'Abrir em PDF',
  },

  invoice: {
    title: (number: string | null) => (number === null ? 'Fatura' : `Fatura ${number}`),
    toPay: 'Total a pagar',
    left: 'Falta pagar',
    total: 'Total',
    due: 'Vencimento',
    dueToday: 'vence hoje',
    overdueBy: (days: number) => `venceu há ${some(days, 'dia', 'dias')}`,
    paid: 'Fatura paga',
    paidText: 'O pagamento foi recebido. Obrigado!',
    overdue: 'Fatura vencida',
    overdueText: 'Ela ainda pode ser paga.',
    cancelled: 'Fatura cancelada',
    cancelledText: 'Não é preciso pagar.',
    draft: 'Rascunho',
    draftText: 'Esta fatura ainda não foi emitida e pode mudar.',
    refunded: 'Nada a pagar',
    refundedText: 'O valor pago foi devolvido e não é mais devido.',
    credited: 'Nada a pagar',
    creditedText: 'A fatura foi creditada e nada mais é devido.',
    totalChanges: 'Ajustes do total',
    latePaid: 'Multa e juros pagos',
    adjustment: 'Não é mais devido',
    credit: 'Notas de crédito',
    earlyTaken: 'Desconto por pagamento antecipado',
    returned: (sum: string) => `${sum} devolvidos`,
    returnedText: 'O valor voltou à conta de onde foi pago.',
    partial: (paid: string, total: string) => `${paid} de ${total} já pagos`,
    updated: 'Valor atualizado',
    early: 'Desconto por pagamento antecipado',
    discountUntil: (day: string) => `Desconto até ${day}`,
    toPayUntil: 'A pagar até essa data',
    owed: 'Valor da fatura',
    fine: 'Multa',
    interest: 'Juros',
    late: LATE_IN_PORTUGUESE,
    qr: 'Código QR do Pix',
    boletoAsks: (amount: string, due: string) => `${amount}, com vencimento em ${due}.`,
    boletoGrows: 'Depois disso, o banco soma a multa e os juros de mora.',
    boletoLess: (amount: string, day: string) => `Se for pago até ${day}, o banco desconta ${amount}.`,
    howToPay: 'Como pagar',
    directly: (agency: string, email: string) => `combine o pagamento diretamente com ${agency} (${email}).`,
    toPayIt: 'Para pagar, ',
    coming:
      'O código para pagar está sendo preparado e aparece nesta fatura assim que ficar pronto. Se preferir, ',
    instructions: 'Instruções de pagamento',
    iPaid: 'Já paguei',
    waiting: 'Aguardando a confirmação do banco',
    waitingText:
      'Pix costuma ser confirmado em segundos; boleto, em até um dia útil. Esta página é atualizada automaticamente ' +
      'quando o pagamento chegar. Você pode fechá-la e voltar depois pelo mesmo link.',
    waitingAgency: 'Aguardando a confirmação da agência',
    waitingAgencyText:
      'A agência confere o recebimento na conta dela e confirma o pagamento. Envie o comprovante para agilizar. ' +
      'Esta página é atualizada automaticamente depois disso. Você pode fechá-la e voltar depois pelo mesmo link.',
    keepProof: 'Guarde o comprovante até lá.',
    lookAgain: 'Ver o código novamente',
    sendProof: 'Enviar o comprovante por WhatsApp',
    ask: 'Tirar dúvidas por WhatsApp',
    askText: (title: string) => `Olá! Tenho uma dúvida sobre a ${title.replace(/^F/, 'f')}.`,
    proofText: (title: string) => `Olá! Paguei a ${title.replace(/^F/, 'f')} e envio o comprovante.`,
    payments: 'Pagamentos recebidos',
    by: {
      manual: 'Registrado pela agência',
      credit: 'Seu crédito',
      correction: 'Corrigido pela agência',
      return: 'Devolvido',
      dispute: 'Pagamento com cartão contestado',
    },
    disputeWon: 'Contestação ganha',
    becameCredit: 'Virou crédito seu',
    reference: (id: string) => `Identificação: ${id}`,
    overpaid: 'Pago a mais',
    overpaidText: 'Fale com a agência para receber de volta.',
    receipt: 'Baixar comprovante em PDF',
  },

  boleto: {
    title: (amount: string, agency: string) => `Boleto de ${amount} para ${agency}`,
    heading: (agency: string) => `Boleto de ${agency}`,
    lastDay: (day: string) => `Pode ser pago até ${day}.`,
    line: 'Linha digitável',
    bars: 'Código de barras',
    hint:
      'Cole a linha digitável no aplicativo do seu banco, ou aponte a câmera dele para o código de ' +
      'barras. O pagamento é confirmado em até um dia útil.',
    beneficiary: 'Beneficiário',
    payer: 'Pagador',
    bank: 'Banco',
    issued: 'Data do documento',
    number: 'Nº do documento',
    ourNumber: 'Nosso número',
    instructions: 'Instruções',
    paidSum: 'Valor pago',
    paidOn: 'Pago em',
    seeInvoice: 'Ver a fatura',
    states: BOLETO_STATES,
    simulation: `${SIMULATION_WORDS.title}. ${SIMULATION_WORDS.text}`,
  },

  ...QUOTE_WORDS_PT,
  ...PDF_WORDS_PT,
  ...CREDIT_WORDS_PT,
}

/** The shape of such a table. */
export type PageTable = typeof PAGE_WORDS_PT

export type PageWords = PageTable & { readonly lang: TeamLanguage }

const WORDS: Readonly<Record<TeamLanguage, PageWords>> = {
  'pt-BR': { ...PAGE_WORDS_PT, lang: 'pt-BR' },
  en: { ...PAGE_WORDS_EN, lang: 'en' },
}

export function pageWords(language: TeamLanguage): PageWords {
  return WORDS[language]
}

/** A client without a language gets the agency's. */
export function languageFor(
  client: { readonly language: TeamLanguage | null },
  team: { readonly language: TeamLanguage },
): TeamLanguage {
  return client.language ?? team.language
}
