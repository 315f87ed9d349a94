// The files of deploy/ name only what there is: files, scripts, settings, metrics; and lock things as they say.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'yaml'
import { SETTINGS } from '../../server/app/boot/config.ts'
import { projectFile, projectFiles } from './project-files.ts'

const paths = [...projectFiles().keys()]
const exists = (path: string) => paths.some((known) => known === path || known.startsWith(`${path}/`))
const settings = new Set<string>(Object.values(SETTINGS).map(({ name }) => name))
/** Of compose itself, which makes addresses of them. */
const PASSWORDS = ['DATABASE_OWNER_PASSWORD', 'DATABASE_PASSWORD']
const dockerfile = instructionsOf(projectFile('deploy/Dockerfile'))
const ignored = linesOf(projectFile('.dockerignore'))
const compose = parse(projectFile('deploy/compose.yaml'), { merge: true })
const example = projectFile('deploy/embarque.env.example')
const unit = linesOf(projectFile('deploy/embarque.service'))
const { groups } = parse(projectFile('deploy/prometheus-alerts.yaml'))
const alerts: { alert: string; expr: string; labels: { severity: string }; annotations: object }[] =
  groups.flatMap(({ rules }: { rules: unknown[] }) => rules)

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
}

function instructionsOf(text: string): [name: string, rest: string][] {
  const whole = linesOf(text)
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
  return whole.split('\n').map((line) => {
    const space = line.indexOf(' ')
    return [line.slice(0, space), line.slice(space + 1)]
  })
}

/** What the last stage gets of the project, and what the build makes of it. */
const [, kept = ''] =
  /--target-directory=\/image\s+(.+)/.exec(projectFile('deploy/Dockerfile').replaceAll(/\\\n\s*/g, '')) ?? []
const KEPT = kept.split(' ')
const MADE = ['.panel', 'node_modules']

const all = (wanted: string) => dockerfile.flatMap(([name, rest]) => (name === wanted ? [rest] : []))
const inImage = (path: string) => !ignored.some((entry) => path === entry || path.startsWith(`${entry}/`))

test('the image copies what there is, and starts what it has', () => {
  for (const copy of all('COPY')) {
    if (copy.startsWith('--from=')) continue
    for (const source of copy.split(' ').slice(0, -1))
      if (source !== '.') assert.ok(exists(source) && inImage(source), source)
  }
  for (const path of KEPT) assert.ok(MADE.includes(path) || (exists(path) && inImage(path)), path)
  const { scripts } = JSON.parse(projectFile('package.json'))
  for (const [, script = ''] of all('RUN')
    .join('\n')
    .matchAll(/npm run (\S+)/g))
    assert.ok(scripts[script], script)
  const [healthcheck = ''] = all('HEALTHCHECK').map((text) => text.slice(text.indexOf('CMD ') + 4))
  for (const command of [...all('CMD'), healthcheck]) {
    const [node, script = '']: string[] = JSON.parse(command)
    assert.equal(node, 'node', 'that of the official image')
    assert.ok(exists(script) && KEPT.some((path) => script === path || script.startsWith(`${path}/`)), script)
  }
})

test('the image has the Node.js of its makers alone, and nothing that builds', () => {
  assert.deepEqual(all('FROM'), ['node:26-bookworm-slim AS build', 'debian:bookworm-slim'])
  assert.ok(all('RUN').some((run) => run.includes('rm -rf node_modules/.bin/node node_modules/node-linux-*')))
  assert.ok(all('COPY').includes('--from=build /usr/local/bin/node /usr/local/bin/node'))
  const { dependencies } = JSON.parse(projectFile('package.json'))
  for (const name of ['vite', 'rolldown', 'react', 'lightningcss']) assert.ok(!(name in dependencies), name)
  assert.ok(all('RUN').includes('npm pkg delete optionalDependencies && npm prune --omit=dev'))
  for (const path of ['panel', 'scripts', 'sdk', 'test']) assert.equal(KEPT.includes(path), false, path)
})

test('what is removed from the image is no import of the server', () => {
  const server = [...projectFiles('server')].map(([, code]) => code).join('\n')
  const [removed = ''] = /rm -rf (node_modules\/backbone[^\n]*)/.exec(all('RUN').join('\n'))?.slice(1) ?? []
  for (const path of removed.split(' '))
    assert.doesNotMatch(
      server,
      new RegExp(`'${path.slice('node_modules/'.length).replace('*', '\\w+')}'`),
      path,
    )
  const fonts = [...server.matchAll(/NotoSans_(\w+)\.ttf/g)].map(([, weight = '']) => weight)
  assert.ok(fonts.length > 0)
  for (const weight of fonts)
    assert.ok(
      all('RUN').some((run) => run.includes(`'*_${weight}.ttf'`)),
      weight,
    )
})

test('the owner of the tables is known to a step that migrates and ends, to backups, and to nothing else', () => {
  const { migrate, embarque, backup, proxy } = compose.services
  assert.deepEqual([migrate.command.at(-1), migrate.restart, migrate.env_file], ['migrate', 'no', undefined])
  assert.ok(migrate.environment.DATABASE_OWNER_URL)
  assert.deepEqual(backup.environment, migrate.environment)
  for (const { environment } of [embarque, proxy]) assert.equal(environment.DATABASE_OWNER_URL, undefined)
  assert.equal(embarque.environment.DATABASE_OWNER_PASSWORD, '', 'which the file of settings has')
  assert.equal(embarque.depends_on.migrate.condition, 'service_completed_successfully')
  const step = linesOf(projectFile('deploy/embarque-migrate.service'))
  for (const line of ['Type=oneshot', 'EnvironmentFile=/etc/embarque/migrate.env', 'NoNewPrivileges=yes'])
    assert.ok(step.includes(line), line)
  assert.ok(unit.includes('Requires=embarque-migrate.service'))
  assert.equal(
    unit.some((line) => line.includes('migrate.env')),
    false,
  )
  assert.doesNotMatch(example, /^(?:# )?DATABASE_OWNER_URL=/m)
})

test('the image runs as nobody in particular, and keeps data in its volume', () => {
  const user = all('USER').at(-1) ?? ''
  assert.match(user, /^[1-9]\d*:[1-9]\d*$/)
  const order = dockerfile.map(([name]) => name)
  assert.ok(order.lastIndexOf('USER') > Math.max(order.lastIndexOf('RUN'), order.lastIndexOf('COPY')))
  assert.ok(
    all('RUN').some((run) => run.includes(`--uid ${user.split(':')[0]} `)),
    'and the user is made',
  )
  const set = Object.fromEntries(
    all('ENV')
      .join(' ')
      .split(' ')
      .map((pair) => pair.split('=')),
  )
  for (const name of Object.keys(set)) assert.ok(settings.has(name), name)
  assert.deepEqual([all('VOLUME'), all('EXPOSE')], [[set.DATA_DIR], [set.PORT]])
  assert.equal(set.NODE_ENV, 'production')
})

test('no image gets secrets, data or history of this machine, and each gets what the service reads', () => {
  for (const path of ['.env', 'deploy/.env', '.git', '.data', 'node_modules'])
    assert.ok(ignored.includes(path) || ignored.includes(`**/${path.split('/').pop()}`), path)
  for (const path of ['server', 'contract', 'panel', 'bin', 'scripts', 'sdk', 'docs', 'deploy', 'README.md'])
    assert.ok(inImage(path), path)
})

test('compose names settings, files and volumes that there are', () => {
  const { services, volumes } = compose
  const { embarque, database, backup, proxy } = services
  for (const [name, value] of Object.entries({ ...services.migrate.environment, ...embarque.environment }))
    assert.ok(settings.has(name) || (PASSWORDS.includes(name) && value === ''), name)
  const wanted = [...JSON.stringify(compose).matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
  for (const name of wanted) assert.match(example, new RegExp(`^${name}=$`, 'm'))
  const { context, dockerfile: file } = embarque.build
  assert.deepEqual([context, exists(file)], ['..', true], 'paths are from deploy/')
  for (const mount of [embarque, database, backup, proxy].flatMap((service) => service.volumes)) {
    const [source] = mount.split(':')
    assert.ok(source.startsWith('./') ? exists(`deploy/${source.slice(2)}`) : source in volumes, mount)
  }
  const [needed] = Object.entries<{ condition: string }>(embarque.depends_on)
  assert.deepEqual(needed, ['database', { condition: 'service_healthy' }])
  assert.ok(database.healthcheck.test.includes('pg_isready'))
  for (const port of embarque.ports) assert.match(port, /^127\.0\.0\.1:/, 'TLS is for the proxy')
  assert.equal(database.ports, undefined, 'and the database is for nobody else')
  for (const service of [embarque, services.migrate, backup])
    assert.deepEqual([service.read_only, service.cap_drop, service.init], [true, ['ALL'], true])
})

test('each container has limits, and logs that do not fill the disk', () => {
  for (const [name, { mem_limit, cpus, pids_limit, logging, restart }] of Object.entries<Limited>(
    compose.services,
  )) {
    assert.match(mem_limit, /^\d+[mg]$/, name)
    assert.ok(cpus > 0 && pids_limit > 0, name)
    assert.deepEqual(logging, { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } }, name)
    assert.equal(restart, name === 'migrate' ? 'no' : 'unless-stopped', name)
  }
})

interface Limited {
  mem_limit: string
  cpus: number
  pids_limit: number
  logging: object
  restart: string
}

test('a proxy does TLS for the public address, and backups are made every day, encrypted', () => {
  const { proxy, backup } = compose.services
  assert.deepEqual(proxy.ports, ['80:80', '443:443'])
  assert.ok('PUBLIC_URL' in proxy.environment)
  assert.match(projectFile('deploy/Caddyfile'), /^\{\$PUBLIC_URL\} \{\n {2}reverse_proxy embarque:3000\n\}$/m)
  const script = backup.command.at(-1)
  assert.match(
    script,
    /bin\/embarque\.mjs backup --passphrase-file \/run\/secrets\/backup_passphrase \/backups\//,
  )
  assert.match(script, /sleep 86400/)
  assert.deepEqual(compose.secrets, { backup_passphrase: { file: './backup-passphrase' } })
  for (const list of [ignored, linesOf(projectFile('.gitignore'))])
    assert.ok(list.some((line) => line.endsWith('deploy/backup-passphrase')))
  assert.ok(
    all('RUN').some((run) => run.includes('install') && run.includes('/backups')),
    'its user may write there',
  )
})

test('the example of settings holds settings, and no secret', () => {
  const named = [...example.matchAll(/^(?:# )?([A-Z][A-Z_]+)=(.*)$/gm)]
  assert.ok(named.length > 5)
  for (const [line, name = '', value] of named) {
    assert.ok(settings.has(name) || PASSWORDS.includes(name), name)
    if (!line.startsWith('#')) assert.equal(value, '', `${name} is to be filled in`)
  }
})

test('the unit of systemd starts the Node.js of the system, as a user of its own that may little', () => {
  const has = (line: string) => assert.ok(unit.includes(line), line)
  for (const line of [
    'User=embarque',
    'ExecStart=/usr/bin/node bin/embarque.mjs start',
    'KillMode=mixed',
    'StateDirectory=embarque',
    'Environment=NODE_ENV=production DATA_DIR=/var/lib/embarque',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'PrivateTmp=yes',
    'CapabilityBoundingSet=',
    'SystemCallFilter=@system-service',
  ])
    has(line)
  assert.equal(unit.includes('MemoryDenyWriteExecute=yes'), false, 'Node.js writes machine code')
  const names = unit.filter((line) => line.includes('=')).map((line) => line.split('=', 1)[0])
  assert.equal(new Set(names).size, names.length, 'none twice')
})

test('each alert has a summary and a runbook', () => {
  const runbooks = projectFile('docs/alerts.md')
  for (const { alert, annotations } of alerts) {
    assert.deepEqual(Object.keys(annotations), ['summary'], alert)
    assert.ok(runbooks.includes(`\n### ${alert}\n`), `docs/alerts.md has no runbook for ${alert}`)
  }
})

test('the dashboard has a place for each of its panels', () => {
  interface Panel {
    id: number
    title: string
    gridPos: { x: number; y: number; w: number; h: number }
  }
  const { panels }: { panels: Panel[] } = JSON.parse(projectFile('deploy/grafana-dashboard.json'))
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`),
  )
  assert.equal(new Set(cells).size, cells.length, 'none lies on another')
  for (const { title, gridPos } of panels) assert.ok(title !== '' && gridPos.x + gridPos.w <= 24, title)
})
