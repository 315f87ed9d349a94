// Every text of a mail, a table for each language: nothing that a person reads in a mail is written elsewhere, but for
// its frame.
import type { TeamLanguage } from '../../../../contract/team-profile.ts'
import { ACCOUNT as ACCOUNT_EN } from './en/account.ts'
import { BOOKING as BOOKING_EN } from './en/booking.ts'
import { BOOKING_LABELS as LABELS_EN } from './en/booking-labels.ts'
import { INVITATION as INVITATION_EN } from './en/invitation.ts'
import { INVOICE as INVOICE_EN, QUOTE as QUOTE_EN } from './en/invoicing.ts'
import { NEWS as NEWS_EN } from './en/news.ts'
import { PERSON as PERSON_EN } from './en/person.ts'
import { TEAM as TEAM_EN } from './en/team.ts'
import { ACCOUNT } from './pt/account.ts'
import { BOOKING } from './pt/booking.ts'
import { BOOKING_LABELS } from './pt/booking-labels.ts'
import { INVITATION } from './pt/invitation.ts'
import { INVOICE, QUOTE } from './pt/invoicing.ts'
import { NEWS } from './pt/news.ts'
import { PERSON } from './pt/person.ts'
import { TEAM } from './pt/team.ts'
import type { MailWords } from './shapes.ts'

export const MAIL_WORDS: Readonly<Record<TeamLanguage, MailWords>> = {
  'pt-BR': {
    account: ACCOUNT,
    person: PERSON,
    invitation: INVITATION,
    booking: BOOKING,
    bookingLabels: BOOKING_LABELS,
    invoice: INVOICE,
    quote: QUOTE,
    team: TEAM,
    news: NEWS,
  },
  en: {
    account: ACCOUNT_EN,
    person: PERSON_EN,
    invitation: INVITATION_EN,
    booking: BOOKING_EN,
    bookingLabels: LABELS_EN,
    invoice: INVOICE_EN,
    quote: QUOTE_EN,
    team: TEAM_EN,
    news: NEWS_EN,
  },
}
