import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

interface ChallengeDialogProps {
  amount: string
  isConfirming: boolean
  onConfirm: () => void
  onClose: () => void
}

/** The bank's 3-D Secure challenge, as simulated by the test provider; a real provider shows the bank's page. */
export function ChallengeDialog({ amount, isConfirming, onConfirm, onClose }: ChallengeDialogProps) {
  return (
    <Dialog
      title={t('buying.challenge')}
      description={t('buying.challengeHint', { amount })}
      onClose={onClose}
      cancel={t('common.cancel')}
      footer={
        <Button loading={isConfirming} loadingLabel={t('buying.paying')} onClick={onConfirm}>
          {t('buying.confirmPayment')}
        </Button>
      }
    />
  )
}
