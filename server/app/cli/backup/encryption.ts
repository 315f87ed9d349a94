// Encrypts a backup with a passphrase in the age format (age-encryption.org), and decrypts it again, as a stream.
import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import type { Phrase } from '../../../../contract/phrases/phrase.ts'
import { CommandFailure, refuseArgument } from '../failures.ts'
import type { Question, Terminal } from '../terminal.ts'

/** Log2 of scrypt's N, as the age tool uses it: each guess takes about a second and 256 MB. */
const WORK_FACTOR = 18
/** An attacker who has the file can guess without a limit. */
const PASSPHRASE_LENGTH_MIN = 12

const AGE_HEADER = 'age-encryption.org/v1\n'
const PASSPHRASE_HEADER = `${AGE_HEADER}-> scrypt `
/** Enough of a file for `isEncrypted`. */
export const HEADER_BYTES = 64

/** The file is damaged or the passphrase is wrong: the two cannot be distinguished in the header. */
export class DecryptionFailure extends Error {
  readonly reason: Phrase

  constructor(reason: Phrase, options?: ErrorOptions) {
    super(reason[0], options)
    this.reason = reason
  }
}

/** Throws for encrypted files that a passphrase cannot open. */
export function isEncrypted(beginning: Buffer): boolean {
  const text = beginning.toString('latin1')
  if (!text.startsWith(AGE_HEADER)) return false
  if (!text.startsWith(PASSPHRASE_HEADER))
    throw new DecryptionFailure([
      'it is encrypted for a key and not with a passphrase; decrypt it with age first',
      'ele está criptografado para uma chave, e não com uma senha; descriptografe-o antes com o age',
    ])
  return true
}

export async function* encrypt(
  chunks: AsyncIterable<Uint8Array>,
  passphrase: string,
  workFactor = WORK_FACTOR,
): AsyncGenerator<Uint8Array, void> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(normalized(passphrase))
  encrypter.setScryptWorkFactor(workFactor)
  yield* await encrypter.encrypt(ReadableStream.from(chunks))
}

/** Yields only authenticated chunks; throws at the first one that was changed, moved or cut off. */
export async function* decrypt(file: Readable, passphrase: string): AsyncGenerator<Uint8Array, void> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(normalized(passphrase))
  const failure = (reason: Phrase) => (error: NodeJS.ErrnoException) => {
    // The file could not be read at all.
    throw error.code === undefined ? new DecryptionFailure(reason, { cause: error }) : error
  }
  const decrypted = await decrypter
    .decrypt(ReadableStream.from(file))
    .catch(
      failure([
        'the passphrase is wrong, or its beginning is damaged',
        'a senha está errada, ou o começo do arquivo está danificado',
      ]),
    )
  try {
    yield* decrypted
  } catch (error) {
    const damaged: Phrase = ['it is damaged or cut short', 'ele está danificado ou cortado']
    failure(damaged)(error as NodeJS.ErrnoException)
  }
}

/** The same letters can be typed as different code points, depending on the keyboard. */
const normalized = (passphrase: string) => passphrase.normalize('NFC')

/** From the first line of a file, or typed twice. */
export async function newPassphrase(file: string | undefined, terminal: Terminal): Promise<string> {
  const [passphrase = '', again = passphrase] =
    file === undefined
      ? await terminal.ask([question(['Passphrase', 'Senha']), question(['Once more', 'Repita'])])
      : [firstLine(file)]
  if (again !== passphrase)
    refuseArgument('passphrase', ['was typed in two ways', 'foi digitada de duas formas.'])
  if (passphrase.length < PASSPHRASE_LENGTH_MIN)
    refuseArgument('passphrase', [
      `must have ${PASSPHRASE_LENGTH_MIN} characters or more`,
      `use ${PASSPHRASE_LENGTH_MIN} caracteres ou mais.`,
    ])
  return passphrase
}

export async function knownPassphrase(file: string | undefined, terminal: Terminal): Promise<string> {
  if (file !== undefined) return firstLine(file)
  const [passphrase = ''] = await terminal.ask([question(['Passphrase of the backup', 'Senha da cópia'])])
  return passphrase
}

const question = (text: Phrase): Question => ({ text, isSecret: true })

function firstLine(file: string): string {
  try {
    return (readFileSync(file, 'utf8').split(/\r?\n/, 1)[0] ?? '').trim()
  } catch (cause) {
    const { message } = cause as Error
    throw new CommandFailure('failed', [
      `The passphrase could not be read (${message}).`,
      `Não foi possível ler a senha (${message}).`,
    ])
  }
}
