import type { Page } from 'playwright-core'

/** Layout bugs that a designer reported and must not come back. Each rule is an expression evaluated in the page: an array with a line per fault. */
interface Rule {
  readonly path: RegExp
  readonly width?: 1440 | 390
  readonly faults: string
}

const HELPERS = `
const all = (selector, root = document) => [...root.querySelectorAll(selector)].filter((element) => element.checkVisibility())
const box = (element) => element.getBoundingClientRect()
const isCut = (element) => element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2
const gaps = (elements) => elements.slice(1).map((element, at) => Math.round(box(element).left - box(elements[at]).right))
const uneven = (what, widths) => Math.max(...widths) - Math.min(...widths) > 1 ? [what + ' are ' + widths.join(', ') + ' px apart'] : []
const named = (name, root = document) => all('button, a', root).filter((element) => (element.ariaLabel ?? element.textContent).trim() === name)
`

const RULES: readonly Rule[] = [
  {
    path: /^\/(?:categories|messages|seller\/.*)?$/,
    width: 1440,
    faults: `(() => {
      const links = all('header nav a')
      const post = all('header a[href="/post"]')[0]
      const group = post.parentElement
      return [
        ...uneven('links of the header', gaps(links)),
        ...uneven('icons of the header', gaps(all('a, button', group.firstElementChild))),
        ...uneven('groups of the header', gaps(all(':scope > *', group))),
      ]
    })()`,
  },
  {
    path: /^\/$/,
    width: 1440,
    faults: `(() => {
      const entries = all('section[aria-labelledby=category-rail] li a')
      const counts = new Set(entries.map((entry) => Math.round(box(entry.lastElementChild).top)))
      const brokenWords = entries.flatMap(({ children: [, label] }) =>
        [...label.textContent.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
          const range = document.createRange()
          range.setStart(label.firstChild, index)
          range.setEnd(label.firstChild, index + word.length)
          return range.getClientRects().length > 1
        }).map(([word]) => word))
      return [
        ...(entries.length < 5 ? ['shows no categories'] : []),
        ...entries.filter(({ children: [, label] }) => isCut(label)).map((entry) => 'cuts ' + entry.textContent),
        ...(counts.size > 1 ? ['counts of categories are not in one line'] : []),
        ...brokenWords.map((word) => 'breaks the word ' + word),
      ]
    })()`,
  },
  {
    path: /^\/$/,
    faults: `(() => {
      const fresh = document.querySelector('section[aria-labelledby=fresh]')
      return [
        ...(all('a[href^="/listing/"]', fresh).length < 5 ? ['shows nothing fresh'] : []),
        ...(fresh.innerText.includes('Reserved') ? ['shows a reserved ad as fresh'] : []),
      ]
    })()`,
  },
  {
    path: /^\/(?:auth)?$/,
    width: 1440,
    faults: `(() => {
      const pictures = all('.arch img')
      return [
        ...(pictures.length === 0 ? ['has no picture behind an arch'] : []),
        ...pictures.filter(({ currentSrc }) => !new URL(currentSrc).pathname.startsWith('/assets/')).map(({ currentSrc }) => 'shows behind an arch what somebody posted: ' + currentSrc),
      ]
    })()`,
  },
  {
    path: /^\/categories$/,
    width: 390,
    faults: `(() => {
      const names = all('main h2, main h3')
      const height = box(document.querySelector('main')).height
      return [
        ...(names.length < 10 ? ['names no categories'] : []),
        ...names.filter(isCut).map((name) => 'cuts ' + name.textContent),
        ...(height > 3 * 844 ? ['is ' + Math.round(height) + ' px of panels'] : []),
      ]
    })()`,
  },
  {
    path: /^\/seller\//,
    width: 1440,
    faults: `(() => {
      const section = document.querySelector('section[aria-labelledby=reviews]')
      const reports = named('Report', section).concat(named('Report this review', section))
      const list = reports[0]?.closest('ul')
      const text = list?.querySelector('li p')
      const weight = (element) => Number(getComputedStyle(element).fontWeight)
      const size = (element) => Number.parseFloat(getComputedStyle(element).fontSize)
      return [
        ...(reports.length === 0 ? ['has no review that can be reported'] : []),
        ...(list && box(list).right - box(section).left < 1300 ? ['reviews leave half of the width empty'] : []),
        ...(reports.some((report) => (report.textContent === '' ? box(report.querySelector('svg')).height > 24 : weight(report) > weight(text) || size(report) >= size(text))) ? ['reporting a review is louder than the review'] : []),
      ]
    })()`,
  },
  {
    path: /^\/messages$/,
    width: 1440,
    faults: `(() => {
      const filters = ['All', 'Buying', 'Selling'].flatMap((name) => named(name)).concat(all('button').filter(({ textContent }) => /^Unread/.test(textContent)))
      const column = filters[0]?.closest('.border-line')
      return [
        ...(filters.length < 4 ? ['has ' + filters.length + ' filters'] : []),
        ...filters.filter((filter) => isCut(filter) || box(filter).right > box(column).right).map(({ textContent }) => 'cuts the filter ' + textContent),
      ]
    })()`,
  },
  {
    path: /^\/messages$/,
    faults: `(() => {
      const rows = all('main a[href*="?c="]')
      const texts = (row) => [...row.querySelectorAll('span')].filter(({ children }) => children.length === 0).map(({ textContent }) => textContent)
      return rows.flatMap((row) => texts(row).filter((text, at, every) => text !== '' && every.indexOf(text) < at)).map((text) => 'says twice ' + text)
    })()`,
  },
  {
    path: /^\/admin/,
    width: 390,
    faults: `all('nav a[href="/post"]').map(() => 'has the tab bar of the market')`,
  },
  {
    path: /^\/listing\//,
    faults: `(() => {
      if (!document.querySelector('#ad')) return []
      const price = all('main .type-price-lg')[0]
      const message = all('main button').filter(({ ariaLabel, textContent }) => /^Message /.test(ariaLabel ?? textContent))
      const needed = [...all('main h1'), price, ...message, ...named('Make an offer').concat(named('Request it')).slice(0, 1)]
      return [
        ...(message.length === 1 ? [] : ['has ' + message.length + ' buttons for a message']),
        ...needed.filter((element) => box(element).bottom > innerHeight).map(({ textContent }) => 'shows only below the fold ' + textContent),
        ...(/\\b(views?|saved|Ad number)\\b/.test(document.querySelector('#ad').innerText) ? ['counts looks or names its number'] : []),
      ]
    })()`,
  },
  {
    path: /^\/listing\//,
    faults: `(async () => {
      if (!document.querySelector('#ad')) return []
      const helps = all('button').filter(({ textContent }) => textContent.trim() === 'Need Help?')
      const help = helps.find((button) => getComputedStyle(button).position === 'fixed')
      if (helps.length !== 1) return ['has ' + helps.length + ' doors to the assistant']
      if (!help) return []
      const meets = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
      const content = all('main :is(a, button, p, h1, h2, dd, img), footer :is(a, button)')
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))
      const found = content.filter((element) => meets(box(element), box(help)))
      scrollTo(0, 400)
      for (let look = 0; look < 40 && box(help).width > 44; look++) await frame()
      // Elements that scroll past it keep the same distance from the side.
      found.push(...content.filter((element) => box(element).right > box(help).left))
      const isSmall = box(help).width <= 44
      scrollTo(0, 0)
      return [
        ...(isSmall ? [] : ['the assistant keeps its words while one scrolls']),
        ...found.map(({ tagName, textContent }) => 'the assistant covers ' + tagName + ' ' + textContent.slice(0, 30)),
      ]
    })()`,
  },
  {
    path: /^(?!\/admin)/,
    width: 390,
    faults: `(async () => {
      const doors = all('button').filter(({ textContent }) => textContent.trim() === 'Need Help?')
      if (doors.length !== 1) return ['has ' + doors.length + ' doors to the assistant']
      const [help] = doors
      const bar = help.closest('header, .sticky, [data-bar]')
      // Content that scrolls under a bar is covered by the bar itself, not by its contents.
      const isUnderBar = (element) => bar && !bar.contains(element) && ['sticky', 'fixed'].includes(getComputedStyle(bar).position)
      const meets = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1
      const found = new Set()
      const look = () => {
        for (const element of all('a, button, input, label, textarea, select, p, li, dd, td, h1, h2, h3, img'))
          if (!element.contains(help) && !help.contains(element) && !isUnderBar(element) && meets(box(help), box(element))) found.add(element)
      }
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 30)))
      const ends = document.documentElement.scrollHeight
      for (const top of [0, ends / 2, ends]) {
        scrollTo(0, top)
        await frame()
        look()
      }
      scrollTo(0, 0)
      return [...found].map(({ tagName, textContent }) => 'the assistant covers ' + tagName + ' ' + textContent.trim().slice(0, 30))
    })()`,
  },
  {
    path: /^\/dashboard\?tab=settings$/,
    faults: `(() => {
      const button = named('Delete my account')[0]
      const others = all('main button').filter((other) => other !== button && other.textContent)
      const { backgroundColor, borderTopWidth } = getComputedStyle(button)
      return [
        ...(backgroundColor !== 'rgba(0, 0, 0, 0)' || borderTopWidth !== '0px' ? ['deleting the account is louder than other buttons'] : []),
        ...(others.some((other) => box(other).top > box(button).bottom) ? ['deleting the account does not come last'] : []),
      ]
    })()`,
  },
  {
    path: /^\/post$/,
    width: 390,
    faults: `(() => {
      const main = box(document.querySelector('main form'))
      const wide = all('main form > *').filter((part) => box(part).right > main.right + 1)
      return [
        ...(all('[role=progressbar]').length > 0 ? ['shows progress before anything is uploaded'] : []),
        ...wide.map((part) => 'is wider than the window at ' + part.textContent.slice(0, 30)),
      ]
    })()`,
  },
]

export async function layoutFaults(page: Page, path: string, width: number): Promise<string[]> {
  const rules = RULES.filter((rule) => rule.path.test(path) && (rule.width ?? width) === width)
  const faults = await Promise.all(
    rules.map((rule) => page.evaluate<string[]>(`(() => { ${HELPERS}; return ${rule.faults} })()`)),
  )
  return faults.flat()
}
