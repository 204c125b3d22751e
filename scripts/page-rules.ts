/**
 * Requirements of search engines and browsers, like Lighthouse's audits "SEO" and "best practices": rules over plain facts, which
 * `factsScript` collects in an open page. axe checks the rest (contrast, names, roles).
 */

/** A rectangle in CSS pixels, with a description for the report. */
export interface Target {
  readonly what: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** A link within a sentence, whose line determines its height (WCAG 2.5.8, exception "inline"). */
  readonly isInText: boolean
  /** Fixed elements overlap the scrolling page, so they are only compared with each other. */
  readonly layer: string
}

export interface PageFacts {
  readonly address: string
  readonly doctype: string | null
  /** `CSS1Compat` unless in quirks mode. */
  readonly mode: string
  readonly charset: string
  readonly lang: string
  readonly viewport: string | null
  readonly title: string
  readonly descriptions: readonly string[]
  readonly canonicals: readonly string[]
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[]
  readonly robots: string
  /** Texts of `application/ld+json`. */
  readonly data: readonly string[]
  /** `null` where the attribute is missing. */
  readonly links: readonly { readonly href: string | null; readonly name: string }[]
  readonly images: readonly {
    readonly what: string
    readonly alt: string | null
    /** Whether its size is reserved before it loads. */
    readonly isSized: boolean
    readonly natural: readonly [width: number, height: number]
    readonly shown: readonly [width: number, height: number]
    readonly fit: string
  }[]
  readonly targets: readonly Target[]
  /** Number of visible characters by font size in pixels. */
  readonly letters: readonly (readonly [size: number, characters: number])[]
}

export interface AnswerFacts {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

const LANGUAGE_TAG = /^(x-default|[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?)$/
/** Link names that are meaningless out of context (Lighthouse's list, in our languages). */
const SAYS_NOTHING = new Set(
  [
    'click here|click this|go|here|information|learn more|more|more info|more information|read more|right here|see more|start|this',
    'aqui|clique aqui|ler mais|mais|mais informações|saber mais|ver mais',
    'aquí|haz clic aquí|leer más|más|más información|saber más|ver más',
    'hier|hier klicken|mehr|mehr erfahren|mehr informationen|weiterlesen',
    'cliquez ici|en savoir plus|ici|lire la suite|plus|plus d’informations|voir plus',
  ].flatMap((line) => line.split('|')),
)
const DESCRIPTION = { shortest: 25, longest: 170 }
const SMALLEST_TARGET = 24
const READABLE = { size: 12, share: 0.6 }

/** Checks the document's head and the response. Every rule returns one line per fault. */
export function headFaults(page: PageFacts, { status, headers }: AnswerFacts): string[] {
  const { origin } = new URL(page.address)
  const faults: string[] = []
  if (page.doctype !== 'html' || page.mode !== 'CSS1Compat') faults.push('is in quirks mode')
  if (page.charset !== 'UTF-8' || !/^text\/html; ?charset=utf-8$/i.test(headers['content-type'] ?? ''))
    faults.push(`is sent as ${headers['content-type']}`)
  if (!LANGUAGE_TAG.test(page.lang) || page.lang === 'x-default') faults.push(`has the language “${page.lang}”`)
  if (!/width=device-width/.test(page.viewport ?? '')) faults.push('has no viewport of the width of the device')
  if (/user-scalable=(no|0)|maximum-scale=[01](\D|$)/.test(page.viewport ?? '')) faults.push('cannot be zoomed')
  for (const [name, wanted] of SENT) if (!wanted.test(headers[name] ?? '')) faults.push(`is sent without ${name}`)
  if (status >= 400 && !/noindex/.test(page.robots)) faults.push(`answers ${status} and may be indexed`)
  for (const text of page.data) if (!isJson(text)) faults.push(`has data that is no JSON: ${text.slice(0, 40)}`)
  return [...faults, ...descriptionFaults(page, status), ...addressFaults(page, origin)]
}

const SENT: readonly (readonly [header: string, value: RegExp])[] = [
  ['x-content-type-options', /^nosniff$/],
  ['content-security-policy', /default-src|script-src/],
  ['referrer-policy', /./],
  ['cache-control', /./],
]

function descriptionFaults({ title, descriptions, robots }: PageFacts, status: number): string[] {
  const [description = '', ...more] = descriptions
  const faults: string[] = []
  if (title.trim() === '') faults.push('has no title')
  if (more.length > 0) faults.push(`has ${descriptions.length} descriptions`)
  // Pages excluded from search need none.
  if (status === 200 && !/noindex/.test(robots)) {
    const { shortest, longest } = DESCRIPTION
    if (description.length < shortest || description.length > longest)
      faults.push(`has a description of ${description.length} characters`)
  }
  return faults
}

function addressFaults({ canonicals, alternates }: PageFacts, origin: string): string[] {
  const faults: string[] = []
  if (canonicals.length > 1) faults.push(`has ${canonicals.length} canonical addresses`)
  for (const address of canonicals)
    if (!address.startsWith(`${origin}/`)) faults.push(`has the canonical address ${address}`)
  for (const { hreflang, href } of alternates) {
    if (!LANGUAGE_TAG.test(hreflang)) faults.push(`has the alternate language “${hreflang}”`)
    if (!href.startsWith(`${origin}/`)) faults.push(`has the alternate address ${href}`)
  }
  const languages = alternates.map(({ hreflang }) => hreflang)
  if (new Set(languages).size < languages.length) faults.push('has two addresses for one language')
  return faults
}

/** Checks that links have a target and a meaningful name. */
export function linkFaults({ links }: PageFacts): string[] {
  return links.flatMap(({ href, name }) => {
    if (href === null || href === '' || /^(javascript:|#$)/i.test(href)) return [`has the link “${name}” to nowhere`]
    if (name.trim() === '') return [`has a link without words to ${href}`]
    return SAYS_NOTHING.has(name.trim().toLowerCase()) ? [`has the link “${name}” to ${href}`] : []
  })
}

/** Checks that images have an alt text, reserve their space, and are not stretched. */
export function imageFaults({ images }: PageFacts): string[] {
  return images.flatMap(({ what, alt, isSized, natural, shown, fit }) => {
    const faults: string[] = []
    if (alt === null) faults.push(`has the picture ${what} without alt`)
    if (!isSized) faults.push(`has the picture ${what} without a size`)
    const [width, height] = natural
    // Tolerates two pixels of rounding.
    const stretch = width > 0 && shown[0] > 0 ? Math.abs((shown[0] * height) / width - shown[1]) : 0
    if (fit === 'fill' && stretch > 2) faults.push(`stretches the picture ${what}`)
    return faults
  })
}

/** Checks that targets are 24 by 24 pixels, or have as much space around them (WCAG 2.2, 2.5.8). */
export function targetFaults({ targets }: PageFacts): string[] {
  const isSmall = ({ width, height }: Target) => width < SMALLEST_TARGET - 0.5 || height < SMALLEST_TARGET - 0.5
  const judged = targets.filter(({ isInText }) => !isInText)
  return judged
    .filter(
      (target) =>
        isSmall(target) &&
        judged.some(
          (other) => other !== target && other.layer === target.layer && isTooNear(target, other, isSmall(other)),
        ),
    )
    .map(({ what, width, height }) => `has a target of ${Math.round(width)} x ${Math.round(height)}: ${what}`)
}

/** Whether a 24-pixel circle around the one intersects the other, or the other's circle if that is small as well. */
function isTooNear(one: Target, other: Target, isOtherSmall: boolean): boolean {
  const [x, y] = centreOf(one)
  const [otherX, otherY] = centreOf(other)
  if (isOtherSmall && Math.hypot(x - otherX, y - otherY) < SMALLEST_TARGET - 0.5) return true
  // Nested elements are the same target.
  if (holds(one, other) || holds(other, one)) return false
  const nearX = Math.max(other.left, Math.min(x, other.left + other.width))
  const nearY = Math.max(other.top, Math.min(y, other.top + other.height))
  return Math.hypot(x - nearX, y - nearY) < SMALLEST_TARGET / 2 - 0.5
}

const centreOf = ({ left, top, width, height }: Target): [number, number] => [left + width / 2, top + height / 2]

function holds(outer: Target, inner: Target): boolean {
  return (
    inner.left >= outer.left - 1 &&
    inner.top >= outer.top - 1 &&
    inner.left + inner.width <= outer.left + outer.width + 1 &&
    inner.top + inner.height <= outer.top + outer.height + 1
  )
}

/** Checks that at least 60 % of the text has a font size of 12 pixels or more. */
export function letterFaults({ letters }: PageFacts): string[] {
  const all = letters.reduce((sum, [, characters]) => sum + characters, 0)
  const readable = letters.reduce((sum, [size, characters]) => sum + (size >= READABLE.size ? characters : 0), 0)
  return all > 0 && readable < READABLE.share * all
    ? [`has ${Math.round((100 * readable) / all)} % of its text in letters of 12 px or more`]
    : []
}

/** Finds pages with different URLs but the same description. */
export function sameDescriptions(
  pages: readonly Pick<PageFacts, 'canonicals' | 'descriptions' | 'robots'>[],
): string[] {
  const known = new Map<string, string>()
  const faults: string[] = []
  for (const { canonicals, descriptions, robots } of pages) {
    const [address, description] = [canonicals[0], descriptions[0]]
    if (!address || !description || /noindex/.test(robots)) continue
    const before = known.get(description)
    if (before === undefined) known.set(description, address)
    else if (before !== address) faults.push(`${before} and ${address} have one description: ${description}`)
  }
  return faults
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Collects the facts of a page. A text because it is evaluated in the browser. */
export const factsScript = `(() => {
  const all = (selector) => [...document.querySelectorAll(selector)]
  const content = (selector) => document.querySelector(selector)?.getAttribute('content') ?? null
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const describe = (element) => element.outerHTML.slice(0, 120)
  const nameOf = (element) => {
    const labelled = element.getAttribute('aria-labelledby')?.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    const pictures = [...element.querySelectorAll('img[alt], [aria-label]')].map((one) => one.getAttribute('alt') ?? one.getAttribute('aria-label')).join(' ')
    return (element.getAttribute('aria-label') || labelled || element.textContent.trim() || pictures || element.title || '').replace(/\\s+/g, ' ').trim()
  }
  const clipped = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width <= 1 || height <= 1
  }
  const isInText = (element) => {
    if (getComputedStyle(element).display !== 'inline') return false
    return [...element.parentElement.childNodes].some((node) => node.nodeType === 3 && /[\\p{L}\\d]/u.test(node.data))
  }
  const layerOf = (element) => {
    for (let above = element; above && above !== document.body; above = above.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(above).position)) return above.tagName + ' ' + above.className
    return 'page'
  }
  const targetOf = (element) => {
    const box = (element.matches('input[type=checkbox], input[type=radio]') && element.closest('label')) || element
    let { left, top, width, height } = box.getBoundingClientRect()
    for (const pseudo of ['::before', '::after']) {
      const style = getComputedStyle(box, pseudo)
      if (style.content === 'none' || style.position !== 'absolute') continue
      const wide = Math.max(width, parseFloat(style.width) || 0)
      const high = Math.max(height, parseFloat(style.height) || 0)
      left -= (wide - width) / 2
      top -= (high - height) / 2
      width = wide
      height = high
    }
    return { what: describe(element), left, top: top + scrollY, width, height, isInText: isInText(element), layer: layerOf(element) }
  }
  const letters = new Map()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const characters = node.data.trim().length
    const parent = node.parentElement
    if (characters === 0 || !parent || parent.closest('script, style, noscript, template') || !isSeen(parent) || clipped(parent)) continue
    const size = parseFloat(getComputedStyle(parent).fontSize)
    letters.set(size, (letters.get(size) ?? 0) + characters)
  }
  return {
    address: location.href,
    doctype: document.doctype?.name ?? null,
    mode: document.compatMode,
    charset: document.characterSet,
    lang: document.documentElement.lang,
    viewport: content('meta[name=viewport]'),
    title: document.title,
    descriptions: all('meta[name=description]').map((element) => element.content),
    canonicals: all('link[rel=canonical]').map((element) => element.getAttribute('href')),
    alternates: all('link[rel=alternate][hreflang]').map((element) => ({ hreflang: element.hreflang, href: element.getAttribute('href') })),
    robots: content('meta[name=robots]') ?? '',
    data: all('script[type="application/ld+json"]').map((element) => element.textContent),
    links: all('a').filter((element) => isSeen(element) && !element.closest('[aria-hidden=true]')).map((element) => ({ href: element.getAttribute('href'), name: nameOf(element) })),
    images: all('img').filter(isSeen).map((element) => {
      const style = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      return {
        what: element.currentSrc || element.src,
        alt: element.getAttribute('alt'),
        isSized: (element.hasAttribute('width') && element.hasAttribute('height')) || style.aspectRatio !== 'auto' || style.position === 'absolute',
        natural: [element.naturalWidth, element.naturalHeight],
        shown: [box.width, box.height],
        fit: style.objectFit,
      }
    }),
    targets: all('a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=option], [role=tab]')
      .filter((element) => isSeen(element) && !clipped(element) && !element.disabled)
      .map(targetOf),
    letters: [...letters],
  }
})()`
