// Reads and writes the XML of banks. Every value stays the text that it was; a document type, and with it
// every trick with entities, is refused.
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser'
import type { Json } from '../http/json.ts'

/** Elements that may repeat, so that one of them reads like several. */
const lists: ReadonlySet<string> = new Set([
  'Stmt',
  'Ntfctn',
  'Bal',
  'Ntry',
  'NtryDtls',
  'TxDtls',
  'Ustrd',
  'Strd',
])

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: name => lists.has(name),
})

export type XmlReading =
  | { readonly ok: true; readonly document: Json }
  | { readonly ok: false; readonly reason: string }

export const readXml = (xml: string): XmlReading => {
  if (/<!DOCTYPE/i.test(xml)) return { ok: false, reason: 'a document type is not allowed' }
  const verdict = XMLValidator.validate(xml)
  if (verdict !== true) return { ok: false, reason: `${verdict.err.msg} (line ${verdict.err.line})` }
  return { ok: true, document: parser.parse(xml) }
}

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true })

export const writeXml = (document: object): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(document)}`

/** Decodes a file by the encoding that its first line declares. Undefined for one that nobody knows. */
export const decodeXml = (bytes: Uint8Array): string | undefined => {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const encoding = /^\s*<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(start)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return undefined
    throw error
  }
}
