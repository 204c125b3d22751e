import { expect, test } from 'vitest'
import { renderHead } from './page-head.ts'

test('renders metadata for tabs, search engines and link previews', () => {
  expect(
    renderHead({
      status: 200,
      title: 'Blue pot · App',
      description: 'Holds a litre.',
      canonical: 'https://souk.example/listing/1',
      social: { title: 'Blue pot', image: 'https://souk.example/share/1.jpg' },
      alternates: [{ type: 'application/rss+xml', title: 'Pots', href: '/feed.xml?q=pot' }],
      languages: [{ language: 'de', href: 'https://souk.example/listing/1?lang=de' }],
    }).split('\n    '),
  ).toEqual([
    '<title>Blue pot · App</title>',
    '<meta name="description" content="Holds a litre." />',
    '<link rel="canonical" href="https://souk.example/listing/1" />',
    '<meta property="og:title" content="Blue pot" />',
    '<meta property="og:image" content="https://souk.example/share/1.jpg" />',
    '<meta name="twitter:card" content="summary_large_image" />',
    '<link rel="alternate" type="application/rss+xml" title="Pots" href="/feed.xml?q=pot" />',
    '<link rel="alternate" hreflang="de" href="https://souk.example/listing/1?lang=de" />',
  ])
})

test('user input cannot close an element, an attribute or a script', () => {
  const hostile = `"><script>alert('1')</script>&`
  const html = renderHead({
    status: 200,
    title: hostile,
    description: hostile,
    canonical: hostile,
    social: { title: hostile },
    jsonLd: [{ name: hostile }],
    firstReads: new Map([[`/rest/v1/x?q=${hostile}`, JSON.stringify({ title: hostile })]]),
  })

  expect(html.match(/<script/g)).toHaveLength(2)
  expect(html.match(/<\/script>/g)).toHaveLength(2)
  expect(html).not.toContain('">"><')
  expect(html).toContain('<title>&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;</title>')
  const reads = /id="first-reads">(.*)<\/script>/.exec(html)?.[1] ?? ''
  expect(JSON.parse(reads)).toEqual({ [`/rest/v1/x?q=${hostile}`]: { title: hostile } })
})
