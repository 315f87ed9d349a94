// Shown if a list is empty or nothing matches: the reason and the next step.
import inbox from 'icon:inbox'
import type { ReactNode } from 'react'
import type { IconShapes } from '../logic/icon-shapes.ts'
import css from './empty-state.module.css'
import { Icon } from './icon.tsx'

export interface EmptyStateProps {
  readonly title: string
  readonly text?: ReactNode
  readonly icon?: IconShapes
  readonly children?: ReactNode
}

export function EmptyState({ title, text, icon = inbox, children }: EmptyStateProps) {
  return (
    <div className={css.state}>
      <span className={css.sign}>
        <Icon of={icon} size={22} />
      </span>
      <p className={css.title}>{title}</p>
      {text !== undefined && <p className={css.text}>{text}</p>}
      {children !== undefined && <div className={css.ways}>{children}</div>}
    </div>
  )
}
