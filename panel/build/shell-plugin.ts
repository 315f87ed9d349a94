// Puts texts into the static page that is shown before any script runs, so that they are written once.
import type { Plugin } from 'vite'
import { signInWords } from '../words/sign-in.ts'

export function shellPlugin(): Plugin {
  const { pt, en } = signInWords
  return {
    name: 'shell',
    transformIndexHtml: {
      order: 'post',
      handler: (page) =>
        page
          .replace('%pt.lead%', pt.lead)
          .replace('%en.lead%', en.lead)
          // Blocks rendering until theme and language are applied.
          .replace('<script async', '<script async blocking="render"'),
    },
  }
}
