// The simulation is only worth as much as its plans can be repeated and its breaks still break something.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AMOUNT_BREAKS } from '../simulate/amount-breaks.ts'
import { BREAKS } from '../simulate/breaks.ts'
import { ENDING_FAULTS } from '../simulate/fault-kinds.ts'
import { growthOf, type Measure } from '../simulate/memory.ts'
import { PAYMENT_BREAKS } from '../simulate/payment-breaks.ts'
import { onlyParts, partsOf, planBurst } from '../simulate/plan.ts'
import { random } from '../simulate/random.ts'
import { STEPS, type StepName } from '../simulate/steps.ts'
import { projectFile } from './project-files.ts'

const OPTIONS = { seed: '7', processes: 2, steady: 1, steps: 10 }

test('a seed has one plan, and another seed another', () => {
  assert.deepEqual(planBurst(OPTIONS, 3), planBurst(OPTIONS, 3))
  assert.notDeepEqual(planBurst(OPTIONS, 3), planBurst({ ...OPTIONS, seed: '8' }, 3))
  assert.notDeepEqual(planBurst(OPTIONS, 3).actors, planBurst(OPTIONS, 4).actors)
})

test('a part that is left out changes no other', () => {
  const whole = planBurst(OPTIONS, 3)
  const parts = partsOf(whole)
  assert.equal(new Set(parts).size, parts.length)
  const kept = new Set(parts.filter((_part, index) => index % 2 === 0))
  const some = onlyParts(whole, kept)
  assert.deepEqual(partsOf(some), [...kept])
  for (const actor of some.actors) assert.ok(whole.actors.includes(actor))
})

test('no fault ends the process that lives as long as the simulation; others strike it too', () => {
  const faults = Array.from({ length: 300 }, (_, number) => planBurst(OPTIONS, number).faults).flat()
  const atSteady = faults.filter(({ process }) => process === OPTIONS.processes)
  assert.ok(atSteady.length > 0)
  assert.deepEqual(
    atSteady.filter(({ kind }) => ENDING_FAULTS.has(kind)),
    [],
  )
  assert.ok(faults.every(({ process }) => process <= OPTIONS.processes))
})

test('memory and descriptors that grow from burst to burst are a fault, single high moments are none', () => {
  const usual = { inUse: 90 * 1024 ** 2, resident: 250 * 1024 ** 2, descriptors: 60 }
  const life = (change: (burst: number) => Partial<Measure>) =>
    growthOf(Array.from({ length: 20 }, (_, burst) => ({ ...usual, ...change(burst) })))
  assert.deepEqual(
    life(() => ({})),
    [],
  )
  assert.deepEqual(
    life((burst) => (burst % 6 === 0 ? { inUse: 2 * usual.inUse, descriptors: 200 } : {})),
    [],
  )
  assert.deepEqual(
    life((burst) => ({ inUse: usual.inUse + Math.min(burst, 3) * 20 * 1024 ** 2 })),
    [],
  )
  assert.match(life((burst) => ({ inUse: usual.inUse + burst * 4 * 1024 ** 2 })).join(), /memory in use grew/)
  assert.match(life((burst) => ({ descriptors: 60 + 3 * burst })).join(), /descriptors grew/)
})

test('chance is repeated by its names, keeps to its bounds and to its weights', () => {
  const draw = (...names: string[]) => {
    const chance = random(...names)
    return Array.from({ length: 2_000 }, () => chance.below(10))
  }
  assert.deepEqual(draw('a', 'b'), draw('a', 'b'))
  assert.notDeepEqual(draw('a', 'b'), draw('a', 'c'))
  assert.deepEqual(
    [...new Set(draw('a'))].sort(),
    Array.from({ length: 10 }, (_, index) => index),
  )
  const chance = random('weights')
  const heavy = Array.from({ length: 3_000 }, () => chance.weighed({ light: 1, never: 0, heavy: 9 }))
  const count = (name: string) => heavy.filter((drawn) => drawn === name).length
  assert.equal(count('never'), 0)
  assert.ok(count('heavy') > 2_550 && count('heavy') < 2_850, `${count('heavy')} of 3,000`)
  assert.throws(() => chance.pick([]), RangeError)
})

test('every step is planned within a few bursts', () => {
  const bursts = Array.from({ length: 10 }, (_, number) => planBurst(OPTIONS, number + 1))
  const planned = new Set(bursts.flatMap(({ actors }) => actors.flatMap(({ steps }) => steps)))
  assert.deepEqual(
    Object.keys(STEPS).filter((step) => !planned.has(step as StepName)),
    [],
  )
})

test('what the breaks replace stands where they say, once', () => {
  assert.ok(BREAKS.length >= 10 && AMOUNT_BREAKS.length >= 10 && PAYMENT_BREAKS.length >= 5)
  for (const { name, file, text } of [...BREAKS, ...AMOUNT_BREAKS, ...PAYMENT_BREAKS])
    assert.equal(projectFile(file).split(text).length - 1, 1, `${name}: ${file}`)
})
