// The words of the daily mail about warnings, in Portuguese and English.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { WarningKind } from '../../../contract/warnings.ts'

export interface WarningWords {
  readonly kinds: Readonly<Record<WarningKind, string>>
  readonly subject: (count: number) => string
  readonly intro: (day: string) => string
  readonly today: string
  readonly tomorrow: string
  readonly inDays: (days: number) => string
  readonly expires: (day: string) => string
  readonly until: (moment: string) => string
  readonly of: (client: string) => string
  readonly more: (count: number) => string
  readonly action: string
  readonly choices: (agency: string) => string
}

const WORDS_PT: WarningWords = {
  kinds: {
    departure: 'Embarques da semana',
    documents_missing: 'Passaportes que faltam',
    passport_expiring: 'Passaportes com validade curta',
    free_cancellation_ending: 'Fim do cancelamento grátis',
    birthday: 'Aniversários',
  },
  subject: (count) => (count === 1 ? '1 aviso para hoje' : `${count} avisos para hoje`),
  intro: (day) => `Estes são os avisos em aberto em ${day}.`,
  today: 'hoje',
  tomorrow: 'amanhã',
  inDays: (days) => `em ${days} dias`,
  expires: (day) => `passaporte vence em ${day}`,
  until: (moment) => `até ${moment}`,
  of: (client) => `cliente: ${client}`,
  more: (count) => `e mais ${count}: veja no painel.`,
  action: 'Abrir os avisos no painel',
  choices: (agency) =>
    `${agency}. Para não receber mais este resumo, desmarque-o no painel, em Configurações > Dados da agência.`,
}

const WORDS_EN: WarningWords = {
  kinds: {
    departure: 'Departures of the week',
    documents_missing: 'Missing passports',
    passport_expiring: 'Passports that expire too soon',
    free_cancellation_ending: 'Free cancellation ending',
    birthday: 'Birthdays',
  },
  subject: (count) => (count === 1 ? '1 warning for today' : `${count} warnings for today`),
  intro: (day) => `These warnings are open on ${day}.`,
  today: 'today',
  tomorrow: 'tomorrow',
  inDays: (days) => `in ${days} days`,
  expires: (day) => `passport expires on ${day}`,
  until: (moment) => `until ${moment}`,
  of: (client) => `client: ${client}`,
  more: (count) => `and ${count} more: see the panel.`,
  action: 'Open the warnings in the panel',
  choices: (agency) =>
    `${agency}. To stop this summary, switch it off in the panel, under Settings > Agency details.`,
}

export const WARNING_WORDS: Readonly<Record<TeamLanguage, WarningWords>> = { 'pt-BR': WORDS_PT, en: WORDS_EN }
