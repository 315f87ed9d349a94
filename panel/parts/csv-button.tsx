// Downloads a list as CSV: all rows that match the filters, not only the current page.
import downloadIcon from 'icon:download'
import { useState } from 'react'
import { download } from '../api/files.ts'
import type { AnyRequest, OperationId } from '../api/operations.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import { Button } from './button.tsx'
import { failureText } from './failure-text.ts'
import { toast } from './toast.tsx'

export interface CsvButtonProps {
  readonly of: OperationId
  /** The filters of the list. */
  readonly query: Readonly<Record<string, string | undefined>>
  readonly label: string
  /** Of an address that names an object. */
  readonly params?: Readonly<Record<string, string>>
}

export function CsvButton({ of, query, label, params }: CsvButtonProps) {
  const locale = useLanguage() === 'pt' ? 'pt-BR' : 'en'
  return (
    <FileButton of={of} request={{ ...(params && { params }), query: { ...query, locale } }} label={label} />
  )
}

/** Downloads any other file of the API. */
export function FileButton({ of, request, label }: { of: OperationId; request: AnyRequest; label: string }) {
  const words = useWords(partWords)
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await download(of, request).catch((error: unknown) =>
      toast({ kind: 'bad', text: failureText(error, words).text }),
    )
    setBusy(false)
  }
  return (
    <Button icon={downloadIcon} isBusy={isBusy} onClick={() => void save()}>
      {label}
    </Button>
  )
}
