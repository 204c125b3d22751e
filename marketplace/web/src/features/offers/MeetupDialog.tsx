import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '../../app/failure.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { proposeMeetup } from './api.ts'
import { useTradeActs } from './queries.ts'
import type { Deal } from './types.ts'

interface MeetupDialogProps {
  deal: Deal
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A time and a public place, for the other person to confirm. */
export function MeetupDialog({ deal, open, onOpenChange }: MeetupDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={deal.meet_at ? t('Change the meet-up') : t('When and where?')}
      description={t('A public place, in daylight. The other person confirms it.')}
    >
      {open ? <MeetupForm deal={deal} onDone={() => onOpenChange(false)} /> : null}
    </Dialog>
  )
}

function MeetupForm({ deal, onDone }: { deal: Deal; onDone: () => void }) {
  const { refresh } = useTradeActs()
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
      return setProblem({ field: 'time', text: t('Choose a time that is still to come.') })
    }
    if ([...place.trim()].length < 2) return setProblem({ field: 'place', text: t('Say where to meet.') })
    setProblem(null)
    propose.mutate(moment)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 pt-1">
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('Day')} error={problem?.field === 'time' ? problem.text : null}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={day}
              min={dayOf(new Date())}
              onChange={(event) => setDay(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('Time')}>
          {(control) => (
            <Input {...control} type="time" value={time} onChange={(event) => setTime(event.target.value)} />
          )}
        </Field>
      </div>
      <Field
        label={t('Place')}
        hint={t('Where both of you find it: a café, a station, a square.')}
        error={problem?.field === 'place' ? problem.text : propose.isError ? sentenceOf(propose.error) : null}
      >
        {(control) => (
          <Input
            {...control}
            value={place}
            maxLength={120}
            placeholder={t('Kiosk in the park')}
            onChange={(event) => setPlace(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="justify-self-end" loading={propose.isPending} loadingLabel={t('Sending')}>
        {t('Propose')}
      </Button>
    </form>
  )
}

const LATE_HOUR = 16

/** Day and time as the fields of a form hold them, in local time; six in the evening of a coming day when there is none yet. */
function localParts(moment: string | null): { day: string; time: string } {
  if (moment) {
    const date = new Date(moment)
    return { day: dayOf(date), time: `${two(date.getHours())}:${two(date.getMinutes())}` }
  }
  const date = new Date()
  if (date.getHours() >= LATE_HOUR) date.setDate(date.getDate() + 1)
  return { day: dayOf(date), time: '18:00' }
}

function dayOf(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function two(count: number): string {
  return String(count).padStart(2, '0')
}
