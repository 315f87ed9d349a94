// Ids of samples: of the right form, and recognisably of nothing that there is.

export const zeros = (prefix: string): string => `${prefix}_${'0'.repeat(26)}`
