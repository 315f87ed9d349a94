// The mail with an invitation: both languages say who invites, to what, as what and for how long.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLES } from '../../contract/roles.ts'
import { invitationLetter } from './invitation-letter.ts'

for (const language of ['pt-BR', 'en'] as const)
  test(`in ${language}: who, where, as what, until when, and that nothing happens by itself`, () => {
    const names = new Set<string>()
    for (const role of ROLES) {
      const facts = { team: 'Sol & Mar', inviter: 'Rosa Prado', role, days: 7 }
      const { subject, title, paragraphs, action } = invitationLetter(language, facts)
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
    const byProgram = invitationLetter(language, { team: 'Sol', inviter: null, role: 'agent', days: 7 })
    assert.match(byProgram.paragraphs[0] ?? '', /^(?:A equipe|The team) Sol /)
  })
