import { Handshake, ImageOff, MapPinOff } from 'lucide-react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Awning } from '../../ui/Awning.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'

/** Only what the running product does; each claim is backed by tests or tables in the code base. */
const CLAIMS = [
  {
    icon: MapPinOff,
    title: t('home.safe.areaTitle'),
    line: t('home.safe.area'),
  },
  {
    icon: ImageOff,
    title: t('home.safe.photosTitle'),
    line: t('home.safe.photos'),
  },
  {
    icon: Handshake,
    title: t('home.safe.payTitle'),
    line: t('home.safe.pay'),
  },
] as const

/** The awning with our safety features. */
export function TrustBand() {
  return (
    <section aria-labelledby="trust" className="paint-later mt-10 md:mt-12">
      <Awning className="py-6">
        <div className="container-page grid gap-x-8 gap-y-7 lg:grid-cols-[1.3fr_1fr_1fr_1fr]">
          <div>
            <h2 id="trust" className="type-h2 lg:max-w-64">
              {t('home.safe.title')}
            </h2>
            <LinkButton
              to={paths.helpSafety}
              variant="ghost"
              className="mt-4 border border-on-awning-2/50 text-on-awning! hover:bg-awning-2!"
            >
              {t('home.safe.more')}
            </LinkButton>
          </div>
          {CLAIMS.map(({ icon: Icon, title, line }) => (
            <div key={title} className="grid grid-cols-[24px_1fr] gap-x-4 gap-y-1 lg:block">
              <Icon aria-hidden="true" strokeWidth={1.75} className="size-6 text-saffron" />
              <h3 className="type-h3 lg:mt-3">{title}</h3>
              <p className="col-start-2 text-on-awning-2 lg:mt-1">{line}</p>
            </div>
          ))}
        </div>
      </Awning>
    </section>
  )
}
