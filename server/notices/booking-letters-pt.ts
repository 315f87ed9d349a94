// What mails about bookings say in Portuguese.
import { type Letters, type MailFacts, named } from './booking-mail-words.ts'

export const PORTUGUESE_LETTERS: Letters = {
  client: {
    created: (facts) => ({
      subject: `${named('Reserva', facts)} feita: ${facts.trip}`,
      title: 'Sua reserva foi feita',
      paragraphs: [
        `Olá, ${facts.client}!`,
        facts.holds
          ? `Os lugares estão reservados. ${payment(facts)}`
          : 'As passagens estão sendo emitidas. Os números dos bilhetes chegam em outro e-mail.',
      ],
    }),
    ticketed: (facts) => ({
      subject: `${tickets(facts)}: ${named('reserva', facts)}, ${facts.trip}`,
      title: facts.passengers === 1 ? 'Seu bilhete foi emitido' : 'Seus bilhetes foram emitidos',
      paragraphs: [
        `Olá, ${facts.client}!`,
        'Está tudo pronto para a viagem. O recibo segue anexo em PDF.',
        'Confira nomes e horários, e leve os documentos de todos os passageiros.',
      ],
    }),
    reminder: (facts) => ({
      subject: `Lembrete de pagamento: ${named('reserva', facts)}, ${facts.trip}`,
      title: 'O prazo de pagamento está acabando',
      paragraphs: [`Olá, ${facts.client}!`, payment(facts), 'Se já pagou, desconsidere este aviso.'],
    }),
    cancelled: (facts) => ({
      subject: `${named('Reserva', facts)} cancelada: ${facts.trip}`,
      title: 'Sua reserva foi cancelada',
      paragraphs: [
        `Olá, ${facts.client}!`,
        'A reserva abaixo foi cancelada e não vale mais para embarque.',
        `Sobre valores já pagos, fale com ${facts.agency}.`,
      ],
    }),
  },
  agency: {
    created: (facts) => ({
      subject: `${named('Nova reserva', facts)}: ${facts.client}, ${facts.trip}`,
      title: 'Nova reserva',
      paragraphs: [
        facts.holds
          ? `A reserva aguarda pagamento. ${confirmation(facts)}`.trim()
          : 'A emissão foi pedida à companhia. Os números dos bilhetes chegam em outro e-mail.',
      ],
    }),
    ticketed: (facts) => ({
      subject: `${tickets(facts)}: ${named('reserva', facts)}, ${facts.client}, ${facts.trip}`,
      title: tickets(facts),
      paragraphs: ['A emissão foi concluída. O recibo segue anexo em PDF.'],
    }),
    reminder: (facts) => ({
      subject: `Prazo acabando: ${named('reserva', facts)}, ${facts.client}, ${facts.trip}`,
      title: 'Uma reserva está para expirar',
      paragraphs: [`A reserva abaixo ainda não foi paga. ${confirmation(facts)}`.trim()],
    }),
    cancelled: (facts) => ({
      subject: `${named('Reserva', facts)} cancelada: ${facts.client}, ${facts.trip}`,
      title: 'Reserva cancelada',
      paragraphs: [refund(facts)],
    }),
  },
}

function payment({ agency, deadline }: MailFacts): string {
  if (deadline === null) return `Faça o pagamento diretamente com ${agency}.`
  return (
    `Faça o pagamento diretamente com ${agency} até ${deadline}. ` +
    'Depois disso a reserva expira e os lugares são liberados.'
  )
}

function tickets({ passengers }: MailFacts): string {
  return passengers === 1 ? 'Bilhete emitido' : 'Bilhetes emitidos'
}

function confirmation({ deadline }: MailFacts): string {
  return deadline === null ? '' : `Confirme até ${deadline}; depois disso ela expira.`
}

function refund({ refund }: MailFacts): string {
  if (refund === null) return 'Nada havia sido debitado da carteira.'
  if (refund.isNothing) return 'Pelas condições da tarifa, nada volta à carteira.'
  return `O valor de ${refund.amount} voltou à carteira.`
}
