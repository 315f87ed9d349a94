// Texts of PDFs that pages do not have, in Brazilian Portuguese: invoices, quotes and ticket receipts.

export const PDF_WORDS_PT = {
  pdf: {
    page: (page: number, count: number) => `Página ${page} de ${count}`,
    logoOf: (agency: string) => `Logotipo de ${agency}`,
    quantity: 'Quantidade',
    unitPrice: 'Preço unitário',
    toPay: 'A pagar',
    late: 'Pagamento em atraso',
    payAt: 'Pague ou consulte em',
    invoiceAt: 'Consulte esta fatura em',
    respondAt: 'Aceite ou recuse em',
    quoteAt: 'Consulte este orçamento em',
    pixHint: 'Aponte a câmera do aplicativo do seu banco para o código, ou copie o texto abaixo.',
  },

  /** The state of a document, in a frame. */
  marks: {
    simulated: 'SIMULAÇÃO',
    invoice: {
      paid: 'PAGA',
      cancelled: 'CANCELADA',
      overdue: 'VENCIDA',
      refunded: 'VALOR DEVOLVIDO',
      credited: 'CREDITADA',
    },
    paidOn: (day: string) => `PAGA em ${day}`,
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
    taxes: 'Taxas de embarque e impostos',
    taxesIncluded: 'Inclui taxas de embarque e impostos de',
    total: 'Valor total',
    conditions: 'Condições da tarifa',
    refund: {
      name: 'Reembolso antes do embarque',
      no: 'não permitido pela tarifa.',
      asked: 'permitido, conforme as regras da companhia.',
      free: 'permitido, sem multa da companhia.',
      fee: (sum: string) => `permitido, com multa de ${sum} da companhia.`,
    },
    change: {
      name: 'Remarcação antes do embarque',
      no: 'não permitida pela tarifa.',
      asked: 'permitida, conforme as regras da companhia.',
      free: 'permitida, sem multa da companhia.',
      fee: (sum: string) => `permitida, com multa de ${sum} da companhia.`,
    },
    notes: [
      'Os horários são os locais de cada aeroporto; (+1) é o dia seguinte ao do embarque do trecho.',
      'Chegue com antecedência e leve os documentos de todos os passageiros. Em viagens internacionais, confira ' +
        'também vistos e vacinas exigidos no destino e nas conexões.',
    ],
  },
}

// Texts of PDFs that pages do not have, in English: invoices, quotes and ticket receipts.

const CONDITION = {
  no: 'not allowed by the fare.',
  asked: 'allowed, by the rules of the airline.',
  free: 'allowed, without an airline fee.',
  fee: (sum: string) => `allowed, for an airline fee of ${sum}.`,
}

export const PDF_WORDS_EN: typeof PDF_WORDS_PT = {
  pdf: {
    page: (page, count) => `Page ${page} of ${count}`,
    logoOf: (agency) => `Logo of ${agency}`,
    quantity: 'Quantity',
    unitPrice: 'Unit price',
    toPay: 'To pay',
    late: 'Late payment',
    payAt: 'Pay or look it up at',
    invoiceAt: 'Look this invoice up at',
    respondAt: 'Accept or decline at',
    quoteAt: 'Look this quote up at',
    pixHint: 'Point the camera of your bank’s app at the code, or copy the text below.',
  },

  marks: {
    simulated: 'SIMULATION',
    quote: { accepted: 'ACCEPTED', declined: 'DECLINED', cancelled: 'CANCELLED', expired: 'EXPIRED' },
    invoice: {
      paid: 'PAID',
      cancelled: 'CANCELLED',
      overdue: 'OVERDUE',
      refunded: 'REFUNDED',
      credited: 'CREDITED',
    },
    paidOn: (day) => `PAID on ${day}`,
    partlyPaid: 'PARTLY PAID',
  },

  ticket: {
    title: 'Electronic ticket receipt',
    simulation: 'SIMULATION WITHOUT VALUE: a test booking',
    reference: 'Booking reference',
    issued: 'Issued on',
    airline: 'Airline',
    passengers: 'Passengers and tickets',
    name: 'Name',
    number: 'No.',
    type: 'Type',
    ticket: 'Ticket',
    unissued: 'to be issued',
    booking: (id) => `Booking ${id}`,
    operatedBy: (airline) => `operated by ${airline}`,
    connection: (wait) => (wait === null ? 'Connection' : `Connection of ${wait}`),
    otherAirport: ', at another airport',
    whose: (numbers) => `${numbers.length === 1 ? 'Passenger' : 'Passengers'} ${numbers.join(', ')}: `,
    fareBasis: (code) => `fare basis ${code}`,
    seats: (seats) => `${seats.length === 1 ? 'seat' : 'seats'} ${seats.join(', ')}`,
    fare: 'Fare and agency service',
    taxes: 'Taxes and charges',
    taxesIncluded: 'Includes taxes and charges of',
    total: 'Total amount',
    conditions: 'Fare conditions',
    refund: { name: 'Refund before departure', ...CONDITION },
    change: { name: 'Changes before departure', ...CONDITION },
    notes: [
      'All times are local to each airport; (+1) is the day after the leg departs.',
      'Arrive early and bring the documents of all passengers. For trips abroad, also check the visas and ' +
        'vaccinations that the destination and the connections ask for.',
    ],
  },
}

// Texts of quote pages and their trips, in Brazilian Portuguese.

export const some = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count} ${many}`

export const QUOTE_WORDS_PT = {
  quote: {
    title: (number: string | null) => (number === null ? 'Orçamento' : `Orçamento ${number}`),
    forWhom: (name: string) => `Para ${name}`,
    from: 'A partir de',
    total: 'Total',
    valid: 'Válido até',
    lastDay: 'último dia',
    daysLeft: (days: number) => (days === 1 ? 'falta 1 dia' : `faltam ${days} dias`),
    /** A script replaces it on the last day. */
    hoursLeft: 'faltam {h} h {m} min',
    choose: 'Escolha uma opção',
    option: (number: number) => `Opção ${number}`,
    chosen: 'Opção escolhida',
    others: 'Outras opções',
    accept: 'Aceitar orçamento',
    decline: 'Recusar',
    accepted: 'Orçamento aceito',
    declined: 'Orçamento recusado',
    respondedBy: (name: string, day: string) => `Por ${name}, em ${day}.`,
    respondedOn: (day: string) => `Em ${day}.`,
    seen: (agency: string) => `${agency} já recebeu a sua resposta.`,
    recordedBy: (agency: string) => `Registrado por ${agency}.`,
    reason: (reason: string) => `Motivo: ${reason}`,
    cancelled: 'Orçamento cancelado',
    cancelledText: 'Fale com a agência se ainda quiser viajar.',
    expired: 'Orçamento vencido',
    expiredText: 'Peça um novo à agência: preços de passagens mudam de um dia para o outro.',
    changed: 'O orçamento foi alterado. Confira antes de responder.',
    closed: 'O orçamento já tinha sido respondido. Vale a resposta abaixo.',
    unnamed: 'Escreva o seu nome para aceitar.',
    unchosen: 'Escolha uma das opções para aceitar.',
    confirmTitle: 'Confirmar o aceite',
    confirmText: (agency: string) =>
      `Nada é cobrado agora. ${agency} recebe o seu aceite e cuida dos próximos passos.`,
    name: 'Seu nome completo',
    confirm: 'Confirmar e aceitar',
    declineTitle: 'Recusar o orçamento',
    declineText: 'Se puder, conte o motivo: ajuda a agência a fazer uma proposta melhor.',
    why: 'Motivo (opcional)',
    confirmDecline: 'Confirmar a recusa',
    back: 'Voltar ao orçamento',
    pay: 'Ver a fatura e pagar',
    askText: (title: string) => `Olá! Tenho uma dúvida sobre o ${title.replace(/^O/, 'o')}.`,
  },

  trip: {
    there: 'Ida',
    back: 'Volta',
    leg: (number: number) => `Trecho ${number}`,
    direct: 'direto',
    stops: (places: readonly string[]) =>
      `${some(places.length, 'conexão', 'conexões')} em ${places.join(', ')}`,
    later: (days: number) => `+${some(days, 'dia', 'dias')}`,
    to: 'para',
    carryOn: (count: number) =>
      count === 0 ? 'Sem bagagem de mão' : some(count, 'bagagem de mão', 'bagagens de mão'),
    checked: (count: number) =>
      count === 0 ? 'Sem bagagem despachada' : some(count, 'bagagem despachada', 'bagagens despachadas'),
    travellers: (count: number) => some(count, 'passageiro', 'passageiros'),
    refund: {
      no: 'Reembolso não permitido',
      free: 'Reembolso sem multa',
      fee: (sum: string) => `Reembolso com multa de ${sum}`,
      asked: 'Reembolso conforme a companhia',
    },
    change: {
      no: 'Remarcação não permitida',
      free: 'Remarcação sem multa',
      fee: (sum: string) => `Remarcação com multa de ${sum}`,
      asked: 'Remarcação conforme a companhia',
    },
  },
}

// Texts of quote pages and their trips, in English.

export const QUOTE_WORDS_EN: typeof QUOTE_WORDS_PT = {
  quote: {
    title: (number) => (number === null ? 'Quote' : `Quote ${number}`),
    forWhom: (name) => `For ${name}`,
    from: 'From',
    total: 'Total',
    valid: 'Valid until',
    lastDay: 'last day',
    daysLeft: (days) => `${some(days, 'day', 'days')} left`,
    hoursLeft: '{h} h {m} min left',
    choose: 'Choose an option',
    option: (number) => `Option ${number}`,
    chosen: 'Chosen option',
    others: 'Other options',
    accept: 'Accept quote',
    decline: 'Decline',
    accepted: 'Quote accepted',
    declined: 'Quote declined',
    respondedBy: (name, day) => `By ${name}, on ${day}.`,
    respondedOn: (day) => `On ${day}.`,
    seen: (agency) => `${agency} can see your answer.`,
    recordedBy: (agency) => `Recorded by ${agency}.`,
    reason: (reason) => `Reason: ${reason}`,
    cancelled: 'Quote cancelled',
    cancelledText: 'Contact the agency if you would still like to travel.',
    expired: 'Quote expired',
    expiredText: 'Ask the agency for a new one: fares change from one day to the next.',
    changed: 'The quote was changed. Please check it before you answer.',
    closed: 'The quote had been answered already. The answer below stands.',
    unnamed: 'Write your name to accept.',
    unchosen: 'Choose one of the options to accept.',
    confirmTitle: 'Confirm your acceptance',
    confirmText: (agency) =>
      `Nothing is charged now. ${agency} receives your acceptance and takes care of the rest.`,
    name: 'Your full name',
    confirm: 'Confirm and accept',
    declineTitle: 'Decline the quote',
    declineText: 'If you can, say why: it helps the agency to make you a better offer.',
    why: 'Reason (optional)',
    confirmDecline: 'Confirm and decline',
    back: 'Back to the quote',
    pay: 'See the invoice and pay',
    askText: (title) => `Hello! I have a question about ${title.toLowerCase()}.`,
  },

  trip: {
    there: 'Outbound',
    back: 'Return',
    leg: (number) => `Leg ${number}`,
    direct: 'direct',
    stops: (places) => `${some(places.length, 'connection', 'connections')} in ${places.join(', ')}`,
    later: (days) => `+${some(days, 'day', 'days')}`,
    to: 'to',
    carryOn: (count) => (count === 0 ? 'No carry-on bag' : some(count, 'carry-on bag', 'carry-on bags')),
    checked: (count) => (count === 0 ? 'No checked bag' : some(count, 'checked bag', 'checked bags')),
    travellers: (count) => some(count, 'traveller', 'travellers'),
    refund: {
      no: 'Not refundable',
      free: 'Refundable without a fee',
      fee: (sum) => `Refundable for a fee of ${sum}`,
      asked: 'Refunds as the airline decides',
    },
    change: {
      no: 'Changes not allowed',
      free: 'Changes without a fee',
      fee: (sum) => `Changes for a fee of ${sum}`,
      asked: 'Changes as the airline decides',
    },
  },
}
