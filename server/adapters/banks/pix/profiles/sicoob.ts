// Sicoob. From public clients of it (ACBrPIXPSPSicoob of Projeto ACBr, github.com/laddertech/pypix-api): addresses,
// the id and scopes in the body without a secret (the certificate is the proof), the id again as the header
// `client_id`, and the code of a charge as `brcode`. Not tried with a real account.
import { type PixProfile, STANDARD } from './pix-profile.ts'

export const sicoob: PixProfile = {
  ...STANDARD,
  bank: 'Sicoob',
  apiUrl: 'https://api.sicoob.com.br/pix/api/v2',
  tokenUrl: 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token',
  tokenAuth: 'body',
  secret: 'optional',
  headers: { client_id: '{client_id}' },
}
