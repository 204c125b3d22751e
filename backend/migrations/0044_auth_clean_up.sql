-- What the clean-up looks for, so that it never reads a whole table.

create index sessions_not_after_idx on auth.sessions (not_after) where not_after is not null;
create index sessions_active_at_idx on auth.sessions ((coalesce(refreshed_at, created_at)));
create index one_time_tokens_created_at_idx on auth.one_time_tokens (created_at);
create index mfa_factors_unverified_idx on auth.mfa_factors (created_at) where status = 'unverified';
create index users_anonymous_idx on auth.users (created_at) where is_anonymous;
