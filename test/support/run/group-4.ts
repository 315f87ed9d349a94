// One of the four processes that "npm test" runs side by side.
import { runGroup } from './run-group.ts'

await runGroup(4)
