export async function backup(_args: string[]): Promise<void> {}
export async function restore(_args: string[]): Promise<void> {}
