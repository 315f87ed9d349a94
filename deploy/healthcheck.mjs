// Asks the service of this container whether requests should be sent to it: ends with 0 where they should.
const { PORT = '3000' } = process.env
try {
  const { ok } = await fetch(`http://127.0.0.1:${PORT}/health/ready`)
  process.exitCode = ok ? 0 : 1
} catch {
  process.exitCode = 1
}
