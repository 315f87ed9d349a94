// The built-in simulated bank: no money moves, and it needs no account settings.
import Type from 'typebox'

export const simulated = { name: 'simulated', settings: Type.Object({}) } as const
