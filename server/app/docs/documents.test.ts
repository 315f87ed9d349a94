// /docs for readers, browsers and agents: every link leads to a page, nothing is loaded from other sites, and
// every sample runs.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { ERRORS } from '../../../contract/errors.ts'
import { isPersonal, type Operation } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { drawnIcons } from '../../../panel/build/draw-icons.ts'
import { createClient } from '../../../sdk/src/client.ts'
import { projectFile } from '../../../test/house/project-files.ts'
import { installSdk } from '../../../test/support/install-sdk.ts'
import { cookieOf, newPerson, signIn } from '../../../test/support/people.ts'
import { methodOf } from '../../../test/support/samples/sdk-calls.ts'
import { LIVE_KEY, startApp, TEST_KEY } from '../../../test/support/start-app.ts'
import { GUIDE_NAMES, REFERENCE_NAMES } from './docs.ts'
import { withAddress } from './render/markdown.ts'
import { type Sample, samplesOf, sdkCallOf } from './render/samples.ts'

const app = await startApp()
const run = promisify(execFile)
const { body: openapi } = await app.anybody.get('/openapi.json')
const home = await app.anybody.get('/docs')
const folder = mkdtempSync(join(tmpdir(), 'embarque-samples-'))
installSdk(folder)
after(() => rm(folder, { recursive: true }))
// Slow checks run before the first test.
const noPython = await lacks('python3', '--version')
const noPhp = await lacks('php', '--version')
const noCurl = await lacks('curl', '--version')

const hrefsIn = (text: string) => [...text.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href)
const pathsIn = (text: string) => hrefsIn(text).filter((href) => href.startsWith('/docs'))
const foundIds = new Map<string, Set<string>>()
/** Computed once per page, because many links lead to each. */
const idsIn = (text: string) =>
  foundIds.getOrInsertComputed(
    text,
    () => new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)),
  )

/** Each page once, by path. */
const pages = new Map<string, string>()
for (const path of new Set(pathsIn(home.text).map((path) => path.replace(/#.*/, '')))) {
  const { status, text } = await app.anybody.get(path)
  assert.equal(status, 200, path)
  pages.set(path, text)
}
async function lacks(...command: [string, ...string[]]): Promise<string | false> {
  const [name, ...args] = command
  return run(name, args).then(
    () => false,
    () => `there is no ${name} here`,
  )
}
const documents = [...pages].filter(([path]) => !path.startsWith('/docs/assets/'))

test('/docs and /docs/ are one page, which links to every guide and every tag', async () => {
  assert.equal((await app.anybody.get('/docs/')).text, home.text)
  for (const name of GUIDE_NAMES) assert.ok(pages.has(`/docs/${name}`), name)
  const operations = Object.values<Record<string, { tags?: string[] }>>(openapi.paths).flatMap(Object.values)
  const tags = new Set(operations.flatMap(({ tags = [] }) => tags))
  const references = [...pages.keys()].filter((path) => path.startsWith('/docs/reference/'))
  assert.equal(references.length, tags.size)
  const shown = references.map((path) => pages.get(path)?.match(/<section class="endpoint"/g)?.length ?? 0)
  assert.equal(
    shown.reduce((sum, count) => sum + count),
    operations.filter(({ tags }) => tags !== undefined).length,
  )
})

test('every document in docs/README.md is served, with working links between them', () => {
  const listed = [...projectFile('docs/README.md').matchAll(/\]\(([\w.-]+)\.md\)/g)].map(([, name]) => name)
  assert.deepEqual(new Set(listed), new Set(GUIDE_NAMES))
  for (const name of GUIDE_NAMES)
    for (const [, target = ''] of projectFile(`docs/${name}.md`).matchAll(/\]\(([\w.-]+)\.md(?:#[^)]*)?\)/g))
      assert.match(pages.get(`/docs/${name}`) ?? '', new RegExp(`<a href="/docs/${target}["#]`), name)
})

const TASKS = GUIDE_NAMES.filter((name) => !REFERENCE_NAMES.includes(name))

test('every task page starts with an example, and ends with next steps', () => {
  for (const name of TASKS) {
    const lines = projectFile(`docs/${name}.md`).split('\n')
    assert.match(lines[0] ?? '', /^# /, name)
    const example = lines.findIndex((line) => line.startsWith('```'))
    assert.ok(example > 0 && example <= 15, `${name}: the first example is on line ${example + 1}`)
    assert.ok(
      lines.some((line) => /^## (?:Next steps|Próximos passos)$/.test(line)),
      name,
    )
    assert.doesNotMatch(lines.join('\n'), /\]\(internals\//, `${name} leads users to internals`)
  }
})

test('operations and errors named by guides exist', () => {
  const routes = new Set(Object.values<Operation>(OPERATIONS).map(({ method, path }) => `${method} ${path}`))
  const unknown: string[] = []
  for (const name of GUIDE_NAMES) {
    const text = projectFile(`docs/${name}.md`)
    for (const [, method = '', path = ''] of text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^` ?]+)/g)) {
      const whole = path.startsWith('/api/') ? path : `/api/v1${path}`
      if (!path.startsWith('/callbacks/') && !routes.has(`${method} ${whole}`))
        unknown.push(`${name}: ${method} ${path}`)
    }
    for (const [, code = ''] of text.matchAll(/\b(?:4\d\d|503) `([a-z_]+)`/g))
      if (!(code in ERRORS)) unknown.push(`${name}: ${code}`)
  }
  assert.deepEqual(unknown, [])
})

test('commands of a guide use only variables that it sets, or those of its quickstart', () => {
  const setIn = (text: string) => new Set([...text.matchAll(/\b([A-Z_]+)=/g)].map(([, name = '']) => name))
  const ofQuickstart = setIn(commandsIn('docs/quickstart.md').join('\n'))
  const unset: string[] = []
  for (const guide of GUIDE_NAMES) {
    const commands = commandsIn(`docs/${guide}.md`).join('\n')
    const prose = projectFile(`docs/${guide}.md`).replaceAll(/^```[\s\S]*?^```$/gm, '')
    const own = setIn(commands)
    for (const [, name = ''] of commands.matchAll(/\$\{?([A-Z_]+)/g)) {
      const isNamed = prose.includes('](quickstart.md)') && prose.includes(`\`$${name}\``)
      if (!own.has(name) && !(ofQuickstart.has(name) && isNamed)) unset.push(`docs/${guide}.md: $${name}`)
    }
  }
  assert.deepEqual(unset, [])
})

test('internal links and anchors resolve, and ids are unique', () => {
  const broken = documents.flatMap(([path, text]) =>
    hrefsIn(text)
      .filter((href) => /^(?:#|\/docs)/.test(href) && !href.endsWith('.md'))
      .filter((href) => {
        const [page, anchor = ''] = href.split('#')
        const target = pages.get(page || path)
        return target === undefined || (anchor !== '' && !idsIn(target).has(anchor))
      })
      .map((href) => `${path}: ${href}`),
  )
  assert.deepEqual(broken, [])
  for (const [path, text] of documents)
    assert.equal(text.match(/ id="/g)?.length, idsIn(text).size, `${path} has an id twice`)
})

test('tables are regions with unique names', () => {
  for (const [path, text] of documents) {
    const names = [...text.matchAll(/role="region" aria-label="([^"]+)"/g)].map(([, name]) => name)
    assert.equal(new Set(names).size, names.length, path)
    assert.equal(text.match(/<table>/g)?.length ?? 0, names.length, path)
  }
})

test('all content is local: policy, scripts, styles and fonts', async () => {
  const policy = String(home.headers['content-security-policy'])
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /)
  assert.match(policy, /require-trusted-types-for 'script'; trusted-types 'none'$/)
  assert.doesNotMatch(policy, /unsafe|https?:|\*/)
  for (const [path, text] of documents) {
    assert.doesNotMatch(text, / style="| on\w+="|<script>|<style>/, path)
    for (const source of text.matchAll(/ src="([^"]+)"/g)) assert.match(source[1] ?? '', /^\/docs\/assets\//)
  }
  const style = [...pages.keys()].find((path) => path.endsWith('.css')) ?? assert.fail('no style')
  const letters = [...(pages.get(style) ?? '').matchAll(/url\("([^"]+)"\)/g)].map(([, path = '']) => path)
  assert.ok(letters.length >= 2)
  for (const path of letters) {
    const { status, headers } = await app.anybody.get(path)
    assert.deepEqual([status, headers['content-type']], [200, 'font/woff2'])
  }
})

test("every page has the panel's icon, in its head and in the browser's tab", async () => {
  const [, path = ''] = /<link rel="icon" href="([^"]+)"/.exec(home.text) ?? []
  assert.match(home.text, /<a class="brand" href="\/docs"><img src="\/docs\/assets\/icon-/)
  const { headers } = await app.anybody.get(path)
  assert.equal(headers['content-type'], 'image/svg+xml')
  const drawn = drawnIcons().find(({ name }) => name === 'icon.svg')
  const own = projectFile('server/app/docs/browser/icon.svg').replace('<title>Embarque</title>', '')
  assert.equal(own.trim(), drawn?.bytes.toString())
})

test('hashed assets are cached forever, pages by version, and both are small', async () => {
  const script = [...home.text.matchAll(/ src="([^"]+)"/g)][0]?.[1] ?? ''
  const asset = await app.anybody.get(script)
  assert.equal(asset.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.ok(asset.text.length < 12_000, `${asset.text.length} bytes of script`)
  const { etag } = home.headers
  assert.deepEqual([home.headers['cache-control'], typeof etag], ['no-cache', 'string'])
  const again = await app.anybody.get('/docs', { 'if-none-match': String(etag) })
  assert.deepEqual([again.status, again.text], [304, ''])
  for (const [path, text] of documents) {
    const size = gzipSync(text).length
    assert.ok(size < 64_000, `${path}: ${size} bytes on the wire`)
  }
})

test("each guide is available as Markdown, with this service's address, and /llms.txt lists them", async () => {
  const list = await app.anybody.get('/llms.txt')
  assert.match(String(list.headers['content-type']), /^text\/plain/)
  assert.match(list.text, /^# Embarque\n\n> /)
  for (const name of GUIDE_NAMES) {
    const { text, headers } = await app.anybody.get(`/docs/${name}.md`)
    assert.match(String(headers['content-type']), /^text\/markdown/)
    assert.equal(text, withAddress(projectFile(`docs/${name}.md`), app.url))
    assert.doesNotMatch(text, /^(?:API=|.*curl |export ).*:3000\b/m)
    assert.ok(list.text.includes(`](/docs/${name}.md)`), name)
    assert.ok(pages.get(`/docs/${name}`)?.includes(`href="/docs/${name}.md"`), name)
  }
  assert.match(list.text, /POST \/api\/v1\/flights\/search/)
  assert.match(list.text, / at \/mcp \(\[tools\].*\n.*@embarque\/sdk/)
  assert.match(list.text, /errors\.md\): All errors, what they mean and what to do\.\n/)
  const leads = [...list.text.matchAll(/\.md\): (.+)/g)].map(([, lead = '']) => lead)
  for (const lead of leads) assert.match(lead, /(?:[.!?]| …)$/)
  assert.doesNotMatch(list.text, /Em português/)
  for (const path of ['/docs/decisions', '/docs/decisions.md', '/docs/README.md', '/docs/reference/none'])
    assert.equal((await app.anybody.get(path)).status, 404, path)
})

test('an unknown address is a page for a browser and JSON for a program', async () => {
  const seen = await app.anybody.get('/docs/nothing', { accept: 'text/html,*/*;q=0.8' })
  assert.deepEqual([seen.status, seen.headers['cache-control']], [404, 'no-store'])
  assert.match(seen.text, /<h1>There is no such page<\/h1>/)
  assert.equal(seen.headers['content-security-policy'], home.headers['content-security-policy'])
  for (const accept of ['application/json', '*/*']) {
    const { status, body } = await app.anybody.get('/docs/nothing', { accept })
    assert.deepEqual([status, body.code], [404, 'route_not_found'])
  }
})

test('the quickstart exists in Portuguese, and is marked as such', () => {
  assert.match(pages.get('/docs/quickstart.pt-BR') ?? '', /<main id="content" lang="pt-BR"/)
  assert.match(pages.get('/docs/quickstart') ?? '', /<main id="content" lang="en"/)
})

test('the search index lists sections of guides and operations, with valid paths', async () => {
  const { body } = await app.anybody.get('/docs/search.json')
  const paths: string[] = body.map(([, , path]: string[]) => path)
  assert.equal(new Set(paths).size, paths.length)
  for (const path of paths) {
    const [page = '', anchor = ''] = path.split('#')
    assert.ok(anchor === '' ? pages.has(page) : idsIn(pages.get(page) ?? '').has(anchor), path)
  }
  const found = (word: string) => body.filter((entry: string[]) => entry.join(' ').includes(word))
  assert.ok(found('POST /api/v1/bookings').length > 0 && found('payment_required_by').length > 0)
})

const codeIn = (text: string) =>
  text
    .replaceAll(/<\/?span[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(?:39|x27);/g, "'")
    .replaceAll('&amp;', '&')

/** All samples on the pages, by language. */
function samplesOn(language: Sample['language']): string[] {
  const shape = new RegExp(
    `data-language="${language}"[^>]*>[^]*?<pre tabindex="0"><code>([^]*?)</code></pre>`,
    'g',
  )
  return documents.flatMap(([, text]) => [...text.matchAll(shape)].map(([, code = '']) => codeIn(code)))
}

test("guides show this service's address, which their script fills in", () => {
  const text = pages.get('/docs/quickstart') ?? assert.fail()
  assert.match(text, /API=<span data-origin>http:\/\/127\.0\.0\.1:3000<\/span>\/api\/v1/)
  assert.match(text, /<a href="\/docs"><span data-origin>/)
  assert.match(pages.get('/docs/install') ?? '', /<span data-origin>http:\/\/localhost:3000<\/span>\/painel/)
})

test('every sample of the reference is valid in its language', async () => {
  const [curl, typeScript, python, php] = (['curl', 'TypeScript', 'Python', 'PHP'] as const).map(samplesOn)
  const counts = [curl, typeScript, python, php].map((samples = []) => samples.length)
  assert.deepEqual(new Set(counts).size, 1, counts.join(' '))
  assert.ok((counts[0] ?? 0) > 100)
  const forPeople = Object.values<Operation>(OPERATIONS).filter((one) => one.tag && isPersonal(one))
  assert.equal(curl?.filter((code) => code.includes('--cookie')).length, forPeople.length)
  assert.equal(curl?.filter((code) => code.startsWith('curl -N ')).length, 1)
  const sdk = createClient({ apiKey: TEST_KEY })
  const called = new Set<string>()
  for (const code of typeScript ?? []) {
    assert.doesNotThrow(() => stripTypeScriptTypes(code), code)
    const [, method] = /\bembarque\.(\w+\.\w+)\(/.exec(code) ?? []
    if (method === undefined) assert.match(code, /\bfetch\(`/)
    else called.add(method)
  }
  for (const method of called) methodOf(sdk, method)
  assert.ok(called.size > 100, `the SDK is called by ${called.size}`)
  const shell = join(folder, 'all.sh')
  await writeFile(shell, (curl ?? []).join('\n\n'))
  await run('sh', ['-n', shell])
  if (noPython !== false) return
  const all = join(folder, 'all.json')
  await writeFile(all, JSON.stringify(python))
  await run('python3', [
    '-c',
    'import ast, json, sys\nfor code in json.load(open(sys.argv[1])): ast.parse(code)',
    all,
  ])
})

/** Values that need quoting. */
const BODY = {
  client_type: 'individual',
  full_name: `D'Ávila "Zé" $HOME \\ & <b>`,
  email: 'davila@example.com',
  notes: null,
}

async function sent(
  language: Sample['language'],
  [command, ...args]: readonly string[],
  name: string,
): Promise<string> {
  const request = {
    method: 'POST',
    path: '/api/v1/clients',
    body: { ...BODY, email: `${language.toLowerCase()}@example.com` },
    needsKey: true,
    takesIdempotencyKey: true,
  }
  const sdk = sdkCallOf(request.method, request.path) ?? assert.fail('the SDK has it')
  const code =
    samplesOf({ ...request, sdk: { ...sdk, ids: [], input: request.body } }).find(
      (sample) => sample.language === language,
    )?.code ?? ''
  await writeFile(join(folder, name), code)
  const env = { ...process.env, EMBARQUE_URL: app.url, EMBARQUE_API_KEY: TEST_KEY }
  const { stdout } = await run(command ?? '', [...args, join(folder, name)], { env })
  const { body } = await app.test.get(`/api/v1/clients?search=${language.toLowerCase()}@example.com`)
  assert.equal(body.data[0]?.full_name, BODY.full_name, stdout)
  return stdout
}

test('samples run unchanged: TypeScript', async () => {
  assert.match(await sent('TypeScript', [process.execPath], 'sample.ts'), /^\{\n {2}id: '/)
})
test('samples run unchanged: curl', { skip: noCurl }, async () => {
  assert.match(await sent('curl', ['sh'], 'sample.sh'), /"success":true/)
})
test('samples run unchanged: curl with a session', { skip: noCurl }, async () => {
  const person = await newPerson(app, {})
  const EMBARQUE_COOKIE = cookieOf(await signIn(app.url, person.email))
  const body = { name: 'Bia Sá' }
  const asked = { method: 'PATCH', path: '/api/v1/profile', body, needsKey: true, takesIdempotencyKey: false }
  const [curl] = samplesOf({ ...asked, needsSession: true })
  const env = { ...process.env, EMBARQUE_URL: app.url, EMBARQUE_COOKIE }
  assert.match((await run('sh', ['-c', curl?.code ?? ''], { env })).stdout, /"name":"Bia Sá"/)
})
test('samples run unchanged: Python', { skip: noPython }, async () => {
  assert.match(await sent('Python', ['python3'], 'sample.py'), /'success': True/)
})
test('samples run unchanged: PHP', { skip: noPhp }, async () => {
  assert.match(await sent('PHP', ['php'], 'sample.php'), /\[success\] => 1/)
})

test('samples store a file unchanged', async (t) => {
  const name = join(folder, 'list.csv')
  const request = {
    method: 'GET',
    path: '/api/v1/invoices.csv',
    needsKey: true,
    takesIdempotencyKey: false,
    file: name,
  }
  const sdk = sdkCallOf(request.method, request.path) ?? assert.fail('the SDK has it')
  const [, typeScript] = samplesOf({ ...request, sdk: { ...sdk, ids: [], file: name } })
  await writeFile(join(folder, 'file.ts'), typeScript?.code ?? '')
  const own = { EMBARQUE_URL: app.url, EMBARQUE_API_KEY: TEST_KEY }
  t.after(() => {
    for (const setting of Object.keys(own)) delete process.env[setting]
  })
  Object.assign(process.env, own)
  // A separate process runs another sample above.
  await import(pathToFileURL(join(folder, 'file.ts')).href)
  assert.match(readFileSync(name, 'utf8'), /^id,/)
})

/** The commands of a document, without their explanations. */
function commandsIn(document: string): string[] {
  return [...projectFile(document).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) =>
    text.replaceAll(/ +# .*$/gm, ''),
  )
}

test('the errors in docs/errors.md match the service', { skip: noCurl }, async () => {
  const guide = withAddress(projectFile('docs/errors.md'), app.url)
  const shown = [...guide.matchAll(/^```json\n([\s\S]*?)^```$/gm)].flatMap(([, text = '']) =>
    text.split(/\n(?=\{)/).map((body) => JSON.parse(body)),
  )
  const env = { ...process.env, API: `${app.url}/api/v1`, LIVE: LIVE_KEY }
  const bodies = [(await app.live.delete('/api/v1/api-keys/key_01m7enb8qb7gntp2mj7hgehmgq')).body]
  for (const command of commandsIn('docs/errors.md').join('').trim().split('\n'))
    bodies.push(JSON.parse((await run('sh', ['-c', command], { env })).stdout))
  const comparable = (body: object) => JSON.stringify({ ...body, request_id: '' })
  assert.deepEqual(shown.map(comparable), bodies.map(comparable))
})
