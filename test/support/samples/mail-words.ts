// The texts of all mails of all features, by language.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { BOOKING_LABELS, BOOKING_WORDS } from '../../../server/features/bookings/words.ts'
import { INVOICE_WORDS } from '../../../server/features/invoices/words.ts'
import { NEWS_WORDS } from '../../../server/features/news/words.ts'
import { TEAM_WORDS } from '../../../server/features/notifications/words.ts'
import { ACCOUNT_WORDS, INVITATION_WORDS, PERSON_WORDS } from '../../../server/features/people/words.ts'
import { QUOTE_WORDS } from '../../../server/features/quotes/words.ts'

const wordsIn = (language: TeamLanguage) => ({
  account: ACCOUNT_WORDS[language],
  person: PERSON_WORDS[language],
  invitation: INVITATION_WORDS[language],
  booking: BOOKING_WORDS[language],
  bookingLabels: BOOKING_LABELS[language],
  invoice: INVOICE_WORDS[language],
  quote: QUOTE_WORDS[language],
  team: TEAM_WORDS[language],
  news: NEWS_WORDS[language],
})

export const MAIL_WORDS = { 'pt-BR': wordsIn('pt-BR'), en: wordsIn('en') }
