// Words of the page that is the person's own: name, password, factors, devices.
import { en } from './en/profile.ts'
import { pt } from './pt/profile.ts'

export const profileWords = { pt, en }
