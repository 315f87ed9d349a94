// A password field with a button that reveals the password.

import eye from 'icon:eye'
import eyeOff from 'icon:eye-off'
import { type ComponentProps, useState } from 'react'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import css from './field.module.css'
import { Field, type FieldProps, splitField } from './field.tsx'
import { Icon } from './icon.tsx'

export function PasswordField(props: Omit<ComponentProps<'input'>, 'className' | 'type'> & FieldProps) {
  const words = useWords(partWords)
  const [isShown, setShown] = useState(false)
  const { field, rest } = splitField(props)
  return (
    <Field {...field}>
      {(control) => (
        <div className={css.box}>
          <input {...rest} {...control} type={isShown ? 'text' : 'password'} className={css.control} />
          <button
            type="button"
            className={css.reveal}
            aria-label={isShown ? words.hidePassword : words.showPassword}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon of={isShown ? eyeOff : eye} />
          </button>
        </div>
      )}
    </Field>
  )
}
