// Every example of the guides works: `sh` blocks run in order against a service, the responses shown below them have
// the fields and types of the real ones, and all JSON is valid. `bash` blocks need a whole machine: only their syntax is
// checked here.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { GUIDE_NAMES } from '../../server/app/docs/docs.ts'
import { withAddress } from '../../server/app/docs/render/markdown.ts'
import { PROJECT_DIR } from '../../server/kernel/process/project.ts'
import { projectFile } from '../house/project-files.ts'
import { type Agency, newAgency } from '../support/agency.ts'
import { serviceUrl } from '../support/database.ts'
import { installSdk } from '../support/install-sdk.ts'
import { SECRET_KEY, startApp } from '../support/start-app.ts'

const app = await startApp()
const run = promisify(execFile)
const noCurl = spawnSync('curl', ['--version']).error === undefined ? false : 'there is no curl here'

/** What a reader has open besides the service: a receiver of webhooks on port 8080. */
const receiver = createServer((request, response) => request.resume().on('end', () => response.end()))
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
const address = receiver.address()
const receiverUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
after(() => receiver.close())

interface Block {
  readonly language: string
  readonly text: string
}

function blocksOf(guide: string): Block[] {
  const text = withAddress(projectFile(`docs/${guide}.md`), app.url)
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    text: code.replaceAll('http://127.0.0.1:8080', receiverUrl),
  }))
}

/** `curl` prints each response on a line of its own, and leaves a stream after two seconds. */
const TOOLS = `set -e
curl() {
  case " $* " in
    *" -N "*) command curl -s --max-time 2 "$@" || true ;;
    *) command curl -s "$@"; echo ;;
  esac
}
npx() { shift; '${process.execPath}' '${join(PROJECT_DIR, 'bin/embarque.mjs')}' "$@"; }
node() { '${process.execPath}' "$@"; }
`

/** A terminal: variables stay from one command to the next. */
function openShell(folder: string, { liveKey, testKey }: Agency) {
  const variables: Record<string, string> = {
    API: `${app.url}/api/v1`,
    LIVE: liveKey,
    TEST: testKey,
    EMBARQUE_URL: app.url,
    EMBARQUE_API_KEY: testKey,
  }
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    // The reader's day is that of the agency, also while it is another day in UTC.
    TZ: '<-03>3',
    DATABASE_URL: serviceUrl(app.databaseUrl),
    DATABASE_OWNER_URL: app.databaseUrl,
    DATA_DIR: join(folder, 'data'),
    SECRET_KEY,
  }
  let responses: unknown[] = []

  async function type(commands: string): Promise<void> {
    const names = new Set([...commands.matchAll(/^(?:export )?([A-Z_]+)=/gm)].map(([, name = '']) => name))
    const keep = [...names].map((name) => `printf '%s' "$${name}" > '${join(folder, `${name}.var`)}'`)
    const script = join(folder, 'typed.sh')
    writeFileSync(script, [TOOLS, commands, ...keep].join('\n'))
    const options = { env: { ...env, ...variables }, cwd: folder, maxBuffer: 32_000_000 }
    const { stdout } = await run('sh', [script], options).catch((error) =>
      assert.fail(`${commands}\n${error.stdout}\n${error.stderr}`),
    )
    assert.doesNotMatch(stdout, /"success":false|is not a known/, commands)
    for (const name of names) variables[name] = readFileSync(join(folder, `${name}.var`), 'utf8')
    responses = stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
  }

  return {
    lastResponse: () => responses.at(-1),
    /** Values to copy are lines like `CLIENT=...   # data[0].id in the response`. */
    async follow(block: string): Promise<void> {
      for (const part of block.split(/^(?=[A-Z_]+=.*#)|(?<=^[A-Z_]+=.*# .*\n)/m)) {
        const [, name = '', path = ''] = /^([A-Z_]+)=\S+ +# ([\w.[\]]+)(?: in | of |,|$)/m.exec(part) ?? []
        if (name !== '') variables[name] = String(valueAt(responses.at(-1), path))
        else await type(part.replaceAll(/^(?:export )?[A-Z_]+=sk_\w+\.\.\.$/gm, ''))
      }
    },
  }
}

function valueAt(response: unknown, path: string): unknown {
  const value = path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    // biome-ignore lint/suspicious/noExplicitAny: responses have every shape
    .reduce<any>((object, step) => object?.[step], response)
  assert.ok(
    value !== undefined && value !== null,
    `no ${path} in ${JSON.stringify(response)?.slice(0, 2_000)}`,
  )
  return value
}

/** States, flags and amounts of invoices must be those of the response; other values differ from run to run. */
const isFixed = (shown: unknown, at: string) =>
  typeof shown === 'boolean' ||
  (typeof shown === 'number' && at.startsWith('.data.')) ||
  /^[a-z_]+(?:\.[a-z_]+)*$/.test(String(shown))

/** Fields that are shown and not there, of another type, or in another state. Fields may be left out. */
function wrongFields(shown: unknown, real: unknown, at = ''): string[] {
  if (shown === null || real === null) return []
  if (Array.isArray(shown)) {
    if (!Array.isArray(real)) return [at]
    return shown.flatMap((item, i) => wrongFields(item, real[i] ?? real[0], `${at}[]`))
  }
  if (typeof shown !== 'object') {
    const isRight = isFixed(shown, at) ? shown === real : typeof shown === typeof real
    return isRight ? [] : [`${at}: ${shown} and not ${real}`]
  }
  if (typeof real !== 'object') return [at]
  return Object.entries(shown).flatMap(([name, value]) =>
    name in Object(real) ? wrongFields(value, Object(real)[name], `${at}.${name}`) : [`${at}.${name}`],
  )
}

for (const guide of GUIDE_NAMES.filter((name) => !name.endsWith('.pt-BR') && name !== 'errors'))
  test(`the examples of ${guide}`, { skip: noCurl }, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'embarque-examples-'))
    t.after(() => rmSync(folder, { recursive: true }))
    installSdk(folder)
    // Commands of the guides are typed in the folder of the project.
    symlinkSync(join(PROJECT_DIR, 'sdk'), join(folder, 'sdk'))
    const shell = openShell(folder, await newAgency(app))
    const blocks = blocksOf(guide)
    // All guides go on from the quickstart: with its variables, its client, booking and invoice.
    const hasCommands = blocks.some(({ language }) => language === 'sh')
    if (hasCommands && guide !== 'quickstart')
      for (const { language, text } of blocksOf('quickstart')) if (language === 'sh') await shell.follow(text)
    for (const { text } of blocks) {
      const [, program] = /^(?:\/\/|#) ([\w.-]+\.\w+)\n/.exec(text) ?? []
      if (program !== undefined) writeFileSync(join(folder, program), text)
    }
    for (const [index, { language, text }] of blocks.entries()) {
      if (language === 'sh') await shell.follow(text)
      if (language === 'bash') assert.equal(spawnSync('sh', ['-n'], { input: text }).status, 0, text)
      if (language !== 'json') continue
      const shown = JSON.parse(text)
      if (blocks[index - 1]?.language === 'sh')
        assert.deepEqual(wrongFields(shown, shell.lastResponse()), [], `${guide}: ${text}`)
    }
  })
