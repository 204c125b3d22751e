import { MessageSquareText } from 'lucide-react'
import { useId, useState } from 'react'
import { readSpokenAd } from '../../../../contract/spoken-ad.ts'
import { howToListen } from '../../app/can-listen.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { MicButton } from '../../ui/MicButton.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { SuggestionPanel } from './SuggestionPanel.tsx'
import { corrected, spokenSuggestions } from './suggestions.ts'
import { useSuggestions } from './use-suggestions.ts'

/** One sentence, spoken or typed, becomes title, price, condition and place, to be looked through before it counts. */
export function SayIt() {
  const [isOpen, setIsOpen] = useState(false)
  const [sentence, setSentence] = useState('')
  const [isEmpty, setIsEmpty] = useState(false)
  const suggestions = useSuggestions('voice')
  const id = useId()
  const canSpeak = howToListen() !== null
  const read = (text: string) => {
    const found = spokenSuggestions(readSpokenAd(text))
    setIsEmpty(found.length === 0)
    suggestions.show(corrected(suggestions.list, found))
  }
  if (!isOpen) {
    return (
      <Button
        variant="ghost"
        size="s"
        className="-ms-2 justify-self-start px-2 text-brand!"
        onClick={() => setIsOpen(true)}
      >
        <MessageSquareText aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
        {canSpeak ? t('Say it in one sentence') : t('Write it in one sentence')}
      </Button>
    )
  }
  return (
    <div className="grid gap-3">
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-[14px]/5 font-semibold">
          {t('In one sentence')}
        </label>
        <div className="flex items-start gap-1">
          <TextArea
            id={id}
            rows={2}
            value={sentence}
            maxLength={600}
            placeholder={t('Selling a blue mountain bike in good condition for 120 euros in Graça, Lisbon')}
            onChange={(event) => setSentence(event.target.value)}
          />
          <MicButton
            label={t('Dictate the sentence')}
            onPartial={setSentence}
            onHeard={(text) => {
              setSentence(text)
              read(text)
            }}
          />
        </div>
        <div className="flex gap-2">
          <Button size="s" variant="soft" disabled={sentence.trim() === ''} onClick={() => read(sentence)}>
            {t('Read it')}
          </Button>
          <Button size="s" variant="ghost" onClick={() => setIsOpen(false)}>
            {t('Close')}
          </Button>
        </div>
        <p role="status" className="type-small text-ink-2">
          {isEmpty ? t('That said nothing about a thing. Name it, with its price and its condition.') : ''}
        </p>
      </div>
      {suggestions.list.length > 0 ? (
        <SuggestionPanel
          title={t('What we understood')}
          line={t('Take what is right. To change something, say or write it: “the price is 40, not 14”.')}
          suggestions={suggestions.list}
          onTake={suggestions.take}
          onLeave={suggestions.leave}
          onClose={suggestions.close}
        />
      ) : null}
    </div>
  )
}
