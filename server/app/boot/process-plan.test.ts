// The number of processes of a service, and that together they keep to the settings.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { planProcesses, processesWanted } from './process-plan.ts'

test('one process per core and gigabyte, up to 4, in production, one elsewhere, or as set', () => {
  const wanted = (settings: Record<string, string>, cores: number, gigabytes = 64) =>
    processesWanted(readConfig({ ...settings }), cores, gigabytes * 1024 ** 3)
  const production = { NODE_ENV: 'production' }
  assert.deepEqual(
    [1, 2, 4, 64].map((cores) => wanted(production, cores)),
    [1, 2, 4, 4],
  )
  assert.deepEqual(
    [0.5, 1, 1.9, 2, 8].map((gigabytes) => wanted(production, 4, gigabytes)),
    [1, 1, 1, 2, 4],
    'each needs a gigabyte',
  )
  assert.equal(wanted({}, 8), 1)
  assert.equal(wanted({ NODE_ENV: 'test' }, 8), 1)
  assert.equal(wanted({ PROCESSES: '3' }, 1), 3)
  assert.equal(wanted({ ...production, PROCESSES: '1' }, 8), 1)
  assert.equal(wanted({ ...production, ROLE: 'worker' }, 8), 1, 'a service without an API is one process')
  assert.equal(wanted({ ...production, ROLE: 'api' }, 2), 2)
  for (const text of ['0', '65', '-1', '1.5', 'all']) assert.throws(() => wanted({ PROCESSES: text }, 1))
})

test('API processes share the limits of one, and jobs run in a worker of their own', () => {
  const config = readConfig({
    CONNECTIONS_PER_ADDRESS: '255',
    STREAMS_PER_TEAM: '100',
  })
  const { apis, workers } = planProcesses(config, 2)
  assert.deepEqual(
    [...apis, ...workers].map(({ name, config: { role }, buildsPanel }) => [name, role, buildsPanel]),
    [
      ['api 1', 'api', true],
      ['api 2', 'api', false],
      ['worker', 'worker', false],
    ],
  )
  for (const { config: own } of apis)
    assert.deepEqual([own.connectionsPerAddress, own.streamsPerTeam], [128, 50])
  assert.deepEqual(planProcesses({ ...config, role: 'api' }, 2).workers, [])
})

test('database connections are divided, at least 8 to each, never more than allowed', () => {
  const poolsOf = (most: string, count: number, role: 'all' | 'api' = 'all') => {
    const { apis, workers } = planProcesses(readConfig({ DATABASE_POOL_MAX: most, ROLE: role }), count)
    return [...apis, ...workers].map(({ config }) => config.databasePoolMax)
  }
  assert.deepEqual(poolsOf('16', 2), [8, 8, 8])
  assert.deepEqual(poolsOf('30', 2), [10, 10, 10], 'jobs have their part of them')
  assert.deepEqual(poolsOf('30', 2, 'api'), [15, 15])
  assert.deepEqual(poolsOf('4', 2), [4, 4, 4])
})

test('an unlimited setting stays unlimited', () => {
  const { apis } = planProcesses(readConfig({ CONNECTIONS_PER_ADDRESS: '0' }), 4)
  assert.equal(apis[0]?.config.connectionsPerAddress, 0)
})
