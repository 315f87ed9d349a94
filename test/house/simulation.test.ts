// The plans of the simulation repeat by seed, and its mutations still match the code.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RESTARTING_FAULTS } from '../simulate/faults.ts'
import { growthOf, type MemoryUsage } from '../simulate/memory.ts'
import {
  AMOUNT_MUTATIONS,
  CONSISTENCY_MUTATIONS,
  MUTATIONS,
  PAYMENT_MUTATIONS,
} from '../simulate/mutations.ts'
import { onlyParts, partsOf, planBurst } from '../simulate/plan.ts'
import { seededRandom } from '../simulate/random.ts'
import { STEPS, type StepName } from '../simulate/steps/steps.ts'
import { projectFile } from './project-files.ts'

const OPTIONS = { seed: '7', processes: 2, steady: 1, steps: 10 }

test('the same seed gives the same plan, another seed another one', () => {
  assert.deepEqual(planBurst(OPTIONS, 3), planBurst(OPTIONS, 3))
  assert.notDeepEqual(planBurst(OPTIONS, 3), planBurst({ ...OPTIONS, seed: '8' }, 3))
  assert.notDeepEqual(planBurst(OPTIONS, 3).actors, planBurst(OPTIONS, 4).actors)
})

test('leaving out a part changes no other part', () => {
  const whole = planBurst(OPTIONS, 3)
  const parts = partsOf(whole)
  assert.equal(new Set(parts).size, parts.length)
  const kept = new Set(parts.filter((_part, index) => index % 2 === 0))
  const some = onlyParts(whole, kept)
  assert.deepEqual(partsOf(some), [...kept])
  for (const actor of some.actors) assert.ok(whole.actors.includes(actor))
})

test('no fault restarts a steady process; other faults reach it too', () => {
  const faults = Array.from({ length: 300 }, (_, number) => planBurst(OPTIONS, number).faults).flat()
  const atSteady = faults.filter(({ process }) => process === OPTIONS.processes)
  assert.ok(atSteady.length > 0)
  assert.deepEqual(
    atSteady.filter(({ kind }) => RESTARTING_FAULTS.has(kind)),
    [],
  )
  assert.ok(faults.every(({ process }) => process <= OPTIONS.processes))
})

test('memory and descriptors that grow from burst to burst are reported, single peaks are not', () => {
  const usual = { inUse: 90 * 1024 ** 2, resident: 250 * 1024 ** 2, descriptors: 60 }
  const growth = (change: (burst: number) => Partial<MemoryUsage>) =>
    growthOf(Array.from({ length: 20 }, (_, burst) => ({ ...usual, ...change(burst) })))
  assert.deepEqual(
    growth(() => ({})),
    [],
  )
  assert.deepEqual(
    growth((burst) => (burst % 6 === 0 ? { inUse: 2 * usual.inUse, descriptors: 200 } : {})),
    [],
  )
  assert.deepEqual(
    growth((burst) => ({ inUse: usual.inUse + Math.min(burst, 3) * 20 * 1024 ** 2 })),
    [],
  )
  assert.match(
    growth((burst) => ({ inUse: usual.inUse + burst * 4 * 1024 ** 2 })).join(),
    /memory in use grew/,
  )
  assert.match(growth((burst) => ({ descriptors: 60 + 3 * burst })).join(), /descriptors grew/)
})

test('random numbers repeat by name, and keep to their bounds and weights', () => {
  const draw = (...names: string[]) => {
    const random = seededRandom(...names)
    return Array.from({ length: 2_000 }, () => random.below(10))
  }
  assert.deepEqual(draw('a', 'b'), draw('a', 'b'))
  assert.notDeepEqual(draw('a', 'b'), draw('a', 'c'))
  assert.deepEqual(
    [...new Set(draw('a'))].sort(),
    Array.from({ length: 10 }, (_, index) => index),
  )
  const random = seededRandom('weights')
  const heavy = Array.from({ length: 3_000 }, () => random.weighted({ light: 1, never: 0, heavy: 9 }))
  const count = (name: string) => heavy.filter((drawn) => drawn === name).length
  assert.equal(count('never'), 0)
  assert.ok(count('heavy') > 2_550 && count('heavy') < 2_850, `${count('heavy')} of 3,000`)
  assert.throws(() => random.pick([]), RangeError)
})

test('every step is planned within ten bursts', () => {
  const bursts = Array.from({ length: 10 }, (_, number) => planBurst(OPTIONS, number + 1))
  const planned = new Set(bursts.flatMap(({ actors }) => actors.flatMap(({ steps }) => steps)))
  assert.deepEqual(
    Object.keys(STEPS).filter((step) => !planned.has(step as StepName)),
    [],
  )
})

test('the text that a mutation replaces is in its file exactly once', () => {
  assert.ok(CONSISTENCY_MUTATIONS.length >= 10)
  assert.ok(AMOUNT_MUTATIONS.length >= 10)
  assert.ok(PAYMENT_MUTATIONS.length >= 5)
  for (const { name, file, text } of MUTATIONS)
    assert.equal(projectFile(file).split(text).length - 1, 1, `${name}: ${file}`)
})
