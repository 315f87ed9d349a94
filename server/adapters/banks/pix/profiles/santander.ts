// Santander. From public clients of it (ACBrPIXPSPSantander of Projeto ACBr and others): addresses, id and secret in
// the body with grant_type in the address and no scope, PATCH under /api/v2, times without milliseconds, and
// `location` without a code. Homologation is trust-pix-h.santander.com.br. Not tried with a real account.
import { type PixProfile, STANDARD } from './pix-profile.ts'

export const santander: PixProfile = {
  ...STANDARD,
  bank: 'Santander',
  apiUrl: 'https://trust-pix.santander.com.br/api/v1',
  tokenUrl: 'https://trust-pix.santander.com.br/oauth/token?grant_type=client_credentials',
  tokenAuth: 'body',
  scopes: '',
  patchPath: { from: '/api/v1/', to: '/api/v2/' },
}
