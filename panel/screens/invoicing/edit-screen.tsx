// The screen around the editor of a document that is there already: a document that may no longer change says so.
import lock from 'icon:lock'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { invoicingWords } from '../../words/invoicing.ts'
import { useWords } from '../../words/language.tsx'

export interface EditScreenProps<T> {
  readonly title: string
  /** What of it cannot change. */
  readonly sub?: string
  readonly result: UseQueryResult<T>
  /** The document itself. */
  readonly to: string
  readonly mayChange: (document: T) => boolean
  /** Why it may not. */
  readonly locked: string
  readonly children: (document: T) => ReactNode
}

export function EditScreen<T>({ title, sub, result, to, mayChange, locked, children }: EditScreenProps<T>) {
  const words = useWords(invoicingWords)
  return (
    <>
      <PageHead title={title} sub={sub} back={{ to, name: words.backTo }} />
      <Loaded result={result}>
        {(document) =>
          mayChange(document) ? (
            children(document)
          ) : (
            <EmptyState title={words.locked} text={locked} icon={lock}>
              <ButtonLink to={to}>{words.backTo}</ButtonLink>
            </EmptyState>
          )
        }
      </Loaded>
    </>
  )
}
