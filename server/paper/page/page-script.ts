// What the pages do by themselves: copy a code at the press of a button, and notice that what they show has changed.
// Everything works without it but these two.

/** Without a secure connection there is no clipboard: the text is selected, and copied the old way if that works. */
const COPY = `
for (const button of document.querySelectorAll('button[data-copies]')) {
  const source = document.getElementById(button.dataset.copies)
  const said = document.getElementById(button.dataset.says)
  const say = (words) => {
    said.textContent = ''
    setTimeout(() => { said.textContent = words }, 60)
  }
  button.hidden = false
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(source.dataset.plain)
      say(button.dataset.done)
    } catch {
      getSelection().selectAllChildren(source)
      say(document.execCommand('copy') ? button.dataset.done : 'O texto está selecionado: agora é só copiar.')
    }
  })
}
`

/** Asks every few seconds, while the page is visible, whether it is still current; if not, reloads it. */
const WATCH = `
const watched = document.getElementById('watched')
if (watched) {
  const look = async () => {
    if (document.hidden) return
    try {
      const answer = await fetch(watched.dataset.asks, { cache: 'no-store' })
      if (answer.ok && (await answer.json()).version !== watched.dataset.version) location.reload()
    } catch {}
  }
  setInterval(look, 4000)
  document.addEventListener('visibilitychange', look)
}
`

export const PAGE_SCRIPT = `${COPY}${WATCH}`
