// Keyboard-only navigation: every control is reached with Tab, activated with Enter or Space, and typed into.
import type { Locator, Page } from 'playwright-core'

/** Runs in the page, whose types tests do not have. */
const IS_IN_FOCUS = (one: object) => one === Object(globalThis).document.activeElement

/** More tab stops than any screen has. */
const STOPS_MAX = 250

export interface Keyboard {
  /** Presses Tab until the target has the focus. */
  reach(target: Locator): Promise<void>
  press(target: Locator, key?: string): Promise<void>
  /** Replaces the previous text. */
  type(target: Locator, text: string): Promise<void>
}

export function keyboardOf(page: Page): Keyboard {
  const reach = async (target: Locator) => {
    await target.waitFor()
    for (let stops = 0; stops < STOPS_MAX; stops++) {
      if (await target.evaluate(IS_IN_FOCUS)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not lead to ${target}`)
  }
  return {
    reach,
    press: async (target, key = 'Enter') => {
      await reach(target)
      await page.keyboard.press(key)
    },
    type: async (target, text) => {
      await reach(target)
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
    },
  }
}
