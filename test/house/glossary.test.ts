// The Portuguese of panel, errors, user guide, mails, pages and documents keeps to the glossary: none of these words
// reaches a reader.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTestCode, projectFiles } from './project-files.ts'

const RETIRED: readonly [word: RegExp, instead: string][] = [
  [/\bPIX\b/, 'Pix'],
  [/segurad[ao]s?\b/i, 'com prazo'],
  [/viajantes\b/i, 'passageiros'],
  [/comissão/i, 'remuneração da agência (RAV)'],
  [/\bparadas?\b/i, 'conexão'],
  [/\bmalas?\b/i, 'bagagem'],
  [/valor médio/i, 'ticket médio'],
  [/prontidão/i, 'ativação'],
  [/recorrência/i, 'fatura recorrente'],
  [/taxas e encargos/i, 'taxas de embarque e impostos'],
  [/modo de teste|ambientes? de testes/i, 'ambiente de teste'],
  [/d[áa] para desfazer|há como desfazer/i, 'esta ação não pode ser desfeita'],
  [/\bde novo\b/i, 'novamente'],
  [/aplicativo de autenticação/i, 'aplicativo autenticador'],
  [/desligad[ao]|\bdesligar\b/i, 'desativar'],
  [/\bexclu(?:ir|ído|ída)\b/i, 'remover'],
  [/\b(?:serviço|tela) de entrada\b|ir para a entrada/i, 'login'],
  [/mudanças? (?:de|no|do) voo|mudou os voos/i, 'alteração de voo'],
  [/não deu (?:para|certo)|\bdá para\b/i, 'não foi possível'],
  [/antes da partida/i, 'antes do embarque'],
  [/\bsegurar\b/i, 'reservar com prazo'],
  [/\bmargem\b/i, 'markup'],
]

/** Where texts for readers of Portuguese stand. */
const PLACES: readonly RegExp[] = [
  /^panel\/words\/[^/]+\.ts$/,
  /^panel\/screens\/.*words\.ts$/,
  /^server\/features\/.*\/words\.ts$/,
  /^server\/render\/.*\.ts$/,
  /^server\/app\/mcp\/summaries\.ts$/,
  /^server\/app\/cli\/demo\/words\.ts$/,
  /^contract\/errors\.ts$/,
  /^contract\/phrases\/.*\.ts$/,
  /^docs\/guia\/.*\.md$/,
]

const files = [...projectFiles('contract', 'docs/guia', 'panel', 'server')].filter(
  ([path]) => !isTestCode(path) && PLACES.some((place) => place.test(path)),
)

/** Comments are English and for engineers. */
const lines = files.flatMap(([path, text]) =>
  text.split('\n').flatMap((line) => (/^\s*(\/\/|\/?\*)/.test(line) ? [] : [`${path}: ${line.trim()}`])),
)

test('every place has texts', () => {
  for (const place of PLACES)
    assert.ok(
      files.some(([path]) => place.test(path)),
      place.source,
    )
  assert.ok(lines.length > 10_000, `${lines.length} lines`)
})

for (const [word, instead] of RETIRED)
  test(`${instead}, never ${word.source}`, () => {
    assert.deepEqual(
      lines.filter((line) => word.test(line.slice(line.indexOf(': ') + 2))),
      [],
    )
  })
