// The Portuguese of panel, user guide, mails, pages and documents keeps to the glossary: none of these words reaches a reader.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

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

const FILES = globSync([
  'panel/words/*.ts',
  'panel/screens/**/*words.ts',
  'server/features/**/words.ts',
  'server/render/**/*.ts',
  'server/app/mcp/summaries.ts',
  'server/app/cli/demo/words.ts',
  'contract/phrases/permission-names.ts',
  'docs/guia/*.md',
]).filter((file) => !file.endsWith('.test.ts'))

/** Comments are English and for engineers. */
function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
}

for (const [word, instead] of RETIRED)
  test(`${instead}, never ${word.source}`, () => {
    const found = FILES.flatMap((file) =>
      linesOf(file).flatMap((line) => (word.test(line) ? [`${file}: ${line.trim()}`] : [])),
    )
    assert.deepEqual(found, [])
  })
