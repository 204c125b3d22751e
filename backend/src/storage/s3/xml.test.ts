import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { buildErrorXml, buildXml, elementsOf, parseXml, textOf } from './xml.ts'

test('built XML preserves every text', () => {
  const text = `<a> & "b" 'c' é`
  const content = parseXml(buildXml('Root', { Key: text, Number: 1, Absent: undefined }), 'Root')
  expect(textOf(content, 'Key')).toBe(text)
  expect(textOf(content, 'Number')).toBe('1')
  expect(content).not.toHaveProperty('Absent')
})

test('texts are read unchanged: spaces, leading zeros, character references', () => {
  const content = parseXml('<Delete><Object><Key> 007&#x20;&#34;&amp;amp; </Key></Object></Delete>', 'Delete')
  expect(elementsOf(content, 'Object').map((element) => textOf(element, 'Key'))).toEqual([' 007 "&amp; '])
})

test('reads a thousand keys full of character references', () => {
  const key = `${'&amp;&#39;'.repeat(500)}`
  const content = parseXml(`<Delete>${`<Object><Key>${key}</Key></Object>`.repeat(1000)}</Delete>`, 'Delete')
  expect(elementsOf(content, 'Object').map((element) => textOf(element, 'Key'))).toEqual(
    Array(1000).fill("&'".repeat(500)),
  )
})

test.each([
  ['nothing', ''],
  ['no XML', 'hello'],
  ['an element that is not closed', '<Delete><Object></Delete>'],
  ['another root', '<Create></Create>'],
  ['a text instead of elements', '<Delete>text</Delete>'],
  [
    'a document that declares entities',
    '<!DOCTYPE d [<!ENTITY a "b">]><Delete><Object><Key>&a;</Key></Object></Delete>',
  ],
  [
    'a document with an external entity',
    '<!doctype d [<!ENTITY a SYSTEM "file:///etc/passwd">]><Delete><Object/></Delete>',
  ],
  ['an element named like an object property', '<Delete><constructor>1</constructor></Delete>'],
  ['deeply nested elements', `<Delete>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</Delete>`],
])('refuses %s', (_what, text) => {
  expect(() => parseXml(text, 'Delete')).toThrow(expect.objectContaining({ code: 'MalformedXML' }))
})

test('refuses text where elements are expected', () => {
  const content = parseXml('<Delete><Object>text</Object><Key><a>1</a></Key></Delete>', 'Delete')
  expect(() => elementsOf(content, 'Object')).toThrow(expect.objectContaining({ code: 'MalformedXML' }))
  expect(() => textOf(content, 'Key')).toThrow(expect.objectContaining({ code: 'MalformedXML' }))
})

test('a document is well-formed whatever a name or message contains, including characters outside XML', () => {
  const text = ']]></Key><Key>forged</Key><!-- &e; \u0000\u0001\u001f\ufffe\uffff 🪔'
  for (const xml of [buildXml('Root', { Key: text }), buildErrorXml({ Message: text, Resource: text })]) {
    const names: string[] = []
    const parser = new SaxesParser()
    parser.on('opentag', ({ name }) => names.push(name))
    parser.on('error', (error) => {
      throw error
    })
    parser.write(xml).close()
    expect(names).toEqual(xml.includes('<Root') ? ['Root', 'Key'] : ['Error', 'Message', 'Resource'])
  }
})
