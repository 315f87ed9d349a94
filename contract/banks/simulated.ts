// The bank that comes with the service: nobody's money moves there, and nothing has to be told of an account.
import Type from 'typebox'

export const simulated = { name: 'simulated', settings: Type.Object({}) } as const
