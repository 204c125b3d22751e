import { Check, Sparkles, X } from 'lucide-react'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import type { Suggestion } from './suggestions.ts'

interface SuggestionPanelProps {
  /** Such as "From your photos". */
  title: string
  line: string
  suggestions: readonly Suggestion[]
  onTake: (taken: readonly Suggestion[]) => void
  onLeave: (left: Suggestion) => void
  onClose: () => void
}

/** Suggestions to accept or dismiss; nothing is filled in before that. */
export function SuggestionPanel({ title, line, suggestions, onTake, onLeave, onClose }: SuggestionPanelProps) {
  return (
    <section aria-label={title} className="rounded-panel border border-brand bg-brand-soft p-4">
      <div className="flex items-start gap-2.5">
        <Sparkles aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-brand-ink" />
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold text-brand-ink">{title}</h3>
          <p className="type-small text-ink-2">{line}</p>
        </div>
        <IconButton
          icon={X}
          label={t('post.closeTheSuggestions')}
          size={36}
          className="-me-1.5 -mt-1.5"
          onClick={onClose}
        />
      </div>
      <ul className="mt-2">
        {suggestions.map((suggestion) => (
          <li key={suggestion.key} className="flex items-center gap-2 border-line border-t py-1.5 first:border-t-0">
            <p className="min-w-0 flex-1">
              <span className="type-small block text-ink-2">
                {suggestion.confidence === null
                  ? suggestion.label
                  : t('post.suggest.fieldSure', {
                      label: suggestion.label,
                      percent: Math.round(suggestion.confidence * 100),
                    })}
              </span>
              <span className="block break-words font-semibold">{suggestion.words}</span>
            </p>
            <Button variant="secondary" size="s" onClick={() => onTake([suggestion])}>
              <Check aria-hidden="true" strokeWidth={1.75} className="size-4" />
              <Trans
                id="post.suggest.take"
                values={{ words: suggestion.words }}
                components={{ 0: <span className="sr-only" /> }}
              />
            </Button>
            <IconButton
              label={t('post.suggest.leaveOut', { words: suggestion.words })}
              size={36}
              onClick={() => onLeave(suggestion)}
            >
              <X aria-hidden="true" strokeWidth={1.75} className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
      {suggestions.length > 1 ? (
        <Button size="s" className="mt-3" onClick={() => onTake(suggestions)}>
          {t('post.suggest.takeAll', { count: suggestions.length })}
        </Button>
      ) : null}
    </section>
  )
}
