import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { sentenceOf } from '../../../lib/data/failure.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { FoldedPanel } from '../../../ui/FoldedPanel.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { PageSpinner } from '../../../ui/Spinner.tsx'
import { TipButton } from '../../../ui/TipButton.tsx'
import { toast } from '../../../ui/toast.ts'
import { actOnTerm, readTerms, SEVERITY_NAME, type Severity, type Term } from './api.ts'
import { TermForm } from './TermForm.tsx'

const TONE = { block: 'danger', review: 'saffron', warn: 'info' } as const

/** A rule's terms by severity. */
export function Terms({ rule }: { rule: string }) {
  const terms = useQuery({ queryKey: ['admin', 'prohibited', 'terms', rule], queryFn: () => readTerms(rule) })
  const queryClient = useQueryClient()
  const [shown, setShown] = useState<Term | null>(null)
  const actions = useMutation({
    mutationFn: actOnTerm,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['admin', 'prohibited'] }),
    onError: (error) => toast({ tone: 'error', title: t('common.notChanged'), description: sentenceOf(error) }),
  })
  const remove = ({ id, ...term }: Term) => {
    const undo = { label: t('common.undo'), onClick: () => actions.mutate({ type: 'save', term }) }
    actions.mutate(
      { type: 'remove', id },
      { onSuccess: () => toast({ title: t('admin.prohibited.wordRemoved', { word: term.term }), action: undo }) },
    )
  }
  if (terms.isPending) return <PageSpinner />
  if (terms.isLoadingError) return <LoadFailed onRetry={() => void terms.refetch()} />
  return (
    <>
      <TermForm
        rule={rule}
        isSaving={actions.isPending}
        onSave={(term) => actions.mutateAsync({ type: 'save', term })}
      />
      <div className="mt-4 grid gap-2">
        {(['block', 'review', 'warn'] as const).map((severity) => (
          <TermList
            key={severity}
            severity={severity}
            terms={terms.data.filter((term) => term.severity === severity)}
            shown={shown}
            onShow={setShown}
            onRemove={remove}
          />
        ))}
      </div>
    </>
  )
}

interface TermListProps {
  severity: Severity
  terms: readonly Term[]
  shown: Term | null
  onShow: (term: Term | null) => void
  onRemove: (term: Term) => void
}

function TermList({ severity, terms, shown, onShow, onRemove }: TermListProps) {
  if (terms.length === 0) return null
  const open = terms.find(({ id }) => id === shown?.id)
  return (
    <FoldedPanel title={<Badge tone={TONE[severity]}>{SEVERITY_NAME[severity]}</Badge>} aside={terms.length}>
      <ul className="flex flex-wrap gap-1.5">
        {terms.map((term) => (
          <li key={term.id} className="flex items-center rounded-control border border-line ps-2.5">
            <button
              type="button"
              aria-expanded={open?.id === term.id}
              onClick={() => onShow(open?.id === term.id ? null : term)}
              className="min-h-9"
            >
              {term.term} <span className="type-micro text-ink-3">{term.language}</span>
            </button>
            <TipButton label={t('admin.removeWord', { name: term.term })} size={36} onClick={() => onRemove(term)}>
              <X aria-hidden="true" strokeWidth={1.75} className="size-4" />
            </TipButton>
          </li>
        ))}
      </ul>
      {open ? (
        <p className="type-small mt-3 text-ink-2">
          {open.anywhere
            ? t('admin.prohibited.sameInText', { word: open.term })
            : t('admin.prohibited.lessInText', { word: open.term })}{' '}
          {open.unless.length > 0 ? t('admin.prohibited.harmlessInList', { list: open.unless.join(', ') }) : ''}
        </p>
      ) : null}
    </FoldedPanel>
  )
}
