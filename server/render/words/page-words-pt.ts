// Every text of the pages that clients of an agency see, in Portuguese of Brazil. The form of the table is made here.

import { brazilianDate } from '../../kernel/values/brazilian-texts.ts'
import { formatBrl } from '../../kernel/values/money.ts'
import { type BoletoStatus, type BoletoWords, SIMULATION_WORDS, STATUS_WORDS } from '../boleto/boleto-view.ts'
import { LATE_IN_PORTUGUESE } from './late-words.ts'
import { PAPER_WORDS_PT } from './paper-words-pt.ts'
import { QUOTE_WORDS_PT, some } from './quote-words-pt.ts'

type Words = Pick<BoletoWords, 'title' | 'text'>
const BOLETO_STATES: Readonly<Record<BoletoStatus, Words>> = STATUS_WORDS
const WEEKDAYS = ['seg.', 'ter.', 'qua.', 'qui.', 'sex.', 'sáb.', 'dom.']

export const PAGE_WORDS_PT = {
  money: formatBrl,
  decimal: ',',
  date: brazilianDate,
  /** "dom., 20/12/2026" */
  day: (date: Temporal.PlainDate) => `${WEEKDAYS[date.dayOfWeek - 1]}, ${brazilianDate(date)}`,
  /** "16/11/2026, 11:15" */
  moment: (date: Temporal.PlainDate, time: string) => `${brazilianDate(date)}, ${time}`,

  frame: {
    simulation: 'Simulação: feito em um ambiente de testes, nada aqui é real.',
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
    refused: 'Não foi possível abrir a página',
    checkLink: 'O link pode ter sido cortado ou mudado. Confira o endereço ou peça um novo a quem o enviou.',
    busy: 'Muitos acessos seguidos',
    busyAdvice: 'Espere um minuto e abra a página de novo.',
    away: 'Página indisponível',
    awayAdvice: 'Algo falhou do nosso lado. Tente de novo em alguns minutos.',
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
    returned: (sum: string) => `${sum} devolvidos`,
    returnedText: 'O valor voltou à conta de onde foi pago.',
    partial: (paid: string, total: string) => `${paid} de ${total} já pagos`,
    updated: 'Valor atualizado',
    owed: 'Valor da fatura',
    fine: 'Multa',
    interest: 'Juros',
    late: LATE_IN_PORTUGUESE,
    copyPix: 'Copiar código Pix',
    copiedPix: 'Código copiado. No aplicativo do seu banco, escolha Pix copia e cola.',
    seeCode: 'Ver o código Pix',
    pixHint: (amount: string) =>
      `Ou aponte a câmera do aplicativo do seu banco. O valor de ${amount} já vem preenchido.`,
    pixCode: 'Pix copia e cola',
    qr: 'Código QR do Pix',
    boleto: 'Pague com boleto',
    boletoAsks: (amount: string, due: string) => `${amount}, com vencimento em ${due}.`,
    boletoGrows: 'Depois disso, o banco soma a multa e os juros.',
    boletoPdf: 'Abrir o boleto em PDF',
    boletoHint: 'O pagamento é confirmado em até um dia útil.',
    copyLine: 'Copiar linha digitável',
    copiedLine: 'Linha digitável copiada.',
    howToPay: 'Como pagar',
    directly: (agency: string, email: string) => `combine o pagamento diretamente com ${agency} (${email}).`,
    toPayIt: 'Para pagar, ',
    coming:
      'O código para pagar está sendo preparado e aparece nesta fatura assim que ficar pronto. Se preferir, ',
    instructions: 'Instruções de pagamento',
    iPaid: 'Já paguei',
    waiting: 'Aguardando a confirmação do banco',
    waitingText:
      'Pix costuma ser confirmado em segundos; boleto, em até um dia útil. Esta página muda sozinha ' +
      'quando o pagamento chegar. Você pode fechá-la e voltar depois pelo mesmo link.',
    keepProof: 'Guarde o comprovante até lá.',
    lookAgain: 'Ver o código de novo',
    sendProof: 'Enviar o comprovante por WhatsApp',
    ask: 'Tirar dúvidas por WhatsApp',
    askText: (title: string) => `Olá! Tenho uma dúvida sobre a ${title.replace(/^F/, 'f')}.`,
    proofText: (title: string) => `Olá! Paguei a ${title.replace(/^F/, 'f')} e envio o comprovante.`,
    payments: 'Pagamentos recebidos',
    by: {
      pix: 'Pix',
      boleto: 'Boleto',
      manual: 'Registrado pela agência',
      correction: 'Corrigido pela agência',
      return: 'Devolvido',
    },
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
  ...PAPER_WORDS_PT,
}

/** The form of such a table. */
export type PageTable = typeof PAGE_WORDS_PT
