// Inter. From public clients of it (ACBrPIXPSPInter of Projeto ACBr, divulgueregional/api-inter-v2) and
// developers.inter.co as they quote it: addresses, id, secret and scopes in the body, and `x-conta-corrente`, which is
// needed only where the application has more than one account. The sandbox is cdpj-sandbox.partners.uatinter.co. Not
// tried with a real account.
import { type PixProfile, STANDARD } from './pix-profile.ts'

export const inter: PixProfile = {
  ...STANDARD,
  bank: 'Inter',
  apiUrl: 'https://cdpj.partners.bancointer.com.br/pix/v2',
  tokenUrl: 'https://cdpj.partners.bancointer.com.br/oauth/v2/token',
  tokenAuth: 'body',
  headers: { 'x-conta-corrente': '{account}' },
}
