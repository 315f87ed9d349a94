// Asks the service of this container how it is: ends with 0 where it is well, or due work alone stands still.
const { PORT = '3000' } = process.env
try {
  const { ok } = await fetch(`http://127.0.0.1:${PORT}/api/v1/health`)
  process.exitCode = ok ? 0 : 1
} catch {
  process.exitCode = 1
}
