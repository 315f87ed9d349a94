// Text as people compare it: without accents, case or spaces to spare. What is searched and what it is searched in go
// through the same function, so the two cannot disagree.

export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}
