import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { InputField } from '../../ui/fields.tsx'
import { proposeMeetup } from './api.ts'
import { dayOf, localParts } from './meetup-time.ts'
import { useDealMutation } from './queries.ts'
import type { Deal } from './types.ts'

interface MeetupDialogProps {
  deal: Deal
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Suggests a time and a public place to the other person. */
export function MeetupDialog({ deal, open, onOpenChange }: MeetupDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={deal.meet_at ? t('offers.meetup.change') : t('offers.meetup.whenAndWhere')}
      description={t('offers.meetup.publicPlaceHint')}
    >
      {open ? <MeetupForm deal={deal} onDone={() => onOpenChange(false)} /> : null}
    </Dialog>
  )
}

function MeetupForm({ deal, onDone }: { deal: Deal; onDone: () => void }) {
  const { refresh } = useDealMutation()
  const [first] = useState(() => localParts(deal.proposed_at ?? deal.meet_at))
  const [day, setDay] = useState(first.day)
  const [time, setTime] = useState(first.time)
  const [place, setPlace] = useState(deal.proposed_place ?? deal.meet_place ?? '')
  const [problem, setProblem] = useState<{ field: 'time' | 'place'; text: string } | null>(null)
  const propose = useMutation({
    mutationFn: (moment: Date) => proposeMeetup(deal.id, moment.toISOString(), place.trim()),
    onSuccess: () => {
      onDone()
      return refresh()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const moment = new Date(`${day}T${time}`)
    if (Number.isNaN(moment.getTime()) || moment.getTime() < Date.now()) {
      return setProblem({ field: 'time', text: t('offers.meetup.timePast') })
    }
    if ([...place.trim()].length < 2) return setProblem({ field: 'place', text: t('offers.meetup.placeMissing') })
    setProblem(null)
    propose.mutate(moment)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 pt-1">
      <div className="grid grid-cols-2 gap-3">
        <InputField
          label={t('common.day')}
          error={problem?.field === 'time' ? problem.text : null}
          type="date"
          value={day}
          min={dayOf(new Date())}
          onChange={(event) => setDay(event.target.value)}
        />
        <InputField
          label={t('offers.time')}
          type="time"
          value={time}
          onChange={(event) => setTime(event.target.value)}
        />
      </div>
      <InputField
        label={t('common.place')}
        hint={t('offers.meetup.placeHint')}
        error={problem?.field === 'place' ? problem.text : propose.isError ? sentenceOf(propose.error) : null}
        value={place}
        maxLength={120}
        placeholder={t('offers.meetup.placeExample')}
        onChange={(event) => setPlace(event.target.value)}
      />
      <Button type="submit" className="justify-self-end" loading={propose.isPending} loadingLabel={t('common.sending')}>
        {t('offers.propose')}
      </Button>
    </form>
  )
}
