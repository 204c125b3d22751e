import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { endSecondStep, renewCodes } from './api.ts'
import { EnrolDialog } from './EnrolDialog.tsx'
import { Panel } from './Panel.tsx'
import { useSecondStep, useSecurityAct } from './queries.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** The code of an authenticator app, asked after the password. */
export function SecondStep() {
  const step = useSecondStep()
  const [dialog, setDialog] = useState<'enrol' | 'codes' | 'end' | null>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const renew = useSecurityAct(renewCodes)
  const end = useSecurityAct(endSecondStep, t('Two-step sign-in is off'))
  const { factorId, codesLeft } = step.data ?? { factorId: null, codesLeft: null }
  const close = () => setDialog(null)
  return (
    <Panel
      title={t('Two-step sign-in')}
      line={t('A code from an app on your phone, asked after your password. A stolen password alone opens nothing.')}
      query={step}
    >
      {factorId === null ? (
        <Button variant="secondary" className="justify-self-start" onClick={() => setDialog('enrol')}>
          {t('Set up an authenticator app')}
        </Button>
      ) : (
        <>
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone="success">{t('On')}</Badge>
            <span className="text-ink-2">
              {codesLeft === null
                ? t('You have no recovery codes.')
                : t('{codesLeft, plural, one {# recovery code} other {# recovery codes}} left.', { codesLeft })}
            </span>
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              loading={renew.isPending}
              loadingLabel={t('Making codes')}
              onClick={() =>
                renew.mutate(undefined, {
                  onSuccess: (made) => {
                    setCodes(made)
                    setDialog('codes')
                  },
                })
              }
            >
              {t('New recovery codes')}
            </Button>
            <Button variant="ghost" onClick={() => setDialog('end')}>
              {t('Turn off')}
            </Button>
          </div>
        </>
      )}
      {dialog === 'enrol' ? <EnrolDialog onClose={close} /> : null}
      {dialog === 'codes' ? (
        <Dialog
          open
          onOpenChange={close}
          title={t('Your new recovery codes')}
          description={t('The codes from before no longer work.')}
          footer={<Button onClick={close}>{t('I have kept them')}</Button>}
        >
          <RecoveryCodes codes={codes} />
        </Dialog>
      ) : null}
      {dialog === 'end' && factorId !== null ? (
        <Dialog
          open
          onOpenChange={close}
          title={t('Turn off two-step sign-in?')}
          description={t('Your password alone will be enough again, and your recovery codes stop working.')}
          footer={
            <>
              <Button variant="secondary" onClick={close}>
                {t('Keep it on')}
              </Button>
              <Button
                variant="danger"
                loading={end.isPending}
                loadingLabel={t('Turning off')}
                onClick={() => end.mutate(factorId, { onSuccess: close })}
              >
                {t('Turn off')}
              </Button>
            </>
          }
        />
      ) : null}
    </Panel>
  )
}
