insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
  created_at, updated_at, confirmation_token, email_change, email_change_token_new, recovery_token
) values (
  '00000000-0000-0000-0000-000000000000', '6f3c1a52-4d0e-4b7e-9b62-0e7d8a1f2c33', 'authenticated', 'authenticated',
  'anna@example.com', crypt('password123', gen_salt('bf')), now(), '{"provider": "email", "providers": ["email"]}', '{}',
  now(), now(), '', '', '', ''
);

insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
select gen_random_uuid(), id, id, json_build_object('sub', id::text, 'email', email), 'email', now(), now(), now() from auth.users;

insert into public.todos (user_id, task) select id, 'Water the plants; twice' from auth.users;
