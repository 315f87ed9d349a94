// Words of the installation, for operators.
import { en } from './en/operator.ts'
import { pt } from './pt/operator.ts'

export const operatorWords = { pt, en }
