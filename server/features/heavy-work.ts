// Jobs that take a processor for longer than others should wait: they run beside the event loop, in turns.
import type { Warning } from '../../contract/flights.ts'
import type { Mode } from '../../contract/teams.ts'
import type { Owner } from '../kernel/outbox/transaction.ts'
import type { QuoteLook } from '../render/document/quote-page.ts'
import type { HtmlPage } from '../render/pages/page.ts'
import type { LogoPictures } from '../render/pictures/make-logo.ts'
import type { AgencyPricing } from './flights/pricing/rules.ts'
import type { Language } from './flights/reference/geography.ts'

export interface HeavyFile {
  readonly name: string
  readonly content: Buffer
}

interface Search {
  readonly owner: Owner
  readonly body: object
  readonly terms: {
    readonly pricing: AgencyPricing
    readonly suppliers: readonly string[] | null
    readonly withoutAirlines: readonly string[]
    readonly warnings: readonly Warning[]
    readonly language: Language
  }
}
interface Linked {
  readonly token: string
}

/** What there is, by name: plain data in, plain data and bytes out. */
export interface HeavyJobs {
  search(input: Search): Promise<{ readonly content: Buffer }>
  receipt(input: { readonly owner: Owner; readonly id: string }): Promise<HeavyFile>
  invoicePage(input: Linked & { readonly saysPaid: boolean }): Promise<HtmlPage>
  invoicePdf(input: Linked): Promise<HeavyFile>
  quotePage(input: Linked & { readonly look: QuoteLook }): Promise<HtmlPage>
  quotePdf(input: Linked): Promise<HeavyFile>
  brandPdf(input: Linked): Promise<HeavyFile>
  boletoPdf(input: Linked): Promise<HeavyFile>
  qrPng(input: Linked): Promise<{ readonly content: Buffer }>
  logo(input: { readonly file: Uint8Array }): Promise<LogoPictures>
}

export interface HeavyWork {
  /**
   * Runs a job at its turn; `whose` names the owner of the turn. If too much of that owner is waiting, the job is refused
   * with `Rate limit exceeded`. Jobs that their owner calls the same share the turn of the first.
   */
  run<Name extends keyof HeavyJobs>(
    whose: string,
    name: Name,
    input: Parameters<HeavyJobs[Name]>[0],
    same?: string,
  ): ReturnType<HeavyJobs[Name]>
  close(): Promise<void>
}

/** A team's modes take turns like two teams. */
export function turnsOf({ teamId, mode }: { teamId: string; mode: Mode }): string {
  return `${teamId} ${mode}`
}
