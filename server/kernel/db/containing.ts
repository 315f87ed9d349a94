/** The pattern of `like` for texts that contain this one: what was typed stands for itself, wildcards too. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
