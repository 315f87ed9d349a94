// People in a real browser, by keyboard alone: the first owner, an invited member whose role changes and who is removed
// while signed in, a second factor, a passkey, a forgotten password, several agencies.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { readSetupLink } from '../../server/features/people/setup.ts'
import { realClock } from '../../server/kernel/process/clock.ts'
import { newAgency } from '../support/agency.ts'
import { scan } from '../support/authenticator-app.ts'
import { eventually } from '../support/eventually.ts'
import { startSmtpReceiver } from '../support/fakes/smtp-receiver.ts'
import { faultsOf, type OpenPanel, openPanel, picture, startBrowser } from '../support/panel/browser.ts'
import { keyboardOf } from '../support/panel/keyboard.ts'
import { newPerson, PASSWORD } from '../support/people.ts'
import { startApp } from '../support/start-app.ts'

const smtp = await startSmtpReceiver()
after(() => smtp.stop())
/** An identity provider that does not respond. */
const unreachableProvider = {
  OIDC_PROVIDERS: 'casa=http://127.0.0.1:9',
  OIDC_CLIENT_IDS: 'casa=painel',
  OIDC_CLIENT_SECRETS: 'casa=segredo',
}
const app = await startApp({
  settings: { ...unreachableProvider, SMTP_URL: smtp.url, MAIL_FROM: 'avisos@embarque.example' },
})
const browser = await startBrowser()
after(() => browser.close())
await app.service.panel?.begin()
const { world } = app.service
const team = (await app.live.get('/api/v1/me')).body.data
/** Browsers allow passkeys on localhost, not on an IP address. */
const home = `${app.url.replace('127.0.0.1', 'localhost')}/painel`

const AGENCY = 'Aurora Viagens'
const OWNER = { name: 'Marina Alves', email: 'marina@agencia.example', password: 'cafezinho na varanda' }

/** A user with a browser of their own. */
interface Visitor extends OpenPanel, ReturnType<typeof keyboardOf> {
  readonly page: Page
  button(name: string | RegExp): ReturnType<Page['getByRole']>
  field(name: string | RegExp): ReturnType<Page['getByLabel']>
  reads(text: string | RegExp): Promise<void>
  /** Runs the checks that every screen must pass, and takes a picture if requested. */
  checkScreen(name: string): Promise<void>
}

async function visitor(width = 1440): Promise<Visitor> {
  const panel = await openPanel(browser, home, { width, theme: 'light', language: 'pt' })
  const { page } = panel
  // The innermost open dialog, or the page.
  const topLayer = () => page.locator('dialog[open]').last().or(page.locator('body:not(:has(dialog[open]))'))
  return {
    ...panel,
    ...keyboardOf(page),
    button: (name) => topLayer().getByRole('button', { name }).first(),
    field: (name) => topLayer().getByLabel(name, { exact: true }).first(),
    reads: (text) => page.getByText(text).first().waitFor(),
    async checkScreen(name) {
      await picture(page, `people-${name}`)
      // The browser also logs requests that are rejected on purpose.
      const faults = (await faultsOf(panel)).filter((fault) => !/status of 4\d\d/.test(fault))
      assert.deepEqual(faults, [], name)
    },
  }
}

async function signIn(at: Visitor, email: string, password: string = PASSWORD): Promise<void> {
  await at.page.goto(`${home}/entrar`)
  await at.type(at.field('E-mail'), email)
  await at.type(at.field('Senha'), password)
  await at.page.keyboard.press('Enter')
}

const isHome = (at: Visitor) => at.page.getByRole('heading', { level: 1, name: /^(?:Bom|Boa) / }).waitFor()

/** Opens the profile page after a sign-in by password. */
async function openProfile(at: Visitor, { email }: { email: string }): Promise<void> {
  await signIn(at, email)
  await isHome(at)
  await at.page.goto(`${home}/perfil`)
}

/** The link in the newest mail to this address. */
function linkTo(email: string, page: string): Promise<string> {
  return eventually(`a mail with a link to ${page}`, () => {
    const mail = smtp.mails.findLast(
      ({ envelope, text }) => envelope.to.includes(email) && text.includes(page),
    )
    return /https?:\S+#\S+/.exec(mail?.text ?? '')?.[0]
  })
}

const owner = await visitor()

test("the first owner uses the banner's link, once", async () => {
  const link = (await readSetupLink(world)) ?? assert.fail()
  await owner.page.goto(`${home}/entrar`)
  await owner.reads(/^Ninguém tem conta aqui ainda/)
  await owner.page.goto(link)
  await owner.field('Seu nome').waitFor()
  // The token is not in the browser history, and a reload still finds it.
  assert.doesNotMatch(owner.page.url(), /#/)
  await owner.page.reload()
  await owner.type(owner.field('Nome da agência'), AGENCY)
  await owner.type(owner.field('Seu nome'), OWNER.name)
  await owner.type(owner.field('E-mail'), OWNER.email)
  await owner.type(owner.field('Crie uma senha'), 'marina')
  await owner.page.keyboard.press('Enter')
  await owner.reads('No mínimo 10 caracteres')
  await owner.type(owner.field('Crie uma senha'), 'marina alves 1')
  await owner.page.keyboard.press('Enter')
  await owner.reads(/^Fácil de adivinhar/)
  await owner.checkScreen('first-access')
  await owner.type(owner.field('Crie uma senha'), OWNER.password)
  await owner.page.keyboard.press('Enter')
  await isHome(owner)
  const late = await visitor()
  await late.page.goto(link)
  await late.reads('Este link não vale mais')
  await late.checkScreen('used-link')
  await late.close()
})

test('a member is invited, gets another role, and is removed while signed in', async () => {
  const email = 'bia@agencia.example'
  await owner.page.goto(`${home}/configuracoes/pessoas`)
  await owner.reads(/^Último proprietário/)
  await owner.press(owner.button('Convidar pessoa'))
  await owner.type(owner.field('E-mail'), email)
  await owner.checkScreen('invite')
  await owner.press(owner.button('Enviar convite'))
  await owner.reads(`Convite enviado a ${email}.`)
  await owner.page.getByRole('row', { name: new RegExp(email) }).waitFor()

  const bia = await visitor()
  await bia.page.goto(await linkTo(email, 'convite'))
  await bia.reads(/convidou você para a equipe, na função Agente/)
  await bia.checkScreen('invitation')
  await bia.type(bia.field('Seu nome'), 'Bia Rocha')
  await bia.type(bia.field('Crie uma senha'), 'jabuticaba no quintal')
  await bia.page.keyboard.press('Enter')
  await isHome(bia)
  await bia.page.goto(bia.page.url().replace(/\/painel.*$/, '/painel/clientes'))
  await bia.press(bia.button('Novo cliente'))

  await owner.page.reload()
  const row = owner.page.getByRole('row', { name: /Bia Rocha/ })
  await owner.press(row.getByRole('button', { name: 'Mudar função' }))
  await owner.reach(owner.page.getByRole('radio', { name: /^Agente/ }))
  for (const _ of ['finance', 'developer', 'viewer']) await owner.page.keyboard.press('ArrowDown')
  await owner.press(owner.button('Salvar função'))
  await owner.reads('Bia Rocha agora tem a função Leitura.')

  await bia.type(bia.field('Nome'), 'Camila Duarte')
  await bia.type(bia.field('E-mail'), 'camila@cliente.example')
  await bia.page.keyboard.press('Enter')
  await bia.reads(/^Sua função na agência mudou: agora é Leitura/)
  await bia.page.keyboard.press('Escape')
  await bia.page.getByRole('button', { name: 'Novo cliente' }).waitFor({ state: 'detached' })

  await owner.press(row.getByRole('button', { name: 'Remover da equipe' }))
  await owner.reads(/^O acesso termina na hora/)
  await owner.checkScreen('remove')
  await owner.press(owner.button('Remover da equipe'))
  await owner.reads('Bia Rocha saiu da equipe.')
  // Without any action: the server ends the stream.
  await bia.reads(`Seu acesso a ${AGENCY} terminou`)
  await bia.reads(/^Você não faz parte de nenhuma agência/)
  await bia.checkScreen('thrown-out')
  await bia.press(bia.button('Sair'))
  await bia.page.getByRole('heading', { name: 'Entrar' }).waitFor()
  await bia.close()
})

test('a second factor is set up and required, and a recovery code replaces it', async () => {
  const person = await newPerson(app, { [team.id]: 'agent' }, { name: 'Caio Dias' })
  const at = await visitor()
  await openProfile(at, person)
  await at.press(at.button('Ativar'))
  const uri = (await at.page.getByRole('link', { name: 'Abrir no aplicativo' }).getAttribute('href')) ?? ''
  await at.checkScreen('totp')
  const shown = scan(uri, realClock)
  await at.type(at.field('Código de 6 dígitos'), shown())
  await at.page.keyboard.press('Enter')
  await at.reads('Guarde seus códigos de recuperação')
  const codes = await at.page.locator('dialog[open] li').allInnerTexts()
  assert.equal(codes.length, 10)
  await at.checkScreen('codes')
  await at.press(at.button('Já guardei'))
  await at.reads('10 códigos por usar')
  await at.checkScreen('profile')

  const again = await visitor(390)
  for (const [way, code] of [
    [null, shown(1)],
    ['Usar um código de recuperação', codes[0] ?? ''],
  ] as const) {
    await signIn(again, person.email)
    await again.page.getByRole('heading', { name: 'Confirme que é você' }).waitFor()
    if (way !== null) await again.press(again.button(way))
    await again.type(again.page.getByRole('textbox'), code)
    await again.checkScreen('second-step')
    await again.page.keyboard.press('Enter')
    await isHome(again)
  }
  await again.page.goto(`${home}/perfil`)
  await again.reads('9 códigos por usar')
  await at.close()
  await again.close()
})

test('a passkey is added, renamed, and signs in alone', async () => {
  const person = await newPerson(app, { [team.id]: 'agent' }, { name: 'Davi Melo' })
  const at = await visitor()
  const line = await at.page.context().newCDPSession(at.page)
  await line.send('WebAuthn.enable')
  const device = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const
  const options = { ...device, hasUserVerification: true, isUserVerified: true }
  await line.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, automaticPresenceSimulation: true },
  })
  await openProfile(at, person)
  await at.press(at.button('Incluir chave de acesso'))
  await at.type(at.field('Nome'), 'Notebook')
  await at.page.keyboard.press('Enter')
  await at.press(at.button('Já guardei'))
  await at.press(at.button('Renomear'))
  await at.type(at.field('Nome'), 'Notebook da agência')
  await at.page.keyboard.press('Enter')
  await at.page.getByText('Notebook da agência', { exact: true }).waitFor()
  await at.checkScreen('passkeys')
  await at.press(at.button(/Davi Melo/))
  await at.press(at.button('Sair'))
  const heading = at.page.getByRole('heading', { name: 'Entrar' })
  await heading.waitFor()
  // The sign-in page shows no notice of an ended session after a sign-out.
  await at.page.goto(home)
  await at.page.waitForURL(/\/entrar\?next=/)
  await heading.waitFor()
  assert.equal(await at.page.getByText(/^Sua sessão terminou/).count(), 0)
  await at.press(at.button('Entrar com chave de acesso'))
  await isHome(at)
  await at.close()
})

test('a forgotten password is reset by the mailed link, which ends other sessions', async () => {
  const person = await newPerson(app, { [team.id]: 'agent' })
  const elsewhere = await visitor()
  await signIn(elsewhere, person.email)
  await isHome(elsewhere)
  const at = await visitor(390)
  await at.page.goto(`${home}/entrar`)
  await at.press(at.page.getByRole('link', { name: 'Esqueci minha senha' }))
  await at.type(at.field('E-mail'), person.email)
  await at.page.keyboard.press('Enter')
  await at.reads('Veja seu e-mail')
  await at.checkScreen('link-sent')
  await at.page.goto(await linkTo(person.email, 'nova-senha'))
  await at.type(at.field('Crie uma senha'), 'goiabada com queijo')
  await at.page.keyboard.press('Enter')
  await at.reads('Senha trocada')
  await at.checkScreen('password-set')
  await elsewhere.reads(/^Sua sessão terminou/)
  await elsewhere.checkScreen('session-ended')
  await signIn(at, person.email, 'goiabada com queijo')
  await isHome(at)
  await at.close()
  await elsewhere.close()
})

test('a user of several agencies chooses one, and switches in the menu', async () => {
  const other = await newAgency(app, { name: 'Rota Sul Viagens' })
  const person = await newPerson(app, { [team.id]: 'viewer', [other.id]: 'owner' }, { name: 'Eva Luz' })
  const at = await visitor()
  await signIn(at, person.email)
  await at.page.getByRole('heading', { name: 'Em qual agência?' }).waitFor()
  await at.checkScreen('choose-team')
  await at.press(at.button(/Rota Sul Viagens/))
  await isHome(at)
  await at.press(at.button(/Eva Luz/))
  await at.press(at.page.getByRole('radio', { name: /Rota Sul Viagens/ }), 'ArrowUp')
  await at.page.getByRole('button', { name: new RegExp(`Eva Luz ${AGENCY}`) }).waitFor()
  await at.close()
})

test('a new e-mail address needs a proof of identity and is confirmed by its link', async () => {
  const person = await newPerson(app, { [team.id]: 'agent' })
  const at = await visitor()
  await openProfile(at, person)
  // Simulates a sign-in some time ago.
  const { id } = person
  await app.asOwner(
    `update sessions set created_at = created_at - interval '1 hour' where person_id = '${id}'`,
  )
  await at.press(at.button('Trocar e-mail'))
  await at.type(at.field('Novo e-mail'), 'nova@agencia.example')
  await at.page.keyboard.press('Enter')
  await at.page.getByRole('heading', { name: 'Confirme que é você' }).waitFor()
  await at.type(at.field('Senha'), PASSWORD)
  await at.page.keyboard.press('Enter')
  await at.reads(/^Link enviado a nova@agencia.example/)
  await at.page.goto(await linkTo('nova@agencia.example', 'confirmar-email'))
  await at.press(at.button('Confirmar e-mail'))
  await at.reads('E-mail trocado')
  await signIn(at, 'nova@agencia.example')
  await isHome(at)
  await at.close()
})

test('the sign-in page explains errors: providers, passwords, too many attempts', async () => {
  const at = await visitor(390)
  await at.page.goto(`${home}/entrar`)
  await at.press(at.page.getByRole('link', { name: 'Entrar com Casa' }))
  await at.reads(/^O serviço de login não respondeu/)
  await at.checkScreen('provider-away')
  for (const _ of Array(5)) {
    await signIn(at, OWNER.email, 'errada de todo')
    await at.reads('E-mail ou senha incorretos.')
  }
  await signIn(at, OWNER.email)
  await at.reads(/^Muitas tentativas seguidas\. Por segurança, tente novamente em \d+ minutos?\.$/)
  await at.close()
})
