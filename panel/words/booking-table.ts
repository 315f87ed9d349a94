// Words of tables of bookings, wherever they stand.
import { en } from './en/booking-table.ts'
import { pt } from './pt/booking-table.ts'

export const bookingTableWords = { pt, en }
