// What mails about bookings say in Portuguese.

import type { MailFacts } from '../booking-facts.ts'
import { lettersOf } from '../booking-letters.ts'

export const BOOKING = lettersOf({
  booking: ['Reserva', 'reserva'],
  subjects: {
    made: 'feita',
    cancelled: 'cancelada',
    reminder: 'Lembrete de pagamento',
    expiring: 'Prazo acabando',
    changed: 'Mudança de voo',
    cancelledByCarrier: 'cancelada pela companhia aérea',
  },
  tickets,
  madeAndTicketed: ({ passengers }) =>
    passengers === 1 ? 'feita e bilhete emitido' : 'feita e bilhetes emitidos',
  client: {
    hello: (name) => `Olá, ${name}!`,
    titles: {
      created: 'Sua reserva foi feita',
      ticket: 'Seu bilhete foi emitido',
      tickets: 'Seus bilhetes foram emitidos',
      madeAndTicketed: 'Sua reserva foi feita e os bilhetes foram emitidos',
      reminder: 'O prazo de pagamento está acabando',
      cancelled: 'Sua reserva foi cancelada',
      changed: 'Seus voos mudaram',
      cancelledByCarrier: 'A companhia aérea cancelou sua reserva',
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
    changed: 'A companhia aérea mudou os voos da sua reserva. Veja abaixo o que mudou e como ficou a viagem.',
    changeAsked: (agency) => `A companhia aguarda uma resposta: fale com ${agency} para aceitar ou desistir.`,
    changeTold: (agency) => `Se a mudança não servir para você, fale com ${agency}.`,
    cancelledByCarrier: 'A companhia aérea cancelou a reserva abaixo, que não vale mais para embarque.',
    whatNow: (agency) => `Para remarcar a viagem ou tratar da devolução do valor, fale com ${agency}.`,
  },
  agency: {
    titles: {
      created: 'Nova reserva',
      madeAndTicketed: 'Nova reserva, já emitida',
      reminder: 'Uma reserva está para expirar',
      cancelled: 'Reserva cancelada',
      changed: 'A companhia aérea mudou os voos',
      cancelledByCarrier: 'Reserva cancelada pela companhia aérea',
    },
    awaitsPayment: 'A reserva aguarda pagamento.',
    beingIssued: 'A emissão foi pedida à companhia. Os números dos bilhetes chegam em outro e-mail.',
    issued: 'A emissão foi concluída. O recibo segue anexo em PDF.',
    notPaid: 'A reserva abaixo ainda não foi paga.',
    confirmation,
    refund,
    changeAsked: 'A companhia aguarda uma resposta: aceite a mudança ou cancele a reserva.',
    changeTold:
      'A mudança já vale, e a reserva foi atualizada. Confirme com o cliente se o novo horário serve.',
    cancelledByCarrier: 'A companhia aérea cancelou a reserva abaixo.',
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
