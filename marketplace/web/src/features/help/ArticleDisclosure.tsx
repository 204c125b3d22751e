import { Minus, Plus } from 'lucide-react'
import { ArticleText } from './ArticleText.tsx'
import type { Article } from './articles.ts'

/** A question that opens to its answer. The browser's own disclosure: it is found by in-page search and needs no script. */
export function ArticleDisclosure({ article, open }: { article: Article; open?: boolean }) {
  return (
    <details open={open} className="group border-t border-line">
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3 font-semibold [&::-webkit-details-marker]:hidden">
        {article.question}
        <Plus aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 group-open:hidden" />
        <Minus aria-hidden="true" strokeWidth={1.75} className="hidden size-5 shrink-0 group-open:block" />
      </summary>
      <div className="pb-5">
        <ArticleText article={article} />
      </div>
    </details>
  )
}
