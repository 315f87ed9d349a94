// Words of recurring invoices.
import { en } from './en/recurring.ts'
import { pt } from './pt/recurring.ts'

export const recurringWords = { pt, en }
