// One item of an account in a row: name, status and actions.
import type { ReactNode } from 'react'
import css from './people.module.css'

export function AccountLines({ children }: { children: ReactNode }) {
  return <ul className={css.lines}>{children}</ul>
}

export interface AccountLineProps {
  readonly name: ReactNode
  readonly value?: ReactNode
  /** Buttons. */
  readonly children?: ReactNode
}

export function AccountLine({ name, value, children }: AccountLineProps) {
  return (
    <li className={css.line}>
      <div>
        <p>
          <b>{name}</b>
        </p>
        {value !== undefined && <p className="quiet">{value}</p>}
      </div>
      {children !== undefined && <div className={css.acts}>{children}</div>}
    </li>
  )
}
