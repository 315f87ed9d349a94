// Every screen of the panel in a real browser, in every width, theme and language: no barrier, no refusal by the
// policy, no error in the console, nothing that sticks out at the side or is too small to press. SHOTS names a folder
// for pictures.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { faultsOf, goTo, type Look, openPanel, picture, startBrowser } from '../support/panel/browser.ts'
import { furnish } from '../support/panel/furnish.ts'
import { SCREENS } from '../support/panel/screens.ts'
import { cookieOf, newPerson, signIn } from '../support/people.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp()
const browser = await startBrowser()
after(() => browser.close())
await app.service.panel?.begin()

const team = (await app.live.get('/api/v1/me')).body.data
const owner = await newPerson(app, { [team.id]: 'owner' }, { name: 'Marina Alves', isOperator: true })
const cookie = cookieOf(await signIn(app.url, owner.email))
const ids = await furnish(app)

const WIDTHS = [1440, 390, 320]
const THEMES = ['light', 'dark'] as const
const LANGUAGES = ['pt', 'en'] as const
const LOOKS: Look[] = WIDTHS.flatMap((width) =>
  THEMES.flatMap((theme) => LANGUAGES.map((language) => ({ width, theme, language }))),
)

/** SCREENS=start,wallet visits those alone, while one works on them. */
const WANTED = new RegExp(`^(?:${(process.env.SCREENS ?? '.*').replaceAll(',', '|')})$`)

for (const look of LOOKS) {
  const name = `${look.width}-${look.theme}-${look.language}`
  test(`every screen, ${name}`, async (t) => {
    const inside = await openPanel(browser, app.url, { ...look, mode: 'test' }, cookie)
    const outside = await openPanel(browser, app.url, look)
    for (const screen of SCREENS.filter(({ name: one }) => WANTED.test(one))) {
      await t.test(screen.name, async () => {
        const panel = screen.isDoor ? outside : inside
        panel.complaints.length = 0
        await goTo(panel.page, `${app.url}/painel${screen.path(ids)}`)
        await picture(panel.page, `${screen.name}-${name}`)
        assert.deepEqual(await faultsOf(panel), [])
      })
    }
    await inside.close()
    await outside.close()
  })
}
