// Texts of filling in a passenger from the file of a client.

const en: typeof pt = {
  fillFrom: 'Fill in with',
  typeIn: 'Type the data in',
  passportHidden: 'Your role does not show passport numbers: type the number in.',
  relationships: {
    spouse: 'spouse',
    child: 'child',
    parent: 'parent',
    sibling: 'sibling',
    relative: 'relative',
    friend: 'friend',
    employee: 'employee',
    other: 'companion',
  },
}

const pt = {
  fillFrom: 'Preencher com',
  typeIn: 'Digitar os dados',
  passportHidden: 'Sua função não mostra números de passaporte: digite o número.',
  relationships: {
    spouse: 'cônjuge',
    child: 'filho(a)',
    parent: 'pai ou mãe',
    sibling: 'irmão ou irmã',
    relative: 'parente',
    friend: 'amigo(a)',
    employee: 'funcionário(a)',
    other: 'acompanhante',
  },
}

export const fillWords = { pt, en }
