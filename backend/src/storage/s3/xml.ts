import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser'
import { S3Error } from './errors.ts'

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/'

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', processEntities: true })

// Allows single-character entities and numeric references, which some clients write for quotes; documents that declare their own entities
// are refused below. The limit covers all of them together and exceeds any document read here.
const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: { enabled: true, maxExpandedLength: 4 * 1024 * 1024 },
  htmlEntities: true,
  maxNestedTags: 10,
})

type XmlValue = string | number | boolean | null | undefined | XmlObject | readonly XmlValue[]
export interface XmlObject {
  readonly [name: string]: XmlValue
}

/** Renders a response document with one root element. Undefined members are omitted. */
export function buildXml(root: string, content: XmlObject): string {
  return render({ [root]: { '@xmlns': NAMESPACE, ...content } })
}

/** The error document has no namespace. */
export function buildErrorXml(content: XmlObject): string {
  return render({ Error: content })
}

function render(document: XmlObject): string {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(document)}`
  // Characters that XML 1.0 cannot represent, not even as references (production 2, Char).
  return xml.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}

/**
 * Returns the content of a document's root element, with names and texts unchanged.
 * @throws {S3Error} MalformedXML
 */
export function parseXml(text: string, root: string): Record<string, unknown> {
  // Refuses documents that declare entities.
  if (/<!DOCTYPE/i.test(text) || XMLValidator.validate(text) !== true) throw new S3Error('MalformedXML')
  const document: unknown = parse(text)
  const content = isRecord(document) ? document[root] : undefined
  if (!isRecord(content)) throw new S3Error('MalformedXML')
  return content
}

function parse(text: string): unknown {
  try {
    return parser.parse(text)
  } catch (cause) {
    throw new S3Error('MalformedXML', undefined, { cause })
  }
}

/** Child elements of one name: none, one or many. @throws {S3Error} MalformedXML when one has no elements in it */
export function elementsOf(content: Record<string, unknown>, name: string): Record<string, unknown>[] {
  return [content[name] ?? []].flat().map((element: unknown) => {
    if (!isRecord(element)) throw new S3Error('MalformedXML')
    return element
  })
}

/** The text of an element; undefined when absent. @throws {S3Error} MalformedXML when it is not a text */
export function textOf(content: Record<string, unknown>, name: string): string | undefined {
  const value = content[name]
  if (value !== undefined && typeof value !== 'string') throw new S3Error('MalformedXML')
  return value
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
