import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Link, matchPath, NavLink, StaticRouter, useLocation, useSearchParams } from './router.tsx'

describe('a path', () => {
  test.each([
    ['/browse', '/browse', {}],
    ['/browse', '/browse/', {}],
    ['/listing/:id', '/listing/a%20b', { id: 'a%20b' }],
    ['/listing/:id', '/listing/', null],
    ['/listing/:id', '/listing/1/photos', null],
    ['/', '/home', null],
    ['/admin', '/administration', null],
  ])('matched against %s: %s', (pattern, path, expected) => {
    expect(matchPath(pattern, path)).toEqual(expected)
  })
})

function Here() {
  const { pathname, hash } = useLocation()
  const [search] = useSearchParams()
  return `${pathname} ${search.get('q')} ${hash}`
}

function htmlAt(location: string, element: React.ReactNode): string {
  return renderToStaticMarkup(<StaticRouter location={location}>{element}</StaticRouter>)
}

test('server rendering uses the requested location', () => {
  expect(htmlAt('/browse?q=chair#top', <Here />)).toBe('/browse chair #top')
})

test('a navigation link is marked on its page and the pages below, and nowhere else', () => {
  const mark = 'aria-current="page"'
  expect(htmlAt('/help/safety', <NavLink to="/help" />)).toContain(mark)
  expect(htmlAt('/help?q=x', <NavLink to="/help" />)).toContain(mark)
  expect(htmlAt('/helpers', <NavLink to="/help" />)).not.toContain(mark)
  expect(htmlAt('/browse', <NavLink to="/" />)).not.toContain(mark)
})

test('a link works without scripts', () => {
  expect(htmlAt('/', <Link to="/browse?q=a" replace state={{ from: 1 }} />)).toBe('<a href="/browse?q=a"></a>')
})
