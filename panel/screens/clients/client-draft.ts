export function clientDraft(client: { readonly id: string } | undefined): string {
  return `client.${client?.id ?? 'new'}`
}
