// A signed-in user at a service of their own in a real browser: the start of every journey.
import { after } from 'node:test'
import { cookieOf, newPerson, signIn } from '../people.ts'
import { startApp, type TestApp } from '../start-app.ts'
import { goTo, type Look, type OpenPanel, openPanel, startBrowser } from './browser.ts'

export interface Journey extends OpenPanel {
  readonly app: TestApp
  readonly cookie: string
  readonly owner: { readonly email: string }
  /** Another tab of the same browser; `cookie` selects the user. */
  open(look?: Partial<Look>, cookie?: string): Promise<OpenPanel>
  /** Opens a path of the panel and waits until it has loaded. */
  to(path: string): Promise<void>
  press(name: string | RegExp): Promise<void>
}

const LOOK: Look = { width: 1440, theme: 'light', language: 'pt', mode: 'test' }

/** The user is the owner of the agency, and optionally an operator of the installation. */
export async function startJourney({
  isOperator = false,
  look: first = {},
  settings = {},
}: {
  isOperator?: boolean
  look?: Partial<Look>
  settings?: Record<string, string>
} = {}): Promise<Journey> {
  const app = await startApp({ settings })
  const browser = await startBrowser()
  after(() => browser.close())
  await app.service.panel?.begin()
  const team = (await app.live.get('/api/v1/me')).body.data
  const owner = await newPerson(app, { [team.id]: 'owner' }, { name: 'Marina Alves', isOperator })
  const cookie = cookieOf(await signIn(app.url, owner.email))
  const open = (look: Partial<Look> = {}, whose = cookie) =>
    openPanel(browser, app.url, { ...LOOK, ...look }, whose)
  const panel = await open(first)
  return {
    ...panel,
    app,
    cookie,
    owner,
    open,
    to: (path) => goTo(panel.page, `${app.url}/painel${path}`),
    press: (name) => panel.page.getByRole('button', { name }).first().click(),
  }
}
