import { type ComponentType, lazy, useMemo, useState } from 'react'
import { HELP_TOPICS } from '../../../contract/help/article.ts'
import { paths } from '../../../contract/paths.ts'
import { RequireAuth } from '../features/auth/RequireAuth.tsx'
import { learnRefusals } from '../i18n/refusals.ts'
import { matchPath, Params, useLocation } from '../lib/router.tsx'

type Page = ComponentType & { readonly load: () => Promise<unknown> }

/** A lazily loaded page in its own chunk. Renders without suspending once the chunk is loaded. */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): Page {
  let loaded: ComponentType | null = null
  const loading = async () => {
    loaded = (await load())[name]
    return { default: loaded }
  }
  const Late = lazy(loading)
  function PageOfChunk() {
    // Keep the component of the first render: swapping it would discard the page's state.
    const [Chosen] = useState(() => loaded ?? Late)
    return <Chosen />
  }
  return Object.assign(PageOfChunk, { load: loading })
}

const HomePage = page(() => import('../pages/HomePage.tsx'), 'HomePage')
const AuthPage = page(() => import('../pages/AuthPage.tsx'), 'AuthPage')
const CategoriesPage = page(() => import('../pages/CategoriesPage.tsx'), 'CategoriesPage')
const PostPage = page(openPost, 'PostPage')
const BrowsePage = page(() => import('../pages/BrowsePage.tsx'), 'BrowsePage')
const ListingPage = page(() => import('../pages/ListingPage.tsx'), 'ListingPage')
const SellerPage = page(() => import('../pages/SellerPage.tsx'), 'SellerPage')
const DashboardPage = page(() => import('../pages/DashboardPage.tsx'), 'DashboardPage')
const MessagesPage = page(() => import('../pages/MessagesPage.tsx'), 'MessagesPage')
const AdminPage = page(() => import('../pages/AdminPage.tsx'), 'AdminPage')
const HelpPage = page(() => withArticles(import('../pages/HelpPage.tsx')), 'HelpPage')
const HelpTopicPage = page(() => withArticles(import('../pages/HelpTopicPage.tsx')), 'HelpTopicPage')
const HelpArticlePage = page(() => withArticles(import('../pages/HelpArticlePage.tsx')), 'HelpArticlePage')
const TermsPage = page(() => import('../pages/TermsPage.tsx'), 'TermsPage')
const PrivacyPage = page(() => import('../pages/PrivacyPage.tsx'), 'PrivacyPage')
const CookiesPage = page(() => import('../pages/CookiesPage.tsx'), 'CookiesPage')
const TransparencyPage = page(() => import('../pages/TransparencyPage.tsx'), 'TransparencyPage')
const ContactPage = page(() => import('../pages/ContactPage.tsx'), 'ContactPage')
const UnsubscribePage = page(() => import('../pages/UnsubscribePage.tsx'), 'UnsubscribePage')
const ConsentPage = page(() => import('../pages/ConsentPage.tsx'), 'ConsentPage')
const CheckoutPage = page(() => import('../pages/CheckoutPage.tsx'), 'CheckoutPage')
const PayPage = page(() => import('../pages/PayPage.tsx'), 'PayPage')
const BundlePage = page(() => import('../pages/BundlePage.tsx'), 'BundlePage')
const OrderPage = page(() => import('../pages/OrderPage.tsx'), 'OrderPage')
const ReportProblemPage = page(() => import('../pages/ReportProblemPage.tsx'), 'ReportProblemPage')
const NotFoundPage = page(() => import('../pages/NotFoundPage.tsx'), 'NotFoundPage')

/** Loads the refusal messages too: the form shows objections to an ad before it is sent. */
async function openPost() {
  await learnRefusals()
  return import('../pages/PostPage.tsx')
}

/** Loads the articles too: a page that suspends cannot take over what the server has rendered. */
async function withArticles<Module>(page: Promise<Module>): Promise<Module> {
  const [loaded] = await Promise.all([
    page,
    import('../features/help/articles.ts').then(({ loadArticles }) => loadArticles()),
  ])
  return loaded
}

/** Pages that are server-rendered (documents/describe-page.ts). */
const RENDERED: readonly (readonly [string, Page])[] = [
  [paths.home, HomePage],
  [paths.signedInHome, HomePage],
  [paths.categories, CategoriesPage],
  [paths.browse, BrowsePage],
  [paths.listing(':id'), ListingPage],
  [paths.seller(':id'), SellerPage],
  [paths.transparency, TransparencyPage],
  [paths.help, HelpPage],
  ...HELP_TOPICS.map((topic) => [paths.helpArticle(topic), HelpTopicPage] as const),
  [paths.helpArticle(':id'), HelpArticlePage],
  [paths.terms, TermsPage],
  [paths.privacy, PrivacyPage],
  [paths.cookies, CookiesPage],
]

/** Pages that the browser renders. */
const OTHERS: readonly (readonly [string, Page])[] = [
  [paths.auth, AuthPage],
  [paths.post, PostPage],
  [paths.dashboard, DashboardPage],
  [paths.messages, MessagesPage],
  [paths.admin, AdminPage],
  [paths.adminTab(':tab'), AdminPage],
  [paths.oauthConsent, ConsentPage],
  [paths.contact, ContactPage],
  [paths.unsubscribePage, UnsubscribePage],
  [paths.checkout, CheckoutPage],
  [paths.bundle, BundlePage],
  [paths.pay(':id'), PayPage],
  [paths.order(':id'), OrderPage],
  [paths.reportProblem(':id'), ReportProblemPage],
]

/** Pages for signed-in users only. */
const GUARDED: readonly Page[] = [
  MessagesPage,
  AdminPage,
  ConsentPage,
  CheckoutPage,
  PayPage,
  OrderPage,
  ReportProblemPage,
]

/** Loads the code of the page at a path, so that it renders synchronously. False when that page is never server-rendered. */
export async function loadPageAt(pathname: string): Promise<boolean> {
  const [, found] = RENDERED.find(([path]) => matchPath(path, pathname)) ?? []
  await found?.load()
  return found !== undefined
}

/** The page of the current path. The server's list of known paths is `contract/paths.ts`. */
export function AppRoutes() {
  const { pathname } = useLocation()
  const [path, Found] = [...RENDERED, ...OTHERS].find(([path]) => matchPath(path, pathname)) ?? ['', NotFoundPage]
  const params = useMemo(() => matchPath(path, pathname) ?? {}, [path, pathname])
  return (
    <Params value={params}>
      {GUARDED.includes(Found) ? (
        <RequireAuth>
          <Found />
        </RequireAuth>
      ) : (
        <Found />
      )}
    </Params>
  )
}
