import type { User } from '@supabase/supabase-js'
import { Mail, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { change, checked, runSql, supabase } from '../api.ts'
import { Button, Choice, Empty, Facts, Form, Heading, Panel, Problem, shortDate, useLoaded, useWork } from '../ui.tsx'

const AT_ONCE = 50
/** Bans need an end; GoTrue's own dashboard writes a hundred years. */
const FOR_EVER = '876000h'

type Kind = 'all' | 'unconfirmed' | 'banned'

const isBanned = (user: User) => Date.parse((user as { banned_until?: string }).banned_until ?? '') > Date.now()
const isUnconfirmed = (user: User) => !user.email_confirmed_at && !user.phone_confirmed_at && !user.is_anonymous
const nameOf = (user: User) => user.email || user.phone || (user.is_anonymous ? 'Anonymous' : user.id.slice(0, 8))

export function UsersPage() {
  const [page, setPage] = useState(1)
  const [kind, setKind] = useState<Kind>('all')
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState<string | null>(null)
  const [form, setForm] = useState<'add' | 'invite' | null>(null)
  const load = useCallback(() => checked(supabase().auth.admin.listUsers({ page, perPage: AT_ONCE })), [page])
  const { data, error, reload } = useLoaded(load)
  const users = (data?.users ?? []).filter(
    (user) =>
      (kind === 'all' || (kind === 'banned' ? isBanned(user) : isUnconfirmed(user))) &&
      [user.email, user.phone, user.id, JSON.stringify(user.user_metadata)].some((text) =>
        text?.toLowerCase().includes(search.toLowerCase()),
      ),
  )
  const selected = data?.users.find(({ id }) => id === shown)
  const total = data?.total ?? 0
  const close = () => {
    setForm(null)
    setShown(null)
  }
  return (
    <main className="wide">
      <Heading title="Users" note={data ? total : undefined}>
        <Button onClick={() => setForm('invite')}>
          <Mail size={16} /> Invite
        </Button>
        <Button kind="main" onClick={() => setForm('add')}>
          <Plus size={16} /> Add user
        </Button>
      </Heading>
      <div className="bar">
        <input
          type="search"
          aria-label="Name, email or id"
          placeholder="Name, email or id"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Choice
          label="Users"
          value={kind}
          options={{ all: 'All', unconfirmed: 'Unconfirmed', banned: 'Banned' }}
          onChange={setKind}
        />
      </div>
      <Problem error={error} />
      <div className="with-panel">
        <div className="grid-scroll">
          <table className="grid tall">
            <thead>
              <tr>
                <th>User</th>
                <th>Signs in with</th>
                <th>Last signed in</th>
                <th>Status</th>
              </tr>
            </thead>
            <tbody>
              {users.map((user) => (
                <tr key={user.id} aria-selected={user.id === shown}>
                  <td>
                    <button type="button" className="row-link" onClick={() => setShown(user.id)}>
                      {nameOf(user)}
                    </button>
                  </td>
                  <td>{String(user.app_metadata.providers ?? user.app_metadata.provider ?? '')}</td>
                  <td>{shortDate(user.last_sign_in_at)}</td>
                  <td>
                    {isBanned(user) ? (
                      <span className="badge danger">Banned</span>
                    ) : isUnconfirmed(user) ? (
                      <span className="badge warn">Unconfirmed</span>
                    ) : (
                      'Active'
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {data && users.length === 0 && <Empty>No users here.</Empty>}
        </div>
        {form && (
          <Panel title={form === 'add' ? 'Add user' : 'Invite'} onClose={close}>
            <Form
              action={form === 'add' ? 'Add user' : 'Send the invitation'}
              onSubmit={async (fields) => {
                const [email, password] = [String(fields.get('email')), String(fields.get('password'))]
                const { admin } = supabase().auth
                if (form === 'invite') await checked(admin.inviteUserByEmail(email))
                else await checked(admin.createUser({ email, password, email_confirm: true }))
                close()
                reload()
              }}
            >
              <label>
                Email
                <input name="email" type="email" required />
              </label>
              {form === 'add' && (
                <label>
                  Password
                  <input name="password" type="text" autoComplete="off" required />
                </label>
              )}
            </Form>
          </Panel>
        )}
        {!form && selected && <UserPanel key={selected.id} user={selected} onClose={close} onChange={reload} />}
      </div>
      <footer className="foot">
        <span className="end" />
        <Button kind="quiet" disabled={page === 1} onClick={() => setPage(page - 1)}>
          Previous
        </Button>
        <Button kind="quiet" disabled={page * AT_ONCE >= total} onClick={() => setPage(page + 1)}>
          Next
        </Button>
      </footer>
    </main>
  )
}

function UserPanel({
  user,
  onClose,
  onChange,
}: {
  readonly user: User
  readonly onClose: () => void
  readonly onChange: () => void
}) {
  const load = useCallback(
    () =>
      runSql('select user_agent, updated_at from auth.sessions where user_id = $1::text::uuid order by 2 desc', [
        user.id,
      ]),
    [user.id],
  )
  const sessions = useLoaded(load)
  const { error, isBusy, run } = useWork()
  const { admin } = supabase().auth
  const perform = (work: () => Promise<unknown>) =>
    void run(work).then(() => {
      onChange()
      sessions.reload()
    })
  return (
    <Panel title={nameOf(user)} onClose={onClose}>
      <Facts
        facts={[
          ['Id', <code key="id">{user.id}</code>],
          ['Joined', shortDate(user.created_at)],
          ['Email', user.email ? (user.email_confirmed_at ? 'Confirmed' : 'Unconfirmed') : 'None'],
          ['Phone', user.phone ? (user.phone_confirmed_at ? 'Confirmed' : 'Unconfirmed') : 'None'],
          ['Two-step sign-in', user.factors?.some(({ status }) => status === 'verified') ? 'On' : 'Off'],
        ]}
      />
      <pre>{JSON.stringify({ ...user.user_metadata, app: user.app_metadata }, null, 2)}</pre>
      <h3>Signed in on</h3>
      <Facts
        facts={(sessions.data?.rows ?? []).map(([agent, at], index) => [
          `${agent ?? 'Unknown'}${'\u200b'.repeat(index)}`,
          shortDate(at),
        ])}
      />
      <Problem error={error} />
      {user.email && (
        <Button
          disabled={isBusy}
          onClick={() => perform(() => checked(supabase().auth.resetPasswordForEmail(user.email ?? '')))}
        >
          Send a password link
        </Button>
      )}
      <Button
        disabled={isBusy}
        onClick={() => perform(() => change('delete from auth.sessions where user_id = $1::text::uuid', [user.id]))}
      >
        Sign out everywhere
      </Button>
      <Button
        kind="danger"
        disabled={isBusy}
        onClick={() =>
          perform(() => checked(admin.updateUserById(user.id, { ban_duration: isBanned(user) ? 'none' : FOR_EVER })))
        }
      >
        {isBanned(user) ? 'Lift the ban' : 'Ban user'}
      </Button>
      <Button
        kind="danger"
        disabled={isBusy}
        onClick={() => confirm('Delete this user?') && perform(() => checked(admin.deleteUser(user.id)).then(onClose))}
      >
        Delete user
      </Button>
    </Panel>
  )
}
