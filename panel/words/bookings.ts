// Words of bookings: the list, one booking, deadlines.
import { en } from './en/bookings.ts'
import { pt } from './pt/bookings.ts'

export const bookingWords = { pt, en }
