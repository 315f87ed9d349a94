// Every screen of the panel in a real browser, in every width, theme and language: no accessibility issue, no CSP
// violation, no console error, no overflow and no target that is too small. SHOTS names a folder for pictures.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyOffer } from '../support/bookings.ts'
import { faultsOf, goTo, type Look, picture } from '../support/panel/browser.ts'
import { startJourney } from '../support/panel/journey.ts'
import { SCREENS } from '../support/panel/screens.ts'
import { seedAgency } from '../support/panel/seed-agency.ts'

const { app, open } = await startJourney({ isOperator: true })
const ids = await seedAgency(app)

const WIDTHS = [1440, 390, 320]
const THEMES = ['light', 'dark'] as const
const LANGUAGES = ['pt', 'en'] as const
const LOOKS: Look[] = WIDTHS.flatMap((width) =>
  THEMES.flatMap((theme) => LANGUAGES.map((language) => ({ width, theme, language }))),
)

/** SCREENS=start,wallet and LOOKS=390-dark-pt restrict the visit during development. */
const WANTED = wanted('SCREENS')
const LOOKED_AT = wanted('LOOKS')

for (const look of LOOKS) {
  const name = `${look.width}-${look.theme}-${look.language}`
  if (!LOOKED_AT.test(name)) continue
  test(`every screen, ${name}`, async (t) => {
    // The earlier offer may have expired.
    const fresh = { ...ids, offer: String((await anyOffer(app.test)).id) }
    const inside = await open(look)
    const outside = await open(look, '')
    for (const screen of SCREENS.filter(({ name: one }) => WANTED.test(one))) {
      await t.test(screen.name, async () => {
        const panel = screen.isSignIn ? outside : inside
        panel.browserErrors.length = 0
        await goTo(panel.page, `${app.url}/painel${screen.path(fresh)}`)
        await picture(panel.page, `${screen.name}-${name}`)
        assert.deepEqual(await faultsOf(panel), [])
      })
    }
    await inside.close()
    await outside.close()
  })
}

function wanted(setting: string): RegExp {
  return new RegExp(`^(?:${(process.env[setting] ?? '.*').replaceAll(',', '|')})$`)
}
