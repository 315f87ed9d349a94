// What is wrong with a field, in Portuguese.
import { plural } from '../plural.ts'

export const pt = {
  required: 'Preencha este campo',
  type: 'Valor inválido',
  choice: 'Escolha uma das opções',
  short: (limit: number) => `No mínimo ${plural(limit, 'caractere', 'caracteres')}`,
  long: (limit: number) => `No máximo ${plural(limit, 'caractere', 'caracteres')}`,
  form: 'Formato inválido',
  small: (limit: number) => `No mínimo ${limit}`,
  large: (limit: number) => `No máximo ${limit}`,
  few: (limit: number) => `Inclua pelo menos ${limit}`,
  many: (limit: number) => `No máximo ${limit}`,
}
