import { useMutation } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { dataClient } from '../../lib/data/client.ts'
import { dataOf, sentenceOf } from '../../lib/data/failure.ts'
import { Link } from '../../lib/router.tsx'
import { Button } from '../../ui/Button.tsx'

/** Asks for a vote on an article; one per user or browser, changeable. */
export function WasHelpful({ articleId }: { articleId: string }) {
  const rate = useMutation({
    mutationFn: async (helpful: boolean) => {
      const client = await dataClient()
      dataOf<unknown>(await client.rpc('rate_help_article', { article_id: articleId, helpful }))
      return helpful
    },
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add its legend to the text
    <div
      role="group"
      aria-label={t('help.wasHelpful')}
      className="mt-10 flex min-h-[77px] flex-wrap items-center gap-2.5 border-t border-line pt-4 print:hidden"
    >
      <span role="status" className="font-semibold">
        {rate.isError ? sentenceOf(rate.error) : rate.isSuccess ? t('help.thankYou') : t('help.wasHelpful')}
      </span>
      {rate.data === false ? (
        <Link to={paths.contact} className="font-semibold text-brand">
          {t('help.reportMissing')}
        </Link>
      ) : null}
      {rate.isSuccess ? null : (
        <>
          <Button
            variant="secondary"
            size="s"
            className="rounded-full px-3.5"
            loading={rate.isPending && rate.variables}
            onClick={() => rate.mutate(true)}
          >
            <ThumbsUp aria-hidden="true" strokeWidth={1.75} className="size-4" />
            {t('common.yes')}
          </Button>
          <Button
            variant="secondary"
            size="s"
            className="rounded-full px-3.5"
            loading={rate.isPending && !rate.variables}
            onClick={() => rate.mutate(false)}
          >
            <ThumbsDown aria-hidden="true" strokeWidth={1.75} className="size-4" />
            {t('common.no')}
          </Button>
        </>
      )}
    </div>
  )
}
