// Who is signed in, and the ways in and out. Sign-in answers are in cookies, which scripts cannot read.
import { useQuery } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { request } from './call.ts'

export interface Profile {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly language: 'pt-BR' | 'en'
  readonly is_operator: boolean
  readonly teams: readonly { readonly id: string; readonly name: string; readonly role: string }[]
}

export type SecondFactor = 'totp' | 'passkey' | 'recovery_code'

export interface SignInResult {
  readonly session: object | null
  /** Where it is not empty, one of these must follow. */
  readonly second_factor: readonly SecondFactor[]
}

export interface FirstOwner {
  readonly token: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly language?: 'pt-BR' | 'en'
}

const SESSIONS = '/api/v1/sessions'

export function useProfile() {
  return useQuery({
    queryKey: ['profile.read'],
    queryFn: async ({ signal }) => dataOf<Profile>(await request('GET', '/api/v1/profile', { signal })),
    staleTime: 5 * 60_000,
  })
}

export async function signIn(body: { email: string; password: string }): Promise<SignInResult> {
  return dataOf(await request('POST', SESSIONS, { body }))
}

export async function secondStep(body: { method: SecondFactor; code: string }): Promise<SignInResult> {
  return dataOf(await request('POST', `${SESSIONS}/second-factor`, { body }))
}

/** A session that has ended already is ended. */
export async function signOut(): Promise<void> {
  try {
    await request('DELETE', `${SESSIONS}/current`)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
  }
}

export async function makeFirstOwner(body: FirstOwner): Promise<SignInResult> {
  return dataOf(await request('POST', '/api/v1/setup', { body }))
}

function dataOf<T>(body: { data: T }): T {
  return body.data
}
