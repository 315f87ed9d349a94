// Words of the reports about what was sold.
import { en } from './en/reports.ts'
import { pt } from './pt/reports.ts'

export const reportWords = { pt, en }
