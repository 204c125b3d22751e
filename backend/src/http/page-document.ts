/** Requests a path of this server (`/rest/v1/…`) as an anonymous visitor, without going over the network. */
export type VisitorFetch = (
  path: string,
  init?: { headers?: ConstructorParameters<typeof Headers>[0] },
) => Promise<Response>

/** Context passed to the application when it describes a page or serves a document. */
export interface AddressContext {
  /** Public URL: the public origin with path and query. */
  readonly url: URL
  /** Language of the page, as decided by `WebApp.languageOf`. */
  readonly language: string
  readonly visit: VisitorFetch
}

/** Metadata of one address, rendered into its HTML before any script runs. Plain text throughout; escaped on output. */
export interface PageDocument {
  readonly status: 200 | 404 | 410
  /** The complete document title. */
  readonly title: string
  readonly description?: string
  /** Absolute URL under which search engines index the page. */
  readonly canonical?: string
  /** For `<meta name="robots">`. */
  readonly robots?: string
  /** Open Graph properties without their prefix: `title`, `image`, `image:width`. */
  readonly social?: Readonly<Record<string, string>>
  readonly alternates?: readonly { readonly type: string; readonly title: string; readonly href: string }[]
  /** URLs of the same page in other languages (`hreflang`). */
  readonly languages?: readonly { readonly language: string; readonly href: string }[]
  /** Text of `<noscript>`; replaces the text from the build. */
  readonly withoutScript?: string
  /** schema.org data, one script element per entry. */
  readonly jsonLd?: readonly unknown[]
  /** Responses that the page requests first, as JSON texts keyed by path: `/rest/v1/…`. */
  readonly firstReads?: ReadonlyMap<string, string>
  /** Whether the page can be server-rendered from `firstReads` alone (`WebApp.renderPage`). */
  readonly isRendered?: boolean
}

/** Input of server-side rendering: everything that the page may depend on. */
export interface PageToRender {
  /** Path and query. */
  readonly address: string
  readonly language: string
  /** `firstReads` as one JSON object keyed by path. */
  readonly reads: string
  /** The JSON client configuration that is embedded in the document. */
  readonly config: string
}

/** Result of server-side rendering. Trusted markup, inserted as it is. */
export interface RenderedPage {
  /** Content of `#root`. */
  readonly body: string
  /** Elements to add to `<head>`. */
  readonly head: string
  /** JSON with which the app hydrates the page; embedded after it in place of the first reads. */
  readonly data: string
  /** Render time in Unix milliseconds. */
  readonly at: number
}

/** Renders a page to HTML; on rejection the page is served without markup. */
export type RenderPage = (page: PageToRender) => Promise<RenderedPage>

/** @returns null when the path has no metadata. */
export type DescribePage = (context: AddressContext) => Promise<PageDocument | null>

/** A document that is not a page: a feed, a sitemap, an image. */
export interface WebDocument {
  /** A Fastify route pattern: `/sitemaps/:name`. */
  readonly path: string
  answer(context: AddressContext & { readonly params: Readonly<Record<string, string>> }): Promise<Response>
}
