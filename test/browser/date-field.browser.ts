// Days: typed as one writes them, chosen by key, there and back in one calendar, on a phone; and in English.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { newInvoice } from '../support/invoicing.ts'
import { faultsOf, goTo, type Look, picture } from '../support/panel/browser.ts'
import { startJourney } from '../support/panel/journey.ts'
import { ahead } from '../support/panel/screens.ts'

const panel = await startJourney()
const { app, page, to } = panel
after(() => panel.close())
const BAD = 'Data inválida: use dd/mm/aaaa'
const shown = (day: string) => day.split('-').reverse().join('/')
const full = (day: string, locale = 'pt-BR') =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day))
const dayButton = (at: Page, day: string, locale?: string) =>
  at.getByRole('dialog').getByRole('button', { name: full(day, locale) })
const focused = (at: Page) => at.evaluate('document.activeElement.ariaLabel')

test('a day is typed in digits, in short and pasted; an invalid day shows an error and is never sent', async () => {
  await to('/faturas/nova')
  const due = page.getByLabel('Vencimento')
  for (const [typed, expected] of [
    ['26012031', '26/01/2031'],
    ['5/1/31', '05/01/2031'],
    ['05.01.2031', '05/01/2031'],
  ] as const) {
    await due.fill('')
    await due.pressSequentially(typed)
    await due.blur()
    assert.equal(await due.inputValue(), expected)
  }
  const day = ahead(40)
  await due.fill(shown(day).slice(0, 5))
  await due.blur()
  assert.equal(await due.inputValue(), shown(day), 'the next such day')
  await due.fill('2031-02-03')
  assert.equal(await due.inputValue(), '03/02/2031')
  await due.fill('')
  await due.pressSequentially('3102')
  assert.equal(await page.getByText(BAD).count(), 0, 'not while one types')
  await due.blur()
  await page.getByText(BAD).waitFor()
  assert.equal(await due.getAttribute('aria-invalid'), 'true')
  assert.equal(await due.inputValue(), '31/02')
  await page.getByRole('button', { name: 'Salvar rascunho' }).click()
  await page.reload()
  await page.getByText(BAD).waitFor()
  assert.equal(await due.inputValue(), '31/02', 'what was typed is still there')
  await due.fill('03/02/2031')
  assert.equal(await page.getByText(BAD).count(), 0)
})

test('a typed day is the same day in the other language', async () => {
  const { page: other, close } = await panel.open()
  await goTo(other, `${app.url}/painel/faturas/nova`)
  const due = other.locator('[name=due_date]')
  await due.fill('05/01/2031')
  await due.blur()
  await other.getByRole('button', { name: /Marina Alves/ }).click()
  await other.getByRole('radio', { name: 'English' }).check()
  await other.keyboard.press('Escape')
  await due.focus()
  await due.blur()
  assert.equal(await due.inputValue(), '01/05/2031')
  await close()
})

test('the calendar works by keyboard, and returns the focus', async () => {
  await to('/faturas/nova')
  const due = page.getByLabel('Vencimento')
  await due.fill('31/01/2031')
  await due.press('ArrowDown')
  const dialog = page.getByRole('dialog', { name: 'Calendário: Vencimento' })
  await dialog.waitFor()
  await dayButton(page, '2031-01-31').waitFor()
  for (const [key, expected] of [
    [null, '2031-01-31'],
    ['ArrowLeft', '2031-01-30'],
    ['ArrowUp', '2031-01-23'],
    ['Home', '2031-01-19'],
    ['End', '2031-01-25'],
    ['ArrowRight', '2031-01-26'],
    ['ArrowDown', '2031-02-02'],
    ['PageDown', '2031-03-02'],
    ['PageUp', '2031-02-02'],
    ['Shift+PageDown', '2032-02-02'],
    ['Shift+PageUp', '2031-02-02'],
  ] as const) {
    if (key !== null) await page.keyboard.press(key)
    assert.equal(await focused(page), full(expected), key ?? 'first')
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await due.inputValue(), '31/01/2031', 'nothing was chosen')
  assert.equal(await focused(page), 'Abrir o calendário')
  await page.keyboard.press('Enter')
  await dayButton(page, '2031-01-31').waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await due.inputValue(), '30/01/2031')
  const issued = await page.getByLabel('Emissão').inputValue()
  await due.fill(issued)
  await due.press('ArrowDown')
  const before = dayBefore(issued.split('/').reverse().join('-'))
  if (before.slice(0, 7) === issued.split('/').reverse().join('-').slice(0, 7))
    assert.ok(await dayButton(page, before).isDisabled(), 'no invoice is due before it is issued')
  await page.keyboard.press('ArrowLeft')
  assert.match(String(await focused(page)), /, hoje$/)
  await page.keyboard.press('Escape')
})

test('a list is requested for whole days only', async () => {
  await to('/reservas')
  const from = page.getByRole('textbox', { name: 'Criadas de' })
  await from.pressSequentially('010120')
  assert.ok(!page.url().includes('from='))
  await from.pressSequentially('27')
  await page.waitForURL('**/reservas?from=2027-01-01')
  await from.fill('32')
  await from.blur()
  await page.getByText(BAD).waitFor()
  assert.ok(page.url().includes('from=2027-01-01'))
  await page.getByRole('button', { name: 'Limpar filtros' }).first().click()
  await page.waitForURL('**/reservas')
  assert.equal(await from.inputValue(), '')
})

test('in a dialog the calendar is on top, and Escape closes only the calendar', async () => {
  const invoice = await newInvoice(app.test)
  await app.test.put(`/api/v1/invoices/${invoice.id}`, { status: 'sent' })
  await to(`/faturas/${invoice.id}`)
  await page.getByRole('button', { name: 'Registrar pagamento' }).click()
  const paid = page.getByLabel('Pago em')
  await paid.press('ArrowDown')
  const calendar = page.getByRole('dialog', { name: /^Calendário/ })
  await calendar.waitFor()
  await picture(page, 'calendar-in-window', false)
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'detached' })
  await paid.press('ArrowDown')
  await calendar.getByRole('button', { name: 'Hoje', exact: true }).click()
  assert.match(await paid.inputValue(), /^\d{2}\/\d{2}\/\d{4}$/)
})

const LOOKS: readonly Look[] = [
  { width: 1440, theme: 'light', language: 'pt', mode: 'test' },
  { width: 390, theme: 'dark', language: 'pt', mode: 'test' },
  { width: 320, theme: 'light', language: 'pt', mode: 'test' },
  { width: 1440, theme: 'dark', language: 'en', mode: 'test' },
  { width: 390, theme: 'light', language: 'en', mode: 'test' },
]

for (const look of LOOKS)
  test(`a round trip in one calendar, ${look.width} ${look.theme} ${look.language}`, async () => {
    const other = await panel.open(look)
    const isPt = look.language === 'pt'
    const locale = isPt ? 'pt-BR' : 'en'
    await goTo(other.page, `${app.url}/painel/voos`)
    const [there, back] = isPt ? ['Ida', 'Volta'] : ['Outbound', 'Return']
    const field = (name: string) => other.page.getByLabel(name, { exact: true })
    const [start, end] = twoOfAMonth()
    await field(there).fill(isPt ? shown(start) : usShown(start))
    await field(there).press('ArrowDown')
    const dialog = other.page.getByRole('dialog')
    await dayButton(other.page, start, locale).click()
    await dayButton(other.page, end, locale).focus()
    await picture(other.page, `range-${look.width}-${look.theme}-${look.language}`, false)
    assert.deepEqual(await faultsOf(other), [])
    const { width = 0, x = -1 } = (await dialog.boundingBox()) ?? {}
    assert.ok(x >= 0 && x + width <= look.width, `${x} ${width}`)
    const cell = await dayButton(other.page, end, locale).boundingBox()
    assert.ok((cell?.width ?? 0) >= 40 && (cell?.height ?? 0) >= 40)
    await dayButton(other.page, end, locale).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(
      [await field(there).inputValue(), await field(back).inputValue()],
      [start, end].map((day) => (isPt ? shown(day) : usShown(day))),
    )
    await field(back).fill(isPt ? '31/02/2031' : '02/31/2031')
    await field(back).blur()
    await other.page.getByText(isPt ? BAD : 'Invalid date: use mm/dd/yyyy').waitFor()
    await goTo(other.page, `${app.url}/painel/faturas/nova`)
    await other.page.getByLabel(isPt ? 'Vencimento' : /^Due/).press('ArrowDown')
    await dialog.waitFor()
    await picture(other.page, `calendar-${look.width}-${look.theme}-${look.language}`, false)
    await other.close()
  })

function usShown(day: string): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 24 * 60 * 60 * 1_000).toISOString().slice(0, 10)
}

/** Days of the month after the next. */
function twoOfAMonth(): [string, string] {
  const month = ahead(45).slice(0, 7)
  return [`${month}-10`, `${month}-17`]
}
