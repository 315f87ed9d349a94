// A titled card.
import { type ReactNode, useId } from 'react'
import { cx } from '../logic/class-names.ts'
import css from './card.module.css'
import { ButtonLink } from './link.tsx'

export interface CardProps {
  readonly title: string
  readonly sub?: ReactNode
  readonly action?: ReactNode
  /** A link to the full list, instead of another action. */
  readonly more?: { readonly to: string; readonly name: string }
  readonly className?: string | undefined
  /** The content extends to the bottom edge, as tables do. */
  readonly isEdged?: boolean
  /** Only for screen readers, if the screen already shows the title. */
  readonly isTitleHidden?: boolean
  readonly children: ReactNode
}

export function Card({ title, sub, action, more, className, isEdged, isTitleHidden, children }: CardProps) {
  const id = useId()
  return (
    <section className={cx(css.card, isEdged && css.edge, className)} aria-labelledby={id}>
      <header className={isTitleHidden ? 'hidden-text' : css.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {sub !== undefined && <p className={css.sub}>{sub}</p>}
        </div>
        {action}
        {more && (
          <ButtonLink to={more.to} kind="text">
            {more.name}
          </ButtonLink>
        )}
      </header>
      {children}
    </section>
  )
}
