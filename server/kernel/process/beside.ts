// Finds a program's other files, which threads and processes begin with: as sources or compiled, they lie alike.

/** The file of this name beside the one that asks (by its `import.meta.url`), under the ending that that one has. */
export function beside(asks: string, name: string): URL {
  return new URL(`${name}${/\.\w+$/.exec(asks)?.[0] ?? '.ts'}`, asks)
}
