// Scripts that run in a page of the panel before its own, and record its timing.

export const WATCH_PAINTS = `
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (one.name === 'first-contentful-paint') self.firstPaint = one.startTime
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) self.largestPaint = one.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })`

/** The content is visible after the next frame. */
export const WATCH_SEARCH = `
  const offers = () => document.querySelectorAll('a[href*="/voos/ofertas/"]')
  const isFull = () => [...offers()].some((one) => one.getBoundingClientRect().top > innerHeight)
  const note = (name) => requestAnimationFrame(() => setTimeout(() => { self[name] = performance.now() }))
  let isSeen = false
  const watch = new MutationObserver(() => {
    const count = offers().length
    if (!isSeen && count > 0 && isFull()) {
      isSeen = true
      note('seen')
    }
    if (count < self.wanted) return
    watch.disconnect()
    note('whole')
  })
  watch.observe(document, { childList: true, subtree: true })
  const ask = self.fetch
  self.fetch = async (...asked) => {
    const answer = await ask(...asked)
    if (String(asked[0]).includes('/flights/search')) self.answered = performance.now()
    return answer
  }`
