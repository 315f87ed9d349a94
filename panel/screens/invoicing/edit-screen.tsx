// The screen of an existing document's editor. If the document is locked, the screen says so.
import lock from 'icon:lock'
import type { ReactNode } from 'react'
import type { Permission } from '../../../contract/permissions.ts'
import { Allowed } from '../../parts/allowed.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useWords } from '../../words/language.tsx'
import { invoicingWords } from './words.ts'

export interface EditScreenProps {
  readonly title: string
  /** The part that cannot be changed. */
  readonly sub?: string | undefined
  readonly needs: Permission
  /** The path of the document. */
  readonly to: string
  readonly mayChange: boolean
  /** The reason why it cannot be edited. */
  readonly locked: string
  readonly children: ReactNode
}

export function EditScreen({ title, sub, needs, to, mayChange, locked, children }: EditScreenProps) {
  const words = useWords(invoicingWords)
  return (
    <>
      <PageHead title={title} sub={mayChange ? sub : undefined} back={{ to, name: words.backTo }} />
      {mayChange ? (
        <Allowed to={needs}>{children}</Allowed>
      ) : (
        <EmptyState title={words.locked} text={locked} icon={lock}>
          <ButtonLink to={to}>{words.backTo}</ButtonLink>
        </EmptyState>
      )}
    </>
  )
}
