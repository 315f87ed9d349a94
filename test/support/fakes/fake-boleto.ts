// Numbers of boletos as a bank makes them, without any of our own rules so that they can be held against them.

/** The 44 digits: bank, real, check, days since 1997-10-07 in their second round, amount, free field. */
export function bankBarcode(bank: string, dueDate: string, amount: number, freeField: string): string {
  const days = (Date.parse(dueDate) - Date.parse('1997-10-07')) / 86_400_000
  const factor = days > 9_999 ? days - 9_000 : days
  const rest = `${factor}${String(Math.round(amount * 100)).padStart(10, '0')}${freeField}`
  const weighed = [...`${bank}9${rest}`].reverse().map((digit, place) => Number(digit) * ((place % 8) + 2))
  const left = 11 - (sum(weighed) % 11)
  return `${bank}9${left >= 10 ? 1 : left}${rest}`
}

/** The 47 digits that people type. */
export function bankLine(barcode: string): string {
  const free = barcode.slice(19)
  const fields = [barcode.slice(0, 4) + free.slice(0, 5), free.slice(5, 15), free.slice(15)]
  return fields.map((field) => field + lineCheck(field)).join('') + barcode[4] + barcode.slice(5, 19)
}

function lineCheck(field: string): number {
  const products = [...field].reverse().map((digit, place) => Number(digit) * (place % 2 === 0 ? 2 : 1))
  return (10 - (sum(products.flatMap((product) => [...String(product)].map(Number))) % 10)) % 10
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
