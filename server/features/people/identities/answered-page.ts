// A browser that is on its way to a provider or back is shown a page whatever happens: failures go to the page where
// people sign in, by their code.

import type { Trouble } from '../../../adapters/identity/identity-providers.ts'
import { Fail, fail } from '../../../kernel/values/fail.ts'

export const SIGN_IN_PAGE = '/painel/entrar'

/** Where a sign-in through a provider begins. */
export function pageOf(provider: string): string {
  return `/api/v1/sign-in/oidc/${provider}`
}

export async function answeredPage(work: () => Promise<{ to: string }>): Promise<{ to: string }> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Fail)) throw error
    return { to: `${SIGN_IN_PAGE}?erro=${error.code}` }
  }
}

export function refuseTrouble(trouble: Trouble | string): never {
  if (trouble === 'away') fail('identity_provider_away')
  if (trouble === 'cancelled') fail('sign_in_cancelled')
  fail('identity_refused')
}
