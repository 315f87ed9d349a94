// What the bench has a page of the panel note about itself: scripts that run in the browser before its own.

export const WATCH_PAINTS = `
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (one.name === 'first-contentful-paint') self.firstPaint = one.startTime
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) self.largestPaint = one.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })`

export const WATCH_SEARCH = `
  const isFull = () => [...document.querySelectorAll('a[href*="/voos/ofertas/"]')]
    .some((one) => one.getBoundingClientRect().top > innerHeight)
  const note = () => {
    self.drawn = performance.now()
    if (self.seen === undefined && isFull()) self.seen = self.drawn
  }
  new MutationObserver(() => requestAnimationFrame(() => requestAnimationFrame(note)))
    .observe(document, { childList: true, subtree: true })
  const ask = self.fetch
  self.fetch = async (...asked) => {
    const answer = await ask(...asked)
    if (String(asked[0]).includes('/flights/search')) self.answered = performance.now()
    return answer
  }`
