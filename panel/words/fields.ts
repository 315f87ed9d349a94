// Texts of field errors.
import { plural } from './plural.ts'

const en: typeof pt = {
  required: 'Fill this in',
  type: 'Not a valid value',
  choice: 'Choose one of the options',
  short: (limit) => `At least ${plural(limit, 'character', 'characters')}`,
  long: (limit) => `At most ${plural(limit, 'character', 'characters')}`,
  form: 'Not a valid format',
  email: 'Not a valid e-mail address',
  small: (limit) => `At least ${limit}`,
  large: (limit) => `At most ${limit}`,
  few: (limit) => `Add at least ${limit}`,
  many: (limit) => `At most ${limit}`,
  cpfForm: 'A CPF has 11 digits',
  cpfDigits: 'This CPF does not exist: check the numbers',
  cnpjForm: 'A CNPJ has 14 characters',
  cnpjDigits: 'This CNPJ does not exist: check the characters',
}

const pt = {
  required: 'Preencha este campo',
  type: 'Valor inválido',
  choice: 'Escolha uma das opções',
  short: (limit: number) => `No mínimo ${plural(limit, 'caractere', 'caracteres')}`,
  long: (limit: number) => `No máximo ${plural(limit, 'caractere', 'caracteres')}`,
  form: 'Formato inválido',
  email: 'E-mail inválido',
  small: (limit: number) => `No mínimo ${limit}`,
  large: (limit: number) => `No máximo ${limit}`,
  few: (limit: number) => `Inclua pelo menos ${limit}`,
  many: (limit: number) => `No máximo ${limit}`,
  cpfForm: 'O CPF tem 11 números',
  cpfDigits: 'Este CPF não existe: confira os números',
  cnpjForm: 'O CNPJ tem 14 caracteres',
  cnpjDigits: 'Este CNPJ não existe: confira os caracteres',
}

export const fieldWords = { pt, en }
