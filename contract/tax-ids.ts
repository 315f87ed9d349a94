// CPF and CNPJ: formats and check digits. The CNPJ may contain letters since 2026.

export const CPF_CHARACTERS = 11
export const CNPJ_CHARACTERS = 14

const CPF = /^\d{11}$/
const CNPJ = /^[0-9A-Z]{14}$/
const ALL_ALIKE = /^(.)\1+$/

/** The id without punctuation, in upper case, for comparison and search. */
export function bareTaxId(text: string): string {
  return text.replace(/[.\-/\s]/g, '').toUpperCase()
}

/** Whether it has the form of a CPF, whatever its check digits. */
export function looksLikeCpf(text: string): boolean {
  return CPF.test(bareTaxId(text))
}

/** Whether it has the form of a CNPJ, with letters or without, whatever its check digits. */
export function looksLikeCnpj(text: string): boolean {
  return CNPJ.test(bareTaxId(text))
}

/** Whether a CPF could have been issued: right check digits, and not the same digit eleven times. */
export function isCpf(text: string): boolean {
  return looksLikeCpf(text) && endsInCheckDigits(bareTaxId(text), 11)
}

/** Whether a CNPJ could have been issued; its last two characters are always digits. */
export function isCnpj(text: string): boolean {
  return looksLikeCnpj(text) && endsInCheckDigits(bareTaxId(text), 9)
}

function endsInCheckDigits(bare: string, heaviest: number): boolean {
  return !ALL_ALIKE.test(bare) && bare === appendCheckDigits(bare.slice(0, -2), heaviest)
}

/** The whole id of the 9 characters of a CPF, or of the 12 of a CNPJ, before its check digits. */
export function withCheckDigits(base: string): string {
  return appendCheckDigits(base, base.length === CPF_CHARACTERS - 2 ? 11 : 9)
}

function appendCheckDigits(base: string, heaviest: number): string {
  const first = checkDigit(base, heaviest)
  return `${base}${first}${checkDigit(`${base}${first}`, heaviest)}`
}

/** Modulo 11 with weights 2, 3, 4 and so on from the right, beginning again after `heaviest`. */
function checkDigit(text: string, heaviest: number): number {
  let sum = 0
  for (let place = 0; place < text.length; place++) {
    const value = text.charCodeAt(text.length - 1 - place) - 48
    sum += value * (2 + (place % (heaviest - 1)))
  }
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

/** With its name and the usual punctuation. Other texts stay unchanged. */
export function taxIdText(document: string): string {
  const bare = bareTaxId(document)
  if (looksLikeCpf(bare)) return `CPF ${bare.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')}`
  if (/^[0-9A-Z]{14}$/.test(bare)) return `CNPJ ${bare.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5')}`
  return `CPF/CNPJ ${document}`
}
