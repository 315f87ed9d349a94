// The mornings of reminders, checked against a walk over the days one by one, leap days included.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { reminderDue } from './rules.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const PLAN = { before: [3], after: [3, 7, 15] }

test('an invoice due on 29 February is reminded before it, and after it into March', () => {
  const due = day('2028-02-29')
  const sent = Array.from({ length: 40 }, (_, index) => day('2028-02-20').add({ days: index })).flatMap(
    (today) => {
      const reminder = reminderDue(PLAN, { dueDate: due, since: today.subtract({ days: 1 }), today })
      return reminder === null ? [] : [`${today} ${reminder.kind}`]
    },
  )
  assert.deepEqual(sent, [
    '2028-02-26 reminder',
    '2028-03-03 overdue',
    '2028-03-07 overdue',
    '2028-03-15 overdue',
  ])
})

test('due on a Saturday, an invoice is not overdue before Tuesday, and no reminder is lost', () => {
  const due = day('2026-11-14')
  const plan = { before: [], after: [1, 2, 4] }
  const sent = ['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18'].map(
    (today) =>
      reminderDue(plan, { dueDate: due, since: day(today).subtract({ days: 1 }), today: day(today) })?.kind,
  )
  assert.deepEqual(sent, [undefined, undefined, 'overdue', 'overdue'])
})

const days = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 4 })

test('after a pause only the last reminder due is sent', () => {
  fc.assert(
    fc.property(
      days,
      days,
      fc.integer({ min: -40, max: 40 }),
      fc.integer({ min: 1, max: 20 }),
      (b, a, at, gap) => {
        const plan = { before: b.toSorted((x, y) => x - y), after: a.toSorted((x, y) => x - y) }
        const due = day('2028-02-29')
        const today = due.add({ days: at })
        const reminder = reminderDue(plan, { dueDate: due, since: today.subtract({ days: gap }), today })
        const passed = Array.from({ length: gap }, (_, index) => at - index)
        // Carnival: banks open on the day after.
        const after = passed.find((offset) => offset > 0 && a.some((days) => Math.max(days, 2) === offset))
        const before = passed.find((offset) => offset < 0 && b.includes(-offset))
        if (after !== undefined) assert.deepEqual(reminder, { kind: 'overdue' })
        else if (before !== undefined && at <= 0)
          assert.deepEqual(reminder, { kind: 'reminder', days: -before })
        else assert.equal(reminder, null)
      },
    ),
  )
})
