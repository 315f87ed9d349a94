// The head of a screen: title, subtitle and actions. It also sets the title of the browser tab.
import arrowLeft from 'icon:arrow-left'
import { type ReactNode, useEffect } from 'react'
import { Icon } from './icon.tsx'
import { PlainLink } from './link.tsx'
import css from './page-head.module.css'

export interface PageHeadProps {
  readonly title: string
  /** The title of the browser tab, if it differs. */
  readonly tabTitle?: string
  readonly sub?: ReactNode
  /** The list that a detail page belongs to. */
  readonly back?: { readonly to: string; readonly name: string }
  /** Buttons; the main one last. */
  readonly children?: ReactNode
}

export function PageHead({ title, tabTitle = title, sub, back, children }: PageHeadProps) {
  useEffect(() => {
    document.title = `${tabTitle} · Embarque`
  }, [tabTitle])
  return (
    <header className={css.head}>
      <div className={css.words}>
        {back && (
          <PlainLink to={back.to} className={css.back}>
            <Icon of={arrowLeft} size={15} />
            {back.name}
          </PlainLink>
        )}
        <h1 tabIndex={-1}>{title}</h1>
        {sub !== undefined && <p className="quiet">{sub}</p>}
      </div>
      {children !== undefined && <div className={css.actions}>{children}</div>}
    </header>
  )
}
