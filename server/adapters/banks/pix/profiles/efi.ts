// Efí (formerly Gerencianet). From its SDK (npm sdk-node-apis-efi 1.4.0): addresses, HTTP Basic with a JSON body and
// no scope, `x-skip-mtls-checking`. From its documentation (dev.efipay.com.br/docs/api-pix, credenciais and webhooks):
// it calls the address of a webhook before it accepts it, and then address + /pix; with that header it does so without
// demanding that we check its certificate. The sandbox is pix-h.api.efipay.com.br. Not tried with a real account.
import { type PixProfile, STANDARD } from './pix-profile.ts'

export const efi: PixProfile = {
  ...STANDARD,
  bank: 'Efí',
  apiUrl: 'https://pix.api.efipay.com.br/v2',
  tokenUrl: 'https://pix.api.efipay.com.br/oauth/token',
  tokenBody: 'json',
  scopes: '',
  webhookHeaders: { 'x-skip-mtls-checking': 'true' },
}
