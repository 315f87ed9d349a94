// What a page is about, in few words: the first sentence of its lead, whole, or cut between two words.

export function firstSentence(text: string, lengthMax: number): string {
  const [sentence = ''] = text.replace(/:$/, '.').split(/(?<=[.!?]) /)
  if (sentence.length <= lengthMax) return sentence
  const words = sentence.slice(0, lengthMax - 2).replace(/\s+\S*$/, '')
  return `${words.replace(/[\s,;:(]+$/, '')} …`
}
