// Words of invoices: their list, one of them, its editor, and what is owed.
import { en } from './en/invoicing.ts'
import { pt } from './pt/invoicing.ts'

export const invoicingWords = { pt, en }
