// Every mail in both languages: whole in both parts, with what its reader must know.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLES } from '../../contract/roles.ts'
import { ACCOUNT_WORDS, INVITATION_WORDS } from '../../server/features/people/words.ts'
import { sampleMails } from '../support/samples/sample-mails.ts'

const LANGUAGES = ['pt-BR', 'en'] as const

for (const language of LANGUAGES) {
  for (const [name, { subject, html, text }] of sampleMails(language))
    test(`${name} in ${language}: complete in both parts, no remote content, times well formatted`, () => {
      assert.match(html, new RegExp(`<html lang="${language}">`))
      assert.ok(subject.length > 5 && subject.length < 120, subject)
      for (const part of [subject, html, text]) {
        assert.doesNotMatch(part, /\d{4}-\d\d-\d\d(?:T|\b(?!\d))/, 'no date for machines')
        assert.doesNotMatch(part, /undefined|null|NaN|\[object/)
      }
      assert.doesNotMatch(html, /(?:src|background)="?https?:|url\(/i)
      assert.match(html, /<div style="display:none[^>]*>[^<]{8,}<\/div>/)
      assert.ok(text.length > 80 && !/<\w/.test(text))
    })

  test(`an invitation in ${language}: who, where, role, expiry, and that ignoring it is safe`, () => {
    const names = new Set<string>()
    const invitation = INVITATION_WORDS[language]
    for (const role of ROLES) {
      const facts = { team: 'Sol & Mar', inviter: 'Rosa Prado', role, days: 7 }
      const { subject, title, paragraphs, action } = invitation(facts)
      for (const text of [subject, title]) assert.match(text, /Sol & Mar$/)
      const [who = '', what = '', how = '', until = '', unexpected = ''] = paragraphs
      assert.match(who, /^Rosa Prado .*Sol & Mar\.$/)
      names.add(what)
      assert.match(how, /Embarque/)
      assert.match(until, / 7 (?:dias|days)/)
      assert.match(unexpected, /(?:ignore este e-mail|ignore the mail)/)
      assert.ok(action.length < 25)
    }
    assert.equal(names.size, ROLES.length)
    const byProgram = invitation({ team: 'Sol', inviter: null, role: 'agent', days: 7 })
    assert.match(byProgram.paragraphs[0] ?? '', /^(?:A equipe|The team) Sol /)
  })

  test(`account mails in ${language}: what to do, until when, and what if it was someone else`, () => {
    const account = ACCOUNT_WORDS[language]
    for (const [letter, { subject, paragraphs, action }] of Object.entries(account)) {
      assert.ok(subject.length > 10 && subject.length < 60, subject)
      assert.match(paragraphs.at(-1) ?? '', /Se não foi você|If it was not you/)
      const isLinked = letter === 'reset' || letter === 'confirm_email'
      assert.equal(action !== undefined, isLinked, letter)
      const says = /uma única vez e vale por uma hora|works once, within an hour/.test(paragraphs.join(' '))
      assert.equal(says, isLinked, letter)
    }
  })
}
