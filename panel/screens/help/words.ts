// Texts around the user guide, whose own texts are in docs/guia/.
import { plural } from '../../words/plural.ts'

const en: typeof pt = {
  search: 'Search the guide',
  hint: 'For example: boleto',
  found: (count) => plural(count, 'result', 'results'),
  none: 'Nothing found in the guide',
  noneText: 'Try another word, such as the name of a button.',
  pages: 'Pages of the guide',
  portuguese: 'This guide is in Portuguese.',
  documents: 'Documents in English',
}

const pt = {
  search: 'Buscar no guia',
  hint: 'Por exemplo: boleto',
  found: (count: number) => plural(count, 'resultado', 'resultados'),
  none: 'Nada encontrado no guia',
  noneText: 'Tente outra palavra, como o nome de um botão.',
  pages: 'Páginas do guia',
  portuguese: 'Este guia está em português.',
  documents: 'Documentos em inglês',
}

export const helpWords = { pt, en }
