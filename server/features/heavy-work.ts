// Tasks that need a processor for long: they run in worker threads, and owners take turns.
import type { StatementQuery } from '../../contract/client-accounts.ts'
import type { Warning } from '../../contract/flights.ts'
import type { Owner } from '../kernel/values/owner.ts'
import type { InvoiceLook } from '../render/document/invoice-page.ts'
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

/** All tasks by name: plain data in, plain data and bytes out. */
export interface HeavyJobs {
  search(input: Search): Promise<{ readonly content: Buffer }>
  receipt(input: { readonly owner: Owner; readonly id: string }): Promise<HeavyFile>
  invoicePage(input: Linked & Pick<InvoiceLook, 'saysPaid' | 'card' | 'saysCancelled'>): Promise<HtmlPage>
  invoicePdf(input: Linked): Promise<HeavyFile>
  quotePage(input: Linked & { readonly look: QuoteLook }): Promise<HtmlPage>
  quotePdf(input: Linked): Promise<HeavyFile>
  creditNotePdf(input: Linked): Promise<HeavyFile>
  statementPdf(input: {
    readonly owner: Owner
    readonly id: string
    readonly query: StatementQuery
  }): Promise<HeavyFile>
  itineraryPdf(input: { readonly owner: Owner; readonly id: string }): Promise<HeavyFile>
  voucherPdf(input: {
    readonly owner: Owner
    readonly id: string
    readonly itemId: string
  }): Promise<HeavyFile>
  checkPicture(input: { readonly file: Uint8Array }): Promise<boolean>
  brandPdf(input: Linked): Promise<HeavyFile>
  boletoPdf(input: Linked): Promise<HeavyFile>
  qrPng(input: Linked): Promise<{ readonly content: Buffer }>
  logo(input: { readonly file: Uint8Array }): Promise<LogoPictures>
}

export interface HeavyWork {
  /**
   * Runs a task at its turn; `whose` names the owner of the turn. If too many tasks of one owner wait, it fails with
   * `Rate limit exceeded`. Tasks of an owner with equal `same` share one run.
   */
  run<Name extends keyof HeavyJobs>(
    whose: string,
    name: Name,
    input: Parameters<HeavyJobs[Name]>[0],
    same?: string,
  ): ReturnType<HeavyJobs[Name]>
  close(): Promise<void>
}
