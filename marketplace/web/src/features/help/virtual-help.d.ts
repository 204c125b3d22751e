/** Generated from the Markdown files by web/vite-help.ts. */
declare module 'virtual:help' {
  type Articles = readonly import('../../../../contract/help/article.ts').Article[]
  type Language = import('../../../../contract/languages.ts').Language

  export const english: Articles
  export const others: Readonly<Partial<Record<Language, () => Promise<{ articles: Articles }>>>>
}
