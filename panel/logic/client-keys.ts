// By what two records of a client are recognised as one person or company: CPF, CNPJ and e-mail.

export interface ClientKeys {
  readonly client_type?: string | undefined
  readonly email?: string | null | undefined
  readonly cpf?: string | null | undefined
  readonly cnpj?: string | null | undefined
}

/** Bare, as they are compared and searched; a tax id of the other type of client is left out. */
export function keysIn({ client_type: type, email, cpf, cnpj }: ClientKeys): string[] {
  const taxId = type === 'company' ? cnpj : cpf
  return [(email ?? '').trim().toLowerCase(), bare(taxId)].filter((key) => key !== '')
}

export function isSameClient({ email, cpf, cnpj }: ClientKeys, keys: readonly string[]): boolean {
  return [(email ?? '').toLowerCase(), bare(cpf), bare(cnpj)].some((key) => key !== '' && keys.includes(key))
}

function bare(taxId: string | null | undefined): string {
  return (taxId ?? '').toUpperCase().replace(/[^0-9A-Z]/g, '')
}
