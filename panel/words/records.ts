// Words of what belongs to a booking or a client besides itself: notes, tags, mails.
import { en } from './en/records.ts'
import { pt } from './pt/records.ts'

export const recordWords = { pt, en }
