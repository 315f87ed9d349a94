// Tests the panel's functions about people: lost access, device names, waiting times, error texts, and that the links
// of mails lead to the sign-in pages.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERRORS } from '../../contract/errors.ts'
import { INVITATION_PAGE, NEW_EMAIL_PAGE, PANEL_PATH, RESET_PAGE } from '../../contract/links.ts'
import { PERMISSIONS } from '../../contract/permissions.ts'
import { ROLES } from '../../contract/roles.ts'
import { type AccessError, ApiError, accessErrorOf, withScreenText } from '../../panel/api/api-error.ts'
import { hasSignedIn, setPreferences } from '../../panel/api/preferences.ts'
import { deviceName, isPhone } from '../../panel/logic/device-name.ts'
import { PATHS } from '../../panel/logic/paths.ts'
import { providerName } from '../../panel/logic/provider-name.ts'
import { retryMinutes } from '../../panel/logic/time-left.ts'
import { failureText } from '../../panel/parts/failure-text.ts'
import { en as enPeople, pt as ptPeople } from '../../panel/screens/people/words.ts'
import { en, pt } from '../../panel/words/account.ts'
import { en as enFrame } from '../../panel/words/frame.ts'
import { pt as parts } from '../../panel/words/parts.ts'
import { SIGN_IN_PAGE } from '../../server/features/people/identities/identities.ts'
import { projectFile } from '../house/project-files.ts'

const REFUSALS: [status: number, code: string, id: string | undefined, means: AccessError | undefined][] = [
  [401, 'unauthorized', 'bookings.list', 'session'],
  [401, 'unauthorized', undefined, 'session'],
  // Wrong passwords and codes do not end a session.
  [401, 'sign_in_failed', 'profile.update', undefined],
  [401, 'second_factor_refused', 'totp.confirm', undefined],
  [401, 'passkey_refused', 'passkeys.create', undefined],
  [404, 'team_not_found', 'bookings.list', 'team'],
  [404, 'team_not_found', 'installation.team', undefined],
  [400, 'team_required', 'team.read', 'team'],
  [403, 'forbidden', 'team.read', 'team'],
  [403, 'forbidden', 'clients.create', 'permission'],
  [403, 'proof_required', 'totp.start', undefined],
  [404, 'booking_not_found', 'bookings.read', undefined],
]

for (const [status, code, id, means] of REFUSALS)
  test(`${code} of ${id ?? 'an unknown operation'} affects: ${means ?? 'nothing'}`, () =>
    assert.equal(accessErrorOf(new ApiError(status, { code }), id), means))

test('only a browser with an earlier sign-in can have an ended session', (t) => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  }
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name) ?? {
      value: undefined,
      configurable: true,
    }
    Object.defineProperty(globalThis, name, { value: storage, configurable: true })
    t.after(() => Object.defineProperty(globalThis, name, before))
  }
  assert.equal(hasSignedIn(), false)
  setPreferences({ team: undefined })
  assert.equal(hasSignedIn(), true)
  assert.match(projectFile('panel/screens/sign-in/use-entry.ts'), /hasEnded: .* && hasSignedIn\(\)/)
})

test('errors without a response do not affect the access', () => {
  assert.equal(accessErrorOf(new Error('x'), 'team.read'), undefined)
  assert.equal(accessErrorOf(new ApiError(0, {}), 'team.read'), undefined)
})

const AGENTS: [userAgent: string, name: string | undefined, isPhone: boolean][] = [
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36', 'Chrome Windows', false],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0', 'Edge Windows', false],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/130 Safari/537 OPR/115.0', 'Opera Linux', false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox Linux', false],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_6) Version/17.6 Safari/605.1.15', 'Safari Mac', false],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1', 'Safari iPhone', true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/130 Safari/604.1', 'Chrome iPhone', true],
  [
    'Mozilla/5.0 (Linux; Android 14) SamsungBrowser/26 Chrome/122 Mobile Safari/537',
    'Samsung Internet Android',
    true,
  ],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541) Chrome/130 Safari/537', 'Chrome ChromeOS', false],
  ['curl/8.11', undefined, false],
  ['', undefined, false],
]

for (const [agent, name, phone] of AGENTS)
  test(`${agent || 'nothing'} is ${name ?? 'unknown'}`, () => {
    const found = deviceName(agent)
    assert.equal(found && `${found.browser} ${found.system}`, name)
    assert.equal(isPhone(agent), phone)
  })

test('a missing user agent has no device name', () => {
  assert.equal(deviceName(null), undefined)
  assert.ok(!isPhone(null))
})

test('waits are whole minutes, at least one', () => {
  assert.deepEqual([undefined, 0, 1, 60, 61, 899].map(retryMinutes), [1, 1, 1, 1, 2, 15])
  assert.match(pt.wait(1), /em 1 minuto\.$/)
  assert.match(en.wait(3), /in 3 minutes\.$/)
})

test('identity providers have display names', () => {
  assert.deepEqual(['google', 'casa-branca', '_x_'].map(providerName), ['Google', 'Casa Branca', 'X'])
})

test("account errors are codes of the contract, except the browser's own", () => {
  const unknown = Object.keys(pt.failures).filter((code) => !(code in ERRORS))
  assert.deepEqual(unknown, ['passkey_cancelled'])
})

test("a screen's own texts take precedence over common ones", () => {
  const error = new ApiError(404, { code: 'link_not_valid' })
  assert.equal(failureText(error, parts).text, parts.failed.notFound)
  assert.equal(
    withScreenText(({ code }) => (code === 'link_not_valid' ? 'Venceu.' : undefined), error),
    error,
  )
  assert.equal(failureText(error, parts).text, 'Venceu.')
  withScreenText(() => undefined, error)
  assert.equal(error.screenText, 'Venceu.')
  const other = new Error('x')
  assert.equal(
    withScreenText(() => 'y', other),
    other,
  )
})

test('links printed and mailed by the service lead to sign-in pages', () => {
  assert.equal(INVITATION_PAGE, `${PANEL_PATH}${PATHS.invitation}`)
  assert.equal(RESET_PAGE, `${PANEL_PATH}${PATHS.resetPassword}`)
  assert.equal(NEW_EMAIL_PAGE, `${PANEL_PATH}${PATHS.confirmEmail}`)
  assert.equal(SIGN_IN_PAGE, `${PANEL_PATH}${PATHS.signIn}`)
  assert.match(
    projectFile('server/features/people/setup.ts'),
    new RegExp(`'${PANEL_PATH}${PATHS.firstAccess}'`),
  )
})

test('every role and permission has texts', () => {
  for (const words of [ptPeople, enPeople]) {
    assert.deepEqual(Object.keys(words.meanings), [...ROLES])
    assert.deepEqual(Object.keys(words.permissions), [...PERMISSIONS])
  }
  assert.deepEqual(Object.keys(enFrame.roles), [...ROLES])
})
