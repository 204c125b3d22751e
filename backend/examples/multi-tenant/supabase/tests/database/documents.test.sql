begin;
create extension "basejump-supabase_test_helpers" version '0.0.6';
select plan(10);

select policies_are('public', 'documents', array['documents of the tenant', 'editors write']);
select tests.rls_enabled('public');

select tests.create_supabase_user('anna', 'anna@example.com');
select tests.create_supabase_user('ben');
insert into tenants (id, name) values ('10000000-0000-0000-0000-000000000001', 'Figs');

select tests.authenticate_as('anna');
select is(auth.uid(), tests.get_supabase_uid('anna'), 'anna is signed in');
select is_empty('select from documents', 'and sees nothing without a tenant');
select throws_ok($$ select tests.authenticate_as('carla') $$, 'User with identifier carla not found');

set local role authenticated;
set local request.jwt.claims = '{"role": "authenticated", "tenant_id": "10000000-0000-0000-0000-000000000001", "user_role": "editor"}';
select lives_ok($$ insert into documents (title) values ('Harvest') $$, 'editors write');
select results_eq('select title from documents', array['Harvest'], 'and read');

set local request.jwt.claims = '{"role": "authenticated", "tenant_id": "10000000-0000-0000-0000-000000000001", "user_role": "reader"}';
select throws_ok(
  $$ insert into documents (title) values ('No') $$, '42501',
  'new row violates row-level security policy for table "documents"');

select tests.clear_authentication();
select throws_ok('select from documents', '42501', 'permission denied for table documents');

reset role;
select tests.freeze_time('2020-02-29 12:00');
select is(now()::date, '2020-02-29', 'time stands still');

select * from finish();
rollback;
