// Texts of account fields and errors.
import { IDENTITY_ERRORS } from '../../contract/errors/identities.ts'
import { plural } from './plural.ts'

/** The texts of errors that the sign-in page gets as a code in its address. */
function identityTexts(language: 'pt' | 'en'): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(IDENTITY_ERRORS).map(([code, texts]) => [code, texts[language]]))
}

export const en: typeof pt = {
  name: 'Your name',
  email: 'E-mail',
  password: 'Password',
  currentPassword: 'Current password',
  newPassword: 'Choose a password',
  passwordHint: (least: number) =>
    `At least ${plural(least, 'character', 'characters')}. A short sentence is easy to remember.`,
  code: '6-digit code',
  recoveryCode: 'Recovery code',
  languages: { 'pt-BR': 'Português', en: 'English' },
  wait: (minutes: number) =>
    `Too many attempts in a row. To be safe, try again in ${plural(minutes, 'minute', 'minutes')}.`,
  weak: 'Easy to guess. Avoid common passwords, sequences, your name and your e-mail.',
  badValue: 'Check this field.',
  failures: {
    ...identityTexts('en'),
    unauthorized: 'The sign-in has expired. Start again.',
    passkey_cancelled: 'No passkey was used. Try again, or choose another way.',
  } as Readonly<Record<string, string>>,
}

export const pt = {
  name: 'Seu nome',
  email: 'E-mail',
  password: 'Senha',
  currentPassword: 'Senha atual',
  newPassword: 'Crie uma senha',
  passwordHint: (least: number) =>
    `Pelo menos ${plural(least, 'caractere', 'caracteres')}. Uma frase curta é fácil de lembrar.`,
  code: 'Código de 6 dígitos',
  recoveryCode: 'Código de recuperação',
  languages: { 'pt-BR': 'Português', en: 'English' },
  wait: (minutes: number) =>
    `Muitas tentativas seguidas. Por segurança, tente novamente em ${plural(minutes, 'minuto', 'minutos')}.`,
  weak: 'Fácil de adivinhar. Evite senhas comuns, sequências, seu nome e seu e-mail.',
  badValue: 'Confira este campo.',
  failures: {
    ...identityTexts('pt'),
    unauthorized: 'O login expirou. Comece novamente.',
    passkey_cancelled: 'Nenhuma chave de acesso foi usada. Tente novamente ou escolha outra forma.',
  } as Readonly<Record<string, string>>,
}

export const accountWords = { pt, en }
