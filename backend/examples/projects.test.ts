import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ANON, newUser, PASSWORD, project, SERVICE, until } from './run-project.ts'

test('todo: seeds sign in, rows are their owners’ alone, changes are heard, jobs run, new tables are served', {
  timeout: 120_000,
}, async () => {
  const todo = await project('todo')
  await todo.start()
  const anna = todo.client()
  expect((await anna.auth.signInWithPassword({ email: 'anna@example.com', password: 'password123' })).error).toBeNull()
  expect((await anna.from('todos').select('task')).data).toEqual([{ task: 'Water the plants; twice' }])

  const ben = await newUser(todo, 'ben@example.com')
  const heard = new Promise((resolve) => {
    ben
      .channel('todos')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'todos' }, ({ new: row }) => resolve(row))
      // Sent once the changes are followed; joined is less.
      .on('system', {}, async () => {
        await anna.from('todos').insert({ task: 'Nobody else hears this' })
        await ben.from('todos').insert({ task: 'Buy figs' })
      })
      .subscribe()
  })
  expect(await heard).toMatchObject({ task: 'Buy figs' })
  expect((await ben.from('todos').select('task')).data).toEqual([{ task: 'Buy figs' }])
  const reminder = await until(async () => (await todo.client(SERVICE).rpc('next_reminder')).data)
  expect(reminder).toEqual({ kind: 'open todos' })
  const queues = todo.client(SERVICE).schema('pgmq_public')
  const sent = await queues.rpc('send', { queue_name: 'reminders', message: { kind: 'by hand' }, sleep_seconds: 600 })
  expect(sent.data).toEqual([expect.any(Number)])
  const message = { queue_name: 'reminders', message_id: sent.data[0] }
  expect((await todo.client().schema('pgmq_public').rpc('delete', message)).error?.code).toBe('42501')
  expect((await queues.rpc('archive', message)).data).toBe(true)
  await ben.removeAllChannels()

  // Another migration while it runs: the data API serves its table without being told.
  expect(todo.cli('migration', 'new', 'lists').stdout).toMatch(/^supabase\/migrations\/\d{14}_lists\.sql/)
  await writeFile(
    join(todo.root, 'supabase/migrations/20990101000000_lists.sql'),
    'create table lists (id int primary key);',
  )
  const { migrations } = JSON.parse(todo.cli('migration', 'up', '-o', 'json').stdout) as { migrations: string[] }
  expect(migrations.at(-1)).toContain('20990101000000_lists')
  const listed = JSON.parse(todo.cli('migration', 'list', '--json').stdout) as { version: string; applied: boolean }[]
  expect(listed.at(-1)).toEqual({ version: '20990101000000', name: 'lists', applied: true })
  const served = await until(async () => {
    const { error } = await ben.from('lists').insert({ id: 1 })
    return error?.code === 'PGRST205' ? null : { error }
  })
  expect(served.error).toBeNull()

  // A broken one names its place and changes nothing.
  await writeFile(
    join(todo.root, 'supabase/migrations/20990102000000_broken.sql'),
    'create table half (id int);\n\ninsert into half\nvalues (nothing);\n',
  )
  const broken = todo.cli('db', 'push')
  expect(broken.status).toBe(1)
  expect(broken.stderr).toContain('supabase/migrations/20990102000000_broken.sql:4: column "nothing" does not exist')
  expect((await ben.from('half').select()).error?.code).toBe('PGRST205')

  const status = todo.cli('status', '-o', 'env', '--override-name', 'api.url=NEXT_PUBLIC_SUPABASE_URL')
  expect(status.stdout).toContain(`NEXT_PUBLIC_SUPABASE_URL="http://127.0.0.1:${todo.env.PORT}"`)
  expect(status.stdout).toContain(`PUBLISHABLE_KEY="${ANON}"`)
  expect(todo.cli('db', 'reset').stderr).toContain('souk-backend stop')
  expect(JSON.parse(todo.cli('stop', '--json').stdout)).toEqual({ stopped: true })

  const { sql } = JSON.parse(todo.cli('db', 'dump', '--data-only', '--json').stdout) as { sql: string }
  expect(sql).toContain('Buy figs')

  // Its rows are the seed of the next database, accounts and all.
  const dumped = todo.cli('db', 'dump', '--data-only', '--use-copy', '-f', 'supabase/seed.sql', '--json')
  expect(JSON.parse(dumped.stdout)).toEqual({ file: 'supabase/seed.sql', bytes: expect.any(Number) })

  await rm(join(todo.root, 'supabase/migrations/20990102000000_broken.sql'))
  expect(JSON.parse(todo.cli('db', 'reset', '--json').stdout)).toMatchObject({ reset: true })
  await todo.start()
  const back = todo.client()
  expect((await back.auth.signInWithPassword({ email: 'ben@example.com', password: PASSWORD })).error).toBeNull()
  expect((await back.from('todos').insert({ task: 'Buy olives' }).select('id, task')).data).toEqual([
    { id: 4, task: 'Buy olives' },
  ])
})

test('multi-tenant: the hook’s claims select the rows, and a refusal names the missing grant', async () => {
  const market = await project('multi-tenant', { SITE_URL_OF_APP: 'http://localhost:5173' })
  const google = '\n[auth.external.google]\nenabled = true\nclient_id = "a"\nsecret = "env(NOT_SET_ANYWHERE)"\n'
  await appendFile(join(market.root, 'supabase/config.toml'), google)
  await market.start()
  // The provider is not asked, and may be out of reach.
  const forged = await market.client().auth.signInWithIdToken({ provider: 'google', token: 'no token' })
  expect(forged.error).toMatchObject({ status: 400, message: 'Bad ID token' })
  const admin = market.client(SERVICE)
  const { data: tenants } = await admin
    .from('tenants')
    .insert([{ name: 'Figs' }, { name: 'Olives' }])
    .select('id')
  const [figs, olives] = tenants ?? []
  const joined = async (email: string, tenant: string | undefined, role: string) => {
    const person = await newUser(market, email)
    const { data } = await person.auth.getUser()
    expect((await admin.from('members').insert({ user_id: data.user?.id, tenant_id: tenant, role })).error).toBeNull()
    await person.auth.refreshSession()
    return person
  }
  const editor = await joined('editor@example.com', figs?.id, 'editor')
  const reader = await joined('reader@example.com', figs?.id, 'reader')
  const stranger = await joined('stranger@example.com', olives?.id, 'editor')

  expect((await editor.from('documents').insert({ title: 'Harvest' })).error).toBeNull()
  expect((await reader.from('documents').select('title')).data).toEqual([{ title: 'Harvest' }])
  expect((await reader.from('documents').insert({ title: 'No' })).error?.code).toBe('42501')
  expect((await stranger.from('documents').select('title')).data).toEqual([])
  const refused = await market.client().from('documents').select('title')
  expect(refused.error).toMatchObject({ code: '42501', hint: expect.stringContaining('documents to anon;') })

  const passing = 'supabase/tests/database/documents.test.sql'
  const failing = 'supabase/tests/failing.sql'
  const sub = '6f1c1a4e-0000-4000-8000-000000000001'
  await writeFile(
    `${market.root}/${failing}`,
    `begin; select plan(2); select has_table('orders');
    set local request.jwt.claim.sub = '${sub}'; select is(auth.uid(), '${sub}'::uuid);`,
  )
  const tests = market.cli('test', 'db', '--json')
  expect([tests.status, JSON.parse(tests.stdout)]).toMatchObject([
    1,
    {
      ok: false,
      files: [
        { file: passing, ok: true, tests: 10, problems: [] },
        { file: failing, failures: [{ number: 1 }] },
      ],
    },
  ])
  const passed = market.cli('test', 'db', 'supabase/tests/database')
  expect([passed.status, passed.stdout]).toEqual([
    0,
    `${passing} .. ok\nAll tests successful.\nFiles=1, Tests=10\nResult: PASS\n`,
  ])
})

test('gallery: buckets and their files, folders by policy, transforms, webhooks with a secret of the vault', async () => {
  const gallery = await project('gallery', { GALLERY_WEBHOOK_TOKEN: 'from-the-environment' })
  await writeFile(
    join(gallery.root, 'supabase/migrations/20990101000000_callers.sql'),
    `create table callers (token text);
create function note_caller() returns trigger language plpgsql security definer set search_path = '' as $$ begin
  insert into public.callers values (current_setting('request.headers')::json ->> 'authorization'); return null; end $$;
create trigger note_caller after insert on storage.objects for each row execute function note_caller();`,
  )
  await gallery.start()
  const [anna, ben] = await Promise.all([newUser(gallery, 'anna@example.com'), newUser(gallery, 'ben@example.com')])
  const sample = await fetch(`${gallery.url}/storage/v1/render/image/public/samples/triangle.png?width=16&height=16`)
  expect([sample.status, sample.headers.get('content-type')]).toEqual([200, 'image/png'])

  const picture = await readFile(join(gallery.root, 'supabase/samples/triangle.png'))
  const { data } = await anna.auth.getUser()
  const path = `${data.user?.id}/a.png`
  const type = { contentType: 'image/png' }
  expect((await ben.storage.from('photos').upload(path, picture, type)).error).not.toBeNull()
  expect((await anna.storage.from('photos').upload(path, picture, type)).error).toBeNull()
  const bearer = `Bearer ${(await anna.auth.getSession()).data.session?.access_token}`
  expect((await gallery.client(SERVICE).from('callers').select().eq('token', bearer)).data).toHaveLength(1)
  expect((await anna.storage.from('photos').download(path)).error).toBeNull()
  expect((await ben.storage.from('photos').download(path)).error).not.toBeNull()
  const large = Buffer.concat([picture, Buffer.alloc(250_000)])
  expect((await anna.storage.from('photos').upload(`${data.user?.id}/b.png`, large, type)).error).not.toBeNull()

  expect((await anna.from('photos').insert({ path, caption: 'Triangle' })).error).toBeNull()
  const delivery = await until(
    async () => (await gallery.client(SERVICE).from('deliveries').select().maybeSingle()).data,
  )
  expect(delivery).toEqual({ body: { path }, token: 'from-the-environment' })
  expect((await gallery.client().from('photos').select()).data).toEqual([])
})

test('a startup error is one sentence with its location', async () => {
  const { root, cli } = await project('todo')
  // What dumps of hosted projects begin with is no obstacle.
  await writeFile(join(root, 'supabase/migrations/20240502000000_dump.sql'), DUMP)
  await writeFile(join(root, 'supabase/migrations/20240503000000_nowhere.sql'), '\ncreate extension nowhere;')
  const nowhere = cli('start')
  expect([nowhere.status, nowhere.stderr]).toEqual([
    1,
    expect.stringMatching(/20240503000000_nowhere\.sql:2: the extension nowhere is not part .* DATABASE_URL/),
  ])
  await writeFile(join(root, 'supabase/config.toml'), '[api]\nport = "many"\n')
  const typo = cli('start')
  expect([typo.status, typo.stderr]).toEqual([1, 'supabase/config.toml: api.port must be a number.\n'])
})

const DUMP = `
SELECT pg_catalog.set_config('search_path', '', false);
CREATE EXTENSION IF NOT EXISTS "pgsodium" WITH SCHEMA "pgsodium";
CREATE EXTENSION IF NOT EXISTS "pg_graphql" WITH SCHEMA "graphql";
CREATE EXTENSION IF NOT EXISTS "pgjwt" WITH SCHEMA "extensions";
CREATE EXTENSION IF NOT EXISTS "supabase_vault" WITH SCHEMA "vault";
CREATE EXTENSION IF NOT EXISTS "pg_net" WITH SCHEMA "extensions";
ALTER PUBLICATION "supabase_realtime" OWNER TO "postgres";
drop publication supabase_realtime;
create publication supabase_realtime for all tables;
SELECT pg_catalog.setval('"pgsodium"."key_key_id_seq"', 1, false);
insert into net._http_response (id) values (1);
delete from net._http_response;
create table public.holdings (id int primary key, updated_at timestamptz);
create trigger holdings_handle_updated_at before update on public.holdings for each row execute function storage.update_updated_at_column();
insert into public.holdings values (1);
update public.holdings set id = 2 where updated_at is null returning (1 / (updated_at is not null)::int);
insert into storage.buckets (id, name) values ('dump', 'dump');
insert into storage.objects (bucket_id, name, metadata) values ('dump', 'a', '{"size": 3000000000}'), ('dump', 'b', '{"size": 1}');
do $$ begin assert (select size from storage.get_size_by_bucket() where bucket_id = 'dump') = 3000000001; end $$;
RESET ALL;
`

const { DATABASE_WITH_VECTOR } = process.env
test.skipIf(DATABASE_WITH_VECTOR === undefined)(
  'an external PostgreSQL with pgvector runs what needs it (DATABASE_WITH_VECTOR: an empty database there)',
  async () => {
    const todo = await project('todo', { DATABASE_URL: DATABASE_WITH_VECTOR ?? '' })
    await writeFile(
      join(todo.root, 'supabase/migrations/20240503000000_vector.sql'),
      `create extension vector with schema extensions;
      create table notes (id int primary key, embedding vector(3));
      create function nearest(point vector(3)) returns setof notes language sql stable as
        'select * from notes order by embedding <-> point limit 1';
      insert into notes values (1, '[1,0,0]'), (2, '[0,1,0]');`,
    )
    await todo.start()
    const { data } = await todo.client().rpc('nearest', { point: '[0,2,0]' }).select('id')
    expect(data).toEqual([{ id: 2 }])
  },
)

test('gallery: a schema pulled from a hosted project applies, and files are stored as before', async () => {
  const gallery = await project('gallery')
  await writeFile(
    join(gallery.root, 'supabase/migrations/20990101000000_remote_schema.sql'),
    `create extension if not exists "wrappers" with schema "extensions";
drop extension if exists "pg_net";
create extension pgcrypto;
create extension if not exists "citext" with schema "public";
create extension if not exists unaccent;
create table public.names (name "public"."citext", plain text generated always as (lower(name::text)) stored);
create function public.plain(name text) returns text language sql set search_path = public as $$ select unaccent(name) $$;
create function public.sorted() returns text[] language sql return (select array_agg(word order by word) from unnest('{b,A,ä,Z}'::text[]) word);
create table public.levels (needed auth.aal_level not null default 'aal2', kind storage.buckettype default 'STANDARD');
create view public.strong as select id from auth.mfa_factors where status = 'verified'::auth.factor_status;
revoke references on table "storage"."prefixes" from "anon";
grant select on table "storage"."buckets_vectors", storage.migrations, storage.iceberg_tables to "service_role";
create trigger tr_check_filters before insert or update on realtime.subscription
  for each row execute function realtime.subscription_check_filters();
create trigger enforce_bucket_name_length_trigger before insert or update of name on storage.buckets
  for each row execute function storage.enforce_bucket_name_length();
create trigger objects_insert_create_prefix before insert on storage.objects
  for each row execute function storage.objects_insert_prefix_trigger();
create trigger objects_delete_delete_prefix after delete on storage.objects
  for each row execute function storage.delete_prefix_hierarchy_trigger();
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();
`,
  )
  await writeFile(
    join(gallery.root, 'supabase/migrations/20990102000000_remote_schema.sql'),
    `drop trigger if exists "prefixes_create_hierarchy" on "storage"."prefixes";
alter table "storage"."prefixes" drop constraint "prefixes_bucketId_fkey";
drop function if exists "storage"."add_prefixes"(_bucket_id text, _name text);
drop table "storage"."prefixes";
alter table "storage"."objects" drop column "level";
insert into auth.flow_state
  (id, auth_code, code_challenge_method, code_challenge, provider_type, provider_access_token, authentication_method, updated_at)
  values (gen_random_uuid(), 'x', 's256'::auth.code_challenge_method, 'x', 'email', null, 'email', now());
insert into auth.users (id, email) values ('6f1c1a4e-0000-4000-8000-000000000001', 'old@example.com');
insert into auth.identities (user_id, identity_data, provider) select id, jsonb_build_object('sub', id, 'email', email), 'email' from auth.users;
`,
  )
  await gallery.start()
  expect(gallery.said()).toContain('Nothing but the name is here of the extension wrappers.')
  expect((await gallery.client().rpc('plain', { name: 'Zoë' })).data).toBe('Zoe')
  expect((await gallery.client().rpc('sorted')).data).toEqual(['A', 'ä', 'b', 'Z'])
  const admin = gallery.client(SERVICE).storage
  expect((await admin.createBucket('n'.repeat(101))).error).not.toBeNull()
  expect((await admin.createBucket('pulled')).error).toBeNull()
  expect((await admin.from('pulled').upload('a/b.txt', 'text')).error).toBeNull()
  expect((await admin.from('pulled').remove(['a/b.txt'])).data).toHaveLength(1)
})
