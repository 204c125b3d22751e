import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { config } from '../app/config.ts'
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
import { freshListingsQuery } from '../features/listings/queries.ts'
import { Trans } from '../i18n/Trans.tsx'
import { t } from '../i18n/t.ts'
import { ArchImage } from '../ui/ArchImage.tsx'
import { Logo } from '../ui/Logo.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { TabPanel, Tabs } from '../ui/Tabs.tsx'

type Mode = 'sign-in' | 'sign-up' | 'forgot'

const HEADINGS: Record<Mode | 'sent' | 'new-password' | 'second-factor', { title: string; line: string }> = {
  'sign-in': { title: t('Welcome back'), line: t('Sign in to message, offer and sell.') },
  'sign-up': { title: t('Create your account'), line: t('It takes about a minute.') },
  forgot: { title: t('Forgot your password?'), line: t('We will email you a link to set a new one.') },
  sent: { title: t('Check your email'), line: '' },
  'second-factor': { title: t('One more step'), line: t('Your account asks for a second proof that it is you.') },
  'new-password': { title: t('Set a new password'), line: t('You will be signed in right after.') },
}

/** Sign in, sign up, forgot, sent, and the new password after a recovery link. */
export function AuthPage() {
  // Nothing is asked until it is known whether somebody is signed in already.
  return useAuth().loading ? <AuthFrame>{null}</AuthFrame> : <AuthForms />
}

function AuthForms() {
  const { user, recovering, factorOwed } = useAuth()
  const [search, setSearch] = useSearchParams()
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState<{ email: string; purpose: 'confirm' | 'reset' } | null>(null)
  // Asked once, when somebody who is signed in already opens this page; a sign-in from here navigates by itself.
  const [wasSignedIn] = useState(user !== null)

  const asked = search.get('mode')
  const mode: Mode = asked === 'sign-up' || asked === 'forgot' ? asked : 'sign-in'
  const setMode = (next: Mode) => {
    setSent(null)
    setSearch(next === 'sign-in' ? {} : { mode: next }, { replace: true })
  }
  const view = factorOwed ? 'second-factor' : recovering ? 'new-password' : sent ? 'sent' : mode
  const { title, line } = HEADINGS[view]
  usePageTitle(view === 'sign-in' ? t('Sign in') : title)

  if (wasSignedIn && user && !recovering) return <SendBack />
  return (
    <AuthFrame>
      <h1 className="type-display [--display-size:40px] md:text-[40px]">{title}</h1>
      <p className="mt-2 text-ink-2">
        {view === 'sent' && sent ? (
          <Trans
            message="We sent a link to <0>{email}</0>. It works once."
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
            label={t('Sign in or create an account')}
            value={view}
            onChange={setMode}
            tabs={[
              { value: 'sign-in', label: t('Sign in') },
              { value: 'sign-up', label: t('Create account') },
            ]}
          >
            <TabPanel value={view} className="mt-4 grid gap-4 outline-offset-8">
              <GoogleButton />
              {view === 'sign-in' && config.passkeys ? <PasskeyButton /> : null}
              <Or />
              {view === 'sign-in' ? (
                <SignInForm email={email} onEmail={setEmail} onForgot={() => setMode('forgot')} />
              ) : (
                <SignUpForm
                  email={email}
                  onEmail={setEmail}
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

/** Signed in already: on to where they wanted to go. */
function SendBack() {
  const [destination] = useState(takeDestination)
  return <Navigate to={destination} replace />
}

function Or() {
  return (
    <div className="type-small flex items-center gap-3 text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t('or')}
    </div>
  )
}

function Agreement() {
  return (
    <p className="type-small text-center text-ink-2">
      <Trans
        message="By continuing you agree to the <0>Terms</0> and <1>Privacy notice</1>."
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
        <header className="pt-5 md:pt-8">
          <Link
            to={paths.home}
            aria-label={t('{brand}, home', { brand: config.brandName })}
            className="inline-block rounded-badge"
          >
            <Logo />
          </Link>
        </header>
        <main className="mx-auto grid w-full max-w-[400px] flex-1 content-start pt-10 md:content-center md:py-10">
          <div>{children}</div>
        </main>
      </div>
      <aside className="sticky top-0 hidden h-dvh min-h-[640px] flex-col justify-between overflow-hidden bg-awning px-14 pt-32 text-on-awning lg:flex">
        <p className="type-display max-w-md text-balance [--display-size:41px] lg:text-[41px]">
          {t('Someone nearby is looking for what you no longer need.')}
        </p>
        <Arcade />
      </aside>
    </div>
  )
}

const ARCHES = [
  { width: 'w-[26%]', ratio: 0.5 },
  { width: 'w-[39%]', ratio: 0.43 },
  { width: 'w-[26%]', ratio: 0.39 },
] as const

/** Three things that are for sale right now. Decoration: the form never waits for it. */
function Arcade() {
  const { data } = useQuery(freshListingsQuery(null, null))
  const covers = (data?.items ?? []).flatMap((item) => (item.cover ? [item.cover.path] : [])).slice(0, 3)
  return (
    <div aria-hidden="true" className="mx-5 mt-10 flex h-[500px] items-end gap-[3.5%]">
      {ARCHES.map((arch, at) => (
        <div key={arch.ratio} className={`${arch.width} ${at === 1 ? 'h-full' : at === 0 ? 'h-[58%]' : 'h-[73%]'}`}>
          {covers[at] ? (
            <ArchImage path={covers[at]} alt="" sizes="260px" flat ratio={arch.ratio} className="w-full" />
          ) : (
            <span
              className="arch arch-flat block w-full bg-awning-2"
              style={{ '--arch-ratio': arch.ratio } as CSSProperties}
            />
          )}
        </div>
      ))}
    </div>
  )
}
