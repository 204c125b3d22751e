import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { MicButton } from '../../ui/MicButton.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { SuggestionPanel } from './SuggestionPanel.tsx'
import { readSpokenAd } from './spoken/spoken-ad.ts'
import { corrected, type Suggestion, spokenSuggestions } from './suggestions.ts'
import { useSuggestions } from './use-suggestions.ts'

/** Extracts title, price, condition and place from one sentence, as suggestions. */
export function SentenceDialog({ onClose }: { onClose: () => void }) {
  const [sentence, setSentence] = useState('')
  const [isEmpty, setIsEmpty] = useState(false)
  const suggestions = useSuggestions('voice')
  const read = (text: string) => {
    const found = spokenSuggestions(readSpokenAd(text))
    setIsEmpty(found.length === 0)
    suggestions.show(corrected(suggestions.list, found))
  }
  const take = (taken: readonly Suggestion[]) => {
    suggestions.take(taken)
    if (taken.length === suggestions.list.length) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('post.ways.sentence')}
      footer={
        <Button disabled={sentence.trim() === ''} onClick={() => read(sentence)}>
          {t('post.readIt')}
        </Button>
      }
    >
      <div className="grid gap-3">
        <Field label={t('post.inOneSentence')}>
          {(control) => (
            <div className="flex items-start gap-1">
              <TextArea
                {...control}
                rows={3}
                value={sentence}
                maxLength={600}
                placeholder={t('post.sentence.placeholder')}
                onChange={(event) => setSentence(event.target.value)}
              />
              <MicButton
                label={t('post.dictateTheSentence')}
                onPartial={setSentence}
                onHeard={(text) => {
                  setSentence(text)
                  read(text)
                }}
              />
            </div>
          )}
        </Field>
        <p role="status" className="type-small text-ink-2 empty:hidden">
          {isEmpty ? t('post.sentence.empty') : ''}
        </p>
        {suggestions.list.length > 0 ? (
          <SuggestionPanel
            title={t('post.whatWeUnderstood')}
            line={t('post.sentence.hint')}
            suggestions={suggestions.list}
            onTake={take}
            onLeave={suggestions.leave}
            onClose={suggestions.close}
          />
        ) : null}
      </div>
    </Dialog>
  )
}
