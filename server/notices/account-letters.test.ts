// The mails about ways into an account say what to do in both languages, and have a link exactly where there is one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountLetter, LINKED } from './account-letters.ts'

const LETTERS = ['reset', 'confirm_email', 'email_asked', 'email_changed'] as const

test('each letter is whole in both languages', () => {
  for (const letter of LETTERS) {
    const [portuguese, english] = [accountLetter('pt-BR', letter), accountLetter('en', letter)]
    assert.notEqual(portuguese.subject, english.subject)
    for (const { subject, paragraphs, action } of [portuguese, english]) {
      assert.ok(subject.length > 10 && subject.length < 60, subject)
      assert.ok(paragraphs.length >= 2)
      assert.equal(action !== undefined, letter in LINKED, letter)
    }
    assert.match(portuguese.paragraphs.at(-1) ?? '', /Se não foi você/)
    assert.match(english.paragraphs.at(-1) ?? '', /If it was not you/)
  }
})

test('letters with a link say how long it works', () => {
  for (const letter of ['reset', 'confirm_email'] as const) {
    assert.match(accountLetter('pt-BR', letter).paragraphs.join(' '), /uma única vez e vale por uma hora/)
    assert.match(accountLetter('en', letter).paragraphs.join(' '), /works once, within an hour/)
  }
})
