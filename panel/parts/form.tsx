// The layout of forms: error, field pairs and buttons. It has no form library, because every confirmation dialog uses
// it.
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

/** Fields side by side if there is room. */
export function FormPair({ children }: { children: ReactNode }) {
  return <div className={css.pair}>{children}</div>
}

/** The buttons at the end of a form, the main one last. */
export function FormButtons({ children }: { children: ReactNode }) {
  return <div className={css.ends}>{children}</div>
}
