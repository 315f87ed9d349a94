// Banco do Brasil. From public clients of it (ACBrPIXPSPBancoDoBrasil of Projeto ACBr, github.com/vinhais/bb-pix-go)
// and its portal developers.bb.com.br: addresses, HTTP Basic with scopes, the application's key as the parameter
// gw-dev-app-key of each call, and errors as `erros[].mensagem`. That an empty list is 404 is what such clients rely
// on; the portal could not be read. Homologation is api-pix.hm.bb.com.br and oauth.hm.bb.com.br. Not tried with a real
// account.
import { type PixProfile, STANDARD } from './pix-profile.ts'

export const bancoDoBrasil: PixProfile = {
  ...STANDARD,
  bank: 'Banco do Brasil',
  apiUrl: 'https://api-pix.bb.com.br/pix/v2',
  tokenUrl: 'https://oauth.bb.com.br/oauth/token',
  needs: ['app_key'],
  query: { 'gw-dev-app-key': '{app_key}' },
  listsNothingAs404: true,
}
