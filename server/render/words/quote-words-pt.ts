// What the pages of quotes and the trips on them say, in Portuguese of Brazil.

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
    /** What a script puts in its place on the last day. */
    hoursLeft: 'faltam {h} h {m} min',
    choose: 'Escolha uma opção',
    option: (number: number) => `Opção ${number}`,
    chosen: 'Opção escolhida',
    others: 'Outras opções',
    accept: 'Aceitar orçamento',
    decline: 'Recusar',
    accepted: 'Orçamento aceito',
    declined: 'Orçamento recusado',
    answeredBy: (name: string, day: string) => `Por ${name}, em ${day}.`,
    answeredOn: (day: string) => `Em ${day}.`,
    seen: (agency: string) => `${agency} já vê a sua resposta.`,
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
      count === 0 ? 'Sem mala de mão' : some(count, 'mala de mão', 'malas de mão'),
    checked: (count: number) =>
      count === 0 ? 'Sem mala despachada' : some(count, 'mala despachada', 'malas despachadas'),
    travellers: (count: number) => some(count, 'viajante', 'viajantes'),
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
