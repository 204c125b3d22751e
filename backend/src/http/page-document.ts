/** Asks this server as a visitor does, without a way over the network. Addresses are paths: `/rest/v1/…`. */
export type VisitorFetch = (
  path: string,
  init?: { headers?: ConstructorParameters<typeof Headers>[0] },
) => Promise<Response>

/** What an application is told when it is asked for a page or a document. */
export interface AddressContext {
  /** As the world knows it: the public origin with path and query. */
  readonly url: URL
  /** In which the page opens, as `WebApp.languageOf` decides. */
  readonly language: string
  readonly visit: VisitorFetch
}

/** What the HTML of one address says before any script runs. Plain text throughout; it is escaped where it is written. */
export interface PageDocument {
  readonly status: 200 | 404 | 410
  /** The whole text of the tab. */
  readonly title: string
  readonly description?: string
  /** Absolute: the one address under which search engines may know the page. */
  readonly canonical?: string
  /** For `<meta name="robots">`. */
  readonly robots?: string
  /** Open Graph properties without their prefix: `title`, `image`, `image:width`. */
  readonly social?: Readonly<Record<string, string>>
  readonly alternates?: readonly { readonly type: string; readonly title: string; readonly href: string }[]
  /** The same page in other languages, each at an address of its own (`hreflang`). */
  readonly languages?: readonly { readonly language: string; readonly href: string }[]
  /** What stands in `<noscript>` in place of what the build put there. */
  readonly withoutScript?: string
  /** schema.org data, one script element each. */
  readonly jsonLd?: readonly unknown[]
  /** Answers that the page will ask for first, as JSON texts by their address: `/rest/v1/…`. */
  readonly firstReads?: ReadonlyMap<string, string>
  /** Whether the page can be drawn from these answers alone (`WebApp.drawPage`). */
  readonly isDrawn?: boolean
}

/** A page that is to be drawn before any script runs, with everything that it may depend on. */
export interface PageToDraw {
  /** Path and query. */
  readonly address: string
  readonly language: string
  /** The first answers, a JSON object by their questions. */
  readonly reads: string
  /** What the page knows of the installation: the JSON that stands in the document. */
  readonly config: string
}

/** Markup as a program wrote it: it is put into the document as it is. */
export interface DrawnPage {
  /** What stands in `#root`. */
  readonly body: string
  /** What stands in `<head>` for it. */
  readonly head: string
  /** JSON with which the app takes it over; it stands behind the page in place of the first answers. */
  readonly data: string
  /** The moment it was drawn for; milliseconds of the Unix clock. */
  readonly at: number
}

/** Rejects when the page cannot be drawn: it is served without then. */
export type DrawPage = (page: PageToDraw) => Promise<DrawnPage>

/** @returns null when this address says no more than the app itself. */
export type DescribePage = (context: AddressContext) => Promise<PageDocument | null>

/** A document beside the pages: a feed, a map of the site, a picture. */
export interface WebDocument {
  /** A route with parameters as Fastify writes them: `/sitemaps/:name`. */
  readonly path: string
  answer(context: AddressContext & { readonly params: Readonly<Record<string, string>> }): Promise<Response>
}
