// What stands around fields: the form with what went wrong, pairs of fields, the buttons. Light, since every question
// that asks before it acts is one.
import type { FormHTMLAttributes, ReactNode } from 'react'
import css from './form.module.css'

export function Form({
  failure,
  children,
  ...rest
}: FormHTMLAttributes<HTMLFormElement> & { failure?: string | undefined }) {
  return (
    <form noValidate className={css.form} {...rest}>
      {children}
      {failure !== undefined && (
        <p className={css.failure} role="alert">
          {failure}
        </p>
      )}
    </form>
  )
}

/** Fields side by side where there is room. */
export function FormPair({ children }: { children: ReactNode }) {
  return <div className={css.pair}>{children}</div>
}

/** The buttons at a form's end, the main one last. */
export function FormEnds({ children }: { children: ReactNode }) {
  return <div className={css.ends}>{children}</div>
}
