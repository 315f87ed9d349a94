// Tests that menu, paths, screens and the browser's list agree, and that every text is used.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PERMISSIONS } from '../../contract/permissions.ts'
import { menuFor } from '../../panel/frame/menu.ts'
import { isSignInPath, PATHS } from '../../panel/logic/paths.ts'
import { paramsIn } from '../../panel/logic/urls.ts'
import { SCREEN_ROWS } from '../../panel/main/screens.ts'
import { projectFiles } from '../house/project-files.ts'
import { SCREENS } from '../support/panel/screens.ts'
import { isWords, tableOf } from '../support/panel/word-files.ts'

const ids = {
  offer: 'x',
  booking: 'x',
  client: 'x',
  recharge: 'x',
  invoice: 'x',
  draft: 'x',
  recurring: 'x',
  quote: 'x',
  webhook: 'x',
  event: 'x',
  trip: 'x',
  tripItem: 'x',
}
const routes = SCREEN_ROWS.map(({ path }) => path)
const formOf = (path: string) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`)
const everything = { permissions: new Set(PERMISSIONS), isTest: true, isOperator: true }

test('every menu entry has a screen', () => {
  const entries = menuFor(everything).flatMap(({ entries }) => entries)
  assert.ok(entries.length > 15)
  for (const { to, name } of entries) assert.ok(routes.includes(to), name)
  assert.equal(entries.filter(({ onPhone }) => onPhone).length, 4)
})

test("the sign-in paths match the table's sign-in screens", () => {
  const signIn = SCREEN_ROWS.filter(({ file }) => file.startsWith('screens/sign-in/'))
  assert.ok(signIn.length >= 7 && signIn.every(({ path }) => isSignInPath(path)))
  assert.equal(routes.filter(isSignInPath).length, signIn.length)
})

test('the first screen that matches a path is the screen of that path', () => {
  for (const [name, path] of Object.entries(PATHS)) {
    const address = typeof path === 'string' ? path : path('x', 'x')
    const first = routes.find((route) => paramsIn(route, address) !== undefined)
    assert.ok(first !== undefined && formOf(first).test(address), name)
    if (typeof path === 'string') assert.equal(first, path)
  }
})

test('the browser visits every screen, once', () => {
  const visited = SCREENS.map(({ path }) => path(ids).replace(/[?#].*$/, ''))
  for (const route of routes)
    assert.ok(
      visited.some((path) => formOf(route).test(path)),
      route,
    )
  assert.equal(new Set(SCREENS.map(({ name }) => name)).size, SCREENS.length)
})

test('the menu hides entries without permission and empty groups', () => {
  const none = menuFor({ permissions: new Set(), isTest: false, isOperator: false })
  assert.deepEqual(
    none.flatMap(({ entries }) => entries.map(({ name }) => name)),
    ['start'],
  )
  const live = menuFor({ ...everything, isTest: false, isOperator: false })
  const names = live.flatMap(({ entries }) => entries.map(({ name }) => name))
  assert.ok(!names.includes('sandbox') && !names.includes('installation') && names.includes('settings'))
})

test('every text is used', () => {
  const files = [...projectFiles('panel')].filter(([path]) => /\.tsx?$/.test(path))
  const said = files.filter(([path]) => !isWords(path)).map(([, text]) => text)
  const known = new Set(said.join('\n').match(/\w+/g))
  for (const [path, text] of files.filter(([one]) => isWords(one))) {
    const keys = [...tableOf(text, 'pt').matchAll(/^ {2}(\w+):/gm)].map(([, key = '']) => key)
    assert.deepEqual(
      keys.filter((key) => !known.has(key)),
      [],
      path,
    )
  }
})
