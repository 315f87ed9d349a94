// Asks whoever sits at the terminal, or reads the answers line by line where they are piped in.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

export interface Question {
  text: string
  /** What is typed is not shown. */
  isSecret?: boolean
}

export async function askAll(questions: readonly Question[]): Promise<string[]> {
  let isDark = false
  // Shows what is typed unless it is secret.
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isDark) process.stderr.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY })
  const typed = lines[Symbol.asyncIterator]()
  const answers: string[] = []
  for (const { text, isSecret = false } of questions) {
    process.stderr.write(`${text}: `)
    isDark = isSecret
    const { value = '' } = await typed.next()
    if (isSecret) process.stderr.write('\n')
    answers.push(value.trim())
  }
  lines.close()
  return answers
}
