// Words of clients: the list, one client, the form, the erasure.
import { en } from './en/clients.ts'
import { pt } from './pt/clients.ts'

export const clientWords = { pt, en }
