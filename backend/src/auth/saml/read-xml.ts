import { XMLParser } from 'fast-xml-parser'

/** Reads SAML without believing anything in it: attributes under `@`, no prefixes, every value a text. */
export function xmlReader(isArray: (name: string) => boolean = () => false): XMLParser {
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    isArray,
  })
}
