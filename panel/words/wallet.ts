// Words of the wallet and its recharges.
import { en } from './en/wallet.ts'
import { pt } from './pt/wallet.ts'

export const walletWords = { pt, en }
