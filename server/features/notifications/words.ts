// Every text of a mail, a table for each language: nothing that a person reads in a mail is written elsewhere, but for
// its frame.

import type { InvoiceMessageKind } from '../../../contract/invoicing.ts'
import type { Role } from '../../../contract/roles.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import {
  BOOKING_EN,
  BOOKING_LABELS_PT,
  BOOKING_PT,
  type BookingLabels,
  BOOKING_LABELS_EN as LABELS_EN,
  type Letters,
} from '../bookings/words.ts'
import { INVOICE_EN, INVOICE_PT, QUOTE_EN, QUOTE_PT } from '../invoices/words.ts'
import { NEWS_EN, NEWS_PT, type NewsWords } from '../news/words.ts'
import type { ProviderNotice } from '../payments/jobs.ts'
import type { AccountLetter, PersonNotice } from '../people/jobs.ts'
import {
  ACCOUNT_EN,
  ACCOUNT_PT,
  INVITATION_EN,
  INVITATION_PT,
  PERSON_EN,
  PERSON_PT,
} from '../people/words.ts'
import { TEAM_EN, TEAM_PT } from '../teams/words.ts'

export const MAIL_WORDS: Readonly<Record<TeamLanguage, MailWords>> = {
  'pt-BR': {
    account: ACCOUNT_PT,
    person: PERSON_PT,
    invitation: INVITATION_PT,
    booking: BOOKING_PT,
    bookingLabels: BOOKING_LABELS_PT,
    invoice: INVOICE_PT,
    quote: QUOTE_PT,
    team: TEAM_PT,
    news: NEWS_PT,
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

// What every language has words for: one field for each sort of mail.

export interface MailWords {
  readonly account: AccountWords
  readonly person: PersonWords
  readonly invitation: InvitationWords
  readonly booking: Letters
  readonly bookingLabels: BookingLabels
  readonly invoice: InvoiceWords
  readonly quote: QuoteWords
  readonly team: TeamWords
  readonly news: NewsWords
}

export interface Letter {
  readonly subject: string
  readonly title: string
  readonly paragraphs: string[]
}

/** `action` is what its link is for. */
export type AccountWords = Readonly<
  Record<AccountLetter, { readonly subject: string; readonly paragraphs: string[]; readonly action?: string }>
>

export interface PersonWords {
  /** What to do where it was not them. */
  readonly alarm: string
  readonly letters: Readonly<Record<PersonNotice, { readonly subject: string; readonly did: string }>>
}

interface InvitationFacts {
  readonly team: string
  /** Null where a program or the command line invites. */
  readonly inviter: string | null
  readonly role: Role
  readonly days: number
}

export type InvitationWords = (facts: InvitationFacts) => Letter & { readonly action: string }

/** As they are written: `invoice` is the word, and the number where there is one. */
export interface InvoiceFacts {
  readonly team: string
  readonly invoice: string
  readonly amount: string
  readonly due: string
}

export interface InvoiceWords {
  readonly hello: (name: string) => string
  readonly invoice: (number: string | null) => string
  /** Added to the sender's name where there is no other place to say it. */
  readonly simulated: string
  readonly simulationSubject: string
  readonly simulation: string
  readonly letters: Readonly<
    Record<
      InvoiceMessageKind,
      (facts: InvoiceFacts) => { readonly subject: string; readonly sentence: string }
    >
  >
  /** That its paper is attached, to be paid and paid. */
  readonly attached: string
  readonly attachedPaid: string
  readonly pay: string
  readonly look: string
  readonly summary: string
  readonly number: string
  readonly amount: string
  readonly due: string
  readonly late: string
  readonly paid: string
  readonly pixCode: string
  readonly pixHint: string
  readonly boletoLine: string
  readonly boletoHint: string
}

interface QuotedFacts {
  readonly team: string
  readonly number: string
  readonly amount: string
  readonly until: string | null
}

export interface QuoteWords {
  readonly letter: (facts: QuotedFacts) => Letter
  /** What a message on the phone says, without greeting and link. */
  readonly sentence: (facts: QuotedFacts) => string
  /** Of several options the cheapest. */
  readonly from: (amount: string) => string
  /** The last place of the template: a part of a sentence. */
  readonly validity: (until: string | null) => string
  readonly action: string
  readonly number: string
  readonly total: string
  readonly until: string
}

export interface TeamWords {
  readonly provider: Readonly<
    Record<ProviderNotice, (facts: { provider: string; pixKey: string | null; when: string }) => Letter>
  >
  readonly emailChanged: (facts: { team: string; when: string }) => Letter
  readonly proof: (facts: ProofFacts) => Letter
  readonly proofCode: string
  readonly webhookOff: (facts: { failures: number; url: string; when: string; id: string }) => Letter
  readonly bounced: (facts: { to: string; subject: string; reason: string }) => Letter
  readonly test: (facts: { team: string }) => Letter
}

interface ProofFacts {
  readonly isTest: boolean
  readonly day: string
  readonly lines: string
  readonly balance: string
  readonly lastId: string | null
}
