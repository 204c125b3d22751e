import { XMLParser } from 'fast-xml-parser'

/** Parses unverified SAML: attributes under `@`, no prefixes, every value a string. */
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
