// Texts of account fields and errors.
import { plural } from './plural.ts'

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
    unauthorized: 'The sign-in took too long and has expired. Start again.',
    sign_in_failed: 'E-mail and password do not match.',
    cross_site_request: 'The request did not come from this page. Reload and try again.',
    link_not_valid: 'This link is no longer valid: it was used, replaced or has expired.',
    email_already_registered:
      'There is an account with this e-mail. Sign in with it, or use another address.',
    invitation_for_another_person:
      'The invitation went to another e-mail. Sign in with that address, or ask for one to yours.',
    already_a_member: 'This e-mail belongs to the agency already.',
    already_invited: 'This e-mail has an open invitation. Send it again, or withdraw it first.',
    resource_limit_exceeded: 'The limit has been reached. Withdraw or remove one, or try tomorrow.',
    last_owner: 'The agency needs at least one owner. Make somebody else an owner first.',
    person_not_found: 'This person no longer belongs to the agency.',
    invitation_not_found: 'This invitation is gone: it was accepted or withdrawn.',
    team_not_found: 'You no longer belong to this agency.',
    session_not_found: 'This device is signed out already.',
    second_factor_refused:
      'The code does not match, is old or was used. Wait for the next one, or use a recovery code.',
    passkey_refused: 'The passkey was not accepted. Try again.',
    passkey_cancelled: 'No passkey was used. Try again, or choose another way.',
    passkeys_unavailable: 'Passkeys work on https with a host name only, or on localhost.',
    passkey_already_registered: 'This device has a passkey of yours already.',
    passkey_not_found: 'This passkey was removed already.',
    proof_required: 'Confirm that it is you to go on.',
    totp_not_started: 'The QR code has expired. Start again.',
    no_second_factor: 'Turn on the app or a passkey first.',
    last_way_in: 'It is your only way in. Set a password or another passkey before removing it.',
    identity_provider_away: 'The sign-in service did not answer. Sign in another way, or try later.',
    identity_provider_not_found: 'This way to sign in is not offered here.',
    identity_not_found: 'This account was unlinked already.',
    identity_refused: 'We could not verify who you are. Start again.',
    sign_in_cancelled: 'The sign-in was cancelled at the other service.',
    sign_in_expired: 'The sign-in took too long or began in another browser. Start again.',
    email_not_verified:
      'Your e-mail is not verified at the other service. Verify it there, or sign in another way.',
    no_account: 'Nobody has an account with this e-mail. Ask whoever manages the agency to invite you.',
  },
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
    `Muitas tentativas seguidas. Por segurança, tente de novo em ${plural(minutes, 'minuto', 'minutos')}.`,
  weak: 'Fácil de adivinhar. Evite senhas comuns, sequências, seu nome e seu e-mail.',
  badValue: 'Confira este campo.',
  failures: {
    unauthorized: 'Passou tempo demais, e a entrada não vale mais. Comece de novo.',
    sign_in_failed: 'E-mail ou senha não conferem.',
    cross_site_request: 'O pedido não veio desta página. Recarregue e tente de novo.',
    link_not_valid: 'Este link não vale mais: já foi usado, foi trocado por outro ou venceu.',
    email_already_registered: 'Já existe uma conta com este e-mail. Entre com ela, ou use outro endereço.',
    invitation_for_another_person:
      'O convite foi para outro e-mail. Entre com aquele endereço, ou peça um convite para o seu.',
    already_a_member: 'Este e-mail já faz parte da agência.',
    already_invited: 'Este e-mail já tem um convite aberto. Envie de novo, ou cancele antes.',
    resource_limit_exceeded: 'O limite foi atingido. Cancele ou remova algum, ou tente amanhã.',
    last_owner: 'A agência precisa de ao menos um proprietário. Torne outra pessoa proprietária primeiro.',
    person_not_found: 'Esta pessoa não faz mais parte da agência.',
    invitation_not_found: 'Este convite não existe mais: foi aceito ou cancelado.',
    team_not_found: 'Você não faz mais parte desta agência.',
    session_not_found: 'Este aparelho já saiu.',
    second_factor_refused:
      'O código não confere, é antigo ou já foi usado. Espere o próximo, ou use um código de recuperação.',
    passkey_refused: 'A chave de acesso não foi aceita. Tente de novo.',
    passkey_cancelled: 'Nenhuma chave de acesso foi usada. Tente de novo, ou escolha outra forma.',
    passkeys_unavailable: 'Chaves de acesso só funcionam em https com um domínio, ou em localhost.',
    passkey_already_registered: 'Este aparelho já tem uma chave de acesso sua.',
    passkey_not_found: 'Esta chave de acesso já foi removida.',
    proof_required: 'Confirme que é você para continuar.',
    totp_not_started: 'O código QR venceu. Comece de novo.',
    no_second_factor: 'Ative antes o aplicativo ou uma chave de acesso.',
    last_way_in: 'É sua única forma de entrar. Crie uma senha ou outra chave antes de remover.',
    identity_provider_away: 'O serviço de entrada não respondeu. Entre de outra forma, ou tente mais tarde.',
    identity_provider_not_found: 'Esta forma de entrar não é oferecida aqui.',
    identity_not_found: 'Esta conta já foi desligada.',
    identity_refused: 'Não foi possível conferir quem você é. Comece de novo.',
    sign_in_cancelled: 'A entrada foi cancelada no outro serviço.',
    sign_in_expired: 'A entrada demorou demais ou começou em outro navegador. Comece de novo.',
    email_not_verified:
      'Seu e-mail não foi verificado no outro serviço. Verifique lá, ou entre de outra forma.',
    no_account: 'Ninguém tem conta com este e-mail. Peça um convite a quem administra a agência.',
  },
}

export const accountWords = { pt, en }
