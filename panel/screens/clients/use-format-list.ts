// Names the lists of a file when two versions of it are compared.
import type { DocumentValues, LoyaltyValues } from '../../logic/traveller-file.ts'
import type { FormatValue } from '../../parts/form-notices.tsx'
import { useWords } from '../../words/language.tsx'
import type { FileValues } from './profile-draft.ts'
import { fileWords } from './profile-words.ts'

export function useFormatList(): FormatValue {
  const words = useWords(fileWords)
  return (field, value) => {
    if (field === 'identity_documents')
      return {
        label: words.documents,
        text: listOf<DocumentValues>(
          value,
          ({ type, number }) => `${words.documentTypes[type]} ${number ?? ''}`,
        ),
      }
    if (field === 'loyalty_programme_accounts')
      return {
        label: words.loyalty,
        text: listOf<LoyaltyValues>(value, (one) => `${one.airline_iata_code} ${one.account_number}`),
      }
    if (field === 'contacts')
      return {
        label: words.contacts,
        text: listOf<FileValues['contacts'][number]>(value, ({ name }) => name ?? ''),
      }
    return undefined
  }
}

function listOf<T>(value: unknown, textOf: (one: T) => string): string {
  return Array.isArray(value) ? value.map((one: T) => textOf(one).trim()).join(', ') : ''
}
