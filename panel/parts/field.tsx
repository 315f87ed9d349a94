// The frame of every form control: label, hint and error.
import { type ReactNode, useId } from 'react'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import css from './field.module.css'

export interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly isOptional?: boolean
  /** The label is only for screen readers, if the context already shows it. */
  readonly hidesLabel?: boolean
  readonly className?: string | undefined
}

/** The props that connect a control to its field. */
export interface ControlProps {
  readonly id: string
  readonly 'aria-invalid': boolean | undefined
  readonly 'aria-describedby': string | undefined
}

export function Field({
  label,
  hint,
  error,
  isOptional,
  hidesLabel,
  className,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const words = useWords(partWords)
  const control = {
    id,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': error !== undefined || hint !== undefined ? `${id}-said` : undefined,
  }
  return (
    <div className={className ?? css.field}>
      <label id={`${id}-label`} htmlFor={id} className={hidesLabel ? 'hidden-text' : css.label}>
        {label}
        {isOptional && <small>{words.optional}</small>}
      </label>
      {children(control)}
      {error !== undefined ? (
        <p id={`${id}-said`} className={css.error} role="alert">
          {error}
        </p>
      ) : (
        hint !== undefined && (
          <p id={`${id}-said`} className={css.hint}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}

/** Separates the field's props from those of its control. */
export function splitField<P extends FieldProps>(props: P) {
  const { label, hint, error, isOptional, hidesLabel, className, ...rest } = props
  const field = {
    label,
    hint,
    error,
    className,
    ...(isOptional && { isOptional }),
    ...(hidesLabel && { hidesLabel }),
  }
  return { field, rest }
}
