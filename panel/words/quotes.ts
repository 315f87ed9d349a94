// Words of quotes and their answers.
import { en } from './en/quotes.ts'
import { pt } from './pt/quotes.ts'

export const quotesWords = { pt, en }
