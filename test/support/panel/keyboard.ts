// A person who has no mouse: goes from control to control with Tab, and presses Enter or types.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** A form or a menu has fewer stops than this. */
const STOPS_MAX = 120

export interface Keyboard {
  /** Tabs there from where the focus is. */
  reach(control: Locator): Promise<void>
  press(control: Locator, key?: string): Promise<void>
  type(control: Locator, text: string): Promise<void>
}

export function keyboardOf(page: Page): Keyboard {
  async function reach(control: Locator): Promise<void> {
    await control.waitFor()
    for (let stops = 0; stops < STOPS_MAX; stops++) {
      if (await control.evaluate(isFocused)) return
      await page.keyboard.press('Tab')
    }
    assert.fail(`Tab does not reach ${control}`)
  }
  return {
    reach,
    async press(control, key = 'Enter') {
      await reach(control)
      await page.keyboard.press(key)
    },
    async type(control, text) {
      await reach(control)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
  }
}

/** Runs in the browser. */
function isFocused(control: unknown): boolean {
  return control === Object(globalThis).document.activeElement
}
