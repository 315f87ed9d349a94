// Checks that rules stay pure: whatever they reach, through any number of files, touches nothing outside.
import { importsOf, targetOf } from './floors.ts'
import { type Files, isTestCode } from './project-files.ts'

/** Time comes to a rule as a value, never as something to ask. */
const CLOCK = 'server/base/process/clock.ts'

/** One sentence for each way from a rule to something impure. The contract is pure by its own rule. */
export function impuritiesOf(files: Files): string[] {
  const rules = [...files.keys()].filter((path) => path.startsWith('server/rules/') && !isTestCode(path))
  return rules.flatMap((rule) => impuritiesFrom(files, rule))
}

function impuritiesFrom(files: Files, rule: string): string[] {
  const faults: string[] = []
  const seen = new Set([rule])
  // A set grows while it is walked, so this visits all that can be reached.
  for (const path of seen) {
    for (const { specifier } of importsOf(files.get(path) ?? '')) {
      if (specifier === null) continue
      if (!specifier.startsWith('.')) {
        faults.push(`${rule} reaches ${specifier} through ${path}`)
        continue
      }
      const target = targetOf(path, specifier)
      if (target === CLOCK) faults.push(`${rule} reaches the clock through ${path}`)
      else if (!target.startsWith('contract/')) seen.add(target)
    }
  }
  return faults
}
