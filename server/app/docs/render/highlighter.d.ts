// What we use of highlight.js, in place of its own types (`paths` in tsconfig.json): they would declare the globals of
// browsers for the whole service.
declare const highlighter: {
  registerLanguage(name: string, grammar: object): void
  registerAliases(alias: string, options: { languageName: string }): void
  getLanguage(name: string): object | undefined
  /** Escaped, with a class for each token. */
  highlight(code: string, options: { language: string }): { readonly value: string }
}
export default highlighter
