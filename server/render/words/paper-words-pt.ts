// What papers say that pages do not, in Portuguese of Brazil: invoices, quotes and receipts of tickets.

export const PAPER_WORDS_PT = {
  paper: {
    page: (page: number, count: number) => `Página ${page} de ${count}`,
    logoOf: (agency: string) => `Logotipo de ${agency}`,
    quantity: 'Quantidade',
    unitPrice: 'Preço unitário',
    toPay: 'A pagar',
    late: 'Pagamento em atraso',
    payAt: 'Pague ou consulte em',
    invoiceAt: 'Consulte esta fatura em',
    answerAt: 'Aceite ou recuse em',
    quoteAt: 'Consulte este orçamento em',
    payByPix: (amount: string) => `Pague ${amount} com Pix`,
    pixHint: 'Aponte a câmera do aplicativo do seu banco para o código, ou copie o texto abaixo.',
  },

  /** How a paper stands, in a frame. */
  marks: {
    simulated: 'SIMULAÇÃO',
    invoice: { paid: 'PAGO', cancelled: 'CANCELADA', overdue: 'VENCIDA' },
    paidOn: (day: string) => `PAGO em ${day}`,
    partlyPaid: 'PAGA EM PARTE',
    quote: { accepted: 'ACEITO', declined: 'RECUSADO', cancelled: 'CANCELADO', expired: 'VENCIDO' },
  },

  ticket: {
    title: 'Recibo de bilhete eletrônico',
    simulation: 'SIMULAÇÃO SEM VALOR: reserva de teste',
    reference: 'Localizador',
    issued: 'Emitido em',
    airline: 'Companhia aérea',
    passengers: 'Passageiros e bilhetes',
    name: 'Nome',
    number: 'Nº',
    type: 'Tipo',
    ticket: 'Bilhete',
    unissued: 'a emitir',
    booking: (id: string) => `Reserva ${id}`,
    operatedBy: (airline: string) => `operado por ${airline}`,
    connection: (wait: string | null) => (wait === null ? 'Conexão' : `Conexão de ${wait}`),
    otherAirport: ', com troca de aeroporto',
    whose: (numbers: readonly number[]) =>
      `${numbers.length === 1 ? 'Passageiro' : 'Passageiros'} ${numbers.join(', ')}: `,
    fareBasis: (code: string) => `base tarifária ${code}`,
    seats: (seats: readonly string[]) => `${seats.length === 1 ? 'assento' : 'assentos'} ${seats.join(', ')}`,
    fare: 'Tarifa e serviço da agência',
    taxes: 'Taxas e encargos',
    taxesIncluded: 'Inclui taxas e encargos de',
    total: 'Total pago pelo cliente',
    conditions: 'Condições da tarifa',
    refund: {
      name: 'Reembolso antes da partida',
      no: 'não permitido pela tarifa.',
      asked: 'permitido, conforme as regras da companhia.',
      free: 'permitido, sem multa da companhia.',
      fee: (sum: string) => `permitido, com multa da companhia de ${sum}.`,
    },
    change: {
      name: 'Alteração antes da partida',
      no: 'não permitida pela tarifa.',
      asked: 'permitida, conforme as regras da companhia.',
      free: 'permitida, sem multa da companhia.',
      fee: (sum: string) => `permitida, com multa da companhia de ${sum}.`,
    },
    notes: [
      'Os horários são os locais de cada aeroporto; (+1) é o dia seguinte ao da partida do trecho.',
      'Chegue com antecedência e leve os documentos de todos os passageiros. Em viagens internacionais, confira ' +
        'também vistos e vacinas exigidos no destino e nas conexões.',
    ],
  },
}
