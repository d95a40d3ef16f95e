// What people type cannot change the head of a mail, nor the markup of its HTML part.
import { describe, expect, test } from 'vitest'
import { type Email, mailFrom } from './adapter.ts'
import { mailHtml } from './html.ts'

const from = { name: 'Jokko', address: 'no-reply@jokko.example' }

const email: Email = {
  channel: 'email',
  messageId: 'msg_1',
  to: 'awa@example.org',
  toName: 'Awa Ndiaye',
  subject: 'Votre transfert est arrivé',
  text: 'Bonjour,\n\nC’est fait.',
  language: 'fr',
}

describe('what a person chose cannot change the mail’s head', () => {
  test.each(['Awa\r\nBcc: everyone@example.org', 'Awa\nSubject: other', 'Awa\u2028X: y', 'Awa\u0000\u0085'])(
    'name and subject stay one line: %j',
    text => {
      const mail = mailFrom(from, { ...email, toName: text, subject: text })
      expect(mail?.to.name).not.toMatch(/[\p{Cc}\u2028]/u)
      expect(mail?.subject).not.toMatch(/[\p{Cc}\u2028]/u)
    },
  )

  test.each([
    'awa@example.org, everyone@example.org',
    'awa@example.org\r\nRCPT TO:<x@example.org>',
    '"a b"@example.org',
    '<awa@example.org>',
    'awa',
    'awa@localhost',
    '@example.org',
    'awa@example.org.',
    '',
  ])('%j is not one plain address', to => {
    expect(mailFrom(from, { ...email, to })).toBeUndefined()
  })

  test.each(['awa@example.org', 'awa.ndiaye+jokko@mail.example.org', 'aïssatou@exemple.fr'])('%s is', to => {
    expect(mailFrom(from, { ...email, to })?.to.address).toBe(to)
  })

  test('our id is the message id, so that a repeat is recognised', () => {
    expect(mailFrom(from, email)?.messageId).toBe('<msg_1@jokko.example>')
  })
})

describe('the HTML part', () => {
  test('has the paragraphs and lines of the text', () => {
    const html = mailHtml('Bonjour,\n\nLigne 1\nLigne 2\n', 'Objet', 'fr')
    expect(html).toContain('<html lang="fr">')
    expect(html).toContain('<p>Bonjour,</p>\n<p>Ligne 1<br>\nLigne 2</p>')
  })

  test('keeps what people typed as text', () => {
    const html = mailHtml('<img src=x onerror=alert(1)> & "Awa"', '</title><script>', 'fr')
    expect(html).not.toMatch(/<img|<script/)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Awa&quot;')
  })

  test('links addresses without the full stop behind them', () => {
    expect(mailHtml('Voir https://jokko.example/t?a=1&b=2.', 'x', 'fr')).toContain(
      '<a href="https://jokko.example/t?a=1&amp;b=2">https://jokko.example/t?a=1&amp;b=2</a>.',
    )
    expect(mailHtml('javascript:alert(1)', 'x', 'fr')).not.toContain('<a ')
  })
})
