// Delivery failure reports in the formats of several servers; other messages are ignored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryReport } from '../../../test/support/delivery-report.ts'
import { readBounce } from './read-bounce.ts'

const ID = 'mail_01k0000000000000000000000a'
const read = (text: string) => readBounce(Buffer.from(text, 'latin1'))
const REASON = '550 5.1.1 ana cliente. example Recipient address rejected User unknown'

test("the mail is found by its envelope id or Message-ID, with the server's text", () => {
  const both = deliveryReport(ID)
  for (const text of [
    both,
    both.replace(/Original-Envelope-Id: .*\n/, ''),
    both.replace(/Message-ID: <mail_.*\n/, ''),
    both.replaceAll('\n', '\r\n'),
    `From MAILER-DAEMON Mon Nov 16 11:00:00 2026\n${both}`,
    both.replaceAll('text/rfc822-headers', 'message/rfc822'),
    both.replaceAll('"=_cut/1"', '=_cut/1').replace('multipart/report', 'Multipart/Report'),
  ])
    assert.deepEqual(read(text), { mailId: ID, reason: REASON }, text.slice(0, 200))
})

test('an encoded status is decoded', () => {
  const text = deliveryReport(ID)
  const [, status = ''] = /message\/delivery-status\n\n([\s\S]*?)\n--=_cut/.exec(text) ?? []
  const packed = (encoding: string, body: string) =>
    text.replace(
      `delivery-status\n\n${status}`,
      `delivery-status\nContent-Transfer-Encoding: ${encoding}\n\n${body}`,
    )
  const base64 = Buffer.from(status.replaceAll('\n', '\r\n')).toString('base64').replace(/.{60}/g, '$&\n')
  assert.deepEqual(read(packed('BASE64', base64)), { mailId: ID, reason: REASON })
  const quoted = status.replaceAll('@', '=40').replace('rejected:', 'rejec=\nted: =  \n')
  assert.deepEqual(read(packed('quoted-printable', quoted)), { mailId: ID, reason: REASON })
})

test('without a text the status is the reason; a long text is truncated', () => {
  const said = (diagnostic: string) => read(deliveryReport(ID, { diagnostic }))?.reason
  assert.equal(said(''), '5.1.1')
  assert.equal(said(`smtp; ${'x\t '.repeat(900)}`)?.length, 200)
  assert.equal(said('X-Postfix; caixa cheia: \xc3\xa9'), 'caixa cheia é')
  assert.equal(said('smtp; 550-5.7.26 Not accepted'), '550-5.7.26 Not accepted')
  assert.equal(said('smtp; 554'), '554')
})

test('the text is neutralised: no link, phone number or invisible character', () => {
  const said = (diagnostic: string) => read(deliveryReport(ID, { diagnostic }))?.reason
  const trap =
    'smtp; 550 5.1.1 Pague em https://golpe.example/pix, (11) 98765-4321\x1b[2J\x07 \xe2\x80\xaeja\xe2\x80\x8b'
  assert.equal(said(trap), '550 5.1.1 Pague em https golpe. example pix, ( J ja')
  assert.equal(said('smtp; 5.1.1.golpe.example'), '5. 1. 1. golpe. example')
  assert.equal(said('smtp; \x1b\x07://'), 'no reason was given')
})

test('a mail that is no failure report, or not of a sent mail, is ignored', () => {
  for (const action of ['delayed', 'delivered', 'relayed', ''])
    assert.equal(read(deliveryReport(ID, { action })), null, action)
  for (const id of ['', 'mail_', 'other', `${ID}x`, 'inv_01k0000000000000000000000a'])
    assert.equal(read(deliveryReport(id)), null, id)
  const whole = deliveryReport(ID)
  for (const text of [
    '',
    '\n\n',
    'Subject: Re: Sua fatura\n\nObrigada!\n',
    whole.replace('multipart/report', 'multipart/mixed'),
    whole.replace(/boundary="[^"]*"/, ''),
    whole.replace('message/delivery-status', 'text/plain'),
    whole.slice(0, whole.indexOf('Action:')),
    `Content-Type: multipart/report; boundary=x\n\n${'\n--x\n\n\n'.repeat(100_000)}`,
  ])
    assert.equal(read(text), null, text.slice(0, 100))
})

test('oversized parts are read quickly, anywhere in the mail', () => {
  const whole = deliveryReport(ID)
  const long = (text: string) => text.repeat(Math.ceil(2 ** 17 / text.length))
  const quoted = (type: string, body: string) =>
    `Content-Type: multipart/report; boundary=x\n\n--x\nContent-Type: ${type}\n` +
    `Content-Transfer-Encoding: quoted-printable\n\n${body}\n--x--\n`
  const fills = [
    ' ',
    '\t',
    '=',
    '= ',
    ' =',
    '\n',
    ' \n',
    '=\n',
    ' =\n',
    ';',
    '; ',
    ':',
    '<',
    'a',
    'a ',
    '\r',
    '\n ',
    '"',
  ]
  for (const fill of fills.map(long))
    for (const text of [
      fill,
      whole + fill,
      `Content-Type:${fill}${whole}`,
      `Content-Type: multipart/report; boundary${fill}`,
      whole.replace(
        '\n--=_cut/1\nContent-Description: Delivery',
        `\n--=_cut/1${fill}\nContent-Description: D`,
      ),
      ...['Action:', 'Diagnostic-Code: smtp', 'Status', 'Reporting-MTA: ', 'Message-ID: <'].map((name) =>
        whole.replace(name, `${name}${fill}`),
      ),
      quoted('text/plain', fill),
      quoted('message/delivery-status', fill),
      quoted('message/delivery-status', `a:${fill}=0D`),
      quoted('message/delivery-status', `a: b\n\nAction: failed\nDiagnostic-Code: ${fill}=0Dx`),
    ]) {
      const startMs = performance.now()
      read(text)
      // Linear work takes milliseconds; quadratic work more than half a minute.
      assert.ok(performance.now() - startMs < 5_000, JSON.stringify(text.slice(0, 200)))
    }
})
