// What people read in Portuguese about what happened to their account: `{when}` is the time, `{named}` what they call
// it.
import type { PersonWords } from '../shapes.ts'

export const PERSON: PersonWords = {
  alarm:
    'Se não foi você, redefina a senha agora mesmo, confira suas sessões e chaves de acesso e avise quem ' +
    'administra o serviço.',
  letters: {
    password_changed: {
      subject: 'Sua senha foi alterada',
      did: 'A senha da sua conta foi alterada em {when}. Suas outras sessões foram encerradas.',
    },
    totp_confirmed: {
      subject: 'Aplicativo autenticador ativado',
      did: 'Um aplicativo autenticador foi ativado na sua conta em {when}. Agora a senha pede também um código.',
    },
    totp_removed: {
      subject: 'Aplicativo autenticador removido',
      did: 'O aplicativo autenticador da sua conta foi removido em {when}.',
    },
    passkey_added: {
      subject: 'Chave de acesso adicionada',
      did: 'A chave de acesso “{named}” foi adicionada à sua conta em {when}.',
    },
    passkey_deleted: {
      subject: 'Chave de acesso excluída',
      did: 'A chave de acesso “{named}” da sua conta foi excluída em {when}.',
    },
    recovery_codes_replaced: {
      subject: 'Novos códigos de recuperação',
      did: 'Novos códigos de recuperação foram gerados em {when}. Os anteriores não valem mais.',
    },
    recovery_code_used: {
      subject: 'Código de recuperação usado',
      did: 'Um código de recuperação da sua conta foi usado em {when}. Ele não vale mais.',
    },
    identity_added: {
      subject: 'Nova forma de entrar na sua conta',
      did: 'Em {when} alguém entrou na sua conta pela primeira vez por meio de “{named}”, e isso passou a ser aceito.',
    },
    identity_removed: {
      subject: 'Uma forma de entrar na sua conta foi removida',
      did: 'Em {when} a entrada na sua conta por meio de “{named}” foi removida.',
    },
  },
}
