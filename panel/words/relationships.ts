// Names of the relationships between a client and a companion.

const en: typeof pt = {
  spouse: 'Spouse',
  child: 'Child',
  parent: 'Parent',
  sibling: 'Sibling',
  relative: 'Other relative',
  friend: 'Friend',
  employee: 'Employee',
  other: 'Other',
}

const pt = {
  spouse: 'Cônjuge',
  child: 'Filho(a)',
  parent: 'Pai ou mãe',
  sibling: 'Irmão ou irmã',
  relative: 'Outro parente',
  friend: 'Amigo(a)',
  employee: 'Funcionário(a)',
  other: 'Outra relação',
}

export const relationshipWords = { pt, en }
