// Formats comments of generated code.

const WIDTH = 100

export function docComment(text: string | undefined, more = '', example?: unknown): string {
  const shown = example === undefined ? '' : `Example: ${JSON.stringify(example)}`
  const paragraphs = [text, more, shown].filter((one) => one !== undefined && one !== '')
  const lines = paragraphs.flatMap((one, index) => [
    ...(index > 0 ? [''] : []),
    ...String(one).split('\n').flatMap(wrapped),
  ])
  // A comment must not end inside a text.
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/'))
  if (safe.length === 0) return ''
  if (safe.length === 1) return `/** ${safe[0]} */\n`
  return `/**\n${safe.map((line) => (line === '' ? ' *' : ` * ${line}`)).join('\n')}\n */\n`
}

function wrapped(text: string): string[] {
  const lines = ['']
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && last.length + word.length >= WIDTH) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}
