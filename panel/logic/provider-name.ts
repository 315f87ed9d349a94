// The display name of an identity provider, whose configured name is in lower case: Google, Microsoft.
export function providerName(name: string): string {
  const words = name.split(/[-_]/).filter((word) => word !== '')
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ')
}
