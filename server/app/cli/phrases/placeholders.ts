// The names of arguments and values in the usage of commands, in Portuguese.
import type { ReaderLanguage } from '../../../../contract/phrases/phrase.ts'

/** By the English name. Letters, and lists of values that are typed as they are, are the same. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  AT: 'QUANDO',
  BANK_ID: 'ID_DO_BANCO',
  BY: 'QUANTO',
  CLIENT_ID: 'ID_DO_CLIENTE',
  DIR: 'PASTA',
  EMAIL: 'E-MAIL',
  FILE: 'ARQUIVO',
  KEY: 'CHAVE',
  KEY_ID: 'ID_DA_CHAVE',
  NAME: 'NOME',
  SHELL: 'SHELL',
  TEAM_ID: 'ID_DA_AGÊNCIA',
  TYPE: 'TIPO',
  WEBHOOK_ID: 'ID_DO_WEBHOOK',
  '[DELIVERY_ID]': '[ID_DA_ENTREGA]',
  '[FILE]': '[ARQUIVO]',
  'NAME=on,NAME=off': 'NOME=on,NOME=off',
  passphrase: 'senha',
  team: 'agência',
}

export function placeholderIn(language: ReaderLanguage, name: string): string {
  return language === 'en' ? name : (PLACEHOLDERS[name] ?? name)
}
