// Texts of warnings, on the first screen and on the page of a trip.
import { plural } from './plural.ts'

const en: typeof pt = {
  warnings: 'Warnings',
  none: 'No open warnings.',
  kinds: {
    departure: 'Departures of the week',
    documents_missing: 'Missing passports',
    passport_expiring: 'Passports that expire too soon',
    free_cancellation_ending: 'Free cancellation ending',
    birthday: 'Birthdays',
  },
  due: (days) => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`),
  expires: (day) => `expires on ${day}`,
  until: (moment) => `until ${moment}`,
  companionOf: (client) => `in the file of ${client}`,
  done: 'Done',
  dismiss: 'Dismiss',
  doneNamed: (subject) => `Done: ${subject}`,
  dismissNamed: (subject) => `Dismiss: ${subject}`,
  isDone: 'Warning done.',
  isDismissed: 'Warning dismissed.',
  more: (count) => `${plural(count, 'further warning', 'further warnings')} not shown`,
}

const pt = {
  warnings: 'Avisos',
  none: 'Nenhum aviso em aberto.',
  kinds: {
    departure: 'Embarques da semana',
    documents_missing: 'Passaportes que faltam',
    passport_expiring: 'Passaportes com validade curta',
    free_cancellation_ending: 'Fim do cancelamento grátis',
    birthday: 'Aniversários',
  },
  due: (days: number) => (days === 0 ? 'hoje' : days === 1 ? 'amanhã' : `em ${days} dias`),
  expires: (day: string) => `vence em ${day}`,
  until: (moment: string) => `até ${moment}`,
  companionOf: (client: string) => `no cadastro de ${client}`,
  done: 'Feito',
  dismiss: 'Dispensar',
  doneNamed: (subject: string) => `Feito: ${subject}`,
  dismissNamed: (subject: string) => `Dispensar: ${subject}`,
  isDone: 'Aviso concluído.',
  isDismissed: 'Aviso dispensado.',
  more: (count: number) => `Mais ${plural(count, 'aviso', 'avisos')} fora desta lista`,
}

export const warningWords = { pt, en }
