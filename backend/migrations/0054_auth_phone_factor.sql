-- A phone as a second factor: each challenge has its own code.

alter table auth.mfa_challenges add column otp_hash bytea;
comment on column auth.mfa_challenges.otp_hash is 'Of the code that was sent to a phone, keyed with a secret of the installation.';
create unique index mfa_factors_phone_key on auth.mfa_factors (user_id, phone) where factor_type = 'phone';
