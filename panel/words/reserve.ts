// Words of booking an offer: price, travellers, hold or issue, and what came of it.
import { en } from './en/reserve.ts'
import { pt } from './pt/reserve.ts'

export const reserveWords = { pt, en }
