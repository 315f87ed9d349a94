// Input masks for Brazilian numbers: CPF, CNPJ, telephone, CEP.

/** `123.456.789-01` or `12.ABC.345/01DE-35`; extra digits are dropped. */
export function maskTaxId(text: string): string {
  const bare = text.toUpperCase().replace(/[^0-9A-Z]/g, '')
  const isCompany = bare.length > 11 || /[A-Z]/.test(bare)
  return isCompany ? fill(bare.slice(0, 14), '../-', [2, 3, 3, 4, 2]) : fill(bare, '..-', [3, 3, 3, 2])
}

/** `(11) 98765-4321`; numbers with another country's `+` stay as typed. */
export function maskPhone(text: string): string {
  if (/^\s*\+(?!55)/.test(text)) return text
  const bare = text
    .replace(/\D/g, '')
    .replace(/^55(?=\d{10,11}$)/, '')
    .slice(0, 11)
  if (bare.length <= 2) return bare
  const number = bare.slice(2)
  const head = number.length > 8 ? 5 : 4
  const tail = number.slice(head)
  return `(${bare.slice(0, 2)}) ${number.slice(0, head)}${tail && `-${tail}`}`
}

export function maskPostalCode(text: string): string {
  return fill(text.replace(/\D/g, '').slice(0, 8), '-', [5, 3])
}

/** The E.164 number for the API; undefined if digits are missing. */
export function phoneOf(text: string): string | undefined {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '')
  if (/^\s*\+/.test(text)) return /^\d{8,15}$/.test(digits) ? `+${digits}` : undefined
  const national = digits.replace(/^55(?=\d{10,11}$)/, '')
  return /^\d{10,11}$/.test(national) ? `+55${national}` : undefined
}

/** Opens a chat in WhatsApp; the user chooses with whom if the number is not usable. */
export function chatUrl(phone: string | null | undefined, text: string): string {
  const digits = phoneOf(phone ?? '')?.slice(1) ?? ''
  return `https://wa.me/${digits}?text=${encodeURIComponent(text)}`
}

/** An input handler that applies the mask before the form reads the value. */
export function masked(mask: (text: string) => string) {
  return ({ target }: { target: { value: string } }) => {
    target.value = mask(target.value)
  }
}

function fill(bare: string, signs: string, sizes: readonly number[]): string {
  const ends = sizes.map((_, index) => sizes.slice(0, index + 1).reduce((sum, size) => sum + size, 0))
  const parts = ends.map((end, index) => bare.slice(ends[index - 1] ?? 0, end)).filter((part) => part !== '')
  return parts.map((part, index) => (index === 0 ? part : `${signs[index - 1]}${part}`)).join('')
}
