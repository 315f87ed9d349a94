// Fields that the sign-in pages and the profile share: e-mail, code and new password.
import mail from 'icon:mail'
import type { ComponentProps } from 'react'
import { PASSWORD_CHARACTERS_MIN } from '../../contract/limits.ts'
import { accountWords } from '../words/account.ts'
import { useWords } from '../words/language.tsx'
import type { FieldProps } from './field.tsx'
import { Input } from './input.tsx'
import { PasswordField } from './password-field.tsx'

type Control = Omit<ComponentProps<'input'>, 'className' | 'type'> & Partial<FieldProps>

export function NameField(props: Control) {
  return <Input label={useWords(accountWords).name} autoComplete="name" {...props} />
}

export function EmailField(props: Control) {
  const { email } = useWords(accountWords)
  return <Input label={email} type="email" autoComplete="username" icon={mail} {...props} />
}

export function CurrentPasswordField(props: Control) {
  return <PasswordField label={useWords(accountWords).password} autoComplete="current-password" {...props} />
}

export function NewPasswordField(props: Control) {
  const { newPassword, passwordHint } = useWords(accountWords)
  const hint = passwordHint(PASSWORD_CHARACTERS_MIN)
  return <PasswordField label={newPassword} hint={hint} autoComplete="new-password" {...props} />
}

/** A code of the authenticator app, or a recovery code. */
export function CodeField({ isRecovery = false, ...props }: Control & { isRecovery?: boolean }) {
  const { code, recoveryCode } = useWords(accountWords)
  const kind = isRecovery
    ? ({ label: recoveryCode, inputMode: 'text', autoComplete: 'off' } as const)
    : ({ label: code, inputMode: 'numeric', autoComplete: 'one-time-code' } as const)
  return <Input isCode {...kind} {...props} />
}
