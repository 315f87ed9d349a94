// One of the processes that share the test files out among themselves.
import { takeFiles } from './take-files.ts'

await takeFiles()
