// What people call a provider of identities, whose name in the settings is in small letters: Google, Microsoft.
export function providerName(name: string): string {
  const words = name.split(/[-_]/).filter((word) => word !== '')
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ')
}
