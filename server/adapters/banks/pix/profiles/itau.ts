// Itaú. From public clients of it (ACBrPIXPSPItau of Projeto ACBr and others) and devportal.itau.com.br as they quote
// it: addresses, id and secret in the body without a scope, a token of five minutes, `x-correlationID` with each call,
// and `x-itau-apikey`, which some send and none is refused for. The older token endpoint is
// sts.itau.com.br/as/token.oauth2. Accounts that must sign their request for a token (private_key_jwt) are not served.
// Not tried with a real account.
import { type PixProfile, STANDARD } from './pix-profile.ts'

export const itau: PixProfile = {
  ...STANDARD,
  bank: 'Itaú',
  apiUrl: 'https://secure.api.itau/pix_recebimentos/v2',
  tokenUrl: 'https://sts.itau.com.br/api/oauth/token',
  tokenAuth: 'body',
  scopes: '',
  headers: { 'x-correlationID': '{uuid}', 'x-itau-apikey': '{client_id}' },
}
