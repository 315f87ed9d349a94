// The panel's files of texts.
import { projectFiles } from '../../house/project-files.ts'

export const isWords = (path: string) => /^panel\/(?:words\/[\w-]+|screens\/.*words)\.ts$/.test(path)

export function wordFiles(): [path: string, text: string][] {
  return [...projectFiles('panel')].filter(([path]) => isWords(path))
}

/** The source of one language's table in a file of texts. */
export function tableOf(text: string, language: 'pt' | 'en'): string {
  const [, from = ''] = text.split(
    new RegExp(`^export const ${language}\\b.* = \\{$|^const ${language}\\b.* = \\{$`, 'm'),
  )
  return from.slice(0, from.indexOf('\n}'))
}
