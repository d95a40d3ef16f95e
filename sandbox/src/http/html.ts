// Writes HTML that cannot be broken by what it shows: every value is escaped unless it is HTML already.

export type Html = { readonly markup: string }
type Part = Html | string | number | bigint | null | undefined | false | readonly Part[]

export function html(fixed: TemplateStringsArray, ...parts: Part[]): Html {
  return { markup: fixed.map((text, index) => text + markupOf(parts[index])).join('') }
}

function markupOf(part: Part): string {
  if (part === undefined || part === null || part === false) return ''
  if (typeof part === 'object') return 'markup' in part ? part.markup : part.map(markupOf).join('')
  return escaped(String(part))
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string) => text.replace(/[&<>"']/g, character => entities[character] ?? character)

export function page(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Simulated world</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<p class="banner">Simulated — nothing here is real</p>
<nav aria-label="Companies"><ul>${links.map(([href, text]) => html`<li><a href="${href}">${text}</a></li>`)}</ul></nav>
</header>
<main id="content">
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.markup
}

const links = [
  ['/', 'Home'],
  ['/phones', 'Phones'],
  ['/mailbox', 'Mailbox'],
  ['/bank', 'Bank'],
  ['/hub2', 'Hub2'],
  ['/bridge', 'Bridge'],
  ['/monext', 'Monext'],
  ['/truelayer', 'TrueLayer'],
  ['/partner', 'Partner'],
  ['/rates', 'Rates'],
] as const

export type Table = {
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly Part[][]
}

/** On a narrow screen the table scrolls inside its own box, which the keyboard can reach. */
export function table({ caption, columns, rows }: Table): Html {
  if (rows.length === 0) return html`<p>${caption}: nothing yet.</p>`
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr>${columns.map(column => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(row => html`<tr>${row.map(cell => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`
}

export type Field = {
  readonly name: string
  readonly label: string
  readonly value?: string
  readonly options?: readonly (readonly [value: string, label: string])[]
  readonly hint?: string
  /** Which keyboard a phone shows. */
  readonly inputMode?: 'numeric'
}

export function form(
  action: string,
  button: string,
  fields: readonly Field[],
  hidden: Readonly<Record<string, string>> = {},
): Html {
  return html`<form method="post" action="${action}">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${fields.map(field => fieldMarkup(action, field))}
<button>${button}</button>
</form>`
}

function fieldMarkup(action: string, { name, label, value, options, hint, inputMode }: Field): Html {
  const id = `${action}-${name}`.replace(/[^a-z0-9]+/gi, '-')
  const described = hint ? html` aria-describedby="${id}-hint"` : ''
  const control = options
    ? html`<select id="${id}" name="${name}"${described}>${options.map(
        option =>
          html`<option value="${option[0]}"${option[0] === value ? html` selected` : ''}>${option[1]}</option>`,
      )}</select>`
    : html`<input id="${id}" name="${name}" value="${value ?? ''}" autocomplete="off"${inputMode ? html` inputmode="${inputMode}"` : ''}${described}>`
  return html`<div class="field"><label for="${id}">${label}</label>${control}${
    hint ? html`<small id="${id}-hint">${hint}</small>` : ''
  }</div>`
}

export const moment = (time: number) => {
  const iso = new Date(time).toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`
}
