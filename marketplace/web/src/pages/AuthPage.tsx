import { type ReactNode, useState } from 'react'
import { paths } from '../../../contract/paths.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { CheckEmail } from '../features/auth/CheckEmail.tsx'
import { ForgotForm } from '../features/auth/ForgotForm.tsx'
import { GoogleButton } from '../features/auth/GoogleButton.tsx'
import { NewPasswordForm } from '../features/auth/NewPasswordForm.tsx'
import { PasskeyButton } from '../features/auth/PasskeyButton.tsx'
import { takeDestination } from '../features/auth/return-to.ts'
import { SecondFactor } from '../features/auth/SecondFactor.tsx'
import { SignInForm } from '../features/auth/SignInForm.tsx'
import { SignUpForm } from '../features/auth/SignUpForm.tsx'
import { closedQuestion } from '../features/listings/chosen-place.ts'
import { Trans } from '../i18n/Trans.tsx'
import { t } from '../i18n/t.ts'
import { config } from '../lib/config.ts'
import { Link, Navigate, useSearchParams } from '../lib/router.tsx'
import { ArchImage } from '../ui/ArchImage.tsx'
import { HelpButton } from '../ui/HelpButton.tsx'
import { Logo } from '../ui/Logo.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { TabPanel, Tabs } from '../ui/Tabs.tsx'

type Mode = 'sign-in' | 'sign-up' | 'forgot'

const HEADINGS: Record<Mode | 'sent' | 'new-password' | 'second-factor', { title: string; line: string }> = {
  'sign-in': { title: t('auth.welcomeBack'), line: t('auth.signInReason') },
  'sign-up': { title: t('auth.createYourAccount'), line: t('auth.takesAMinute') },
  forgot: { title: t('auth.forgotPassword'), line: t('auth.forgotHint') },
  sent: { title: t('auth.checkEmail'), line: '' },
  'second-factor': { title: t('auth.oneMoreStep'), line: t('auth.secondProof') },
  'new-password': { title: t('auth.setNewPassword'), line: t('auth.signedInRightAfter') },
}

/** Sign-in, sign-up, forgotten password, "check your email", second factor, and the new password after a recovery link. */
export function AuthPage() {
  // Show no form until it is known whether the user is signed in.
  return useAuth().loading ? <AuthFrame>{null}</AuthFrame> : <AuthForms />
}

function AuthForms() {
  const { user, recovering, factorOwed } = useAuth()
  const [search, setSearch] = useSearchParams()
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState<{ email: string; purpose: 'confirm' | 'reset' } | null>(null)
  // Initial state only: users who arrive signed in are redirected; a sign-in on this page navigates by itself.
  const [wasSignedIn] = useState(user !== null)

  const asked = search.get('mode')
  const mode: Mode = asked === 'sign-up' || asked === 'forgot' ? asked : 'sign-in'
  const setMode = (next: Mode) => {
    setSent(null)
    setSearch(next === 'sign-in' ? {} : { mode: next }, { replace: true })
  }
  const view = factorOwed ? 'second-factor' : recovering ? 'new-password' : sent ? 'sent' : mode
  const { title, line } = HEADINGS[view]
  usePageTitle(view === 'sign-in' ? t('shell.signIn') : title)

  if (wasSignedIn && user && !recovering) return <SendBack />
  return (
    <AuthFrame>
      <h1 className="type-display [--display-size:40px] md:text-[40px]">{title}</h1>
      <p className="mt-2 text-ink-2">
        {view === 'sent' && sent ? (
          <Trans
            id="auth.linkSentTo"
            values={{ email: sent.email }}
            components={{ 0: <strong className="font-semibold text-ink" /> }}
          />
        ) : (
          line
        )}
      </p>
      <div className="mt-5 grid gap-4">
        {view === 'second-factor' ? <SecondFactor /> : null}
        {view === 'new-password' ? <NewPasswordForm /> : null}
        {view === 'sent' && sent ? <CheckEmail {...sent} onBack={() => setMode('sign-in')} /> : null}
        {view === 'forgot' ? (
          <ForgotForm
            email={email}
            onEmail={setEmail}
            onSent={(to) => setSent({ email: to, purpose: 'reset' })}
            onBack={() => setMode('sign-in')}
          />
        ) : null}
        {view === 'sign-in' || view === 'sign-up' ? (
          <Tabs
            wide
            label={t('auth.signInOrCreate')}
            value={view}
            onChange={setMode}
            tabs={[
              { value: 'sign-in', label: t('shell.signIn') },
              { value: 'sign-up', label: t('auth.createAccount') },
            ]}
          >
            <TabPanel value={view} className="mt-4 grid gap-4 outline-offset-8">
              {config.googleSignIn ? <GoogleButton /> : null}
              {view === 'sign-in' && config.passkeys ? <PasskeyButton /> : null}
              {config.googleSignIn || (view === 'sign-in' && config.passkeys) ? <Or /> : null}
              {view === 'sign-in' ? (
                <SignInForm email={email} onEmail={setEmail} onForgot={() => setMode('forgot')} />
              ) : (
                <SignUpForm
                  email={email}
                  onEmail={setEmail}
                  onSignedUp={closedQuestion.clear}
                  onConfirmationSent={(to) => setSent({ email: to, purpose: 'confirm' })}
                />
              )}
              <Agreement />
            </TabPanel>
          </Tabs>
        ) : null}
      </div>
    </AuthFrame>
  )
}

/** Sends a signed-in user to their destination. */
function SendBack() {
  const [destination] = useState(takeDestination)
  return <Navigate to={destination} replace />
}

function Or() {
  return (
    <div className="type-small flex items-center gap-3 text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t('auth.or')}
    </div>
  )
}

function Agreement() {
  return (
    <p className="type-small text-center text-ink-2">
      <Trans
        id="auth.agreeByContinuing"
        components={{
          0: <Link to={paths.terms} className="underline underline-offset-2" />,
          1: <Link to={paths.privacy} className="underline underline-offset-2" />,
        }}
      />
    </p>
  )
}

/** The form on the left; on wide screens the awning and an arcade on the right. */
function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <div className="flex flex-col px-4 pb-10 md:px-12">
        <header className="flex items-center justify-between pt-5 md:pt-8">
          <Link
            to={paths.home}
            aria-label={t('shell.brandHome', { brand: config.brandName })}
            className="inline-block rounded-badge"
          >
            <Logo />
          </Link>
          <HelpButton className="-me-2" />
        </header>
        <main className="mx-auto grid w-full max-w-[400px] flex-1 content-start pt-10 md:content-center md:py-10">
          <div>{children}</div>
        </main>
      </div>
      <aside className="sticky top-0 hidden h-dvh min-h-[640px] flex-col justify-between overflow-hidden bg-awning px-14 pt-32 text-on-awning lg:flex">
        <p className="type-display max-w-md text-balance [--display-size:41px] lg:text-[41px]">
          {t('auth.someoneNearby')}
        </p>
        <Arcade />
      </aside>
    </div>
  )
}

const ARCHES = [
  { name: 'arch-low', place: 'h-[58%] w-[26%]', ratio: 0.5 },
  { name: 'arch-high', place: 'h-full w-[39%]', ratio: 0.43 },
  { name: 'arch-middle', place: 'h-[73%] w-[26%]', ratio: 0.39 },
] as const

/** Decoration. */
function Arcade() {
  return (
    <div aria-hidden="true" className="mx-5 mt-10 flex h-[500px] items-end gap-[3.5%]">
      {ARCHES.map(({ name, place, ratio }) => (
        <div key={name} className={place}>
          <ArchImage name={name} ratio={ratio} flat className="w-full" />
        </div>
      ))}
    </div>
  )
}
