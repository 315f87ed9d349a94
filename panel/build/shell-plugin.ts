// Puts words into the page that is seen before any script has run, so that they are written once, with all others.
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
          // Nothing is seen in a language or a look that was not chosen.
          .replace('<script async', '<script async blocking="render"'),
    },
  }
}
