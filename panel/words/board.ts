// Words of the board of deadlines, on the first screen and on its own.
import { en } from './en/board.ts'
import { pt } from './pt/board.ts'

export const boardWords = { pt, en }
