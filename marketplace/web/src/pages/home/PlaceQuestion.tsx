import { MapPin, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { closedQuestion, DEFAULT_RADIUS_KM, type PlaceChoice } from '../../features/listings/chosen-place.ts'
import { PlaceButton } from '../../features/listings/PlaceButton.tsx'
import { t } from '../../i18n/t.ts'
import { Arch } from '../../ui/ArchImage.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { LocateButton } from '../../ui/LocateButton.tsx'

/**
 * Asks for the user's place until it is chosen or dismissed. Server-rendered for everybody; index.html hides it before the first paint for
 * those who have answered.
 */
export function PlaceQuestion(where: PlaceChoice) {
  const closed = useSyncExternalStore(closedQuestion.subscribe, closedQuestion.read, closedQuestion.onServer)
  if (where.place || closed.length > 0) return null
  return (
    <section
      aria-labelledby="where"
      className="place-question max-md:with-what-follows container-page mt-6 max-md:order-1 md:mt-7"
    >
      <div className="panel relative grid items-center gap-x-4 gap-y-3 p-4 md:grid-cols-[auto_1fr_auto] md:px-5 md:py-3">
        <Arch className="hidden w-11 place-items-center bg-brand-soft text-brand md:grid">
          <MapPin aria-hidden="true" strokeWidth={1.75} className="size-5" />
        </Arch>
        <div>
          <h2 id="where" className="type-h3">
            {t('home.where.title')}
          </h2>
          <p className="text-ink-2">{t('home.where.line')}</p>
        </div>
        <div className="grid gap-2 md:me-12 md:grid-cols-[300px_auto]">
          <PlaceButton {...where} look="field" />
          <LocateButton onFound={(spot) => where.onChange({ id: '', ...spot, radiusKm: DEFAULT_RADIUS_KM })} />
        </div>
        <IconButton
          icon={X}
          label={t('app.close')}
          onClick={() => closedQuestion.put({ id: 'closed' })}
          className="absolute! end-2 top-2 md:top-1/2 md:-translate-y-1/2"
        />
      </div>
    </section>
  )
}
