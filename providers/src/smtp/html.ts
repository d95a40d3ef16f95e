// The HTML part of a mail, made from its text: paragraphs, line breaks and links, nothing else. Whatever a
// person typed into the text stays text.

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, character => escapes[character] ?? '')

const address = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)]/g

/** Links are found before escaping, so that an ampersand in an address stays one. */
const withLinks = (text: string): string => {
  let html = ''
  let position = 0
  for (const { 0: url, index } of text.matchAll(address)) {
    html += `${escapeHtml(text.slice(position, index))}<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`
    position = index + url.length
  }
  return html + escapeHtml(text.slice(position))
}

const paragraph = (text: string): string => `<p>${text.split('\n').map(withLinks).join('<br>\n')}</p>`

export const mailHtml = (text: string, subject: string, language: string): string =>
  [
    '<!doctype html>',
    `<html lang="${escapeHtml(language)}">`,
    `<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="font-family: sans-serif; font-size: 16px; line-height: 1.5">',
    ...text
      .replaceAll('\r\n', '\n')
      .trim()
      .split(/\n{2,}/)
      .map(paragraph),
    '</body>',
    '</html>',
    '',
  ].join('\n')
