// Accounts in Portuguese: fields that several screens ask for, and failures in words.
import { plural } from '../plural.ts'

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
    last_owner: 'A agência precisa de ao menos um dono. Torne outra pessoa dona primeiro.',
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
