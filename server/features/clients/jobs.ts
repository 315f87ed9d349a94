// Declares the due work of clients.
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

/** The CPF or CNPJ of a client changed: charges that waited for it are asked for. Run by
 * `features/invoices/open-charge.ts`. */
export const clientTaxIdJob = teamJob<{ client_id: string }>('client-tax-id', { waits: TECHNICAL, cap: 2 })
