// Which passwords are too easy to guess, however long: the most usual ones, patterns, and one's own name or address.

/** What lists of stolen passwords begin with, in Brazil and elsewhere; digits and signs around them do not help. */
const USUAL = new Set(
  (
    'password passw0rd senha minhasenha senhasenha qwerty qwertyuiop asdfghjkl qazwsxedc iloveyou princess sunshine ' +
    'football baseball superman batman dragon monkey letmein welcome bemvindo admin administrador administrator ' +
    'mudar mudarsenha trocar trocarsenha teste brasil brazil flamengo corinthians palmeiras saopaulo santos gremio ' +
    'vascodagama internacional cruzeiro atletico deusefiel jesuscristo jesus deus familia felicidade amor meuamor ' +
    'teamo eteamo saudade viagem viagens agencia embarque turismo passagem changeme secret master access default'
  ).split(' '),
)

const DIFFERENT_CHARACTERS_MIN = 5
/** Of the name or address, what is shorter says nothing of whose password it is. */
const OWN_WORD_CHARACTERS_MIN = 4

/** What is wrong with it; undefined where nothing is. */
export function weaknessOf(password: string, own: readonly string[]): string | undefined {
  const folded = password.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  if (new Set(folded).size < DIFFERENT_CHARACTERS_MIN) return 'must have more different characters'
  if (isRun(folded)) return 'must not be a run of letters or digits'
  const letters = folded.replace(/[^a-z0-9]/g, '')
  const word = letters.replace(/^\d+|\d+$/g, '')
  // Letters of other alphabets are as good as ours.
  if (word === '' && letters.length < 12 && !/\p{L}/u.test(folded))
    return 'must not be a date or a short number'
  if (USUAL.has(word) || USUAL.has(halfOf(word))) return 'must not be one of the most usual passwords'
  const left = own.flatMap(wordsOf).reduce((text, part) => text.replaceAll(part, ''), letters)
  if (left.replace(/\d/g, '').length < OWN_WORD_CHARACTERS_MIN && word !== '' && left !== letters)
    return 'must not be made of your name or e-mail address'
  return undefined
}

/** Each character the next one, or the one before: 1234567890, zyxwvutsrq. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((character, index) => character.charCodeAt(0) - text.charCodeAt(index))
  return steps.filter((step) => Math.abs(step) <= 1 || Math.abs(step) === 9).length > steps.length * 0.8
}

/** Of a word that is written twice. */
function halfOf(word: string): string {
  const half = word.slice(0, word.length / 2)
  return half + half === word ? half : word
}

function wordsOf(own: string): string[] {
  const folded = own.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return folded.split(/[^a-z0-9]+/).filter((part) => part.length >= OWN_WORD_CHARACTERS_MIN)
}
