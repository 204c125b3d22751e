import { type FormEvent, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { sentenceOf } from '../../../lib/data/failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextAreaField } from '../../../ui/fields.tsx'
import { askForEvidence } from './api.ts'
import { useCaseMutation } from './queries.ts'

/** Asks both sides of a dispute a question. */
export function AskForMore({ orderId }: { orderId: string }) {
  const [question, setQuestion] = useState<string | null>(null)
  const asking = useCaseMutation(
    (words: string) => askForEvidence(orderId, words),
    t('admin.disputes.bothAsked'),
    () => setQuestion(null),
  )
  if (question === null) {
    return (
      <Button variant="ghost" onClick={() => setQuestion('')}>
        {t('admin.disputes.askForMore')}
      </Button>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    asking.mutate(question.trim())
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3 border-t border-line pt-4">
      <TextAreaField
        label={t('admin.disputes.whatIsMissing')}
        hint={t('admin.disputes.bothRead')}
        rows={3}
        maxLength={500}
        value={question}
        error={asking.isError ? sentenceOf(asking.error) : null}
        onChange={({ target }) => setQuestion(target.value)}
      />
      <div className="flex gap-2">
        <Button
          type="submit"
          variant="secondary"
          disabled={question.trim().length < 10}
          loading={asking.isPending}
          loadingLabel={t('common.sending')}
        >
          {t('admin.disputes.ask')}
        </Button>
        <Button variant="ghost" onClick={() => setQuestion(null)}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}
