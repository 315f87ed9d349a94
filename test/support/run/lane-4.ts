// One of the processes that share the test files out among themselves.
import './follow-tests.ts'

const { takeFiles } = await import('./take-files.ts')
await takeFiles()
