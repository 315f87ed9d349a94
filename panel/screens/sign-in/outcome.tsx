// The end of a sign-in flow, successful or not, with a link to the next step.
import badgeCheck from 'icon:badge-check'
import unlink from 'icon:unlink'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { useWords } from '../../words/language.tsx'
import { signInWords } from '../../words/sign-in.ts'

export interface OutcomeProps {
  readonly title: string
  readonly text: string
  readonly to: string
  readonly way: string
  readonly isBad?: boolean
}

export function Outcome({ title, text, to, way, isBad = false }: OutcomeProps) {
  return (
    <EmptyState title={title} text={text} icon={isBad ? unlink : badgeCheck}>
      <ButtonLink to={to} kind="main">
        {way}
      </ButtonLink>
    </EmptyState>
  )
}

/** A link that was used, replaced or truncated. */
export function BadLink(props: Pick<OutcomeProps, 'text' | 'to' | 'way'>) {
  return <Outcome title={useWords(signInWords).badLink} isBad {...props} />
}
