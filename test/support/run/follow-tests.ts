// node:test follows every promise, timer and socket of its process to its end, to know which test it belongs to, which
// takes a fifth of a lane. Here it is told the same by a context that follows by itself. To be loaded before node:test.
import asyncHooks, { AsyncLocalStorage, AsyncResource, type HookCallbacks } from 'node:async_hooks'

type Work = (...args: unknown[]) => unknown
type RunIn = (this: AsyncResource, work: Work, self?: unknown, ...args: unknown[]) => unknown

/** What the runner calls its tests and what belongs to them: no other resource is asked for. */
const OF_RUNNER = /^(?:Test|Suite|TestHook)$/
const running = new AsyncLocalStorage<number>()
const begun: HookCallbacks['init'][] = []
const { executionAsyncId } = asyncHooks
const runAlone: RunIn = AsyncResource.prototype.runInAsyncScope

const runFollowed: RunIn = function (work, self, ...args) {
  if (!OF_RUNNER.test(this.constructor.name)) return runAlone.call(this, work, self, ...args)
  const id = this.asyncId()
  for (const note of begun) note?.(id, 'Test', this.triggerAsyncId(), this)
  return runAlone.call(this, () => running.run(id, () => work.apply(self, args)))
}

asyncHooks.createHook = ({ init }) => {
  begun.push(init)
  const hook = { enable: () => hook, disable: () => hook }
  return hook
}
asyncHooks.executionAsyncId = () => running.getStore() ?? executionAsyncId()
Object.assign(AsyncResource.prototype, { runInAsyncScope: runFollowed })
