/** Tells whoever runs the installation in one line; what needs them to do something is marked as trouble. */
export type Say = (line: string, weight?: 'trouble') => void
