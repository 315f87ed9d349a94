// The passphrase of an encrypted backup: from a file, for machines, or typed.
import { readFileSync } from 'node:fs'
import { failField } from '../base/values/fail.ts'
import type { Terminal } from './terminal.ts'

/** Whoever has the file may guess as long as they like. */
const LENGTH_LEAST = 12

/** Typed twice where nobody could tell yet that it is not what was meant. */
export async function newPassphrase(file: string | undefined, terminal: Terminal): Promise<string> {
  const [passphrase = '', again = passphrase] =
    file === undefined
      ? await terminal.ask([question('Passphrase'), question('Once more')])
      : [firstLine(file)]
  if (again !== passphrase) failField('passphrase', 'was typed in two ways')
  if (passphrase.length < LENGTH_LEAST)
    failField('passphrase', `must have ${LENGTH_LEAST} characters or more`)
  return passphrase
}

export async function knownPassphrase(file: string | undefined, terminal: Terminal): Promise<string> {
  if (file !== undefined) return firstLine(file)
  const [passphrase = ''] = await terminal.ask([question('Passphrase of the backup')])
  return passphrase
}

const question = (text: string) => ({ text, isSecret: true })

function firstLine(file: string): string {
  try {
    return (readFileSync(file, 'utf8').split(/\r?\n/, 1)[0] ?? '').trim()
  } catch (cause) {
    throw new Error(`The passphrase could not be read (${(cause as Error).message}).`, { cause })
  }
}
