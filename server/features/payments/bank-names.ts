// The names of the banks that most boletos are of, by the three digits that their barcodes begin with.

/** From the list of participants of the settlement system that Banco Central publishes. */
const NAMES: Readonly<Record<string, string>> = {
  '001': 'Banco do Brasil',
  '033': 'Santander',
  '077': 'Banco Inter',
  '104': 'Caixa Econômica Federal',
  '237': 'Bradesco',
  '260': 'Nu Pagamentos',
  '274': 'BMP Money Plus',
  '301': 'Dock',
  '323': 'Mercado Pago',
  '336': 'Banco C6',
  '341': 'Itaú Unibanco',
  '364': 'Efí',
  '422': 'Banco Safra',
  '461': 'Asaas',
  '748': 'Sicredi',
  '756': 'Sicoob',
}

export function bankName(code: string): string {
  return NAMES[code] ?? `Banco ${code}`
}
