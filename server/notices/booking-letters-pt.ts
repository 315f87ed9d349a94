// What mails about bookings say in Portuguese.
import { lettersOf } from './booking-letters.ts'
import type { MailFacts } from './booking-mail-words.ts'

export const PORTUGUESE_LETTERS = lettersOf({
  booking: ['Reserva', 'reserva'],
  subjects: {
    made: 'feita',
    cancelled: 'cancelada',
    reminder: 'Lembrete de pagamento',
    expiring: 'Prazo acabando',
  },
  tickets,
  client: {
    hello: (name) => `Olá, ${name}!`,
    titles: {
      created: 'Sua reserva foi feita',
      ticket: 'Seu bilhete foi emitido',
      tickets: 'Seus bilhetes foram emitidos',
      reminder: 'O prazo de pagamento está acabando',
      cancelled: 'Sua reserva foi cancelada',
    },
    seatsReserved: 'Os lugares estão reservados.',
    beingIssued: 'As passagens estão sendo emitidas. Os números dos bilhetes chegam em outro e-mail.',
    issued: [
      'Está tudo pronto para a viagem. O recibo segue anexo em PDF.',
      'Confira nomes e horários, e leve os documentos de todos os passageiros.',
    ],
    payment,
    ignoreIfPaid: 'Se já pagou, desconsidere este aviso.',
    cancelled: ({ agency }) => [
      'A reserva abaixo foi cancelada e não vale mais para embarque.',
      `Sobre valores já pagos, fale com ${agency}.`,
    ],
  },
  agency: {
    titles: {
      created: 'Nova reserva',
      reminder: 'Uma reserva está para expirar',
      cancelled: 'Reserva cancelada',
    },
    awaitsPayment: 'A reserva aguarda pagamento.',
    beingIssued: 'A emissão foi pedida à companhia. Os números dos bilhetes chegam em outro e-mail.',
    issued: 'A emissão foi concluída. O recibo segue anexo em PDF.',
    notPaid: 'A reserva abaixo ainda não foi paga.',
    confirmation,
    refund,
  },
})

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
