// Under which name the form of a client is kept while it is typed.
export function clientDraft(client: { readonly id: string } | undefined): string {
  return `client.${client?.id ?? 'new'}`
}
