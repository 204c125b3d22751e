import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { endSecondStep, renewCodes } from './api.ts'
import { EnrolDialog } from './EnrolDialog.tsx'
import { Panel } from './Panel.tsx'
import { useSecondStep, useSecurityMutation } from './queries.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Second factor by authenticator app. */
export function SecondStep() {
  const step = useSecondStep()
  const [dialog, setDialog] = useState<'enrol' | 'codes' | 'end' | null>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const renew = useSecurityMutation(renewCodes)
  const end = useSecurityMutation(endSecondStep, t('security.secondStep.off'))
  const { factorId, codesLeft } = step.data ?? { factorId: null, codesLeft: null }
  const close = () => setDialog(null)
  return (
    <Panel
      title={t('security.secondStep.title')}
      line={t('security.secondStep.hint')}
      query={step}
      action={
        factorId === null ? (
          <Button
            variant="secondary"
            size="s"
            aria-label={t('security.enrol.title')}
            onClick={() => setDialog('enrol')}
          >
            {t('security.setUp')}
          </Button>
        ) : null
      }
    >
      {factorId === null ? null : (
        <>
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone="success">{t('common.on')}</Badge>
            <span className="text-ink-2">
              {codesLeft === null ? t('security.codes.none') : t('security.codes.left', { codesLeft })}
            </span>
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              loading={renew.isPending}
              loadingLabel={t('security.makingCodes')}
              onClick={() =>
                renew.mutate(undefined, {
                  onSuccess: (made) => {
                    setCodes(made)
                    setDialog('codes')
                  },
                })
              }
            >
              {t('security.newRecoveryCodes')}
            </Button>
            <Button variant="ghost" onClick={() => setDialog('end')}>
              {t('security.turnOff')}
            </Button>
          </div>
        </>
      )}
      {dialog === 'enrol' ? <EnrolDialog onClose={close} /> : null}
      {dialog === 'codes' ? (
        <Dialog
          onClose={close}
          title={t('security.codes.newTitle')}
          description={t('security.codes.newHint')}
          footer={<Button onClick={close}>{t('security.enrol.codesKept')}</Button>}
        >
          <RecoveryCodes codes={codes} />
        </Dialog>
      ) : null}
      {dialog === 'end' && factorId !== null ? (
        <Dialog
          onClose={close}
          title={t('security.secondStep.turnOffQuestion')}
          description={t('security.secondStep.turnOffHint')}
          cancel={t('security.keepItOn')}
          footer={
            <Button
              variant="danger"
              loading={end.isPending}
              loadingLabel={t('security.turningOff')}
              onClick={() => end.mutate(factorId, { onSuccess: close })}
            >
              {t('security.turnOff')}
            </Button>
          }
        />
      ) : null}
    </Panel>
  )
}
