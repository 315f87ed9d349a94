// What every language has words for: one field for each sort of mail.
import type { InvoiceMessageKind } from '../../../../contract/invoicing-states.ts'
import type { Role } from '../../../../contract/roles.ts'
import type { ProviderNotice } from '../../payments/work.ts'
import type { AccountLetter, PersonNotice } from '../../people/work.ts'
import type { BookingLabels, Letters } from './booking-facts.ts'
import type { NewsWords } from './news-shapes.ts'

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
