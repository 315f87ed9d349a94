// Words of the frame: menu, search, modes, the person's own menu.
import { en } from './en/frame.ts'
import { pt } from './pt/frame.ts'

export const frameWords = { pt, en }
