-- Generated from the schemas by scripts/make-baseline.ts: do not edit.
set local check_function_bodies = off;

do $$
begin
  if not exists (select from pg_roles where rolname = 'application') then
    create role application nologin noinherit;
  end if;
end
$$;

grant application to authenticator;

alter role application set statement_timeout = '8s';

grant execute on function auth.uid(), auth.jwt() to application;

create schema private;

grant usage on schema private to anon, authenticated, service_role;

comment on schema private is 'Trigger functions, rules and counters. Not accessible through the data API.';

create extension if not exists fuzzystrmatch with schema extensions;

create type private.reading as (words text[], found text[], hosts text[]);

create type private.judgement as (action text, score integer, pattern text, rules jsonb, hosts text[]);

create type private.facet_count as (facet text, value text, facts jsonb, ads bigint);

create text search dictionary private.english_stemmer (template = pg_catalog.snowball, language = english);

create text search dictionary private.portuguese_stemmer (template = pg_catalog.snowball, language = portuguese);

create text search dictionary private.spanish_stemmer (template = pg_catalog.snowball, language = spanish);

create text search dictionary private.german_stemmer (template = pg_catalog.snowball, language = german);

create text search dictionary private.french_stemmer (template = pg_catalog.snowball, language = french);

create table public.audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  target text not null check (char_length(target) <= 200),
  before jsonb,
  after jsonb,
  at timestamptz not null default now()
);

create table public.branding (
  singleton boolean primary key default true check (singleton),
  brand_name text check (char_length(btrim(brand_name)) between 2 and 30 and brand_name !~ '[[:cntrl:]<>]'),
  operator_name text check (char_length(btrim(operator_name)) between 2 and 120 and operator_name !~ '[[:cntrl:]<>]'),
  contact_email text check (char_length(contact_email) <= 254 and contact_email ~ '^[^[:space:]@<>]+@[^[:space:]@<>]+\.[^[:space:]@<>]+$'),
  brand_hue smallint check (brand_hue between 0 and 359),
  logo_path text check (char_length(logo_path) <= 200),
  changed_at timestamptz not null default now(),
  currency text check (currency ~ '^[A-Z]{3}$'),
  languages text[] check (cardinality(languages) between 1 and 5 and languages <@ array['en', 'pt', 'es', 'de', 'fr'])
);

create table private.market_defaults (
  singleton boolean primary key default true check (singleton),
  currency text not null check (currency ~ '^[A-Z]{3}$')
);

create table public.categories (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  parent text references public.categories,
  level smallint not null check (level between 1 and 3),
  sort integer not null,
  name jsonb not null check (name ? 'en'),
  synonyms text[] not null default '{}',
  synonyms_i18n jsonb not null default '{}',
  icon text not null,
  risk_profile text not null default 'normal' check (risk_profile in ('normal', 'strict')),
  expiry_days integer not null default 60 check (expiry_days between 1 and 365),
  allow_types text[] not null check (allow_types <@ array['sell', 'wanted', 'free', 'swap']),
  photo_min integer not null default 1 check (photo_min between 0 and 20),
  leaf boolean not null,
  attributes jsonb not null default '[]' check (jsonb_typeof(attributes) = 'array'),
  ord_from integer not null,
  ord_to integer not null check (ord_to >= ord_from),
  active boolean not null default true,
  retired_attributes jsonb not null default '[]' check (jsonb_typeof(retired_attributes) = 'array'),
  check ((level = 1) = (parent is null))
);

create table private.categories_to_index (
  category text primary key references public.categories on delete cascade,
  -- Ads up to this one are done.
  done_to uuid not null default '00000000-0000-0000-0000-000000000000'
);

create table private.category_terms (
  category text not null references public.categories on delete cascade,
  term text not null,
  is_name boolean not null,
  -- Stored because stemming is slower than comparing.
  stems text,
  primary key (category, term)
);

create table private.handover_codes (
  agreement_id uuid primary key,
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  round smallint not null default 0
);

create table private.handover_secret (
  singleton boolean primary key default true check (singleton),
  secret bytea not null
);

create table private.seeds (
  name text primary key,
  finished_at timestamptz not null default now()
);

create table private.function_calls (
  caller text not null,
  called_at timestamptz not null default now()
);

create table public.help_articles (
  id text not null check (id ~ '^[a-z0-9-]{1,60}$'),
  topic text not null,
  question text not null,
  answer jsonb not null check (jsonb_typeof(answer) = 'array'),
  points jsonb not null default '[]' check (jsonb_typeof(points) = 'array'),
  -- {label, path} of the page for the action.
  action jsonb,
  also_asked text not null default '',
  -- Weights: A question, B keywords, D text.
  document tsvector not null,
  language text not null check (language ~ '^[a-z]{2,3}$'),
  primary key (id, language)
);

create table private.help_stop_words (
  stem text not null,
  language text not null default 'en',
  primary key (language, stem)
);

create table private.help_synonyms (
  said text primary key,
  meant text not null
);

create table private.help_version (
  one boolean primary key default true check (one),
  version text not null,
  written_at timestamptz not null default now()
);

create table private.help_votes (
  article_id text not null,
  voter bytea not null,
  helpful boolean not null,
  at timestamptz not null default now(),
  primary key (article_id, voter)
);

create table private.help_words_used (
  language text not null,
  word text not null,
  uses double precision not null,
  constraint help_words_used_pkey primary key (language, word)
);

create unlogged table private.recent_views (
  listing_id uuid not null,
  viewer bytea not null,
  hour timestamptz not null,
  seen_at timestamptz not null default now(),
  primary key (listing_id, viewer, hour)
);

create table private.deleted_photos (
  path text primary key,
  message_id uuid not null,
  deleted_at timestamptz not null default now()
);

create table public.report_reasons (
  reason text primary key,
  sort integer not null,
  title text not null,
  priority integer not null check (priority between 0 and 100)
);

create table public.transparency_months (
  month date primary key check (extract(day from month) = 1),
  figures jsonb not null check (jsonb_typeof(figures) = 'object'),
  counted_at timestamptz not null default now()
);

create table public.notification_groups (
  name text primary key check (name ~ '^[a-z_]{2,40}$'),
  sort smallint not null unique,
  in_app boolean not null,
  mail boolean not null,
  push boolean not null
);

create table public.notification_kinds (
  kind text primary key check (kind ~ '^[a-z_]{2,60}$'),
  group_name text not null references public.notification_groups,
  title text not null check (char_length(title) between 2 and 80),
  renews boolean not null default false,
  urgent boolean not null default false,
  email_delay interval not null default '0',
  email_gap interval not null default '0',
  push_delay interval not null default '0'
);

create table private.addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  sealed text not null check (char_length(sealed) <= 4000),
  -- In plain text, to tell whether an ad's shipping price covers it.
  country text not null check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null default now()
);

create table private.carriers (
  name text primary key,
  -- Tracking URL, with {number} as placeholder.
  tracking_url text not null check (tracking_url ~ '^https://[^ ]*\{number\}'),
  -- Domains allowed in tracking links, including subdomains.
  domains text[] not null
);

create table private.order_settings (
  singleton boolean primary key default true check (singleton),
  payments text not null default 'off' check (payments in ('off', 'test', 'stripe')),
  shipping text not null default 'manual' check (shipping in ('manual', 'easypost')),
  -- The buyer protection fee: a fixed amount and a percentage of the items.
  fee_fixed_minor integer not null default 70 check (fee_fixed_minor between 0 and 10000),
  fee_percent numeric(5, 2) not null default 5 check (fee_percent between 0 and 50),
  meet_fee_fixed_minor integer not null default 35 check (meet_fee_fixed_minor between 0 and 10000),
  meet_fee_percent numeric(5, 2) not null default 2.5 check (meet_fee_percent between 0 and 50),
  seller_fee_percent numeric(5, 2) not null default 0 check (seller_fee_percent between 0 and 50),
  min_payout_minor integer not null default 500 check (min_payout_minor >= 1),
  pay_within interval not null default '15 minutes',
  ship_within_working_days integer not null default 3 check (ship_within_working_days between 1 and 30),
  meet_within interval not null default '14 days',
  -- A parcel without a delivery report counts as delivered after this time, which starts the inspection period.
  arrive_within interval not null default '14 days',
  check_within interval not null default '3 days',
  answer_within interval not null default '48 hours',
  return_within interval not null default '14 days',
  appeal_within interval not null default '14 days',
  -- Target for moderators; without automatic consequences.
  decide_within interval not null default '3 days'
);

create table private.order_transitions (
  from_state text not null,
  event text not null,
  actor text not null check (actor in ('buyer', 'seller', 'moderator', 'carrier', 'provider', 'clock')),
  delivery text not null default 'any' check (delivery in ('any', 'ship', 'meet')),
  to_state text not null,
  -- hold: the payment. release: to the seller. refund: to the buyer. take_back, win_back: a chargeback and its reversal. void: pending payments.
  money text check (money in ('hold', 'release', 'refund', 'take_back', 'win_back', 'void')),
  ads text check (ads in ('free', 'sell', 'pause')),
  -- The kind of notification, also the line in the thread of a paid order, and its recipients.
  notice text,
  tells text check (tells in ('buyer', 'seller', 'both')),
  check ((notice is null) = (tells is null)),
  primary key (from_state, event, actor, delivery)
);

create table private.provider_events (
  provider text not null,
  event_id text not null check (char_length(event_id) between 1 and 200),
  kind text not null check (kind in ('succeeded', 'challenged', 'failed', 'cancelled', 'refunded', 'refund_failed', 'disputed', 'dispute_won', 'transferred',
    'paid_out', 'payout_failed', 'account')),
  reference text not null,
  details jsonb not null default '{}',
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  outcome text,
  primary key (provider, event_id)
);

create table private.payout_accounts (
  user_id uuid primary key references auth.users on delete cascade,
  account_id text not null unique check (char_length(account_id) between 1 and 200),
  takes_transfers boolean not null default false,
  pays_out boolean not null default false,
  -- Details that the provider still requires, in its own terms.
  missing text[] not null default '{}',
  disabled_reason text,
  -- Time of the provider's event; an older one that arrives later is ignored.
  reported_at timestamptz not null default '-infinity',
  created_at timestamptz not null default now()
);

create table private.payout_plans (
  user_id uuid primary key references auth.users on delete cascade,
  -- The bank account with the test provider: holder and last four digits. Real ones are stored by the payment provider only.
  holder text check (char_length(btrim(holder)) between 2 and 70),
  ending text check (ending ~ '^[0-9A-Z]{4}$'),
  every text not null default 'week' check (every in ('week', 'month', 'asked')),
  next_on date,
  changed_at timestamptz not null default now(),
  check ((holder is null) = (ending is null)),
  check ((every = 'asked') = (next_on is null))
);

create table private.reconciliations (
  id bigint generated always as identity primary key,
  provider text not null check (provider in ('test', 'stripe')),
  -- Period of our entries; the provider's books are read from two days earlier.
  since timestamptz not null,
  until timestamptz not null,
  movements integer not null,
  -- [{what, reference, theirs, ours}], amounts in minor units.
  differences jsonb not null,
  checked_at timestamptz not null default now()
);

create table private.places (
  id integer primary key,
  name text not null,
  folded text not null check (folded <> ''),
  own_folded text not null,
  region text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  lat float8 not null,
  lng float8 not null,
  people integer not null,
  words tsvector not null generated always as (
    array_to_tsvector(string_to_array(folded || case when own_folded = '' then '' else ' ' || own_folded end, ' '))) stored
);

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  first_name text not null default '' check (char_length(first_name) <= 50),
  last_name text not null default '' check (char_length(last_name) <= 50),
  display_name text not null check (char_length(btrim(display_name)) between 2 and 40),
  phone text check (phone ~ '^\+?[0-9]{6,15}$'),
  signup_role text not null default 'shipper' check (char_length(signup_role) <= 50),
  role text not null default 'member' check (role in ('member', 'business', 'moderator', 'admin')),
  avatar_path text check (char_length(avatar_path) <= 300 and split_part(avatar_path, '/', 1) = id::text),
  bio text not null default '' check (char_length(bio) <= 500),
  locale text not null default 'en' check (locale ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  city text not null default '' check (char_length(city) <= 80),
  area text not null default '' check (char_length(area) <= 80),
  lat float8 check (lat between -90 and 90),
  lng float8 check (lng between -180 and 180),
  seller_type text not null default 'private' check (seller_type in ('private', 'business')),
  trust_level smallint not null default 0 check (trust_level between 0 and 3),
  email_verified_at timestamptz,
  phone_verified_at timestamptz,
  id_verified_at timestamptz,
  business_verified_at timestamptz,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  standing text not null default 'good' check (standing in ('good', 'limited', 'suspended', 'banned')),
  standing_until timestamptz,
  read_receipts boolean not null default true,
  check (standing <> 'good' or standing_until is null),
  constraint profiles_avatar_is_own check (
  avatar_path ~ '^[0-9a-f-]{36}(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$')
);

create table private.reserved_names (
  name text primary key check (name ~ '^[a-z]+( [a-z]+)*$'),
  what text not null check (what in ('brand', 'role', 'ending'))
);

create table public.sellers (
  id uuid primary key,
  display_name text not null,
  avatar_path text,
  bio text not null default '',
  city text not null default '',
  area text not null default '',
  seller_type text not null default 'private',
  email_verified boolean not null default false,
  phone_verified boolean not null default false,
  id_verified boolean not null default false,
  business_verified boolean not null default false,
  rating_average numeric(2, 1),
  rating_count integer not null default 0 check (rating_count >= 0),
  sold_count integer not null default 0 check (sold_count >= 0),
  active_count integer not null default 0 check (active_count >= 0),
  response_minutes integer check (response_minutes >= 0),
  joined_at timestamptz not null default now(),
  is_demo boolean not null default false,
  response_rate smallint check (response_rate between 0 and 100),
  response_count integer not null default 0 check (response_count >= 0),
  response_days smallint check (response_days in (30, 90)),
  deal_count integer not null default 0 check (deal_count >= 0),
  no_show_count integer not null default 0 check (no_show_count >= 0),
  left_at timestamptz,
  away_from date,
  away_until date,
  away_note text not null default '' check (char_length(away_note) <= 120),
  -- Discount for two or more items bought together.
  bundle_percent smallint not null default 0 check (bundle_percent between 0 and 50),
  constraint sellers_away_check check ((away_from is null) = (away_until is null) and away_from < away_until)
);

create table public.traders (
  id uuid primary key references public.sellers on delete cascade,
  legal_name text not null check (char_length(btrim(legal_name)) between 2 and 120),
  address text not null check (char_length(btrim(address)) between 10 and 300),
  contact_email text not null check (char_length(contact_email) <= 254 and contact_email ~ '^[^[:space:]@<>]+@[^[:space:]@<>]+\.[^[:space:]@<>]+$'),
  contact_phone text not null check (contact_phone ~ '^\+[0-9][0-9 ]{6,18}[0-9]$'),
  register_no text check (char_length(btrim(register_no)) between 2 and 60),
  vat_no text check (char_length(btrim(vat_no)) between 2 and 30),
  certified_at timestamptz not null default now()
);

create table private.vacations (
  seller_id uuid not null references public.sellers on delete cascade,
  away_from date not null,
  away_until date not null,
  primary key (seller_id, away_from),
  check (away_from < away_until)
);

create table private.listing_quotas (
  level smallint primary key check (level between 0 and 3),
  most integer not null check (most > 0)
);

create unlogged table private.rate_limit_uses (
  action text not null,
  who bytea not null,
  at timestamptz not null default now()
);

create table public.rate_limits (
  action text not null check (action in ('conversation', 'publish', 'edit', 'report', 'photo',
  'message', 'draft', 'state', 'profile', 'favorite', 'follow', 'save_search', 'push', 'block', 'vote', 'view', 'order')),
  scope text not null check (scope in ('account', 'device', 'network')),
  level smallint not null check (level between 0 and 3),
  span interval not null check (span between interval '1 minute' and interval '30 days'),
  allowed integer not null check (allowed > 0),
  primary key (action, scope, level, span)
);

create table public.trust_ladder (
  singleton boolean primary key default true check (singleton),
  days integer not null default 7 check (days between 0 and 365),
  deals integer not null default 1 check (deals between 1 and 100),
  answered_chats integer not null default 5 check (answered_chats between 1 and 1000)
);

create table public.scam_domains (
  domain text primary key check (domain ~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$'),
  what text not null check (what in ('carrier', 'map', 'own'))
);

create table public.scam_patterns (
  id text primary key,
  title jsonb not null check (title ? 'en'),
  advice jsonb not null check (advice ? 'en')
);

create table public.scam_rules (
  id text not null,
  version integer not null check (version > 0),
  pattern text not null references public.scam_patterns,
  signals tsquery not null,
  weight integer not null check (weight between 0 and 100),
  action text not null check (action in ('allow', 'warn', 'mask', 'hold', 'block')),
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  primary key (id, version)
);

create table private.scam_weights (
  feature text primary key,
  weight real not null
);

create table public.scam_words (
  phrase text primary key check (phrase ~ '^[a-z0-9]+( [a-z0-9]+){0,5}[*]?$'),
  signals text[] not null check (cardinality(signals) > 0),
  -- Indexed by its first two words (by the first if the second has the wildcard) or, if it is one word with a wildcard, by its first three letters.
  key text not null generated always as (case
    when phrase ~ '^[^ ]*[*]$' then left(phrase, 3) || '*'
    else regexp_replace(phrase, '^([^ ]+( [^ *]+(?= |$))?).*$', '\1') end) stored,
  stem text not null generated always as (rtrim(phrase, '*')) stored,
  open_end boolean not null generated always as (phrase like '%*') stored,
  further_words integer not null generated always as (char_length(phrase) - char_length(replace(phrase, ' ', ''))) stored
);

create table private.accessory_words (
  word text primary key
);

create table private.attribute_definitions (
  category text not null references public.categories on delete cascade,
  key text not null,
  place integer not null,
  type text not null,
  is_main boolean not null,
  unit text,
  label jsonb not null,
  unit_labels jsonb,
  -- Option labels by id, by language if translated.
  labels jsonb not null,
  primary key (category, key)
);

create table private.common_words (
  lexeme text primary key,
  ads bigint not null
);

create table private.condition_words (
  phrase text primary key,
  conditions text[] not null
);

create table private.filler_words (
  word text primary key,
  -- Means any item suitable for the purpose: "something", "gift".
  is_wish boolean not null
);

create table private.number_words (
  word text primary key,
  number integer not null
);

create table private.search_outbox (
  listing_id uuid primary key,
  version bigint not null
);

create table private.search_feed (
  is_one boolean primary key default true check (is_one),
  is_built boolean not null
);

create table private.search_renewal (
  is_one boolean primary key default true check (is_one),
  done_up_to uuid,
  is_done boolean not null
);

create table private.search_synonyms (
  word text,
  means text,
  primary key (word, means)
);

create table private.search_vocabulary (
  id bigint generated always as identity primary key,
  word text not null,
  initial text not null generated always as (left(word, 1)) stored,
  length smallint not null generated always as (char_length(word)) stored,
  sound text not null generated always as (extensions.dmetaphone(word)) stored,
  -- Derived: "hairdryer" from "hair dryer", "armchair" from "armchairs". Used for corrections, but not suggested while typing.
  is_made boolean not null default false
);

create table private.thing_words (
  -- Words as normalised by search_words().
  phrase text not null,
  thing text not null,
  language text not null,
  source text not null,
  primary key (phrase, thing, language)
);

create table private.things (
  thing text primary key,
  -- quality: a property (a colour, a material); want: a purpose; person: a recipient.
  kind text not null check (kind in ('thing', 'q', 'want', 'person')),
  -- Leaf categories for it.
  categories text[] not null,
  -- Broader items, nearest first: a sofa bed is a sofa.
  wider text[] not null,
  -- Substitutes, or items suitable for the purpose or recipient.
  alike text[] not null
);

create table private.units (
  word text primary key,
  unit text not null
);

create table private.use_words (
  -- As in an ad's document; a function word as it is.
  stem text primary key,
  -- How much rather a use is put with it than an item is named: the logarithm of the ratio.
  lean real not null,
  -- The item of each use that has it; none for a function word.
  things text[] not null
);

create table private.wish_stems (
  -- Stems as in an ad's document, of all words of the phrase that say something.
  stems text[] not null,
  thing text not null,
  language text not null,
  primary key (stems, thing, language)
);

create table public.tickets (
  id uuid primary key default gen_random_uuid(),
  ticket_no bigint generated always as identity (start with 1001) unique,
  person_id uuid references public.profiles on delete cascade,
  name text not null check (char_length(btrim(name)) between 1 and 100),
  email text not null check (email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' and char_length(email) <= 254),
  topic text not null check (topic in ('ad', 'deal', 'account', 'privacy', 'illegal', 'press', 'other')),
  fields jsonb not null default '{}' check (jsonb_typeof(fields) = 'object' and pg_column_size(fields) <= 8192),
  transcript jsonb not null default '[]' check (jsonb_typeof(transcript) = 'array' and pg_column_size(transcript) <= 131072),
  state text not null default 'open' check (state in ('open', 'waiting_user', 'waiting_us', 'closed')),
  client_id uuid not null unique,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  closed_at timestamptz,
  check ((state = 'closed') = (closed_at is not null))
);

create or replace function private.activity_kind(payload jsonb) returns text
language sql immutable set search_path = ''
return case payload ->> 'action'
  when 'login' then 'signed_in'
  when 'login_failed' then 'wrong_password'
  when 'user_signedup' then 'account_made'
  when 'user_updated_password' then 'password_changed'
  when 'user_recovery_requested' then 'reset_asked'
  when 'user_modified' then case
    when payload ->> 'changed' = 'email' then 'email_changed'
    when payload ->> 'changed' = 'phone' then 'phone_changed'
    when payload ->> 'by' = 'administrator' then 'changed_by_operator' end
  when 'verification_attempted' then case when payload -> 'valid' = 'false' then 'wrong_code' end
  when 'factor_in_progress' then case when payload ->> 'factor_type' = 'recovery_code' then 'codes_made' end
  when 'factor_updated' then case
    when payload ->> 'status' = 'verified' then 'factor_added'
    when payload ->> 'factor_type' = 'recovery_code' then 'codes_made' end
  when 'factor_unenrolled' then case when payload ->> 'status' = 'verified' then 'factor_removed' end
  when 'factor_deleted' then case when payload ->> 'status' = 'verified' then 'factor_removed' end
  when 'passkey_created' then 'passkey_added'
  when 'passkey_deleted' then 'passkey_removed'
  when 'identity_linked' then 'identity_linked'
  when 'identity_unlinked' then 'identity_unlinked'
  when 'logout' then 'signed_out'
  when 'token_revoked' then 'session_revoked'
  when 'oauth_consent_granted' then 'app_let_in'
  when 'oauth_consent_revoked' then 'app_taken_back'
  when 'personal_token_created' then 'token_made'
  when 'personal_token_deleted' then 'token_deleted'
end;

create or replace function private.network_of(address text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return host(network(set_masklen(address::inet, case when family(address::inet) = 4 then 24 else 48 end)));
exception when invalid_text_representation then
  return null;
end $$;

create or replace function public.my_account_activity() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_token_request() or not private.second_factor_shown() then
    return '[]';
  end if;
  return (
    with own as (
      select entry.created_at, entry.payload::jsonb as payload, private.activity_kind(entry.payload::jsonb) as kind, private.network_of(entry.ip_address) as network
      from auth.audit_log_entries entry
      where entry.payload ->> 'actor_id' = (select auth.uid())::text and entry.created_at > now() - interval '90 days'
    ), done as (
      select created_at as at, kind, 1 as count, left(payload ->> 'user_agent', 300) as user_agent, network,
        coalesce(payload ->> 'session_id' = (select auth.jwt()) ->> 'session_id', false) as current,
        coalesce(payload ->> 'method', payload ->> 'factor_type', payload ->> 'provider', payload ->> 'scope',
          (select client.client_name from auth.oauth_clients client where client.id::text = payload ->> 'client_id')) as detail,
        coalesce(payload ->> 'by' = 'administrator', false) as by_operator
      from own where kind not in ('wrong_password', 'wrong_code') order by created_at desc limit 30
    ), failed as (
      -- One line a day, so that brute force does not push other events off the list.
      select max(created_at) as at, kind, coalesce(max((payload ->> 'attempts')::int), count(*)::int) as count,
        case when count(distinct payload ->> 'user_agent') = 1 then left(min(payload ->> 'user_agent'), 300) end as user_agent,
        case when count(distinct network) = 1 then min(network) end as network, false as current, null as detail, false as by_operator
      from (select * from own where kind in ('wrong_password', 'wrong_code') order by created_at desc limit 2000) guess
      group by kind, date_trunc('day', created_at at time zone 'UTC') order by max(created_at) desc limit 10
    )
    select coalesce(jsonb_agg(jsonb_build_object('at', at, 'kind', kind, 'count', count, 'user_agent', case when not by_operator then user_agent end,
      'network', case when not by_operator then network end, 'current', current, 'detail', detail, 'by_operator', by_operator) order by at desc, kind desc), '[]')
    from (select * from done union all select * from failed) event
  );
end
$$;

create or replace function private.has_scope(variadic wanted text[]) returns boolean
language sql stable set search_path = ''
return string_to_array(coalesce(auth.jwt() ->> 'scope', ''), ' ') && wanted;

create or replace function public.begin_data_export() returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  taken integer;
  oldest timestamptz;
begin
  perform private.refuse_if(me is null or not private.second_factor_shown(), 'SK001', 'data_export_signed_out');
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('export:' || me, 0));
  delete from private.data_exports known where known.user_id = me and known.begun_at < now() - interval '1 day';
  select count(*), min(known.begun_at) into taken, oldest from private.data_exports known where known.user_id = me;
  perform private.refuse_if(taken >= 3,
    'SK002', 'data_exports_used_up',
      jsonb_build_object('hours', greatest(1, ceil(extract(epoch from oldest + interval '1 day' - now()) / 3600))));
  insert into private.data_exports (user_id) values (me);
end
$$;

create or replace function private.anonymise_notifications(person uuid) returns void
language sql set search_path = '' as $$
  update public.notifications told set payload = told.payload || '{"from": "Deleted account"}'
  where told.payload ? 'from' and told.user_id <> person and (
    told.payload ->> 'conversation_id' in (select talk.id::text from public.conversations talk where person in (talk.buyer_id, talk.seller_id))
      and told.user_id in (select unnest(array[talk.buyer_id, talk.seller_id]) from public.conversations talk where person in (talk.buyer_id, talk.seller_id))
    or told.kind = 'followed_seller_ad' and told.payload ->> 'listing_id' in (select ad.id::text from public.listings ad where ad.seller_id = person))
$$;

create or replace function private.erase_files_of(person uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects stored
    where stored.bucket_id in ('avatars', 'listing-photos') and stored.name collate "C" >= person || '/' and stored.name collate "C" < person || '0';
  delete from storage.objects stored using public.messages said
    where stored.bucket_id = 'chat-photos' and said.sender_id = person and said.kind = 'image' and stored.name = said.payload ->> 'path';
  delete from storage.objects stored
    where stored.bucket_id = 'chat-photos' and stored.owner_id = person::text;
  perform set_config('storage.allow_delete_query', 'false', true);
end
$$;

create or replace function private.erase_ads_of(person uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update public.deals deal set state = 'cancelled', end_reason = 'left', ended_at = now(), ended_by = person, changed_at = now()
    where person in (deal.buyer_id, deal.seller_id) and deal.state = 'handed_over';
  delete from public.conversations talk
    where person in (talk.buyer_id, talk.seller_id) and (talk.opened_at is null or not exists (
      select from public.profiles other where other.id = case when person = talk.buyer_id then talk.seller_id else talk.buyer_id end));
  delete from public.listings ad
    where ad.seller_id = person and not exists (select from public.conversations talk where talk.listing_id = ad.id);
  update public.listings ad set state = 'deleted', description = '', attributes = '{}', area = '', city = '', lat = null, lng = null,
      state_reason = null, state_rule = null
    where ad.seller_id = person;
  -- After the ads: a published ad must keep a photo.
  delete from public.listing_photos photo using public.listings ad where ad.id = photo.listing_id and ad.seller_id = person;
end
$$;

create or replace function private.erase_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('request.jwt.claims', '', true);
  perform private.end_deals_of(old.id);
  perform private.anonymise_notifications(old.id);
  perform private.erase_files_of(old.id);
  perform private.erase_ads_of(old.id);
  update public.conversations talk set state = 'locked', lock_reason = 'left'
    where talk.state = 'open' and old.id in (talk.buyer_id, talk.seller_id);
  delete from public.message_originals kept using public.messages said where said.id = kept.message_id and said.sender_id = old.id;
  update public.messages said set payload = said.payload - 'path' where said.sender_id = old.id and said.kind = 'image';
  delete from public.held_messages held where held.sender_id = old.id;
  delete from public.blocks block where old.id in (block.blocker_id, block.blocked_id);
  delete from public.follows follow where follow.seller_id = old.id;
  delete from public.reviews review where review.subject_id = old.id;
  update public.reviews review set author_id = null where review.author_id = old.id;
  perform private.hide_seller(old.id);
  update public.sellers seller set rating_average = null, rating_count = 0, sold_count = 0, active_count = 0, response_minutes = null,
      joined_at = seller.left_at
    where seller.id = old.id;
  return old;
end
$$;

create or replace function private.forget_seller() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.sellers seller
    where seller.left_at is not null and not exists (select from public.profiles profile where profile.id = seller.id)
      and not exists (select from public.conversations talk where seller.id in (talk.buyer_id, talk.seller_id))
      and not exists (select from public.orders bought where seller.id in (bought.buyer_id, bought.seller_id));
  return null;
end
$$;

create or replace function private.erase_account(person uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.departures departure where departure.user_id = person and departure.erase_at <= now() for update;
  if not found then
    return false;
  end if;
  delete from auth.users account where account.id = person;
  return found;
end
$$;

create or replace function private.hide_seller(person uuid) returns void
language sql set search_path = '' as $$
  update public.sellers seller set display_name = 'Deleted account', avatar_path = null, bio = '', city = '', area = '',
    seller_type = 'private', email_verified = false, phone_verified = false, id_verified = false, business_verified = false,
    away_from = null, away_until = null, away_note = '', left_at = coalesce(seller.left_at, now())
  where seller.id = person
$$;

create or replace function private.end_deals_of(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  open_deal public.deals;
  open_offer public.offers;
  talk public.conversations;
begin
  for open_deal in
    select * from public.deals deal
    where person in (deal.buyer_id, deal.seller_id) and deal.state in ('agreed', 'scheduled') and not private.has_open_order(deal.id)
    order by deal.listing_id
  loop
    perform from public.listings listing where listing.id = open_deal.listing_id for no key update;
    update public.deals deal set state = 'cancelled', end_reason = 'left', ended_at = now(), ended_by = person, changed_at = now()
      where deal.id = open_deal.id and deal.state in ('agreed', 'scheduled') returning * into open_deal;
    continue when not found;
    perform private.free_listing(open_deal.listing_id);
    perform private.post_system_message(open_deal.conversation_id, person, 'deal_cancelled',
      jsonb_build_object('deal_id', open_deal.id, 'reason', 'left'));
    perform private.notify(private.other_of_deal(open_deal, person), 'deal_cancelled', private.deal_facts(open_deal, person), open_deal.id::text);
  end loop;
  for open_offer in
    select offer.* from public.offers offer join public.conversations known on known.id = offer.conversation_id
    where person in (known.buyer_id, known.seller_id) and offer.state = 'pending'
    order by offer.listing_id
    for update of offer
  loop
    select * into talk from public.conversations known where known.id = open_offer.conversation_id;
    update public.offers offer set state = case when offer.from_id = person then 'withdrawn' else 'declined' end, changed_at = now()
      where offer.id = open_offer.id;
    perform private.post_system_message(talk.id, person, case when open_offer.from_id = person then 'offer_withdrawn' else 'offer_declined' end,
      jsonb_build_object('offer_id', open_offer.id));
    if open_offer.from_id <> person then
      perform private.notify(open_offer.from_id, 'offer_declined', private.offer_facts(talk, person, jsonb_build_object(
        'offer_id', open_offer.id, 'amount_minor', open_offer.amount_minor, 'currency', open_offer.currency)), open_offer.id::text);
    end if;
  end loop;
end
$$;

create or replace function private.hide_account(person uuid, erase_at timestamptz, told_at timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  claims constant text := current_setting('request.jwt.claims', true);
begin
  -- Without the caller's claims, since suspended users may delete their account too.
  perform set_config('request.jwt.claims', '', true);
  perform private.end_deals_of(person);
  insert into private.departures (user_id, erase_at, told_at) values (person, hide_account.erase_at, hide_account.told_at)
    on conflict (user_id) do nothing;
  update public.conversations talk set state = 'locked', lock_reason = 'left'
    where talk.state = 'open' and person in (talk.buyer_id, talk.seller_id);
  insert into private.departed_ads (listing_id, state)
    select ad.id, ad.state from public.listings ad where ad.seller_id = person and ad.state in ('active', 'reserved')
    on conflict (listing_id) do nothing;
  update public.listings ad set state = case when private.listing_problem(ad) is null then 'paused' else 'expired' end
    where ad.seller_id = person and ad.state in ('active', 'reserved')
      and not exists (select from public.deals deal where deal.listing_id = ad.id and deal.state = 'handed_over');
  -- Ads that stay reserved for a shipment in transit.
  delete from private.listing_search found using public.listings ad where ad.id = found.listing_id and ad.seller_id = person;
  perform private.hide_seller(person);
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);
end
$$;

create or replace function public.delete_my_account() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  erase_at constant timestamptz := now() + interval '30 days';
begin
  perform private.refuse_if(me is null or not private.second_factor_shown(), 'SK003', 'account_deletion_signed_out');
  perform private.refuse_if(not private.has_proved_within('5 minutes'), 'SK004', 'fresh_proof_needed');
  perform private.refuse_if(private.has_open_business(me), 'SK387', 'orders_open');
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('leave:' || me, 0));
  perform private.hide_account(me, erase_at);
  delete from auth.sessions session where session.user_id = me;
  perform private.run_job_now('erase-accounts');
  return jsonb_build_object('erase_at', (select departure.erase_at from private.departures departure where departure.user_id = me));
end
$$;

create or replace function private.suppress_notifications_of_departed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.kind <> 'account_kept' and private.is_leaving(new.user_id) then
    new.email_state := 'none';
    new.push_state := 'none';
  end if;
  return new;
end
$$;

create or replace function private.hide_account_on_soft_deletion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.hide_account(new.id, 'infinity', now());
  update private.departures departure set erase_at = 'infinity' where departure.user_id = new.id;
  return null;
end
$$;

create or replace function private.is_token_request() returns boolean
language sql stable set search_path = ''
return auth.jwt() ?| array['personal_token', 'client_id'];

create or replace function private.require_session() returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.is_token_request() then
    raise exception using errcode = '42501', message = 'A token cannot do this. Sign in and do it yourself.';
  end if;
end
$$;

create or replace function private.delete_tokens_on_departure() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('auth.personal_tokens') is not null then
    delete from auth.personal_tokens token where token.user_id = new.user_id;
  end if;
  return null;
end
$$;

create or replace function public.my_personal_tokens() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regclass('auth.personal_tokens') is null or not private.second_factor_shown() then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('name', token.name, 'may', array_to_string(token.scopes, ', '), 'created_at', token.created_at,
      'expires_at', token.expires_at, 'last_used_at', token.last_used_at) order by token.created_at, token.id), '[]')
    from auth.personal_tokens token where token.user_id = auth.uid()
  );
end
$$;

create or replace function private.freeze_badges() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.recovered_lately(new.id) then
    new.phone_verified := false;
    new.id_verified := false;
    new.business_verified := false;
  end if;
  return new;
end
$$;

create or replace function private.record_recovery() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.recoveries (user_id, recovered_at) select profile.id, new.recovered_at from public.profiles profile where profile.id = new.id
    on conflict (user_id) do update set recovered_at = excluded.recovered_at;
  update public.profiles profile set updated_at = now() where profile.id = new.id; -- shows the seller again, without badges
  return null;
end
$$;

create or replace function private.forget_recoveries() returns integer
language plpgsql set search_path = '' as $$
declare
  over uuid[];
begin
  with gone as (
    delete from private.recoveries recovery where recovery.recovered_at < now() - interval '72 hours' returning recovery.user_id
  ) select array_agg(user_id) into over from gone;
  update public.profiles profile set updated_at = now() where profile.id = any(over);
  return coalesce(cardinality(over), 0);
end
$$;

create or replace function private.restore_account(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ad record;
  is_free constant boolean := private.standing_of(person) not in ('suspended', 'banned');
begin
  delete from private.departures departure where departure.user_id = person and departure.erase_at < 'infinity';
  if not found then
    return;
  end if;
  update public.profiles profile set updated_at = now() where profile.id = person; -- shows the seller again
  update public.conversations talk set state = 'open', lock_reason = null
    where talk.state = 'locked' and talk.lock_reason = 'left' and person in (talk.buyer_id, talk.seller_id)
      and not exists (select from public.sellers other where other.id in (talk.buyer_id, talk.seller_id) and other.left_at is not null)
      and not exists (select from public.listings about where about.id = talk.listing_id and about.state = 'deleted');
  for ad in
    delete from private.departed_ads kept using public.listings listing
    where listing.id = kept.listing_id and listing.seller_id = person
    returning listing.id, kept.state, listing.state as now_state
  loop
    continue when not is_free or ad.now_state not in ('paused', 'reserved');
    begin
      update public.listings listing set state = case when listing.expires_at < now() then 'expired' else ad.state end
        where listing.id = ad.id;
    exception when others then
      raise warning 'An ad of somebody who came back stays paused: %', sqlerrm; -- a rule has changed since; its seller sees why
    end;
  end loop;
  perform private.notify(person, 'account_kept', '{}', now()::text);
end
$$;

create or replace function private.restore_account_on_session() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Not before the second factor.
  if private.is_leaving(new.user_id) and (new.aal <> 'aal1' or not exists (
    select from auth.mfa_factors factor where factor.user_id = new.user_id and factor.status = 'verified')) then
    perform private.restore_account(new.user_id);
  end if;
  return null;
end
$$;

create or replace function private.keep_departed_ads_hidden() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_leaving(new.seller_id) then
    insert into private.departed_ads (listing_id, state) values (new.id, new.state) on conflict (listing_id) do nothing;
    new.state := 'paused';
  end if;
  return new;
end
$$;

create or replace function private.second_factor_shown() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(claims ->> 'aal', '') <> 'aal1' or not exists (
    select from auth.mfa_factors factor where factor.user_id = auth.uid() and factor.status = 'verified')
  from (select auth.jwt() as claims) caller
$$;

create or replace function public.my_sessions() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_session();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', s.id,
      'created_at', s.created_at,
      'last_active_at', coalesce(s.refreshed_at, s.created_at),
      'user_agent', left(s.user_agent, 300),
      -- Precise enough to recognise, too coarse to track.
      'network', host(network(set_masklen(s.ip, case when family(s.ip) = 4 then 24 else 48 end))),
      'second_factor', s.aal = 'aal2',
      'current', s.id::text = (select auth.jwt()) ->> 'session_id'
    ) order by (s.id::text = (select auth.jwt()) ->> 'session_id') desc, coalesce(s.refreshed_at, s.created_at) desc), '[]')
    from (
      select * from auth.sessions
      where user_id = (select auth.uid()) and (not_after is null or not_after > now())
      order by coalesce(refreshed_at, created_at) desc limit 50
    ) s
  );
end
$$;

create or replace function public.end_session(session_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  delete from auth.sessions s where s.id = end_session.session_id and s.user_id = (select auth.uid());
  perform private.refuse_if(not found, 'SK007', 'session_ended_already');
  insert into auth.audit_log_entries (id, payload, created_at, ip_address)
  values (gen_random_uuid(), jsonb_strip_nulls(jsonb_build_object('action', 'logout', 'actor_id', auth.uid(), 'actor_username', auth.email(),
    'scope', 'device', 'user_agent', nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent')), now(), '');
end
$$;

create or replace function private.guard_writes() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Jobs and the service key have no user.
  if auth.uid() is not null and 'standing' = any(tg_argv) then
    perform private.require_standing(tg_op = 'INSERT' and tg_table_name in ('listings', 'conversations'));
  end if;
  if auth.uid() is not null and 'recovery' = any(tg_argv) then
    perform private.refuse_if(private.recovered_lately(auth.uid()) and not private.has_proved_within('72 hours'), 'SK005', 'recovered_lately');
  end if;
  if 'second_factor' = any(tg_argv) then
    perform private.refuse_if(not private.second_factor_shown(), 'SK006', 'second_factor_needed');
  end if;
  return null;
end
$$;

create or replace function private.market_currency() returns text
language sql stable security definer set search_path = ''
return coalesce((select currency from public.branding), (select currency from private.market_defaults), 'EUR');

create or replace function public.set_branding(brand_name text default null, operator_name text default null, contact_email text default null,
  brand_hue integer default null, logo_path text default null, currency text default null, languages text[] default null) returns public.branding
language plpgsql security definer set search_path = '' as $$
declare
  was public.branding;
  made public.branding;
begin
  perform private.require_role('admin');
  perform private.refuse_if(char_length(btrim(brand_name)) not between 2 and 30 or brand_name ~ '[[:cntrl:]<>]', 'SK801', 'bad_brand_name');
  perform private.refuse_if(char_length(btrim(operator_name)) not between 2 and 120 or operator_name ~ '[[:cntrl:]<>]',
    'SK802', 'bad_operator_name');
  perform private.refuse_if(contact_email !~ '^[^[:space:]@<>]+@[^[:space:]@<>]+\.[^[:space:]@<>]+$' or char_length(contact_email) > 254,
    'SK401', 'bad_email');
  perform private.refuse_if(brand_hue not between 0 and 359, 'SK803', 'bad_hue');
  perform private.refuse_if(currency !~ '^[A-Z]{3}$', 'SK804', 'bad_currency');
  perform private.refuse_if(not (cardinality(languages) between 1 and 5 and languages <@ array['en', 'pt', 'es', 'de', 'fr'])
      or cardinality(languages) <> (select count(distinct language) from unnest(languages) as given (language)), 'SK805', 'bad_languages');
  perform private.refuse_if(logo_path is not null and not exists (select from storage.objects object
      where object.bucket_id = 'branding' and object.name = set_branding.logo_path), 'SK806', 'logo_not_uploaded');
  select * into was from public.branding for update;
  update public.branding known set brand_name = btrim(set_branding.brand_name), operator_name = btrim(set_branding.operator_name),
    contact_email = set_branding.contact_email, brand_hue = set_branding.brand_hue, logo_path = set_branding.logo_path,
    currency = set_branding.currency, languages = set_branding.languages, changed_at = now()
  returning * into made;
  perform private.audit('branding.set', 'branding', to_jsonb(was) - 'singleton' - 'changed_at', to_jsonb(made) - 'singleton' - 'changed_at');
  perform pg_catalog.pg_notify('branding', '');
  return made;
end
$$;

create or replace function private.has_role(variadic wanted text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select not private.is_token_request()
    and exists (select from public.profiles profile where profile.id = auth.uid() and profile.role = any(wanted))
$$;

create or replace function private.require_role(variadic wanted text[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.refuse_if(auth.uid() is null, 'SK008', 'signed_out');
  perform private.refuse_if(not private.second_factor_shown(), 'SK006', 'second_factor_needed');
  if not private.has_role(variadic wanted) then
    raise exception using errcode = '42501', message = 'Your account is not allowed to do this.';
  end if;
end
$$;

create or replace function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', message = format('Lines of %I.%I are only ever added.', tg_table_schema, tg_table_name);
end
$$;

create or replace function private.audit(action text, target text, before jsonb default null, after jsonb default null) returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_log (actor_id, action, target, before, after)
  values (auth.uid(), audit.action, audit.target, audit.before, audit.after)
$$;

create or replace function private.root_of(category text) returns text
language sql stable set search_path = ''
return (
  select root.slug from public.categories leaf
  join public.categories root on root.level = 1 and leaf.ord_from between root.ord_from and root.ord_to
  where leaf.slug = category
);

create or replace function private.category_for_change(slug text) returns public.categories
language plpgsql set search_path = '' as $$
declare
  category public.categories;
begin
  perform private.require_role('admin');
  -- Serialises changes of the tree.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('categories', 0));
  select * into category from public.categories filed where filed.slug = category_for_change.slug for update;
  perform private.refuse_if(not found and category_for_change.slug is not null, 'SK807', 'no_such_category');
  return category;
end
$$;

create or replace function public.add_category(slug text, parent text, name jsonb, icon text default 'package') returns public.categories
language plpgsql security definer set search_path = '' as $$
declare
  above public.categories := private.category_for_change(add_category.parent);
  made public.categories;
begin
  perform private.refuse(case
    when add_category.slug !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or char_length(add_category.slug) > 60 or add_category.slug is null
      then private.problem('SK809', 'bad_category_address')
    when exists (select from public.categories filed where filed.slug = add_category.slug) then private.problem('SK810', 'category_address_taken')
    when above.level = 3 then private.problem('SK811', 'category_too_deep')
    when above.leaf and exists (select from public.listings ad where ad.category = above.slug)
      then private.problem('SK812', 'category_holds_ads', jsonb_build_object('category', above.name))
    when above.slug is not null and not above.active then private.problem('SK813', 'parent_category_closed', jsonb_build_object('category', above.name))
    else private.names_problem(add_category.name) end);
  insert into public.categories (slug, parent, level, sort, name, icon, risk_profile, expiry_days, allow_types, photo_min, leaf,
    attributes, ord_from, ord_to)
  select add_category.slug, above.slug, coalesce(above.level, 0) + 1,
    (select coalesce(max(filed.sort), 0) + 1 from public.categories filed where filed.parent is not distinct from above.slug),
    add_category.name, coalesce(nullif(add_category.icon, ''), 'package'), coalesce(above.risk_profile, 'normal'), coalesce(above.expiry_days, 60),
    coalesce(above.allow_types, '{sell,wanted,free,swap}'), coalesce(above.photo_min, 1), true, '[]', number, number
  from private.number_under(above.slug) as number
  returning * into made;
  update public.categories filed set leaf = false where filed.slug = above.slug and filed.leaf;
  perform private.audit('category.add', made.slug, null, to_jsonb(made));
  return made;
end
$$;

create or replace function public.change_category(slug text, changes jsonb) returns public.categories
language plpgsql security definer set search_path = '' as $$
declare
  was public.categories := private.category_for_change(coalesce(change_category.slug, ''));
  made public.categories;
  unknown text := (select string_agg(key, ', ') from jsonb_object_keys(change_category.changes) as key
    where key not in ('name', 'icon', 'synonyms', 'synonyms_i18n', 'risk_profile', 'expiry_days', 'allow_types', 'photo_min'));
begin
  made := jsonb_populate_record(was, change_category.changes);
  perform private.refuse(case
    when unknown is not null then private.problem('SK814', 'category_keys_fixed', jsonb_build_object('keys', unknown))
    when private.names_problem(made.name) is not null then private.names_problem(made.name)
    when coalesce(made.icon, '') !~ '^[a-z0-9]+(-[a-z0-9]+)*$' then private.problem('SK815', 'bad_icon')
    when cardinality(made.synonyms) > 100 or exists (select from unnest(made.synonyms) as word where char_length(btrim(word)) not between 1 and 60)
      then private.problem('SK816', 'too_many_synonyms')
    when coalesce(jsonb_typeof(made.synonyms_i18n), '') <> 'object' or exists (
        select from jsonb_each(made.synonyms_i18n) as language (code, words)
        where code !~ '^[a-z]{2}$' or jsonb_typeof(words) <> 'array' or jsonb_array_length(words) > 100)
      then private.problem('SK817', 'bad_synonyms_by_language')
    when coalesce(made.risk_profile, '') not in ('normal', 'strict') then private.problem('SK818', 'bad_risk')
    when coalesce(made.expiry_days, 0) not between 1 and 365 then private.problem('SK819', 'bad_expiry_days')
    when coalesce(cardinality(made.allow_types), 0) = 0 or not made.allow_types <@ '{sell,wanted,free,swap}'
      then private.problem('SK820', 'no_ad_type_allowed')
    when coalesce(made.photo_min, -1) not between 0 and 20 then private.problem('SK821', 'bad_photo_minimum') end);
  update public.categories filed set name = made.name, icon = made.icon, synonyms = made.synonyms, synonyms_i18n = made.synonyms_i18n,
    risk_profile = made.risk_profile, expiry_days = made.expiry_days, allow_types = made.allow_types, photo_min = made.photo_min
  where filed.slug = was.slug returning * into made;
  if made is distinct from was then
    perform private.audit('category.change', was.slug,
      (select jsonb_object_agg(key, to_jsonb(was) -> key) from jsonb_object_keys(changes) as key), changes);
  end if;
  return made;
end
$$;

create or replace function public.move_category(slug text, place integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  moved public.categories := private.category_for_change(coalesce(move_category.slug, ''));
  siblings text[];
  was integer;
begin
  siblings := array(select filed.slug from public.categories filed
    where filed.parent is not distinct from moved.parent order by filed.sort, filed.slug);
  was := array_position(siblings, moved.slug);
  siblings := array_remove(siblings, moved.slug);
  place := least(greatest(coalesce(place, was), 1), cardinality(siblings) + 1);
  siblings := siblings[:place - 1] || moved.slug || siblings[place:];
  update public.categories filed set sort = array_position(siblings, filed.slug)
  where filed.slug = any(siblings) and filed.sort <> array_position(siblings, filed.slug);
  if place <> was then
    perform private.audit('category.move', moved.slug, to_jsonb(was), to_jsonb(place));
  end if;
end
$$;

create or replace function public.set_category_active(slug text, active boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  category public.categories := private.category_for_change(coalesce(set_category_active.slug, ''));
  closed_above jsonb := (
    select above.name from public.categories above
    where category.ord_from between above.ord_from and above.ord_to and above.slug <> category.slug and not above.active
    order by above.level limit 1);
begin
  if set_category_active.active is null then
    perform private.refuse(private.problem('SK822', 'category_state_missing'));
  elsif set_category_active.active and closed_above is not null then
    perform private.refuse(private.problem('SK823', 'category_above_closed', jsonb_build_object('category', closed_above)));
  end if;
  update public.categories filed set active = set_category_active.active
  where filed.ord_from between category.ord_from and category.ord_to and filed.active <> set_category_active.active;
  if found then
    perform private.audit(case when set_category_active.active then 'category.open' else 'category.close' end, category.slug,
      to_jsonb(category.active), to_jsonb(set_category_active.active));
  end if;
end
$$;

create or replace function public.save_attribute(slug text, field jsonb) returns public.categories
language plpgsql security definer set search_path = '' as $$
declare
  category public.categories := private.category_for_change(coalesce(save_attribute.slug, ''));
  key text := save_attribute.field ->> 'key';
  was jsonb;
  made jsonb;
begin
  perform private.refuse(private.definition_problem(save_attribute.field));
  made := private.whole_definition(save_attribute.field);
  select known into was from jsonb_array_elements(category.attributes || category.retired_attributes) as known where known ->> 'key' = key;
  perform private.refuse(case
    when was is null and jsonb_array_length(category.attributes) >= 40 then private.problem('SK824', 'too_many_fields')
    when was ->> 'type' <> made ->> 'type' and exists (
        select from public.listings ad where ad.category = category.slug and ad.attributes ? key and ad.state <> 'deleted')
      then private.problem('SK825', 'field_type_in_use') end);
  update public.categories filed set
    attributes = case
      when was is null then filed.attributes || made
      else (select coalesce(jsonb_agg(case when known ->> 'key' = key then made else known end order by place), '[]')
        from jsonb_array_elements(filed.attributes) with ordinality as defined (known, place)) end,
    retired_attributes = (select coalesce(jsonb_agg(case when known ->> 'key' = key then made else known end order by place), '[]')
      from jsonb_array_elements(filed.retired_attributes) with ordinality as defined (known, place))
  where filed.slug = category.slug returning * into category;
  if made is distinct from was then
    perform private.audit(case when was is null then 'attribute.add' else 'attribute.change' end, category.slug || '/' || key, was, made);
  end if;
  return category;
end
$$;

create or replace function public.move_attribute(slug text, key text, place integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  category public.categories := private.category_for_change(coalesce(move_attribute.slug, ''));
  fields jsonb[] := array(select known from jsonb_array_elements(category.attributes) as known where known ->> 'key' <> move_attribute.key);
  moved jsonb := (select known from jsonb_array_elements(category.attributes) as known where known ->> 'key' = move_attribute.key);
begin
  perform private.refuse_if(moved is null, 'SK808', 'no_such_field');
  place := least(greatest(coalesce(place, 1), 1), cardinality(fields) + 1);
  fields := fields[:place - 1] || moved || fields[place:];
  if to_jsonb(fields) <> category.attributes then
    update public.categories filed set attributes = to_jsonb(fields) where filed.slug = category.slug;
    perform private.audit('attribute.move', category.slug || '/' || key, null, to_jsonb(place));
  end if;
end
$$;

create or replace function public.set_attribute_active(slug text, key text, active boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  category public.categories := private.category_for_change(coalesce(set_attribute_active.slug, ''));
  source jsonb := case when set_attribute_active.active then category.retired_attributes else category.attributes end;
  target jsonb := case when set_attribute_active.active then category.attributes else category.retired_attributes end;
  field jsonb := (select known from jsonb_array_elements(source) as known where known ->> 'key' = set_attribute_active.key);
begin
  if field is null then
    if exists (select from jsonb_array_elements(target) as known where known ->> 'key' = set_attribute_active.key) then
      return;
    end if;
    raise exception using errcode = 'SK808', message = 'no_such_field';
  end if;
  source := (select coalesce(jsonb_agg(known order by place), '[]')
    from jsonb_array_elements(source) with ordinality as defined (known, place) where known ->> 'key' <> set_attribute_active.key);
  target := target || field;
  update public.categories filed set
    attributes = case when set_attribute_active.active then target else source end,
    retired_attributes = case when set_attribute_active.active then source else target end
  where filed.slug = category.slug;
  perform private.audit(case when set_attribute_active.active then 'attribute.open' else 'attribute.close' end,
    category.slug || '/' || set_attribute_active.key, to_jsonb(not set_attribute_active.active), to_jsonb(set_attribute_active.active));
end
$$;

create or replace function private.renumber_categories() returns void
language plpgsql set search_path = '' as $$
begin
  create temporary table new_numbers on commit drop as
  with recursive path as (
    select slug, array[sort::text || slug] as branch, array[sort] as place from public.categories where parent is null
    union all
    select child.slug, path.branch || (child.sort::text || child.slug), path.place || child.sort
    from path join public.categories child on child.parent = path.slug
  ),
  numbered as (
    select slug, branch, 32 * row_number() over (order by place, branch) as ord_from from path
  )
  select own.slug, own.ord_from::integer, max(below.ord_from)::integer as ord_to
  from numbered own join numbered below on below.branch[1:cardinality(own.branch)] = own.branch
  group by own.slug, own.ord_from;
  -- Two steps, since numbers are unique at any time.
  update public.categories set ord_from = ord_from - 1000000000, ord_to = ord_to - 1000000000;
  update public.categories category set ord_from = new.ord_from, ord_to = new.ord_to
  from pg_temp.new_numbers new where new.slug = category.slug;
  drop table pg_temp.new_numbers;
end
$$;

create or replace function private.carry_category_number() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.listing_search set ord = new.ord_from where category = new.slug and ord <> new.ord_from;
  return null;
end
$$;

create or replace function private.number_under(parent text) returns integer
language plpgsql set search_path = '' as $$
declare
  last_inside integer;
  next_outside integer;
  number integer;
begin
  if number_under.parent is null then
    return (select coalesce(max(ord_to), 0) + 32 from public.categories);
  end if;
  for attempt in 1..2 loop
    select ord_to into last_inside from public.categories where slug = number_under.parent;
    select min(ord_from) into next_outside from public.categories where ord_from > last_inside;
    exit when next_outside is null or next_outside - last_inside >= 2;
    perform private.renumber_categories();
  end loop;
  number := last_inside + least(8, greatest(1, coalesce((next_outside - last_inside) / 2, 8)));
  update public.categories category set ord_to = greatest(category.ord_to, number)
  where last_inside between category.ord_from and category.ord_to
    and exists (select from public.categories inside where inside.slug = number_under.parent
      and inside.ord_from between category.ord_from and category.ord_to);
  return number;
end
$$;

create or replace function private.whole_definition(field jsonb) returns jsonb
language sql immutable set search_path = ''
return jsonb_strip_nulls(jsonb_build_object(
    'key', field ->> 'key', 'label', field -> 'label', 'type', field ->> 'type', 'min', field -> 'min', 'max', field -> 'max',
    'max_length', case when field ->> 'type' = 'text' then coalesce((field ->> 'max_length')::integer, 120) end,
    'required', coalesce((field ->> 'required')::boolean, false), 'filterable', coalesce((field ->> 'filterable')::boolean, true),
    'facet', coalesce((field ->> 'facet')::boolean, false), 'show_on_card', coalesce((field ->> 'show_on_card')::boolean, false),
    'unit_labels', case when btrim(field ->> 'unit') <> '' then nullif(field -> 'unit_labels', '{}') end))
  || jsonb_build_object('unit', nullif(btrim(field ->> 'unit'), ''), 'options', coalesce((
    select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', choice ->> 'id', 'label', btrim(choice ->> 'label'),
      'labels', nullif(choice -> 'labels', '{}'), 'synonyms', coalesce(choice -> 'synonyms', '[]'))) order by place)
    from jsonb_array_elements(coalesce(field -> 'options', '[]')) with ordinality as offered (choice, place)
    where field ->> 'type' in ('enum', 'multi', 'size')), '[]'));

create or replace function private.queue_category_index() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    insert into private.categories_to_index as waiting (category)
    select below.slug from public.categories below
    where below.ord_from between new.ord_from and new.ord_to and below.leaf
    on conflict (category) do update set done_to = excluded.done_to;
  end if;
  insert into private.search_vocabulary (word)
  select distinct found.word
  from (
    select value from jsonb_each_text(new.name)
    union all select unnest(new.synonyms)
    union all select called from jsonb_each(new.synonyms_i18n) as language (key, list), jsonb_array_elements_text(list) as called
    union all select choice ->> 'label' from jsonb_array_elements(new.attributes) as field, jsonb_array_elements(field -> 'options') as choice
  ) as said (value)
  cross join lateral unnest(private.search_words(said.value)) as found (word)
  where found.word ~ '^[a-z]{3,24}$' and not exists (select from private.search_vocabulary known where known.word = found.word)
  order by found.word;
  return null;
end
$$;

create or replace function private.index_changed_categories(lim integer) returns integer
language plpgsql set search_path = '' as $$
declare
  waiting private.categories_to_index;
  ads uuid[];
begin
  select * into waiting from private.categories_to_index order by category limit 1 for update skip locked;
  if not found then
    return 0;
  end if;
  ads := array(
    select entry.listing_id from private.listing_search entry
    where entry.category = waiting.category and entry.listing_id > waiting.done_to order by entry.listing_id limit lim);
  perform private.refresh_search(ad) from unnest(ads) as ad;
  if cardinality(ads) < lim then
    delete from private.categories_to_index entry where entry.category = waiting.category;
  else
    update private.categories_to_index entry set done_to = ads[lim] where entry.category = waiting.category;
  end if;
  return greatest(1, cardinality(ads));
end
$$;

create or replace function private.searched_fields(attributes jsonb) returns jsonb
language sql immutable set search_path = ''
begin atomic
  select coalesce(jsonb_agg((field - 'unit_labels') || jsonb_build_object('options', (
    select coalesce(jsonb_agg(choice - 'labels' order by at), '[]')
    from jsonb_array_elements(coalesce(field -> 'options', '[]')) with ordinality as offered (choice, at))) order by place), '[]')
  from jsonb_array_elements(attributes) with ordinality as defined (field, place);
end;

create or replace function private.stem_category_term() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.stems := private.stemmed(new.term);
  return new;
end
$$;

create or replace function private.guess_categories(title text, without uuid default null)
returns table (slug text, score float8, named boolean)
language sql stable security definer set search_path = ''
set enable_seqscan = off
as $$
  with said as materialized (select private.stemmed(left(title, 200)) as stems),
  typed as materialized (
    select stems.stem, stems.query
    from (
      select distinct private.stem(word) as stem, quote_literal('t:' || private.stem(word))::tsquery as query
      from (select word from unnest(private.search_words(left(title, 200))) with ordinality as found (word, place) order by place limit 12) as first_words
      where not private.is_stop_word(word) and char_length(word) > 1 and word !~ '^\d+$') as stems
  ),
  -- Names outweigh synonyms, phrases outweigh words.
  by_name as (
    select terms.category, max((case when terms.is_name then 1.5 else 1.0 end)
      * (array_length(string_to_array(btrim(terms.stems), ' '), 1) + 0.5)) as score
    from private.category_terms terms, said
    where said.stems like '%' || terms.stems || '%'
    group by terms.category
  ),
  -- Single words, weighted by how few categories share them.
  by_word as (
    select held.category, max(held.weight / held.holders) + 0.25 * (sum(held.weight / held.holders) - max(held.weight / held.holders)) as score
    from (
      select holding.category, holding.stem, max(holding.weight) as weight, count(*) over (partition by holding.stem) as holders
      from (
        select terms.category, word as stem, case when terms.is_name then 1.0 else 0.8 end as weight
        from private.category_terms terms, string_to_array(btrim(terms.stems), ' ') as parts, unnest(parts) as word) as holding
      join typed on typed.stem = holding.stem
      group by holding.category, holding.stem) as held
    group by held.category
  ),
  seen as (
    select typed.stem, entry.category, count(*) as ads
    from typed cross join lateral (
      select other.category from private.listing_search other
      where other.document @@ typed.query and other.listing_id is distinct from without
      limit 400) as entry
    group by typed.stem, entry.category
  ),
  -- Words outweigh others if their ads share a category.
  by_ads as (
    select shares.category, sum(shares.share * shares.share * least(shares.ads, 4) / 4.0) as score
    from (select seen.category, seen.ads, seen.ads / sum(seen.ads) over (partition by seen.stem) as share from seen) as shares
    group by shares.category
  )
  select filed.slug, coalesce(by_name.score, 0) + coalesce(by_word.score, 0) + 2 * coalesce(by_ads.score, 0),
    by_name.score is not null or by_word.score is not null
  from public.categories filed
  left join by_name on by_name.category = filed.slug
  left join by_word on by_word.category = filed.slug
  left join by_ads on by_ads.category = filed.slug
  where filed.leaf and (by_name.score is not null or by_word.score > 0.1 or by_ads.score > 0.1)
  order by 2 desc, filed.slug
$$;

create or replace function private.record_deal_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.state <> old.state then
    insert into public.deal_events (conversation_id, deal_id, actor_id, from_state, to_state, details, created_at)
    values (new.conversation_id, new.id, auth.uid(), case when tg_op = 'UPDATE' then old.state end, new.state,
      jsonb_strip_nulls(jsonb_build_object('amount_minor', new.amount_minor, 'offer_id', new.offer_id, 'reason', new.end_reason,
        'no_show_by', new.no_show_by)), new.changed_at);
  end if;
  perform realtime.send(jsonb_build_object('deal', to_jsonb(new)), 'deal', 'conversation:' || new.conversation_id, true);
  return null;
end
$$;

create or replace function private.protect_promised_listing() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  promised integer := (select count(*) from public.deals deal
    where deal.listing_id = new.id and deal.state in ('agreed', 'scheduled', 'handed_over') and not private.has_open_order(deal.id))
    + private.units_ordered(new.id);
begin
  if promised = 0 or new.state = 'active' and promised < new.quantity then
    return new;
  elsif new.state = 'expired' then
    return null; -- its time is over once the deal is
  elsif new.state in ('hidden', 'removed') then
    update public.deals deal set
      state = 'cancelled', end_reason = 'ad_removed', ended_at = now(), ended_by = null, changed_at = now()
    where deal.listing_id = new.id and deal.state in ('agreed', 'scheduled')
      -- A shipment in transit continues.
      and not exists (select from private.orders_of(new.id) as bought where bought.deal_id = deal.id and bought.state not in ('awaiting_payment', 'paid'));
    return new;
  end if;
  raise exception using errcode = 'SK321', message = 'deal_open_on_ad';
end
$$;

create or replace function private.free_listing(wanted uuid) returns void
language sql security definer set search_path = '' as $$
  update public.listings listing set state =
    case when listing.expires_at < now() or private.listing_problem(listing) is not null then 'expired' else 'active' end
  where listing.id = wanted and listing.state = 'reserved'
$$;

create or replace function private.expire_deals(of_listing uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  stale record;
  over public.deals;
  ended integer := 0;
begin
  for stale in
    select deal.id, deal.listing_id from public.deals deal
    where deal.state in ('agreed', 'scheduled') and deal.reserved_until <= now() and (of_listing is null or deal.listing_id = of_listing)
      and not private.has_open_order(deal.id)
    order by deal.listing_id
  loop
    -- Lock the ad first, as every function does; skip it if locked.
    perform from public.listings listing where listing.id = stale.listing_id for no key update skip locked;
    continue when not found;
    update public.deals deal set state = 'cancelled', end_reason = 'ran_out', ended_at = now(), changed_at = now()
      where deal.id = stale.id and deal.state in ('agreed', 'scheduled') and deal.reserved_until <= now()
      returning * into over;
    continue when not found;
    perform private.free_listing(over.listing_id);
    perform private.post_system_message(over.conversation_id, over.seller_id, 'deal_ran_out', jsonb_build_object('deal_id', over.id));
    perform private.notify(person, 'deal_cancelled', private.deal_facts(over, null), over.id::text) from unnest(array[over.buyer_id, over.seller_id]) as person;
    ended := ended + 1;
  end loop;
  return ended;
end
$$;

create or replace function private.complete_received() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  sent record;
  done integer := 0;
begin
  for sent in
    select deal.id, deal.listing_id from public.deals deal
    where deal.state = 'handed_over' and deal.handed_over_at < now() - interval '14 days' order by deal.listing_id
  loop
    perform from public.listings listing where listing.id = sent.listing_id for no key update skip locked;
    continue when not found;
    if exists (select from public.deals deal where deal.id = sent.id and deal.state = 'handed_over') then
      perform private.complete_deal(sent.id, null);
      done := done + 1;
    end if;
  end loop;
  return done;
end
$$;

create or replace function private.remind_of_deals() returns void
language sql security definer set search_path = '' as $$
  select private.notify(person, 'meetup_soon', private.deal_facts(deal, private.other_of_deal(deal, person)),
    deal.id || ' ' || deal.meet_at || case when deal.meet_at < now() + interval '2 hours' then ' soon' else ' tomorrow' end)
  from public.deals deal cross join lateral unnest(array[deal.buyer_id, deal.seller_id]) as person
  where deal.state = 'scheduled' and deal.meet_at between now() and now() + interval '24 hours';
  select private.notify(deal.buyer_id, 'deal_receipt_due', private.deal_facts(deal, deal.seller_id), deal.id::text)
  from public.deals deal
  where deal.state = 'handed_over' and deal.handed_over_at < now() - interval '12 days';
$$;

create or replace function private.has_contact(text text) returns boolean
language sql immutable set search_path = ''
return text ~* '@|https?:|www\.|\m[a-z0-9-]+\.(com|net|org|info|biz|shop|store|online|site|app|io|co|eu|pt|es|de|fr|uk|me|ly|link)\M|([0-9][ ().-]?){8,}';

create or replace function private.issue_handover_code(agreement uuid) returns text
language plpgsql set search_path = '' as $$
declare
  most constant smallint := 5;
  kept private.handover_codes;
begin
  insert into private.handover_codes as known (agreement_id) values (agreement)
  on conflict on constraint handover_codes_pkey do update set
    round = known.round + (known.attempts >= most)::integer,
    attempts = case when known.attempts >= most then 0 else known.attempts end
  returning * into kept;
  return private.handover_code(agreement, kept.round);
end
$$;

create or replace function private.check_handover_code(agreement uuid, code text) returns integer
language plpgsql set search_path = '' as $$
declare
  most constant smallint := 5;
  kept private.handover_codes;
begin
  select * into kept from private.handover_codes known where known.agreement_id = agreement for update;
  perform private.refuse_if(not found, 'SK329', 'code_not_opened');
  perform private.refuse_if(kept.attempts >= most, 'SK330', 'too_many_wrong_codes');
  if btrim(coalesce(check_handover_code.code, '')) <> private.handover_code(agreement, kept.round) then
    update private.handover_codes known set attempts = known.attempts + 1 where known.agreement_id = agreement;
    return most - kept.attempts - 1;
  end if;
  delete from private.handover_codes known where known.agreement_id = agreement;
  return null;
end
$$;

create or replace function public.show_handover_code(deal_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  deal public.deals := private.lock_own_deal(show_handover_code.deal_id, array['agreed', 'scheduled'], private.problem('SK316', 'on_its_way'));
begin
  perform private.refuse_if(deal.buyer_id <> auth.uid(), 'SK327', 'code_is_buyers');
  return private.issue_handover_code(deal.id);
end
$$;

create or replace function public.enter_handover_code(deal_id uuid, code text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  deal public.deals := private.lock_own_deal(enter_handover_code.deal_id, array['agreed', 'scheduled'], private.problem('SK316', 'on_its_way'));
  tries integer;
begin
  perform private.refuse_if(deal.seller_id <> auth.uid(), 'SK328', 'seller_enters_code');
  tries := private.check_handover_code(deal.id, enter_handover_code.code);
  if tries is not null then
    return jsonb_build_object('accepted', false, 'tries_left', tries);
  end if;
  return jsonb_build_object('accepted', true, 'deal', to_jsonb(private.complete_deal(deal.id, auth.uid())));
end
$$;

create or replace function private.handover_code(deal uuid, round smallint) returns text
language sql stable set search_path = ''
return (
  select lpad((('x' || left(encode(extensions.hmac(convert_to(deal || ':' || round, 'UTF8'), kept.secret, 'sha256'), 'hex'), 8))::bit(32)::bigint
    % 10000)::text, 4, '0')
  from private.handover_secret kept
);

create or replace function private.minor_digits(currency text) returns integer
language sql immutable set search_path = ''
return case
  when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
  when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
  when currency in ('CLF', 'UYW') then 4
  else 2 end;

create or replace function private.minor_per_unit(currency text) returns integer
language sql immutable set search_path = ''
return (10 ^ private.minor_digits(currency))::integer;

create or replace function private.whole_units(minor numeric, currency text) returns integer
language sql immutable set search_path = ''
return (round(minor / private.minor_per_unit(currency)) * private.minor_per_unit(currency))::integer;

create or replace function public.market_currency() returns text
language sql stable set search_path = ''
return private.market_currency();

create or replace function private.record_offer_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.deal_events (conversation_id, offer_id, actor_id, from_state, to_state, details, created_at)
  values (new.conversation_id, new.id, auth.uid(), case when tg_op = 'UPDATE' then old.state end, new.state,
    jsonb_build_object('amount_minor', new.amount_minor, 'by_role', new.by_role), new.changed_at);
  perform realtime.send(jsonb_build_object('offer', to_jsonb(new)), 'offer', 'conversation:' || new.conversation_id, true);
  return null;
end
$$;

create or replace function private.post_system_message(talk uuid, who uuid, what text, details jsonb) returns void
language sql set search_path = '' as $$
  insert into public.messages (conversation_id, sender_id, kind, body, payload) values (talk, who, 'system', what, details)
$$;

create or replace function private.expire_offers(of_listing uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  over public.offers;
  talk public.conversations;
  ended integer := 0;
begin
  for over in
    select * from public.offers offer
    where offer.state = 'pending' and offer.expires_at <= now() and (of_listing is null or offer.listing_id = of_listing)
    order by offer.id
    for update skip locked -- being answered by another transaction
  loop
    update public.offers offer set state = 'expired', changed_at = now() where offer.id = over.id;
    select * into talk from public.conversations conversation where conversation.id = over.conversation_id;
    perform private.post_system_message(over.conversation_id, over.from_id, 'offer_expired', jsonb_build_object('offer_id', over.id));
    perform private.notify(over.from_id, 'offer_expired',
      private.offer_facts(talk, null, jsonb_build_object('amount_minor', over.amount_minor, 'currency', over.currency)), over.id::text);
    ended := ended + 1;
  end loop;
  return ended;
end
$$;

create or replace function private.supersede_offers(of_listing uuid) returns void
language sql security definer set search_path = '' as $$
  update public.offers offer set state = 'superseded', changed_at = now()
  from public.listings listing
  where offer.listing_id = of_listing and offer.state = 'pending' and listing.id = of_listing
    and not (listing.state in ('active', 'reserved') and private.units_promised(of_listing) < listing.quantity)
$$;

create or replace function private.drop_offers_with_listing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.supersede_offers(new.id);
  return null;
end
$$;

create or replace function public.price_guide(category text, condition text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  prices integer[];
  low integer;
  step numeric;
begin
  select array_agg(comp.price_minor order by comp.price_minor) into prices
  from public.sold_comps comp
  where comp.category = price_guide.category and comp.currency = private.market_currency() and comp.sold_at > now() - interval '180 days'
    and (price_guide.condition is null or comp.condition = price_guide.condition);
  -- Fewer than eight sales could reveal a single price.
  if coalesce(cardinality(prices), 0) < 8 then
    return jsonb_build_object('count', coalesce(cardinality(prices), 0));
  end if;
  low := prices[1];
  step := greatest(1, (prices[cardinality(prices)] - low) / 10.0);
  return (
    select jsonb_build_object('count', count(*), 'currency', private.market_currency(), 'days', 180,
      'p25', round(percentile_cont(0.25) within group (order by price)),
      'median', round(percentile_cont(0.5) within group (order by price)),
      'p75', round(percentile_cont(0.75) within group (order by price)),
      'min', min(price), 'max', max(price),
      'histogram', (
        select jsonb_agg(jsonb_build_object('from', round(low + step * bin), 'to', round(low + step * (bin + 1)), 'count', (
          select count(*) from unnest(prices) as inside (amount)
          where least(9, floor((inside.amount - low) / step)) = bin)) order by bin)
        from generate_series(0, 9) as bin))
    from unnest(prices) as sold (price));
end
$$;

create or replace function public.share_sold_price(listing_id uuid, share boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings := private.lock_own_listing(share_sold_price.listing_id, array['sold'], private.problem('SK111', 'not_sold_by_you'));
begin
  if not coalesce(share, false) then
    delete from public.sold_comps comp where comp.listing_id = ad.id;
    return false;
  end if;
  perform private.refuse_if(coalesce(ad.sold_price_minor, 0) = 0 or ad.sold_channel = 'withdrawn' or ad.type <> 'sell', 'SK111', 'not_sold_by_you');
  insert into public.sold_comps (listing_id, category, attributes, condition, price_minor, currency, sold_at, area, city)
  values (ad.id, ad.category, ad.attributes, ad.condition, ad.sold_price_minor, ad.currency, ad.sold_at, ad.area, ad.city)
  on conflict on constraint sold_comps_listing_id_key do update set price_minor = excluded.price_minor, sold_at = excluded.sold_at;
  return true;
end
$$;

create or replace function private.units_promised(ad uuid) returns integer
language sql stable set search_path = '' as $$
  select count(*)::integer + private.units_ordered(ad) from (
    select deal.conversation_id from public.deals deal
    where deal.listing_id = ad and deal.state in ('agreed', 'scheduled', 'handed_over') and not private.has_open_order(deal.id)
    union
    select known.conversation_id from public.reservations known
    where known.listing_id = ad and known.state = 'held'
      and not exists (select from private.orders_of(ad) as bought where bought.buyer_id = known.buyer_id)) as promised
$$;

create or replace function private.require_quantity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.type <> 'sell' then
    new.quantity := 1;
  elsif tg_op = 'UPDATE' and new.quantity < old.quantity and new.quantity < private.units_promised(new.id) then
    raise exception using errcode = 'SK353', message = 'quantity_promised';
  end if;
  return new;
end
$$;

create or replace function private.count_units() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  promised integer := private.units_promised(new.id);
begin
  if new.state = 'sold' and new.sold_channel <> 'withdrawn' then
    perform private.refuse_if(promised >= new.quantity, 'SK321', 'deal_open_on_ad');
    new.quantity := new.quantity - 1;
    new.state := case when old.state in ('paused', 'expired') then old.state when promised >= new.quantity then 'reserved' else 'active' end;
    new.sold_at := old.sold_at;
    new.sold_channel := old.sold_channel;
    new.sold_price_minor := old.sold_price_minor;
  elsif new.state = 'reserved' and promised > 0 and promised < new.quantity then
    new.state := 'active';
  end if;
  return new;
end
$$;

create or replace function private.record_unit_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.listing_events (listing_id, actor_id, event, from_state, to_state, details)
  values (new.id, auth.uid(), 'one_sold', old.state, new.state, jsonb_build_object('left', new.quantity));
  update public.sellers seller set sold_count = seller.sold_count + 1 where seller.id = new.seller_id;
  return null;
end
$$;

create or replace function private.require_unit() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if((select count(*) from public.deals deal where deal.listing_id = new.listing_id and deal.state in ('agreed', 'scheduled', 'handed_over'))
      >= (select listing.quantity from public.listings listing where listing.id = new.listing_id), 'SK109', 'ad_reserved');
  return new;
end
$$;

create or replace function private.end_reservations() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ended public.reservations;
begin
  for ended in
    update public.reservations known set state = 'released', changed_at = now()
    where known.listing_id = new.id and known.state = case old.state when 'sold' then 'sold' else 'held' end returning *
  loop
    perform private.notify(ended.buyer_id, 'reservation_ended', jsonb_build_object('conversation_id', ended.conversation_id,
      'listing_id', new.id, 'title', new.title), ended.id::text);
  end loop;
  return null;
end
$$;

create or replace function private.deal_next_step(me uuid) returns table (urgency integer, due timestamptz, line jsonb)
language sql stable security definer set search_path = '' as $$
  with mine as (
    select deal.*, other.display_name as other_name, ad.cover_path from public.deals deal
    join public.sellers other on other.id = case when deal.buyer_id = me then deal.seller_id else deal.buyer_id end
    left join public.listings ad on ad.id = deal.listing_id
    where me in (deal.buyer_id, deal.seller_id)
      -- Deals that are paid for here have their own tasks, except for the meet-up.
      and (deal.mode = 'meetup' or not private.has_open_order(deal.id))
  ), tasks (urgency, kind, due, deal_id, conversation_id, listing_id, title, cover_path, from_name) as (
    -- Only offers about to expire; others are on the overview.
    select 0, 'offer_ends', offer.expires_at, null::uuid, offer.conversation_id, ad.id, ad.title, ad.cover_path, sender.display_name
    from public.offers offer
    join public.conversations talk on talk.id = offer.conversation_id
    join public.listings ad on ad.id = offer.listing_id
    join public.sellers sender on sender.id = offer.from_id
    where me in (talk.buyer_id, talk.seller_id) and offer.from_id <> me and offer.state = 'pending'
      and offer.expires_at > now() and offer.expires_at < now() + interval '12 hours'
    union all
    select 0, case
        when deal.state = 'handed_over' then 'deal_arrived'
        when deal.proposed_by is not null then 'deal_confirm'
        when deal.state = 'scheduled' then 'deal_finish'
        when deal.mode = 'ship' then 'deal_send'
        else 'deal_arrange' end,
      coalesce(deal.proposed_at, deal.meet_at, deal.reserved_until), deal.id, deal.conversation_id, deal.listing_id, deal.item_title, deal.cover_path,
      deal.other_name
    from mine deal
    where deal.state = 'handed_over' and deal.buyer_id = me
      or deal.state in ('agreed', 'scheduled') and deal.reserved_until > now() and case
        when deal.proposed_by is not null then deal.proposed_by <> me
        when deal.state = 'scheduled' then deal.meet_at < now()
        when deal.mode = 'ship' then deal.seller_id = me
        else true end
    union all
    select 2, 'review_due', deal.ended_at + private.review_time(), deal.id, deal.conversation_id, deal.listing_id, deal.item_title, deal.cover_path,
      deal.other_name
    from mine deal
    where deal.state in ('completed', 'no_show') and deal.ended_at > now() - private.review_time()
      and not exists (select from public.reviews review where review.deal_id = deal.id and review.author_id = me)
  )
  select tasks.urgency, tasks.due, jsonb_build_object('kind', tasks.kind, 'deal_id', tasks.deal_id, 'conversation_id', tasks.conversation_id,
    'listing_id', tasks.listing_id, 'title', tasks.title, 'cover_path', tasks.cover_path, 'from', tasks.from_name, 'due', tasks.due)
  from tasks
  union all
  -- Shown for 14 days; appeals remain possible under Reports.
  select 1, decision.decided_at, jsonb_build_object('kind', 'decision', 'decision_no', decision.decision_no, 'listing_id', decision.target_id,
    'title', decision.statement, 'cover_path', null, 'due', decision.decided_at)
  from public.decisions decision
  where decision.person_id = me and decision.action <> 'none' and decision.appeal_state is null and decision.decided_at > now() - interval '14 days'
$$;

create or replace function private.admit_favorite() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if((select count(*) from public.favorites favorite where favorite.user_id = new.user_id) >= 500,
    'SK402', 'favorites_full');
  new.seen_price_minor := (select listing.price_minor from public.listings listing where listing.id = new.listing_id);
  return new;
end
$$;

create or replace function private.count_favorite() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.listings listing
    set saves_count = greatest(0, listing.saves_count + case tg_op when 'INSERT' then 1 else -1 end)
    where listing.id = coalesce(new.listing_id, old.listing_id);
  return null;
end
$$;

create or replace function private.admit_follow() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.refuse_if((select count(*) from public.follows follow where follow.follower_id = new.follower_id) >= 500,
    'SK403', 'follows_full');
  return new;
end
$$;

create or replace function private.queue_listing_news() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  what text := case
    when new.state = 'active' and old.state in ('reserved', 'sold', 'paused', 'expired', 'hidden') then 'back'
    when new.state = 'active' and old.first_published_at is null and new.first_published_at < now() then 'back'
    when new.state = 'active' and old.state <> 'active' then 'published'
    when new.state = 'reserved' and old.state <> 'reserved' then 'reserved'
    when new.state = 'sold' and old.state <> 'sold' then 'sold'
    when new.state in ('active', 'reserved') and new.price_minor < old.price_minor and new.type <> 'wanted' then 'price_drop'
  end;
begin
  if what is not null then
    insert into private.listing_news (listing_id, what, old_minor) values (new.id, what, old.price_minor);
    perform private.run_job_now('fan-out-listing-news');
  end if;
  return null;
end
$$;

create or replace function private.fan_out_listing_news() returns boolean
language plpgsql set search_path = '' as $$
declare
  news private.listing_news;
  ad public.listings;
begin
  select * into news from private.listing_news waiting order by waiting.attempts, waiting.id limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  select * into ad from public.listings listing where listing.id = news.listing_id;
  begin
    -- Outdated news is skipped; the later change has a row too.
    if (case news.what when 'reserved' then ad.state = 'reserved' when 'sold' then ad.state = 'sold'
        when 'price_drop' then ad.state in ('active', 'reserved') else ad.state = 'active' end) then
      if news.what <> 'published' then
        perform private.notify_savers(news, ad);
      else
        perform private.notify_followers(ad, news.created_at);
      end if;
      if news.what in ('published', 'price_drop', 'back') then
        perform private.match_saved_searches(ad.id, case news.what when 'published' then 'new' else news.what end, news.created_at,
          case when news.what = 'price_drop' then news.old_minor end);
      end if;
    end if;
    delete from private.listing_news where id = news.id;
  exception when others then
    raise warning 'The news % of the ad % could not be told: %', news.what, news.listing_id, sqlerrm;
    if news.attempts >= 4 then
      delete from private.listing_news where id = news.id;
    else
      update private.listing_news set attempts = attempts + 1 where id = news.id;
    end if;
    return false;
  end;
  return true;
end
$$;

create or replace function private.write_help_document() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.document := (
    select string_agg(format('%L:%s', stem, fields), ' ')::tsvector from (
      select stem, string_agg(distinct place || field, ',') as fields
      from (values ('A', 1, new.question), ('B', 2, new.also_asked),
          ('D', 3, (select string_agg(said, ' ') from jsonb_array_elements_text(new.answer || new.points) as said))) as given (field, place, said),
        unnest(private.help_words(new.language, given.said)) as stem
      where stem <> '' group by stem) as word);
  return new;
end
$$;

create or replace function private.count_help_words() returns trigger
language plpgsql set search_path = '' as $$
begin
  delete from private.help_words_used;
  insert into private.help_words_used (language, word, uses)
  select spoken.language, entry.word, max(entry.uses)
  from (select distinct known.language from public.help_articles known) as spoken,
    format('select document from public.help_articles where language = %L', spoken.language) as documents,
    lateral (
      select word, ndoc::float8 as uses from ts_stat(documents, 'ab')
      -- Words of the text are known but nearly as rare.
      union all select word, ndoc / 3.0 from ts_stat(documents, 'd')) as entry
  group by spoken.language, entry.word;
  return null;
end
$$;

create or replace function public.count_function_call(caller text, most_per_hour integer, most_at_once integer default null) returns timestamptz
language plpgsql set search_path = '' as $$
declare
  burst_window constant interval := '20 seconds';
  oldest timestamptz;
  calls integer;
  burst_from timestamptz;
  burst integer;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('function_calls:' || count_function_call.caller, 0));
  delete from private.function_calls call where call.called_at < now() - interval '1 hour';
  select count(*), min(call.called_at), count(*) filter (where call.called_at > now() - burst_window),
    min(call.called_at) filter (where call.called_at > now() - burst_window)
  into calls, oldest, burst, burst_from
  from private.function_calls call where call.caller = count_function_call.caller;
  if calls >= most_per_hour then
    return oldest + interval '1 hour';
  elsif burst >= most_at_once then
    return burst_from + burst_window;
  end if;
  insert into private.function_calls (caller) values (count_function_call.caller);
  return null;
end
$$;

create or replace function private.edits_allowed(word text) returns integer
language sql immutable set search_path = ''
return case when word !~ '^[a-z]+$' or char_length(word) < 5 then 0 when char_length(word) < 9 then 1 else 2 end;

create or replace function private.edits_between(typed text, meant text) returns integer
language sql immutable set search_path = ''
return extensions.levenshtein(typed, meant)
  - (char_length(typed) = char_length(meant) and exists (
      select from generate_series(1, char_length(typed) - 1) as place
      where substr(typed, place, 1) <> substr(typed, place + 1, 1)
        and left(typed, place - 1) || substr(typed, place + 1, 1) || substr(typed, place, 1) || substr(typed, place + 2) = meant
    ))::integer
  -- A wrong first letter counts double, as it is rare.
  + (left(typed, 1) <> left(meant, 1))::integer;

create or replace function private.help_meaning(lang text, stems text[]) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  meaning text := array_to_string(stems, ' ');
  synonym private.help_synonyms;
begin
  for synonym in
    select * from private.help_synonyms known where lang = 'en' and position(known.said in meaning) > 0 order by char_length(known.said) desc, known.said
  loop
    meaning := regexp_replace(meaning, '\m' || synonym.said || '\M', synonym.meant, 'g');
  end loop;
  return regexp_split_to_array(meaning, ' ');
end
$$;

create or replace function private.find_help(q text, lang text) returns table (id text, covered float8, place integer)
language plpgsql stable set search_path = '' as $$
declare
  articles float8 := (select count(*) from public.help_articles article where article.language = lang);
begin
  return query
  with used as materialized (
    select known.word, known.uses from private.help_words_used known where known.language = lang
  ),
  known as materialized (
    select used.word, used.uses from used
    union select part, 0 from private.help_synonyms, regexp_split_to_table(said, ' ') as part where lang = 'en' and part not in (select used.word from used)
    union select stop.stem, 0 from private.help_stop_words stop where stop.language = lang and stop.stem not in (select used.word from used)
  ),
  typed as materialized (
    select found.word, private.help_stem(lang, found.word) as stem, found.place
    from unnest((private.search_words(left(q, 2000)))[1:60]) with ordinality as found (word, place)
  ),
  -- Corrects typos to the nearest known word.
  meant as (
    select typed.place, coalesce(near.word, typed.stem) as stem
    from typed
    -- Limits the cost of many unknown words.
    left join (
      select unknown.place, row_number() over (order by unknown.place) <= 12 as is_looked_up from typed unknown
      where private.edits_allowed(unknown.word) > 0 and not exists (select from known exact where exact.word = unknown.stem)
    ) as slip using (place)
    left join lateral (
      select candidate.word from known candidate,
        least(private.edits_between(typed.word, candidate.word), private.edits_between(typed.stem, candidate.word)) as edits
      where slip.is_looked_up
        -- Cheap prefilter before the exact distance.
        and char_length(candidate.word) between char_length(typed.stem) - 2 and char_length(typed.word) + 2
        and least(extensions.levenshtein_less_equal(typed.word, candidate.word, 2), extensions.levenshtein_less_equal(typed.stem, candidate.word, 2)) <= 2
        and edits <= private.edits_allowed(typed.word)
      order by edits, candidate.uses desc, candidate.word limit 1) as near on true
  ),
  asked as materialized (
    select word.stem, ln(1 + articles / (coalesce(used.uses, 0) + 0.5)) as rarity
    from (select distinct stem from unnest(private.help_meaning(lang, array(select meant.stem from meant order by meant.place))) as stem) as word
    left join used on used.word = word.stem
    where (char_length(word.stem) > 1 or word.stem ~ '\d') and word.stem not in (select stop.stem from private.help_stop_words stop where stop.language = lang)
  ),
  scored as (
    select article.id, sum(asked.rarity * case
        when article.document @@ (quote_literal(asked.stem) || ':A')::tsquery then 1
        when article.document @@ (quote_literal(asked.stem) || ':B')::tsquery then 0.9
        when article.document @@ quote_literal(asked.stem)::tsquery then 0.4
        else 0 end) / nullif(sum(asked.rarity), 0) as covered
    from public.help_articles article cross join asked
    where article.language = lang
    group by article.id
  ),
  -- Of equal articles, prefer the shorter question.
  ranked as (
    select scored.id, scored.covered, coalesce(sum(own.rarity) filter (where own.stem in (select asked.stem from asked)) / sum(own.rarity), 0) as fits
    from scored
    left join lateral (
      select entry.lexeme as stem, ln(1 + articles / (used.uses + 0.5)) as rarity
      from public.help_articles article, unnest(article.document) as entry
      join used on used.word = entry.lexeme
      where article.id = scored.id and article.language = lang and 'A' = any(entry.weights)
        and entry.lexeme not in (select stop.stem from private.help_stop_words stop where stop.language = lang)) as own on true
    where scored.covered > 0
    group by scored.id, scored.covered
  )
  select ranked.id, ranked.covered,
    row_number() over (order by ranked.covered + 0.15 * ranked.fits desc, char_length(article.question), ranked.id)::integer
  from ranked join public.help_articles article on article.id = ranked.id and article.language = lang;
end
$$;

create or replace function public.search_help(q text, lim integer default 3, lang text default 'en')
returns table (id text, topic text, question text, answer jsonb, points jsonb, action jsonb, score float8)
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Minimum share for an answer.
  answers constant float8 := 0.5;
  -- Long questions are truncated to limit the cost.
  asked text := left(q, 300);
  most integer := greatest(1, least(coalesce(lim, 3), 10));
  ids text[];
  scores float8[];
  english_ids text[];
  english_scores float8[];
begin
  select array_agg(found.id order by found.place), array_agg(found.covered order by found.place) into ids, scores
  from private.find_help(asked, lang) found where found.place <= most;
  if lang is distinct from 'en' and coalesce(scores[1], 0) < answers then
    select array_agg(found.id order by found.place), array_agg(found.covered order by found.place) into english_ids, english_scores
    from private.find_help(asked, 'en') found where found.place <= most;
    if coalesce(english_scores[1], 0) > coalesce(scores[1], 0) + 0.1 then
      ids := english_ids;
      scores := english_scores;
    end if;
  end if;
  return query
  select article.id, article.topic, article.question, article.answer, article.points, article.action, given.score
  from unnest(ids, scores) with ordinality as given (id, score, place)
  join lateral (
    select * from public.help_articles known where known.id = given.id and known.language in (lang, 'en')
    order by known.language = lang desc limit 1) as article on true
  order by given.place;
end
$$;

create or replace function public.help_figures(lang text default 'en') returns table (article_id text, question text, topic text, yes integer, no integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('moderator', 'admin');
  return query
    select article.id, article.question, article.topic,
      (count(*) filter (where vote.helpful))::integer, (count(*) filter (where not vote.helpful))::integer
    from private.help_votes vote
    join lateral (
      select * from public.help_articles known where known.id = vote.article_id and known.language in (lang, 'en')
      order by known.language = lang desc limit 1) as article on true
    group by article.id, article.question, article.topic
    order by count(*) filter (where not vote.helpful) desc, count(*) desc, article.id;
end
$$;

create or replace function private.write_help_articles(given jsonb, version text) returns boolean
language plpgsql set search_path = '' as $$
begin
  if exists (select from private.help_version known where known.version = write_help_articles.version) then
    return false;
  end if;
  -- Serialises servers that start together.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('help_articles', 0));
  if exists (select from private.help_version known where known.version = write_help_articles.version) then
    return false;
  end if;
  with article as (
    select * from jsonb_to_recordset(given) as article (
      id text, language text, topic text, question text, answer jsonb, points jsonb, action jsonb, also_asked text)
  ),
  gone as (
    delete from public.help_articles kept
    where not exists (select from article where article.id = kept.id and article.language = kept.language)
  )
  insert into public.help_articles (id, language, topic, question, answer, points, action, also_asked)
  select article.id, article.language, article.topic, article.question, article.answer, article.points, nullif(article.action, 'null'), article.also_asked
  from article
  on conflict on constraint help_articles_pkey do update set topic = excluded.topic, question = excluded.question, answer = excluded.answer,
    points = excluded.points, action = excluded.action, also_asked = excluded.also_asked;
  insert into private.help_version (version) values (write_help_articles.version)
  on conflict (one) do update set version = excluded.version, written_at = now();
  return true;
end
$$;

create or replace function public.rate_help_article(article_id text, helpful boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  voter bytea;
begin
  perform private.refuse_if(not exists (select from public.help_articles article where article.id = rate_help_article.article_id),
    'SK701', 'no_such_article');
  perform private.refuse_if(rate_help_article.helpful is null, 'SK702', 'vote_missing');
  select used.who into voter from private.who_uses(me) used where used.scope = case when me is null then 'device' else 'account' end;
  perform private.refuse_if(voter is null, 'SK703', 'browser_unnamed');
  perform private.consume_rate_limit(me, 'vote');
  insert into private.help_votes as known (article_id, voter, helpful) values (rate_help_article.article_id, voter, rate_help_article.helpful)
  on conflict on constraint help_votes_pkey do update set helpful = excluded.helpful, at = now();
end
$$;

create or replace function public.bulk_change_listings(ids uuid[], verb text, percent integer default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  wanted uuid;
  ad public.listings;
  parameters text;
  results jsonb := '[]';
begin
  perform private.refuse_if(auth.uid() is null, 'SK112', 'own_ads_signed_out');
  perform private.refuse_if(coalesce(verb, '') not in ('extend', 'pause', 'resume', 'delete', 'price'),
    'SK009', 'unknown_choice', jsonb_build_object('name', 'verb', 'choices', 'extend, pause, resume, delete, price'));
  perform private.refuse_if(coalesce(cardinality(ids), 0) not between 1 and 50, 'SK119', 'bad_bulk_count');
  perform private.refuse_if((verb = 'price') <> (percent is not null) or percent = 0 or percent not between -90 and 200,
    'SK120', 'bad_bulk_percent');
  -- In a fixed order, to avoid deadlocks.
  for wanted in select distinct id from unnest(ids) id where id is not null order by id loop
    begin
      ad := case verb
        when 'extend' then public.extend_listing(wanted)
        when 'pause' then public.pause_listing(wanted)
        when 'resume' then public.resume_listing(wanted)
        when 'delete' then public.delete_listing(wanted)
        else private.change_price(wanted, percent) end;
      results := results || jsonb_build_object('id', wanted, 'done', true, 'state', ad.state, 'price_minor', ad.price_minor);
    exception when others then
      get stacked diagnostics parameters = pg_exception_detail;
      -- Report refusals per ad; raise anything else.
      if sqlstate not like 'SK%' or sqlstate in ('SK112', 'SK006') then
        raise;
      end if;
      results := results || jsonb_build_object('id', wanted, 'done', false, 'refusal', private.refusal(sqlstate, sqlerrm, parameters));
    end;
  end loop;
  return results;
end
$$;

create or replace function private.expiry_of(category text) returns timestamptz
language sql stable set search_path = ''
return now() + (select expiry_days from public.categories where slug = category) * interval '1 day';

create or replace function private.extension_window() returns interval
language sql immutable set search_path = ''
return interval '10 days';

create or replace function private.expire_listings(of_seller uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  expired integer;
begin
  update public.listings listing set state = 'expired'
    where listing.state in ('active', 'reserved', 'paused') and listing.expires_at < now()
      and (of_seller is null or listing.seller_id = of_seller);
  get diagnostics expired = row_count;
  return expired;
end
$$;

create or replace function public.expire_listings() returns integer
language sql set search_path = ''
as $$ select private.expire_listings(null) $$;

create or replace function private.due_expiry_reminders(lim integer)
returns table (listing_id uuid, seller_id uuid, expires_at timestamptz, days_before smallint, title text)
language sql stable set search_path = '' as $$
  select ad.id, ad.seller_id, ad.expires_at, due.days_before, ad.title
  from public.listings ad
  join public.profiles profile on profile.id = ad.seller_id and not profile.is_demo
  cross join lateral (
    select case when ad.expires_at < now() + interval '1 day' then 1 else 7 end::smallint as days_before) as due
  where ad.state in ('active', 'reserved') and ad.expires_at between now() and now() + interval '7 days'
    and not exists (
      select from private.expiry_reminders sent
      where sent.listing_id = ad.id and sent.expires_at = ad.expires_at and sent.days_before = due.days_before)
  order by ad.expires_at, ad.id
  limit lim
$$;

create or replace function public.import_listings(ads jsonb, publish boolean default false) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given record;
  key text;
  made_id uuid;
  made_state text;
  is_new boolean;
  problem jsonb;
  parameters text;
  answers jsonb := '[]';
begin
  perform private.refuse_if(auth.uid() is null, 'SK127', 'import_signed_out');
  perform private.refuse_if(coalesce(jsonb_typeof(import_listings.ads), '') <> 'array' or jsonb_array_length(import_listings.ads) not between 1 and 200,
    'SK128', 'bad_import_count');
  for given in select ad, place from jsonb_array_elements(import_listings.ads) with ordinality as listed (ad, place) order by place loop
    key := left(btrim(coalesce(given.ad ->> 'key', '')), 200);
    problem := null;
    made_id := null;
    made_state := null;
    is_new := false;
    begin
      perform private.refuse_if(key = '', 'SK129', 'import_row_unreferenced');
      -- Idempotent by key.
      select listing.id, listing.state into made_id, made_state from public.listings listing
        where listing.id = private.import_id(auth.uid(), key) and listing.seller_id = auth.uid();
      if made_id is null then
        insert into public.listings as listing (id, category, type, title, description, price_minor, currency, price_type, condition,
          attributes, area, city, country, lat, lng, delivery, ship_cost_minor, language, quantity)
        select private.import_id(auth.uid(), key), said.category, coalesce(said.type, 'sell'), coalesce(said.title, ''), coalesce(said.description, ''),
          said.price_minor, coalesce(said.currency, private.market_currency()), coalesce(said.price_type, 'fixed'), said.condition,
          coalesce(said.attributes, '{}'), coalesce(said.area, ''), coalesce(said.city, ''), coalesce(said.country, 'PT'), said.lat, said.lng,
          coalesce(said.delivery, 'pickup'), said.ship_cost_minor, coalesce(said.language, 'en'),
          coalesce(said.quantity, 1)
        from jsonb_populate_record(null::public.listings, given.ad) as said
        returning listing.id, listing.state into made_id, made_state;
        is_new := true;
      end if;
    exception
      when unique_violation then
        problem := private.problem('SK183', 'import_row_deleted');
      when others then
        get stacked diagnostics parameters = pg_exception_detail;
        problem := case when sqlstate like 'SK%' then private.refusal(sqlstate, sqlerrm, parameters) else private.problem('SK130', 'import_value_not_storable') end;
    end;
    if problem is null and import_listings.publish and made_state = 'draft' then
      begin
        select published.state into made_state from public.publish_listing(made_id) as published;
      exception when others then
        if sqlstate not like 'SK%' then
          raise;
        end if;
        get stacked diagnostics parameters = pg_exception_detail;
        problem := private.refusal(sqlstate, sqlerrm, parameters);
      end;
    end if;
    answers := answers || jsonb_build_object('key', key, 'id', made_id, 'state', made_state, 'created', is_new, 'problem', problem);
  end loop;
  return answers;
end
$$;

create or replace function private.import_id(person uuid, key text) returns uuid
language sql immutable set search_path = ''
return md5(person::text || ':import:' || key)::uuid;

create or replace function private.own_listing_notes(listing_id uuid)
returns table (state_reason jsonb, state_rule text, sold_price_minor integer, sold_channel text, is_price_shared boolean)
language sql stable security definer set search_path = '' as $$
  select ad.state_reason, ad.state_rule, ad.sold_price_minor, ad.sold_channel,
    exists (select from public.sold_comps comp where comp.listing_id = ad.id)
  from public.listings ad where ad.id = own_listing_notes.listing_id and ad.seller_id = auth.uid()
$$;

create or replace function private.admit_photo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  stored jsonb;
  owner uuid;
  photos integer;
begin
  -- Serialises uploads, to enforce the limit.
  select listing.seller_id into owner from public.listings listing where listing.id = new.listing_id for no key update;
  if owner is null or split_part(new.path, '/', 1) <> owner::text then
    raise exception using errcode = '42501', message = 'You can only add your own photos to your own ads.';
  end if;
  select object.metadata into stored from storage.objects object
    where object.bucket_id = 'listing-photos' and object.name = new.path;
  perform private.refuse_if(not found, 'SK131', 'photo_not_uploaded');
  select count(*) into photos from public.listing_photos photo where photo.listing_id = new.listing_id;
  perform private.refuse_if(photos >= 20, 'SK132', 'ad_photos_full');
  new.width := (stored ->> 'width')::integer;
  new.height := (stored ->> 'height')::integer;
  new.bytes := (stored ->> 'size')::bigint;
  return new;
end
$$;

create or replace function private.carry_photos() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed uuid := coalesce(new.listing_id, old.listing_id);
  left_over integer;
begin
  select count(*) into left_over from public.listing_photos photo where photo.listing_id = changed;
  perform private.refuse_if(tg_op = 'DELETE' and left_over = 0 and exists (
    select from public.listings listing join public.categories category on category.slug = listing.category
    where listing.id = changed and listing.state in ('active', 'reserved', 'paused') and listing.type in ('sell', 'free')
      and category.photo_min > 0), 'SK133', 'last_photo_stays');
  update public.listings listing set
    photo_count = left_over,
    cover_path = (select photo.path from public.listing_photos photo where photo.listing_id = changed
      order by photo.position, photo.created_at, photo.id limit 1)
  where listing.id = changed;
  return null;
end
$$;

create or replace function private.plain_text(said text) returns text
language sql immutable set search_path = ''
return regexp_replace(
  regexp_replace(
    regexp_replace(said, U&'\000D\000A?|[\0085\2028\2029]', E'\n', 'g'),
    U&'[\0001-\0008\000B-\001F\007F-\009F\202A-\202E\2066-\206F\FEFF\FFF9-\FFFB]', '', 'g'),
  U&'([\0300-\036F]{3})[\0300-\036F]+', '\1', 'g');

create or replace function private.plain_line(said text) returns text
language sql immutable set search_path = ''
return btrim(regexp_replace(private.plain_text(regexp_replace(said, U&'[\000B\000C\00AD\200B\2060-\2064]', '', 'g')), '\s+', ' ', 'g'));

create or replace function private.keep_listing_plain() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.title := private.plain_line(new.title);
  new.description := private.plain_text(new.description);
  new.area := private.plain_line(new.area);
  new.city := private.plain_line(new.city);
  return new;
end
$$;

create or replace function public.record_provenance(listing_id uuid, fields jsonb) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.refuse_if(jsonb_typeof(fields) is distinct from 'object' or (select count(*) from jsonb_object_keys(fields)) > 60,
    'SK134', 'bad_provenance');
  delete from public.listing_provenance known where known.listing_id = listing_id;
  insert into public.listing_provenance (listing_id, field, source, confidence, confirmed_at)
  select listing_id, field, said ->> 'source', (said ->> 'confidence')::real, coalesce((said ->> 'confirmed_at')::timestamptz, now())
  from jsonb_each(fields) as given (field, said);
end
$$;

create or replace function private.words_of_title(title text) returns text[]
language sql immutable set search_path = ''
return array(select distinct word[1] from regexp_matches(lower(title), '[[:alnum:]]+', 'g') as word);

create or replace function private.title_likeness(one text, other text) returns double precision
language sql immutable set search_path = ''
return (
  select coalesce(count(*) filter (where a.word is not null and b.word is not null)::double precision / nullif(count(*), 0), 0)
  from unnest(private.words_of_title(one)) as a(word) full join unnest(private.words_of_title(other)) as b(word) using (word)
);

create or replace function private.keep_date_of_repost() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.first_published_at := coalesce((select max(earlier.first_published_at) from private.earlier_ads_of(new) as earlier), new.first_published_at);
  return new;
end
$$;

create or replace function private.keep_savers_of_repost() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  with moved as (
    update public.favorites heart set listing_id = new.id
    from private.earlier_ads_of(new) as earlier
    where heart.listing_id = earlier.id and not exists (
      select from public.favorites known where known.user_id = heart.user_id and known.listing_id = new.id)
    returning earlier.id as earlier_id
  ), changes as (
    select new.id, count(*)::integer as more from moved
    union all select moved.earlier_id, -count(*)::integer from moved group by moved.earlier_id
  )
  update public.listings listing set saves_count = greatest(0, listing.saves_count + changes.more)
  from changes where listing.id = changes.id and changes.more <> 0;
  return null;
end
$$;

create or replace function private.tidy_listing() returns trigger
language plpgsql set search_path = '' as $$
declare
  ground record;
  is_edited boolean := true;
  bookkeeping constant text[] := '{state,state_reason,state_rule,state_before,cleared_rules,version,updated_at,views_count,saves_count,chats_count,cover_path,photo_count}';
begin
  -- About 300 m.
  new.lat := (round((new.lat / 0.003)::numeric) * 0.003)::float8;
  new.lng := (round((new.lng / 0.003)::numeric) * 0.003)::float8;
  if new.type = 'free' then
    new.price_minor := 0;
    new.price_type := 'free';
  elsif tg_op = 'UPDATE' and old.type = 'free' and new.price_type = 'free' then
    new.price_type := 'fixed';
  end if;

  if tg_op = 'UPDATE' then
    if old.state not in ('draft', 'deleted') and new.state = old.state and new.price_minor is distinct from old.price_minor then
      new.previous_price_minor := old.price_minor;
      new.price_changed_at := now();
    end if;
    is_edited := (to_jsonb(new) - bookkeeping) <> (to_jsonb(old) - bookkeeping);
    if is_edited then
      new.version := old.version + 1;
      new.updated_at := now();
    elsif new.state <> old.state then
      new.updated_at := now();
    end if;
    if new.state <> old.state and new.state not in ('pending_review', 'changes_requested', 'rejected', 'hidden', 'removed', 'deleted') then
      new.state_reason := null;
      new.state_rule := null;
      new.state_before := null;
    end if;
  end if;

  -- Not when an ad that is live is only reserved, released or paused, even if today's rules would refuse it.
  if new.state in ('active', 'reserved', 'paused', 'pending_review') and (is_edited or old.state not in ('active', 'reserved')) then
    perform private.refuse(private.listing_problem(new));
  end if;

  -- Refuses prohibited items and holds others for review, when published or edited.
  if new.state in ('active', 'reserved', 'paused', 'pending_review') and (tg_op = 'INSERT'
    or new.state <> old.state and not (old.state in ('active', 'reserved') and new.state in ('active', 'reserved', 'paused'))
    or (new.title, new.description, new.category, new.country) is distinct from (old.title, old.description, old.category, old.country)) then
    select * into ground from private.judge(new);
    perform private.refuse_if(ground.rule is not null and new.state = 'reserved' and old.state = 'reserved', 'SK184', 'reserved_ad_needs_review');
    if ground.rule is not null and new.state in ('active', 'reserved') then
      new.state := 'pending_review';
      new.state_rule := ground.rule;
      new.state_reason := ground.reason;
      if tg_op = 'UPDATE' and old.first_published_at is null then
        new.first_published_at := null;
        new.expires_at := null;
      end if;
    end if;
  end if;
  return new;
end
$$;

create or replace function private.record_listing_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was_active integer := 0;
  was_sold integer := 0;
begin
  if tg_op = 'UPDATE' then
    was_active := (old.state in ('active', 'reserved'))::integer;
    was_sold := (old.state = 'sold' and old.sold_channel <> 'withdrawn')::integer;
  end if;

  if tg_op = 'INSERT' or new.state <> old.state or new.expires_at is distinct from old.expires_at then
    insert into public.listing_events (listing_id, actor_id, event, from_state, to_state, details)
    values (new.id, auth.uid(),
      case when tg_op = 'INSERT' then 'created' when new.state = old.state then 'extended' else new.state end,
      case when tg_op = 'UPDATE' then old.state end, new.state,
      jsonb_strip_nulls(jsonb_build_object('expires_at', new.expires_at, 'reason', new.state_reason, 'rule', new.state_rule,
        'channel', case when new.state = 'sold' then new.sold_channel end,
        'sold_price_minor', case when new.state = 'sold' then new.sold_price_minor end)));
  end if;
  if tg_op = 'UPDATE' and new.price_changed_at is distinct from old.price_changed_at then
    insert into public.listing_events (listing_id, actor_id, event, from_state, to_state, details)
    values (new.id, auth.uid(), 'price_changed', old.state, new.state,
      jsonb_build_object('from_minor', old.price_minor, 'to_minor', new.price_minor));
  end if;

  update public.sellers set
    active_count = active_count + (new.state in ('active', 'reserved'))::integer - was_active,
    sold_count = sold_count + (new.state = 'sold' and new.sold_channel <> 'withdrawn')::integer - was_sold
  where id = new.seller_id
    and ((new.state in ('active', 'reserved'))::integer <> was_active
      or (new.state = 'sold' and new.sold_channel <> 'withdrawn')::integer <> was_sold);
  return null;
end
$$;

create or replace function private.readable(said text) returns text
language sql immutable set search_path = ''
return regexp_replace(normalize(coalesce(said, ''), NFKC),
  U&'[\00AD\034F\061C\180E\200B-\200F\202A-\202E\2060-\206F\20E3\FE00-\FE0F\FEFF\FFF9-\FFFB]', '', 'g');

create or replace function private.says_one_of(said text, patterns text[]) returns boolean
language sql immutable set search_path = ''
return exists (select from unnest(patterns) as pattern where said ~* pattern);

create or replace function private.is_shouting(said text, from_letters integer) returns boolean
language sql immutable set search_path = ''
return char_length(regexp_replace(said, '[^[:alpha:]]', '', 'g')) >= from_letters
  and char_length(regexp_replace(said, '[^[:upper:]]', '', 'g')) * 2 > char_length(regexp_replace(said, '[^[:alpha:]]', '', 'g'));

create or replace function private.most_used(said text, from_letters integer, out uses bigint, out words bigint)
language sql immutable set search_path = ''
begin atomic
  select coalesce(max(counted.uses) filter (where char_length(counted.word) >= from_letters), 0), coalesce(sum(counted.uses), 0)::bigint
  from (
    select found.word, count(*) as uses
    from regexp_split_to_table(lower(said), '[^[:alpha:]]+') as found (word) where found.word <> '' group by found.word) as counted;
end;

create or replace function private.lure_price_problem(category text, type text, price_type text, price_minor integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when usual.sales >= 8 and usual.median >= 40 * lure_price_problem.price_minor
    then private.problem('SK165', 'lure_price', 
      jsonb_build_object('amount', private.money(private.whole_units(usual.median::numeric, usual.currency), usual.currency))) end
  from (
    select count(*) as sales, percentile_cont(0.5) within group (order by comp.price_minor) as median, private.market_currency() as currency
    from public.sold_comps comp
    where comp.category = lure_price_problem.category and comp.currency = private.market_currency() and comp.sold_at > now() - interval '180 days') as usual
  -- About one coffee, for currencies with two, no or three decimals.
  where lure_price_problem.type = 'sell' and lure_price_problem.price_type in ('fixed', 'negotiable') and lure_price_problem.price_minor <= 500
$$;

create or replace function private.short_text_problem(said text, part text) returns jsonb
language sql stable set search_path = '' as $$
  select case
    when 'mail' = any(reading.found) then private.problem('SK147', 'email_in_text', jsonb_build_object('part', part))
    when reading.found && '{link,trusted_link}' then private.problem('SK148', 'link_in_text', jsonb_build_object('part', part))
    when 'phone' = any(reading.found) then private.problem('SK149', 'phone_in_text', jsonb_build_object('part', part))
    when 'handle' = any(reading.found) then private.problem('SK150', 'messenger_in_text', jsonb_build_object('part', part))
    else jsonb_set(private.contact_problem(said, 'title'), '{details,part}', to_jsonb(part)) end
  from private.read_message(said) as reading
  where said <> ''
$$;

create or replace function private.refuse_contacts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse(private.short_text_problem(
    (select string_agg(to_jsonb(new) ->> field, ' · ') from unnest(tg_argv[1:]) as field), tg_argv[0]));
  return new;
end
$$;

create or replace function private.head_of_title(title text) returns text
language sql immutable set search_path = ''
return btrim((regexp_split_to_array(left(title, 200),
  '\s(w/|with|without|including|incl\.?|com|sem|incluindo|con|sin|incluye|incluido|mit|ohne|inklusive|inkl\.?|avec|sans|inclus)\s', 'i'))[1]);

create or replace function public.record_view(listing_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  who bytea := pg_catalog.sha256(convert_to(coalesce(auth.uid()::text, 'network:' || private.client_network(), ''), 'UTF8'));
begin
  insert into private.recent_views (listing_id, viewer, hour)
  select listing.id, who, date_trunc('hour', now()) from public.listings listing
  where listing.id = record_view.listing_id and listing.state in ('active', 'reserved')
    and listing.seller_id is distinct from auth.uid()
  on conflict do nothing;
  if found then
    update public.listings listing set views_count = listing.views_count + 1 where listing.id = record_view.listing_id;
    insert into public.listing_days as known (listing_id, day, views)
      values (record_view.listing_id, (now() at time zone 'UTC')::date, 1)
      on conflict on constraint listing_days_pkey do update set views = known.views + 1;
    -- Cleans up on one view in a hundred.
    if random() < 0.01 then
      delete from private.recent_views where hour < now() - interval '2 hours';
    end if;
  end if;
end
$$;

create or replace function public.block_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  perform private.refuse_if(me is null, 'SK202', 'blocking_signed_out');
  perform private.refuse_if(person = me, 'SK203', 'own_block');
  perform private.refuse_if(not exists (select from public.sellers seller where seller.id = person), 'SK204', 'no_such_person');
  insert into public.blocks (blocker_id, blocked_id) values (me, person) on conflict do nothing;
  update public.conversations talk set state = 'locked', lock_reason = 'blocked'
    where talk.state = 'open' and (talk.buyer_id = me and talk.seller_id = person or talk.buyer_id = person and talk.seller_id = me);
end
$$;

create or replace function public.unblock_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  delete from public.blocks block where block.blocker_id = me and block.blocked_id = person;
  if not found or private.is_blocked_between(me, person) then
    return;
  end if;
  update public.conversations talk set state = 'open', lock_reason = null
    where talk.state = 'locked' and talk.lock_reason = 'blocked'
      and (talk.buyer_id = me and talk.seller_id = person or talk.buyer_id = person and talk.seller_id = me)
      and not exists (select from public.listings ad where ad.id = talk.listing_id and ad.state = 'deleted');
end
$$;

create or replace function private.refuse_between_blocked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if(exists (select from public.blocks block where block.blocker_id = new.buyer_id and block.blocked_id = new.seller_id),
    'SK205', 'you_blocked_them');
  perform private.refuse_if(private.is_blocked_between(new.buyer_id, new.seller_id), 'SK206', 'they_take_no_messages');
  return new;
end
$$;

create or replace function private.broadcast_lock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('conversation_id', new.id, 'state', new.state), 'state', 'conversation:' || new.id, true);
  perform private.send_unread(new.id, new.buyer_id, new.seller_id);
  return null;
end
$$;

create or replace function private.refuse_in_closed_conversation() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.refuse_if(new.kind = 'text' and btrim(new.body) = '', 'SK207', 'message_empty');
  perform private.refuse_if(char_length(new.body) > 2000, 'SK208', 'message_too_long');
  perform private.refuse_if(new.kind = 'text' and exists (select from public.conversations conversation
    where conversation.id = new.conversation_id and conversation.state <> 'open'
      and auth.uid() in (conversation.buyer_id, conversation.seller_id)), 'SK209', 'conversation_closed');
  return new;
end
$$;

create or replace function private.send_unread(talk uuid, variadic people uuid[]) returns void
language sql set search_path = '' as $$
  select realtime.send(jsonb_build_object('conversation_id', talk, 'unread_total', private.unread_total(person)), 'conversation', 'user:' || person, true)
  from unnest(people) as person
$$;

create or replace function private.deliver_message() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  conversation public.conversations;
begin
  if new.kind = 'system' then
    -- Lines about the ad are not previewed: everyone who asked about it gets them.
    update public.conversations talk set
      last_message_body = '', last_message_hint = new.body, last_message_at = new.created_at, last_sender_id = new.sender_id
    where talk.id = new.conversation_id and new.body ~ '^(offer|meetup|deal|order)_';
  else
    update public.conversations talk set
      last_message_at = new.created_at,
      last_message_body = case
        when new.notice is not null then ''
        when new.kind = 'meetup' then coalesce(new.payload ->> 'place', '')
        when new.kind = 'offer' and new.body is null then coalesce((new.payload ->> 'amount_minor') || ' ' || (new.payload ->> 'currency'), '')
        else left(coalesce(new.body, ''), 200) end,
      last_message_hint = case
        when new.notice is not null then 'warned'
        when new.kind = 'image' then 'photo'
        when new.kind = 'meetup' then 'meetup'
        when new.kind = 'offer' and new.body is null then 'offer' end,
      last_sender_id = new.sender_id,
      buyer_unread = talk.buyer_unread + (new.sender_id = talk.seller_id)::integer,
      seller_unread = talk.seller_unread + (new.sender_id = talk.buyer_id)::integer,
      buyer_archived_at = null,
      seller_archived_at = null,
      first_reply_at = coalesce(talk.first_reply_at, case when new.sender_id = talk.seller_id then new.created_at end)
    where talk.id = new.conversation_id;
  end if;

  select * into conversation from public.conversations talk where talk.id = new.conversation_id;
  perform realtime.send(jsonb_build_object('message', to_jsonb(new)), 'message', 'conversation:' || new.conversation_id, true);
  perform private.send_unread(conversation.id, conversation.buyer_id, conversation.seller_id);
  return null;
end
$$;

create or replace function private.is_deleted_photo(path text) returns boolean
language sql stable security definer set search_path = ''
return exists (select from private.deleted_photos photo where photo.path = is_deleted_photo.path);

create or replace function private.remove_chat_photo(path text) returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects stored where stored.bucket_id = 'chat-photos' and stored.name = remove_chat_photo.path;
  perform set_config('storage.allow_delete_query', 'false', true);
end
$$;

create or replace function private.forget_deleted_photos() returns integer
language plpgsql set search_path = '' as $$
declare
  photo private.deleted_photos;
  forgotten integer := 0;
begin
  for photo in
    delete from private.deleted_photos old where not private.is_under_report(old.message_id) returning old.*
  loop
    perform private.remove_chat_photo(photo.path);
    forgotten := forgotten + 1;
  end loop;
  return forgotten;
end
$$;

create or replace function private.user_of_topic(topic text) returns uuid
language sql immutable set search_path = ''
return case
  when topic ~ '^user:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then substr(topic, 6)::uuid
end;

create or replace function public.mark_conversation_read(conversation_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  moment timestamptz := now();
  talk public.conversations;
  receipts boolean;
begin
  select * into talk from public.conversations conversation
    where conversation.id = mark_conversation_read.conversation_id and me in (conversation.buyer_id, conversation.seller_id)
    for no key update;
  perform private.refuse_if(not found, 'SK201', 'no_such_conversation');
  receipts := public.shows_receipts(talk);
  update public.messages message set read_at = case when receipts then moment end, delivered_at = coalesce(message.delivered_at, moment)
    where message.conversation_id = talk.id and message.sender_id <> me and message.read_at is null
      and (receipts or message.delivered_at is null);
  if not found and (case when me = talk.buyer_id then talk.buyer_unread else talk.seller_unread end) = 0 then
    return;
  end if;
  update public.conversations conversation set
    buyer_unread = case when me = talk.buyer_id then 0 else conversation.buyer_unread end,
    seller_unread = case when me = talk.seller_id then 0 else conversation.seller_unread end
  where conversation.id = talk.id;
  if receipts then
    perform realtime.send(jsonb_build_object('reader_id', me, 'read_at', moment), 'read', 'conversation:' || talk.id, true);
  else
    perform realtime.send(jsonb_build_object('reader_id', me, 'delivered_at', moment), 'delivered', 'conversation:' || talk.id, true);
  end if;
  perform private.send_unread(talk.id, me);
end
$$;

create or replace function public.mark_delivered(conversation_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  moment timestamptz := now();
begin
  perform private.refuse_if(not exists (select from public.conversations conversation
    where conversation.id = mark_delivered.conversation_id and me in (conversation.buyer_id, conversation.seller_id)),
    'SK201', 'no_such_conversation');
  update public.messages message set delivered_at = moment
    where message.conversation_id = mark_delivered.conversation_id and message.sender_id <> me
      and message.read_at is null and message.delivered_at is null;
  if found then
    perform realtime.send(jsonb_build_object('reader_id', me, 'delivered_at', moment), 'delivered',
      'conversation:' || mark_delivered.conversation_id, true);
  end if;
end
$$;

create or replace function private.post_to_conversations() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  what text;
begin
  if new.state = 'deleted' then
    update public.conversations set state = 'locked' where listing_id = new.id and state = 'open';
  end if;
  what := case
    when new.state = old.state then 'listing_price_changed'
    when new.state in ('reserved', 'sold', 'paused', 'expired', 'hidden', 'deleted') then 'listing_' || new.state
    when new.state = 'pending_review' then 'listing_paused'
    when new.state = 'removed' then 'listing_hidden'
    when new.state = 'active' then 'listing_active'
  end;
  insert into public.messages (conversation_id, sender_id, kind, body, payload)
  select conversation.id, new.seller_id, 'system', what,
    case when what = 'listing_price_changed'
      then jsonb_build_object('from_minor', old.price_minor, 'to_minor', new.price_minor, 'currency', new.currency)
      else '{}' end
  from public.conversations conversation
  where conversation.listing_id = new.id and conversation.state <> 'closed' and what is not null
    and not private.has_own_news(conversation.id, what);
  perform realtime.send(jsonb_build_object('listing_id', new.id, 'state', new.state, 'version', new.version),
    'listing', 'user:' || new.seller_id, true);
  return null;
end
$$;

create or replace function private.drop_duplicate_line() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Same transaction as the deal's change.
  if exists (select from public.deals deal
    where deal.conversation_id = new.conversation_id and now() in (deal.created_at, deal.ended_at)) then
    return null;
  end if;
  return new;
end
$$;

create or replace function private.conversation_of_topic(topic text) returns uuid
language sql immutable set search_path = ''
return case
  when topic ~ '^conversation:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then substr(topic, 14)::uuid
end;

create or replace function private.apply_decision(kind text, target uuid, person uuid, action text, why text, rule text, ends timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  if action in ('limit', 'suspend', 'ban') then
    perform private.refuse_if(person is null, 'SK601', 'nobody_behind_this');
    perform private.refuse_if(exists (select from public.profiles profile where profile.id = person and profile.role in ('moderator', 'admin')),
      'SK602', 'staff_is_protected');
    update public.profiles profile set standing_until = case when action = 'ban' then null else ends end,
      standing = case action when 'limit' then 'limited' when 'suspend' then 'suspended' else 'banned' end
      where profile.id = person;
    if action in ('suspend', 'ban') then
      update public.conversations talk set state = 'locked', lock_reason = 'moderation'
        where talk.state = 'open' and person in (talk.buyer_id, talk.seller_id);
      perform public.hide_listing(ad.id, why, rule) from public.listings ad where ad.seller_id = person and ad.state in ('active', 'reserved');
    end if;
  elsif action in ('hide', 'remove') then
    case kind
      when 'listing', 'photo' then
        target := case when kind = 'photo' then (select photo.listing_id from public.listing_photos photo where photo.id = target) else target end;
        perform public.hide_listing(target, why, rule);
        if action = 'remove' then
          perform public.remove_listing(target, why, rule);
        end if;
      when 'conversation', 'message' then
        update public.conversations talk set state = 'locked', lock_reason = 'moderation'
          where talk.state = 'open' and talk.id = case when kind = 'conversation' then target
            else (select said.conversation_id from public.messages said where said.id = target) end;
      when 'review' then
        update public.reviews review set state = 'removed' where review.id = target;
      else
        raise exception using errcode = 'SK603', message = 'profile_not_hideable';
    end case;
  end if;
end
$$;

create or replace function private.record_automatic_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  made public.decisions;
begin
  -- Sellers of unpublished ads see the reason on the ad; others are notified.
  insert into public.decisions (target_kind, target_id, person_id, action, rule, statement, automated, appeal_deadline)
  values ('listing', new.id, case when new.first_published_at is not null then new.seller_id end, 'hide', new.state_rule,
    new.state_reason, true, now())
  returning * into made;
  if made.person_id is not null then
    perform private.notify(made.person_id, 'decision_made', jsonb_build_object('decision_no', made.decision_no, 'action', made.action), made.id::text);
  end if;
  return null;
end
$$;

create or replace function public.my_contestable_facts()
returns table (conversation_id uuid, deal_id uuid, title text, happened_at timestamptz, state text, answer text)
language sql stable set search_path = '' as $$
  select fact.conversation_id, fact.deal_id, fact.title, fact.happened_at, contest.state, contest.answer
  from (
    select first.conversation_id, null::uuid as deal_id, listing.title, first.asked_at as happened_at
    from private.counted_first_messages(auth.uid()) as first
    join public.conversations talk on talk.id = first.conversation_id
    join public.listings listing on listing.id = talk.listing_id
    where not first.in_time
    union
    select contested.conversation_id, null, contested.item_title, talk.created_at
    from public.fact_contests contested join public.conversations talk on talk.id = contested.conversation_id
    where contested.seller_id = (select auth.uid())
    union
    select null, deal.id, deal.item_title, deal.ended_at from public.deals deal where deal.no_show_by = (select auth.uid())) as fact
  left join public.fact_contests contest on contest.conversation_id = fact.conversation_id or contest.deal_id = fact.deal_id
  where private.second_factor_shown()
  order by fact.happened_at desc limit 100
$$;

create or replace function public.person_file(person uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  file jsonb;
begin
  perform private.require_role('moderator', 'admin');
  select jsonb_build_object('id', profile.id, 'display_name', profile.display_name, 'city', profile.city, 'role', profile.role,
      'trust_level', profile.trust_level, 'standing', private.standing_of(profile.id), 'standing_until', profile.standing_until,
      'joined_at', profile.created_at, 'email_verified', profile.email_verified_at is not null, 'phone_verified', profile.phone_verified_at is not null,
      'is_demo', profile.is_demo,
      'ads', (select jsonb_object_agg(counted.state, counted.ads) from (
        select ad.state, count(*) as ads from public.listings ad where ad.seller_id = profile.id group by ad.state) counted),
      'last_ads', (select coalesce(jsonb_agg(jsonb_build_object('id', ad.id, 'title', ad.title, 'state', ad.state, 'at', ad.updated_at)
        order by ad.updated_at desc), '[]') from (select * from public.listings own where own.seller_id = profile.id
          order by own.updated_at desc limit 10) ad),
      'conversations_begun_30_days', (select count(*) from public.conversations talk where talk.buyer_id = profile.id
        and talk.created_at > now() - interval '30 days'),
      'messages_warned_or_held', (select count(*) from public.message_verdicts verdict where verdict.sender_id = profile.id and verdict.action <> 'allow'),
      'reports_about', (select count(*) from public.reports known where known.reported_id = profile.id),
      'reports_by', (select count(*) from public.reports known where known.reporter_id = profile.id),
      'reporter_weight', private.reporter_weight(profile.id),
      'decisions', (select coalesce(jsonb_agg(jsonb_build_object('no', decision.decision_no, 'action', decision.action, 'target_kind', decision.target_kind,
        'statement', decision.statement, 'at', decision.decided_at, 'until', decision.until, 'appeal_state', decision.appeal_state)
        order by decision.decided_at desc), '[]') from (select * from public.decisions own where own.person_id = profile.id
          order by own.decided_at desc limit 20) decision))
    into file from public.profiles profile where profile.id = person_file.person;
  perform private.refuse_if(file is null, 'SK620', 'no_such_account');
  perform private.audit('person.read', 'profile:' || person_file.person);
  return file;
end
$$;

create or replace function public.site_figures(days integer default 30) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  since constant date := current_date - (least(greatest(coalesce(days, 30), 1), 180) - 1);
begin
  perform private.require_role('moderator', 'admin');
  return jsonb_build_object(
    'by_day', (
      select jsonb_agg(jsonb_build_object('day', day::date, 'ads', coalesce(ads.n, 0), 'messages', coalesce(said.n, 0),
        'sign_ups', coalesce(people.n, 0), 'reports', coalesce(reports.n, 0), 'decided', coalesce(decided.n, 0), 'median_hours', decided.hours) order by day)
      from generate_series(since, current_date, interval '1 day') day
      left join (select first_published_at::date as on_day, count(*) as n from public.listings where first_published_at >= since group by 1) ads on ads.on_day = day
      left join (select created_at::date as on_day, count(*) as n from public.messages where created_at >= since group by 1) said on said.on_day = day
      left join (select created_at::date as on_day, count(*) as n from public.profiles where created_at >= since group by 1) people on people.on_day = day
      left join (select created_at::date as on_day, count(*) as n from public.reports where created_at >= since group by 1) reports on reports.on_day = day
      left join (select handled_at::date as on_day, count(*) as n,
          round((percentile_cont(0.5) within group (order by extract(epoch from handled_at - created_at) / 3600))::numeric, 1) as hours
        from public.reports where handled_at >= since group by 1) decided on decided.on_day = day),
    'now', jsonb_build_object(
      'active_ads', (select count(*) from public.listings where state in ('active', 'reserved')),
      'people', (select count(*) from public.profiles),
      'open_reports', (select count(*) from public.reports where state in ('new', 'triaged', 'in_review'))),
    'hours_to_action', (
      select jsonb_build_object('median', round((percentile_cont(0.5) within group (order by hours))::numeric, 1),
        'p90', round((percentile_cont(0.9) within group (order by hours))::numeric, 1), 'count', count(*))
      from (select extract(epoch from known.handled_at - known.created_at) / 3600 as hours from public.reports known
        where known.handled_at is not null and known.created_at >= since) handled));
end
$$;

create or replace function private.keep_listing_events() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' and not exists (select from public.listings listing where listing.id = old.listing_id) then
    return old;
  end if;
  raise exception using errcode = '42501', message = 'The history of an ad is only ever added to.';
end
$$;

create or replace function private.require_reason(reason text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  perform private.refuse_if(char_length(btrim(coalesce(reason, ''))) not between 5 and 1000, 'SK623', 'seller_reason_needed');
  return btrim(reason);
end
$$;

create or replace function private.id_in(said text) returns uuid
language sql immutable set search_path = ''
return substring(said from '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}')::uuid;

create or replace function private.like_pattern(said text) returns text
language sql immutable set search_path = ''
return '%' || replace(replace(replace(btrim(left(said, 100)), '\', '\\'), '%', '\%'), '_', '\_') || '%';

create or replace function public.find_people(q text, lim integer default 20) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('moderator', 'admin');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', hit.id, 'display_name', hit.display_name, 'city', hit.city, 'role', hit.role,
      'standing', private.standing_of(hit.id), 'trust_level', hit.trust_level, 'joined_at', hit.created_at,
      'active_ads', (select count(*) from public.listings ad where ad.seller_id = hit.id and ad.state in ('active', 'reserved')),
      'reports_about', (select count(*) from public.reports known where known.reported_id = hit.id))
      order by hit.created_at desc, hit.id), '[]')
    from (
      (select newest.* from public.profiles newest where btrim(q) = '' order by newest.created_at desc, newest.id limit 20)
      union all
      (select profile.* from public.profiles profile
      where btrim(q) <> '' and case
        when private.id_in(q) is not null then profile.id = private.id_in(q)
        -- Exact addresses only, to prevent browsing.
        when position('@' in q) > 1 then profile.id in (select person.id from auth.users person where lower(person.email) = lower(btrim(q)))
        else char_length(btrim(q)) >= 2 and profile.display_name || ' ' || profile.first_name || ' ' || profile.last_name ilike private.like_pattern(q) end
      order by profile.created_at desc, profile.id limit least(greatest(coalesce(lim, 20), 1), 50))) hit);
end
$$;

create or replace function public.find_ads(q text, lim integer default 20) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('moderator', 'admin');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', hit.id, 'ad_no', hit.ad_no, 'title', hit.title, 'state', hit.state, 'type', hit.type,
      'price_minor', hit.price_minor, 'currency', hit.currency, 'cover_path', hit.cover_path, 'updated_at', hit.updated_at,
      'seller', (select jsonb_build_object('id', seller.id, 'display_name', seller.display_name) from public.sellers seller where seller.id = hit.seller_id),
      'reports', (select count(*) from public.reports known where known.listing_id = hit.id))
      order by hit.updated_at desc, hit.id), '[]')
    from (
      (select newest.* from public.listings newest where btrim(q) = '' and newest.state <> 'draft' order by newest.ad_no desc limit 20)
      union all
      (select ad.* from public.listings ad
      where btrim(q) <> '' and ad.state <> 'draft' and case
        when private.id_in(q) is not null then private.id_in(q) in (ad.id, ad.seller_id)
        when btrim(q, ' #') ~ '^[0-9]{1,15}$' then ad.ad_no = btrim(q, ' #')::bigint
        else char_length(btrim(q)) >= 2 and ad.title ilike private.like_pattern(q) end
      order by ad.updated_at desc, ad.id limit least(greatest(coalesce(lim, 20), 1), 50))) hit);
end
$$;

create or replace function public.listing_file(listing_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  file jsonb;
begin
  perform private.require_role('moderator', 'admin');
  select jsonb_build_object('id', ad.id, 'ad_no', ad.ad_no, 'title', ad.title, 'description', ad.description, 'category', ad.category, 'type', ad.type,
      'price_minor', ad.price_minor, 'currency', ad.currency, 'state', ad.state, 'state_reason', ad.state_reason, 'state_rule', ad.state_rule,
      'city', ad.city, 'area', ad.area, 'version', ad.version, 'created_at', ad.created_at, 'published_at', ad.first_published_at,
      'expires_at', ad.expires_at, 'views', ad.views_count, 'saves', ad.saves_count, 'chats', ad.chats_count,
      'person', (select jsonb_build_object('id', profile.id, 'display_name', profile.display_name, 'standing', private.standing_of(profile.id),
        'trust_level', profile.trust_level, 'joined_at', profile.created_at) from public.profiles profile where profile.id = ad.seller_id),
      'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', photo.id, 'path', photo.path, 'alt', photo.alt) order by photo.position, photo.id), '[]')
        from public.listing_photos photo where photo.listing_id = ad.id),
      'photos_elsewhere', private.ads_with_photos_of(ad.id),
      'events', (select coalesce(jsonb_agg(jsonb_build_object('event', event.event, 'from', event.from_state, 'to', event.to_state, 'at', event.created_at,
        'by', case when event.actor_id is null then 'system' when event.actor_id = ad.seller_id then 'seller' else 'moderator' end,
        'reason', event.details -> 'reason') order by event.id desc), '[]')
        from (select * from public.listing_events own where own.listing_id = ad.id order by own.id desc limit 50) event),
      'reports', (select coalesce(jsonb_agg(jsonb_build_object('no', known.report_no, 'target_kind', known.target_kind, 'reason', known.reason,
        'detail', known.detail, 'state', known.state, 'weight', known.reporter_weight, 'at', known.created_at) order by known.created_at desc), '[]')
        from (select * from public.reports about where about.listing_id = ad.id order by about.created_at desc limit 50) known),
      'decisions', (select coalesce(jsonb_agg(jsonb_build_object('no', decision.decision_no, 'action', decision.action, 'target_kind', decision.target_kind,
        'statement', decision.statement, 'at', decision.decided_at, 'appeal_state', decision.appeal_state) order by decision.decided_at desc), '[]')
        from public.decisions decision where decision.target_id = ad.id
          or decision.target_id in (select photo.id from public.listing_photos photo where photo.listing_id = ad.id)))
    into file from public.listings ad where ad.id = listing_file.listing_id and ad.state <> 'draft';
  perform private.refuse_if(file is null, 'SK621', 'no_such_ad');
  perform private.audit('listing.read', listing_file.listing_id::text);
  return file;
end
$$;

create or replace function private.rule_words(said text, stemmed boolean default true) returns text
language plpgsql stable set search_path = '' as $$
declare
  plain text := lower(private.readable(said));
  words text[];
  word text;
  spelled text := '';
  kept text[] := '{}';
begin
  plain := translate(plain, 'аверкнмостухіјѕαεικνορτυχ', 'abepkhmoctyxijsaeiknoptux');
  plain := regexp_replace(plain, '(?<=[a-z])[@](?=[a-z])', 'a', 'g');
  plain := regexp_replace(plain, '(?<=[a-z])[$](?=[a-z])', 's', 'g');
  words := private.search_words(plain);
  foreach word in array words || ''::text loop
    if char_length(word) = 1 and word ~ '[a-z]' then
      spelled := spelled || word;
      continue;
    end if;
    -- "c o c a i n e", but not the "s" and "m" of sizes.
    if char_length(spelled) >= 4 then
      kept := kept || spelled;
    elsif spelled <> '' then
      kept := kept || string_to_array(spelled, null);
    end if;
    spelled := '';
    kept := kept || word;
    -- Also with digits read as letters: "c0ca1ne".
    if word ~ '^[a-z]+[013457]+[a-z0-9]*$' and word ~ '[a-z].*[a-z]' then
      kept := kept || translate(word, '013457', 'oieast');
    end if;
  end loop;
  return ' ' || coalesce((select string_agg(case when stemmed then private.stem(each) else each end, ' ' order by place)
    from unnest(kept) with ordinality as listed (each, place) where each <> ''), '') || ' ';
end
$$;

create or replace function private.rule_text(said text) returns text
language sql stable set search_path = ''
return private.rule_words(said, true) || '|' || private.rule_words(said, false);

create or replace function private.stem_prohibited_term() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.stems := case when new.term like '%*'
    -- Wildcard terms match prefixes.
    then ' ' || array_to_string(private.search_words(new.term), ' ') else private.rule_words(new.term) end;
  new.unless := array(select btrim(phrase) from unnest(new.unless) as phrase where btrim(phrase) <> '');
  new.harmless := array(
    select private.rule_words(phrase, stemmed) from unnest(new.unless) as phrase, (values (true), (false)) as forms (stemmed));
  perform private.refuse_if(btrim(new.stems) = '', 'SK628', 'bad_term');
  return new;
end
$$;

create or replace function private.without_harmless(said text, of_rule text) returns text
language plpgsql stable set search_path = '' as $$
declare
  phrase text;
begin
  for phrase in
    select distinct each from public.prohibited_terms known, unnest(known.harmless) as each
    where known.rule = of_rule and position(each in said) > 0
  loop
    said := replace(said, phrase, ' · ');
  end loop;
  return said;
end
$$;

create or replace function private.prohibited_hits(title text, description text, category text, country text)
returns table (rule text, severity text, term text)
language plpgsql stable security definer set search_path = '' as $$
declare
  in_title constant text := private.rule_text(title);
  in_text constant text := private.rule_text(description);
  number constant integer := (select filed.ord_from from public.categories filed where filed.slug = prohibited_hits.category);
begin
  return query
  with near as materialized (
    select known.*
    from public.prohibited_terms known
    join public.prohibited_rules described on described.rule = known.rule and described.active
    where (position(known.stems in in_title) > 0 or position(known.stems in in_text) > 0)
      and (known.regions is null or prohibited_hits.country = any(known.regions))
      and (known.category is null or exists (
        select from public.categories above where above.slug = known.category and number between above.ord_from and above.ord_to))
      and not exists (
        select from public.categories above where above.slug = any(known.not_in) and number between above.ord_from and above.ord_to)
  ),
  -- Matches again without harmless phrases.
  clean as materialized (
    select found_rules.rule, private.without_harmless(in_title, found_rules.rule) as title, private.without_harmless(in_text, found_rules.rule) as said
    from (select distinct near.rule from near) as found_rules
  ),
  judged as (
    select near.rule, near.term, near.severity, near.anywhere,
      position(near.stems in clean.title) > 0 as is_title, position(near.stems in clean.said) > 0 as is_text
    from near join clean on clean.rule = near.rule
  ),
  weighed as (
    select judged.rule, judged.term, case
        when judged.is_title or judged.anywhere then judged.severity
        when judged.severity = 'block' then 'review' else 'warn' end as severity
    from judged where judged.is_title or judged.is_text
  )
  select distinct on (weighed.rule) weighed.rule, weighed.severity, weighed.term
  from weighed
  order by weighed.rule, array_position('{block,review,warn}', weighed.severity),
    -- Prefers the literal word over the same stem.
    position(rtrim(weighed.term, '*') in lower(concat_ws(' ', prohibited_hits.title, prohibited_hits.description))) = 0,
    char_length(weighed.term) desc, weighed.term;
end
$$;

create or replace function public.check_ad(title text, description text default '', category text default null, country text default 'PT') returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('rule', hits.rule, 'severity', hits.severity, 'term', rtrim(hits.term, '*'), 'name', described.name,
    'explanation', described.explanation) order by array_position('{block,review,warn}', hits.severity), described.sort), '[]')
  from private.prohibited_hits(left(check_ad.title, 200), left(check_ad.description, 6000), check_ad.category, check_ad.country) as hits
  join public.prohibited_rules described on described.rule = hits.rule
$$;

create or replace function public.remove_prohibited_term(term_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was public.prohibited_terms;
begin
  perform private.require_role('admin');
  delete from public.prohibited_terms known where known.id = term_id returning * into was;
  if found then
    perform private.audit('prohibited_term.remove', was.rule || '/' || was.term, to_jsonb(was), null);
  end if;
end
$$;

create or replace function public.moderation_queue(lim integer default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant integer := least(greatest(coalesce(lim, 50), 1), 200);
begin
  perform private.require_role('moderator', 'admin');
  return (
    with reported as (
      -- One line per target, whatever the number of reports.
      select 'report' as kind, (array_agg(known.id order by known.priority desc, known.created_at))[1] as id,
        max(known.priority) as priority, min(known.created_at) as since,
        jsonb_build_object('target_kind', known.target_kind, 'target_id', known.target_id, 'count', count(*),
          'reasons', jsonb_agg(distinct known.reason), 'person_id', (array_agg(known.reported_id))[1],
          'taken_by_me', bool_or(known.handled_by = auth.uid() and known.state = 'in_review'),
          'taken', bool_or(known.handled_by is not null and known.handled_by <> auth.uid() and known.state = 'in_review'
            and known.changed_at > now() - interval '2 hours'),
          'details', jsonb_agg(jsonb_build_object('no', known.report_no, 'reason', known.reason, 'detail', known.detail,
            'weight', known.reporter_weight, 'at', known.created_at, 'appeal', known.appeal) order by known.created_at),
          'evidence', (array_agg(known.evidence order by known.created_at desc))[1]) as facts
      from public.reports known where known.state in ('new', 'triaged', 'in_review')
      group by known.target_kind, known.target_id
    ), waiting as (
      select * from reported
      union all
      select 'ad', ad.id, 45, ad.updated_at, jsonb_build_object('title', ad.title, 'description', ad.description, 'category', ad.category,
        'price_minor', ad.price_minor, 'currency', ad.currency, 'rule', ad.state_rule, 'reason', ad.state_reason, 'cover_path', ad.cover_path,
        'person_id', ad.seller_id,
        'rule_name', (select described.name from public.prohibited_rules described where 'prohibited:' || described.rule = ad.state_rule))
      from public.listings ad where ad.state = 'pending_review'
        -- Nothing to decide while the seller is suspended or banned.
        and private.standing_of(ad.seller_id) not in ('suspended', 'banned')
        and not (ad.state_rule ~ '^photo_(waiting|unread):' and exists (
          select from private.photo_prints print where print.listing_id = ad.id and print.reading = 'waiting'))
      union all
      select 'message', held.id, case when held.appealed_at is null then 40 else 55 end, held.created_at,
        jsonb_build_object('body', held.body, 'pattern', held.pattern, 'state', held.state, 'appeal', held.appeal, 'person_id', held.sender_id,
          'sentence', (select verdict.sentence from public.message_verdicts verdict where verdict.message_id = held.id))
      from public.held_messages held where held.state = 'held' or held.state = 'blocked' and held.appealed_at is not null
      union all
      select 'appeal', decision.id, 60, decision.appealed_at, jsonb_build_object('decision_no', decision.decision_no, 'action', decision.action,
        'target_kind', decision.target_kind, 'target_id', decision.target_id, 'statement', decision.statement, 'rule', decision.rule,
        'appeal', decision.appeal, 'person_id', decision.person_id, 'mine', decision.decided_by = auth.uid())
      from public.decisions decision where decision.appeal_state = 'open'
    ), ordered as (
      -- Priority grows by one an hour.
      select waiting.*, waiting.priority + extract(epoch from now() - waiting.since) / 3600 as urgency from waiting
      order by urgency desc, waiting.id limit most
    )
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(jsonb_build_object('kind', item.kind, 'id', item.id, 'priority', item.priority, 'since', item.since,
        'person', (select jsonb_build_object('id', profile.id, 'display_name', profile.display_name, 'avatar_path', profile.avatar_path,
          'standing', private.standing_of(profile.id),
          'trust_level', profile.trust_level, 'joined_at', profile.created_at)
          from public.profiles profile where profile.id = (item.facts ->> 'person_id')::uuid)) || item.facts
        || private.photos_to_judge(case when item.kind = 'ad' then item.id when item.facts ->> 'target_kind' = 'listing'
          then (item.facts ->> 'target_id')::uuid end)
        || case item.kind when 'message' then jsonb_build_object('before', (
          select coalesce(jsonb_agg(jsonb_build_object('id', said.id, 'body', left(said.body, 300),
            'is_sender', said.sender_id = held.sender_id) order by said.created_at, said.id), '[]')
          from public.held_messages held cross join lateral (
            select * from public.messages known where known.conversation_id = held.conversation_id and known.kind = 'text'
              and known.deleted_at is null and known.created_at < held.created_at
            order by known.created_at desc, known.id limit 5) said
          where held.id = item.id)) else '{}' end
        order by item.urgency desc, item.id) from ordered item), '[]'),
      'counts', (select coalesce(jsonb_object_agg(counted.kind, counted.waiting), '{}') from (
        select waiting.kind, count(*) as waiting from waiting group by waiting.kind) counted),
      'oldest', (select min(waiting.since) from waiting))
  );
end
$$;

create or replace function private.refuse_own_second_look() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if(exists (select from public.profiles other where other.role in ('moderator', 'admin') and other.id <> new.handled_by),
    'SK633', 'own_report_decision');
  return new;
end
$$;

create or replace function private.report_target(kind text, target uuid, me uuid, out reported uuid, out listing uuid, out talk uuid, out seen jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  case kind
    when 'listing' then
      select ad.seller_id, ad.id, jsonb_build_object('title', ad.title, 'description', ad.description, 'price_minor', ad.price_minor,
          'currency', ad.currency, 'state', ad.state, 'version', ad.version, 'ad_no', ad.ad_no)
        into reported, listing, seen from public.listings ad
        where ad.id = target and (ad.state in ('active', 'reserved', 'sold') or exists (select from public.conversations conversation
          where conversation.listing_id = ad.id and me in (conversation.buyer_id, conversation.seller_id)));
    when 'photo' then
      select ad.seller_id, ad.id, jsonb_build_object('path', photo.path, 'alt', photo.alt, 'title', ad.title)
        into reported, listing, seen from public.listing_photos photo join public.listings ad on ad.id = photo.listing_id
        where photo.id = target and ad.state in ('active', 'reserved', 'sold');
    when 'profile' then
      select seller.id, jsonb_build_object('display_name', seller.display_name, 'bio', seller.bio, 'avatar_path', seller.avatar_path)
        into reported, seen from public.sellers seller where seller.id = target;
    when 'review' then
      select review.author_id, jsonb_build_object('body', review.body, 'reply', review.reply, 'rating', review.rating, 'subject_id', review.subject_id)
        into reported, seen from public.reviews review where review.id = target and review.state = 'published';
    when 'conversation' then
      select case when me = conversation.buyer_id then conversation.seller_id else conversation.buyer_id end, conversation.listing_id, conversation.id, '{}'::jsonb
        into reported, listing, talk, seen from public.conversations conversation
        where conversation.id = target and me in (conversation.buyer_id, conversation.seller_id) and (me = conversation.buyer_id or conversation.opened_at is not null);
    when 'message' then
      select message.sender_id, conversation.listing_id, conversation.id, jsonb_build_object('body', message.body, 'kind', message.kind,
          'payload', message.payload, 'notice', message.notice, 'created_at', message.created_at)
        into reported, listing, talk, seen from public.messages message
        join public.conversations conversation on conversation.id = message.conversation_id
        where message.id = target and me in (conversation.buyer_id, conversation.seller_id);
    else
      raise exception using errcode = '22023', message = 'This cannot be reported.';
  end case;
end
$$;

create or replace function private.standing_of(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when profile.standing_until < now() then 'good' else profile.standing end
  from public.profiles profile where profile.id = person
$$;

create or replace function private.require_standing(new_business boolean) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  standing text := private.standing_of(auth.uid());
begin
  perform private.refuse_if(standing in ('suspended', 'banned'), 'SK639', 'standing_bad', jsonb_build_object('standing', standing));
  perform private.refuse_if(standing = 'limited' and new_business, 'SK640', 'standing_limited');
end
$$;

create or replace function private.has_good_standing() returns boolean
language sql stable security definer set search_path = ''
return coalesce(private.standing_of(auth.uid()), 'good') not in ('suspended', 'banned');

create or replace function private.rounded_away(n bigint) returns bigint
language sql immutable set search_path = ''
return case when n between 1 and 4 then null else n end;

create or replace function private.published_kinds(counts jsonb) returns jsonb
language sql immutable set search_path = ''
return (
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(counts) where value::bigint >= 5
);

create or replace function private.appeals_between(begin_at timestamptz, end_at timestamptz)
returns table (appealed_at timestamptz, decided_at timestamptz, in_favour boolean)
language sql stable set search_path = '' as $$
  select decision.appealed_at, decision.appeal_decided_at, decision.appeal_state = 'overturned' from public.decisions decision
    where decision.appealed_at < end_at and (decision.appealed_at >= begin_at or decision.appeal_decided_at >= begin_at)
  union all
  select report.appealed_at, report.handled_at, report.state in ('actioned', 'upheld') from public.reports report
    where report.appealed_at < end_at and (report.appealed_at >= begin_at or report.handled_at >= begin_at)
  union all
  select held.appealed_at, held.decided_at, held.state = 'released' from public.held_messages held
    where held.appealed_at < end_at and (held.appealed_at >= begin_at or held.decided_at >= begin_at)
$$;

create or replace function private.transparency_of(begin_at timestamptz, end_at timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'reports', (select private.rounded_away(count(*)) from public.reports where created_at >= begin_at and created_at < end_at),
    'reasons', (select private.published_kinds(jsonb_object_agg(reason, n)) from (
      select reason, count(*) as n from public.reports where created_at >= begin_at and created_at < end_at group by 1) as kinds),
    'notices', (select private.rounded_away(count(*)) from public.tickets
      where topic = 'illegal' and created_at >= begin_at and created_at < end_at),
    'decisions', (select private.rounded_away(count(*)) from public.decisions where decided_at >= begin_at and decided_at < end_at),
    'automatic', (select private.rounded_away(count(*)) from public.decisions
      where automated and decided_at >= begin_at and decided_at < end_at),
    'actions', (select private.published_kinds(jsonb_object_agg(action, n)) from (
      select action, count(*) as n from public.decisions where decided_at >= begin_at and decided_at < end_at group by 1) as kinds),
    'stopped', (select private.rounded_away(count(*)) from public.held_messages where created_at >= begin_at and created_at < end_at),
    'hours_to_decision', (
      select case when count(*) >= 5 then round((percentile_cont(0.5) within group (
        order by extract(epoch from handled_at - coalesce(appealed_at, created_at)) / 3600))::numeric, 1) end
      from public.reports where handled_at >= begin_at and handled_at < end_at),
    'appeals', private.rounded_away(count(*) filter (where appeal.appealed_at >= begin_at)),
    'appeals_decided', private.rounded_away(count(*) filter (where appeal.decided_at >= begin_at and appeal.decided_at < end_at)),
    'appeals_granted', private.rounded_away(count(*) filter (where appeal.in_favour and appeal.decided_at >= begin_at and appeal.decided_at < end_at)),
    'hours_to_appeal', case when count(*) filter (where appeal.decided_at >= begin_at and appeal.decided_at < end_at) >= 5 then
      round((percentile_cont(0.5) within group (order by extract(epoch from appeal.decided_at - appeal.appealed_at) / 3600)
        filter (where appeal.decided_at >= begin_at and appeal.decided_at < end_at))::numeric, 1) end)
  from private.appeals_between(begin_at, end_at) appeal
$$;

create or replace function private.count_transparency() returns integer
language plpgsql set search_path = '' as $$
declare
  this_month constant date := date_trunc('month', now() at time zone 'UTC');
  first constant date := greatest(this_month - interval '23 months', date_trunc('month', least(now(),
    (select min(created_at) from public.reports), (select min(decided_at) from public.decisions),
    (select min(created_at) from public.held_messages)) at time zone 'UTC'));
  due date;
  done integer := 0;
begin
  for due in
    select known.month::date from generate_series(first::timestamp, this_month::timestamp, interval '1 month') as known(month)
    left join public.transparency_months counted on counted.month = known.month::date
    where counted.month is null or counted.counted_at < (known.month + interval '1 month') at time zone 'UTC'
  loop
    insert into public.transparency_months as counted (month, figures)
    values (due, private.transparency_of(due::timestamp at time zone 'UTC', (due + interval '1 month') at time zone 'UTC'))
    on conflict (month) do update set figures = excluded.figures, counted_at = now();
    done := done + 1;
  end loop;
  return done;
end
$$;

create or replace function public.save_push_subscription(endpoint text, p256dh text, auth text, device text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  saved uuid;
begin
  perform private.refuse_if(me is null, 'SK404', 'push_signed_out');
  insert into public.push_subscriptions as known (user_id, endpoint, p256dh, auth, device)
  values (me, save_push_subscription.endpoint, save_push_subscription.p256dh, save_push_subscription.auth,
    left(coalesce(save_push_subscription.device, ''), 120))
  on conflict on constraint push_subscriptions_endpoint_key do update set
    user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, device = excluded.device
  returning id into saved;
  -- Limits subscriptions to ten devices.
  delete from public.push_subscriptions old where old.user_id = me and old.id in (
    select extra.id from public.push_subscriptions extra where extra.user_id = me order by extra.created_at desc, extra.id offset 10);
  return saved;
end
$$;

create or replace function private.skip_unneeded_deliveries() returns void
language sql set search_path = '' as $$
  update public.notifications told set email_state = 'skipped'
    from public.notification_kinds sort
    where told.email_state = 'due' and told.email_due_at <= now() and sort.kind = told.kind
      and (told.read_at is not null
        or not (select wanted.mail from private.notification_channels(told.user_id, sort.group_name) as wanted)
        or not exists (select from auth.users account
          where account.id = told.user_id and account.email is not null and account.email_confirmed_at is not null));
  update public.notifications told set push_state = 'skipped'
    from public.notification_kinds sort
    where told.push_state = 'due' and told.push_due_at <= now() and sort.kind = told.kind
      and (told.read_at is not null
        or not (select wanted.push from private.notification_channels(told.user_id, sort.group_name) as wanted)
        or not exists (select from public.push_subscriptions device where device.user_id = told.user_id));
$$;

create or replace function private.claim_due_emails(people integer)
returns table (user_id uuid, email text, first_name text, notifications jsonb)
language sql set search_path = '' as $$
  with chosen as materialized (
    select told.user_id from public.notifications told
    join public.notification_kinds sort on sort.kind = told.kind
    where told.email_state = 'due' and told.email_due_at <= now()
      and (sort.urgent or not private.is_quiet_time(told.user_id, now()))
    group by told.user_id order by min(told.email_due_at) limit people
  ), due as materialized (
    select told.id from public.notifications told
    join chosen on chosen.user_id = told.user_id
    join public.notification_kinds sort on sort.kind = told.kind
    where told.email_state = 'due' and told.email_due_at <= now()
      and (sort.urgent or not private.is_quiet_time(told.user_id, now()))
    for update of told skip locked
  ), claimed as (
    update public.notifications told
      set email_due_at = now() + interval '2 minutes', email_attempts = told.email_attempts + 1
    from due where told.id = due.id
    returning told.*
  )
  select claimed.user_id, account.email, profile.first_name,
    jsonb_agg(jsonb_build_object('id', claimed.id, 'kind', claimed.kind, 'group', sort.group_name, 'payload', claimed.payload,
      'created_at', claimed.created_at) order by claimed.created_at desc, claimed.id)
  from claimed
  join public.notification_kinds sort on sort.kind = claimed.kind
  join auth.users account on account.id = claimed.user_id
  join public.profiles profile on profile.id = claimed.user_id
  group by claimed.user_id, account.email, profile.first_name
$$;

create or replace function private.settle_emails(told jsonb, is_sent boolean) returns void
language sql set search_path = '' as $$
  update public.notifications notification set
    email_state = case
      when not is_sent then case when notification.email_attempts >= 8 then 'failed' else 'due' end
      -- Renewed during sending: due again later.
      when notification.created_at > claimed.created_at and notification.read_at is null then 'due'
      else 'sent' end,
    email_sent_at = case when is_sent then now() else notification.email_sent_at end,
    email_attempts = case when is_sent then 0 else notification.email_attempts end,
    email_due_at = case when is_sent then now() + sort.email_gap
      else now() + interval '1 minute' * least(2 ^ notification.email_attempts, 60) end
  from jsonb_to_recordset(told) as claimed (id uuid, created_at timestamptz), public.notification_kinds sort
  where notification.id = claimed.id and sort.kind = notification.kind and notification.email_state = 'due'
$$;

create or replace function private.claim_due_pushes(most integer)
returns table (id uuid, kind text, payload jsonb, created_at timestamptz, unread integer, devices jsonb)
language sql set search_path = '' as $$
  with due as materialized (
    select told.id from public.notifications told
    join public.notification_kinds sort on sort.kind = told.kind
    where told.push_state = 'due' and told.push_due_at <= now()
      and (sort.urgent or not private.is_quiet_time(told.user_id, now()))
    order by told.push_due_at limit most
    for update of told skip locked
  ), claimed as (
    update public.notifications told
      set push_due_at = now() + interval '2 minutes', push_attempts = told.push_attempts + 1
    from due where told.id = due.id
    returning told.*
  )
  select claimed.id, claimed.kind, claimed.payload, claimed.created_at, private.unread_notifications(claimed.user_id),
    (select jsonb_agg(jsonb_build_object('id', device.id, 'endpoint', device.endpoint, 'p256dh', device.p256dh, 'auth', device.auth))
      from public.push_subscriptions device where device.user_id = claimed.user_id)
  from claimed
$$;

create or replace function private.settle_push(notification_id uuid, claimed_at timestamptz, is_sent boolean) returns void
language sql set search_path = '' as $$
  update public.notifications notification set
    push_state = case
      when not is_sent then case when notification.push_attempts >= 5 then 'failed' else 'due' end
      when notification.created_at > claimed_at and notification.read_at is null then 'due'
      else 'sent' end,
    push_sent_at = case when is_sent then now() else notification.push_sent_at end,
    push_attempts = case when is_sent then 0 else notification.push_attempts end,
    push_due_at = case when is_sent then now()
      else now() + interval '1 minute' * least(2 ^ notification.push_attempts, 30) end
  where notification.id = notification_id and notification.push_state = 'due'
$$;

create or replace function public.unsubscribe(person uuid, what text) returns text
language plpgsql set search_path = '' as $$
declare
  about text;
begin
  if what ~ '^search:[0-9a-f-]{36}$' then
    update public.saved_searches set channels = array_remove(channels, 'mail')
      where id = substr(what, 8)::uuid and user_id = person returning name into about;
    return 'search:' || about;
  end if;
  select standard.name into about from public.notification_groups standard where standard.name = what;
  if about is null or not exists (select from public.profiles where id = person) then
    return null;
  end if;
  insert into public.notification_preferences as chosen (user_id, group_name, in_app, mail, push)
  select person, what, wanted.in_app, false, wanted.push from private.notification_channels(person, what) as wanted
  on conflict (user_id, group_name) do update set mail = false;
  return about;
end
$$;

create or replace function private.notify_of_expiry(lim integer) returns integer
language plpgsql set search_path = '' as $$
declare
  ad record;
  told integer := 0;
begin
  for ad in select * from private.due_expiry_reminders(lim) loop
    insert into private.expiry_reminders (listing_id, expires_at, days_before)
    values (ad.listing_id, ad.expires_at, ad.days_before) on conflict do nothing;
    perform private.notify(ad.seller_id, 'listing_ends_soon',
      jsonb_build_object('listing_id', ad.listing_id, 'title', ad.title, 'days_before', ad.days_before),
      concat_ws(':', ad.listing_id, extract(epoch from ad.expires_at), ad.days_before));
    told := told + 1;
  end loop;
  return told;
end
$$;

create or replace function private.require_time_zone() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform now() at time zone new.time_zone;
  return new;
exception when invalid_parameter_value then
  raise exception using errcode = 'SK405', message = 'no_such_time_zone', detail = jsonb_build_object('name', new.time_zone);
end
$$;

create or replace function private.run_job_now(name text, moment timestamptz default now()) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('jobs.jobs') is not null and not exists (
    select from jobs.jobs waiting
    where waiting.task_identifier = name and waiting.locked_at is null and waiting.attempts = 0
      and waiting.run_at between moment - interval '2 seconds' and moment + interval '2 seconds') then
    perform jobs.add_job(identifier => name, run_at => moment, max_attempts => 3::smallint);
  end if;
exception when others then
  raise warning 'The job % could not be woken: %', name, sqlerrm;
end
$$;

create or replace function private.notify(recipient uuid, kind text, payload jsonb, dedupe text default null, channels text[] default null)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  told public.notifications;
begin
  insert into public.notifications as known (user_id, kind, payload, dedupe, in_app, email_state, email_due_at, push_state, push_due_at)
  select profile.id, sort.kind, coalesce(notify.payload, '{}'), notify.dedupe,
    wanted.in_app and (channels is null or 'in_app' = any(channels)),
    case when wanted.mail and (channels is null or 'mail' = any(channels)) and not profile.is_demo then 'due' else 'none' end,
    case when sort.urgent then now() else private.email_time(profile.id, now() + sort.email_delay) end,
    case when wanted.push and (channels is null or 'push' = any(channels)) and not profile.is_demo then 'due' else 'none' end, now() + sort.push_delay
  from public.profiles profile
  join public.notification_kinds sort on sort.kind = notify.kind
  cross join lateral private.notification_channels(profile.id, sort.group_name) as wanted
  where profile.id = recipient
  on conflict on constraint notifications_once do update set
    payload = excluded.payload, in_app = excluded.in_app, created_at = excluded.created_at, read_at = null,
    email_state = excluded.email_state,
    -- Renewing must not postpone a due email.
    email_due_at = case when known.email_state = 'due' and known.read_at is null then known.email_due_at
      else greatest(excluded.email_due_at, known.email_sent_at
        + (select sort.email_gap from public.notification_kinds sort where sort.kind = known.kind)) end,
    email_attempts = 0,
    push_state = excluded.push_state, push_due_at = excluded.push_due_at, push_attempts = 0
    where (select sort.renews from public.notification_kinds sort where sort.kind = known.kind)
  returning * into told;

  if not found then
    if not exists (select from public.notification_kinds sort where sort.kind = notify.kind) then
      raise exception using errcode = '22023', message = format('"%s" is no kind of notification.', notify.kind),
        hint = 'Add it to public.notification_kinds and marketplace/contract/notifications/notifications.ts.';
    end if;
    return; -- duplicate, or a deleted account
  end if;
  if told.in_app then
    perform realtime.send(jsonb_build_object('notification',
        jsonb_build_object('id', told.id, 'kind', told.kind, 'payload', told.payload, 'created_at', told.created_at),
        'unread', private.unread_notifications(recipient)),
      'notification', 'user:' || recipient, true);
  end if;
  if told.push_state = 'due' then
    perform private.run_job_now('deliver-notifications', told.push_due_at);
  elsif told.email_state = 'due' and told.email_due_at <= now() then
    perform private.run_job_now('deliver-notifications');
  end if;
end
$$;

create or replace function public.mark_notifications_read(ids uuid[] default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  unread integer;
begin
  perform private.refuse_if(me is null, 'SK406', 'notifications_signed_out');
  update public.notifications notification set read_at = now()
    where notification.user_id = me and notification.read_at is null
      and (ids is null and notification.in_app or notification.id = any(ids));
  unread := private.unread_notifications(me);
  if found then
    perform realtime.send(jsonb_build_object('unread', unread), 'notifications_read', 'user:' || me, true);
  end if;
  return unread;
end
$$;

create or replace function private.notify_of_message() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  talk public.conversations;
begin
  select * into talk from public.conversations conversation where conversation.id = new.conversation_id;
  perform private.notify(case when new.sender_id = talk.buyer_id then talk.seller_id else talk.buyer_id end, 'message',
    jsonb_build_object(
      'conversation_id', talk.id, 'listing_id', talk.listing_id,
      'title', (select title from public.listings where id = talk.listing_id),
      'from', (select display_name from public.sellers where id = new.sender_id),
      'unread', case when new.sender_id = talk.buyer_id then talk.seller_unread else talk.buyer_unread end),
    talk.id::text);
  return null;
end
$$;

create or replace function private.read_message_notification() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.notifications set read_at = now()
    where kind = 'message' and dedupe = new.id::text and read_at is null
      and (user_id = new.buyer_id and new.buyer_unread = 0 or user_id = new.seller_id and new.seller_unread = 0);
  return null;
end
$$;

create or replace function private.record_time_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    update auth.users account set raw_user_meta_data = account.raw_user_meta_data - 'time_zone' where account.id = old.user_id;
  else
    update auth.users account
    set raw_user_meta_data = coalesce(account.raw_user_meta_data, '{}') || jsonb_build_object('time_zone', new.time_zone)
    where account.id = new.user_id and account.raw_user_meta_data ->> 'time_zone' is distinct from new.time_zone;
  end if;
  return null;
end
$$;

create or replace function public.my_addresses() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  return coalesce((select jsonb_agg(jsonb_build_object('id', known.id, 'sealed', known.sealed) order by known.created_at desc, known.id)
    from private.addresses known where known.user_id = auth.uid()), '[]');
end
$$;

create or replace function public.save_address(address_id uuid, sealed text, country text, is_new boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  perform private.refuse_if(me is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  perform private.refuse_if(coalesce(char_length(save_address.sealed), 0) not between 1 and 4000
    or coalesce(save_address.country, '') !~ '^[A-Z]{2}$', 'SK930', 'address_wrong');
  if not is_new then
    update private.addresses known set sealed = save_address.sealed, country = save_address.country where known.id = address_id and known.user_id = me;
    perform private.refuse_if(not found, 'SK369', 'no_such_address');
    return;
  end if;
  -- Serialised, or two concurrent calls could both save the tenth.
  perform from public.profiles profile where profile.id = me for no key update;
  perform private.refuse_if((select count(*) from private.addresses known where known.user_id = me) >= 10, 'SK390', 'too_many_addresses');
  insert into private.addresses (id, user_id, sealed, country) values (address_id, me, save_address.sealed, save_address.country);
end
$$;

create or replace function public.delete_address(address_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  delete from private.addresses known where known.id = address_id and known.user_id = auth.uid();
end
$$;

create or replace function public.order_address(order_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(order_address.order_id, 'either');
  sealed text;
begin
  select known.sealed into sealed from private.order_addresses known where known.order_id = bought.id;
  perform private.refuse_if(not found, 'SK391', 'no_order_address');
  return sealed;
end
$$;

create or replace function public.my_balance() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  setting private.order_settings;
  here text := private.market_currency();
  of_kind jsonb;
begin
  perform private.refuse_if(me is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  select * into setting from private.order_settings;
  select coalesce(jsonb_object_agg(known.kind, known.balance_minor), '{}') into of_kind
    from private.ledger_accounts known where known.user_id = me and known.currency = here;
  return jsonb_build_object('currency', here,
    'available_minor', coalesce((of_kind ->> 'balance')::bigint, 0),
    'on_its_way_minor', coalesce((of_kind ->> 'payout')::bigint, 0),
    'pending_minor', (select coalesce(sum(known.items_minor + known.shipping_minor - known.seller_fee_minor - known.label_minor), 0)
      from public.orders known where known.seller_id = me and known.is_open and known.paid_at is not null and known.currency = here),
    'payout_account', case when setting.payments = 'stripe' then private.payout_account_state(me) end,
    'min_payout_minor', setting.min_payout_minor);
end
$$;

create or replace function public.request_payout(client_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  task constant text := 'payout ' || me || ' ' || client_id;
  least_minor constant integer := (select setting.min_payout_minor from private.order_settings setting);
begin
  perform private.refuse_if(me is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  perform private.refuse_if(not private.pay_out(me, task, least_minor) and not exists (select from private.payment_tasks known where known.key = task),
    'SK379', 'payout_too_small', jsonb_build_object('amount', private.money(least_minor, private.market_currency())));
  return public.my_balance();
end
$$;

create or replace function private.follow_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.event = 'contest' then
    update public.disputes known set state = 'escalated', escalated_at = now(), ended_at = null, outcome = null, decision = null, decided_minor = null,
      decided_by = null where known.order_id = new.order_id;
  elsif new.event = 'escalate' then
    update public.disputes known set state = 'escalated', escalated_at = coalesce(known.escalated_at, now())
      where known.order_id = new.order_id and known.state = 'open';
  elsif new.event = 'take_back' then
    update public.disputes known set outcome = 'return' where known.order_id = new.order_id;
  else
    update public.disputes known set state = case new.event when 'charge_back' then 'withdrawn' else 'settled' end, ended_at = now(),
      outcome = case new.event when 'not_returned' then 'paid' else known.outcome end
      where known.order_id = new.order_id and known.ended_at is null;
  end if;
  return null;
end
$$;

create or replace function public.seller_order_facts(seller_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when count(*) >= 5 then jsonb_build_object('orders', count(*),
    -- Median days from payment to shipping, rounded up; the same day counts as one.
    'ship_days', (percentile_cont(0.5) within group (order by greatest(1, ceil(extract(epoch from parcel.shipped_at - bought.paid_at) / 86400)))
      filter (where parcel.shipped_at is not null))::integer,
    'fine_percent', (100 * count(*) filter (where bought.state = 'completed' and bought.refunded_minor = 0) / count(*))::integer) end
  from (
    select * from public.orders known
    where known.seller_id = seller_order_facts.seller_id and known.paid_at > now() - interval '1 year'
      -- Cancellations by the buyer say nothing about the seller.
      and (known.state in ('completed', 'refunded', 'charged_back')
        or known.state = 'cancelled' and exists (select from public.order_events ended
          where ended.order_id = known.id and ended.to_state = 'cancelled' and (ended.actor = 'seller' or ended.event = 'not_shipped')))
    order by known.paid_at desc limit 200) as bought
  left join public.shipments parcel on parcel.order_id = bought.id and parcel.direction = 'out'
$$;

create or replace function public.dispute_cases(most integer default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('moderator', 'admin');
  return coalesce((
    select jsonb_agg(private.dispute_line(waiting.order_id) || jsonb_build_object('is_appeal', waiting.is_appeal, 'since', waiting.since, 'decide_by',
      waiting.since + (select setting.decide_within from private.order_settings setting)) order by waiting.since)
    from (
      select dispute.order_id, dispute.appealed_at is not null and dispute.state = 'decided' as is_appeal,
        case when dispute.state = 'decided' then dispute.appealed_at else dispute.escalated_at end as since
      from public.disputes dispute
      where dispute.state = 'escalated' or dispute.appealed_at is not null and dispute.appeal_decided_at is null
      order by 3 limit least(greatest(most, 1), 200)) as waiting), '[]');
end
$$;

create or replace function public.dispute_case(order_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.order_to_judge(dispute_case.order_id);
  dispute public.disputes;
begin
  select * into dispute from public.disputes known where known.order_id = bought.id;
  perform private.refuse_if(not found, 'SK370', 'no_such_order');
  perform private.audit('dispute.read', 'order:' || bought.id, null, null);
  return private.dispute_line(bought.id) || jsonb_build_object(
    'decide_by', case when dispute.state = 'decided' then dispute.appealed_at else dispute.escalated_at end
      + (select setting.decide_within from private.order_settings setting),
    'order', to_jsonb(bought), 'dispute', to_jsonb(dispute) - 'decided_by' - 'appeal_decided_by', 'is_own_decision', coalesce(dispute.decided_by = auth.uid(), false),
    'held_minor', coalesce((select known.balance_minor from private.ledger_accounts known where known.kind = 'held' and known.order_id = bought.id), 0),
    'buyer', private.dispute_side(bought.buyer_id), 'seller', private.dispute_side(bought.seller_id),
    'parcels', coalesce((select jsonb_agg(to_jsonb(parcel) order by parcel.shipped_at) from public.shipments parcel where parcel.order_id = bought.id), '[]'),
    'items', (select jsonb_agg(to_jsonb(item) || jsonb_build_object('description', ad.description, 'condition', ad.condition, 'photos', coalesce((
        select jsonb_agg(photo.path order by photo.position) from public.listing_photos photo where photo.listing_id = ad.id), '[]')) order by item.position)
      from public.order_items item left join public.listings ad on ad.id = item.listing_id where item.order_id = bought.id),
    'events', (select jsonb_agg(jsonb_build_object('event', past.event, 'actor', past.actor, 'created_at', past.created_at) order by past.id)
      from public.order_events past where past.order_id = bought.id and past.event not in ('start', 'remind')),
    'messages', coalesce((select jsonb_agg(jsonb_build_object('id', said.id, 'is_buyer', said.sender_id = bought.buyer_id, 'kind', said.kind, 'body', said.body,
        'created_at', said.created_at) order by said.created_at)
      from (select * from public.messages line where line.conversation_id = bought.conversation_id and line.kind in ('text', 'image') and line.deleted_at is null
        order by line.created_at desc limit 60) as said), '[]'));
end
$$;

create or replace function private.order_next_step(me uuid) returns table (urgency integer, due timestamptz, line jsonb)
language sql stable security definer set search_path = '' as $$
  select 0, bought.due_at, private.order_facts(bought, me) || jsonb_build_object('due', bought.due_at, 'kind', mine.kind,
    'cover_path', (select ad.cover_path from public.order_items item join public.listings ad on ad.id = item.listing_id
      where item.order_id = bought.id order by item.position limit 1))
  from public.orders bought
  cross join lateral (values
    (bought.buyer_id, 'buyer', case bought.state when 'awaiting_payment' then 'order_pay' when 'delivered' then 'order_check' when 'returning' then
      case when not exists (select from public.shipments parcel where parcel.order_id = bought.id and parcel.direction = 'back') then 'order_send_back' end
      when 'disputed' then (select case when dispute.offered_minor is not null or dispute.offers_return then 'order_answer' end
        from public.disputes dispute where dispute.order_id = bought.id and dispute.state = 'open') end),
    (bought.seller_id, 'seller', case bought.state when 'paid' then case bought.delivery when 'ship' then 'order_ship' end when 'returning' then
      case when exists (select from public.shipments parcel where parcel.order_id = bought.id and parcel.direction = 'back') then 'order_returned' end
      when 'disputed' then (select case when dispute.answered_at is null then 'order_problem' end
        from public.disputes dispute where dispute.order_id = bought.id and dispute.ended_at is null) end)) as mine (person, role, kind)
  where mine.person = me and mine.kind is not null and me in (bought.buyer_id, bought.seller_id)
    and bought.state in ('awaiting_payment', 'paid', 'delivered', 'disputed', 'returning')
$$;

create or replace function public.order_label(order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(order_label.order_id, 'either');
  is_seller constant boolean := bought.seller_id = auth.uid();
  label private.shipping_labels;
  sent private.shipping_labels;
begin
  perform private.refuse_if((select known.shipping from private.order_settings known) = 'manual', 'SK929', 'nothing_here');
  perform private.refuse_if(bought.delivery <> 'ship' or bought.state <> case when is_seller then 'paid' else 'returning' end,
    'SK371', 'order_state', jsonb_build_object('state', bought.state));
  select * into label from private.shipping_labels known where known.order_id = bought.id and known.direction = case when is_seller then 'out' else 'back' end;
  select * into sent from private.shipping_labels known where known.order_id = bought.id and known.direction = 'out' and known.bought_at is not null;
  return jsonb_build_object('direction', case when is_seller then 'out' else 'back' end, 'shipment', label.shipment, 'sent_as', sent.shipment,
    'currency', bought.currency, 'most_minor', bought.items_minor + bought.shipping_minor - bought.seller_fee_minor,
    'label', case when label.bought_at is not null then jsonb_build_object('carrier', label.carrier, 'tracking', label.tracking,
      'label_url', label.label_url, 'qr_url', label.qr_url, 'price_minor', label.price_minor) end);
end
$$;

create or replace function public.record_parcel(order_id uuid, direction text, shipment text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.shipping_labels as known (order_id, direction, shipment)
  values (record_parcel.order_id, record_parcel.direction, record_parcel.shipment)
  on conflict on constraint shipping_labels_order_id_direction_key do update set shipment = excluded.shipment, claimed_at = null
    where known.bought_at is null and (known.claimed_at is null or known.claimed_at < now() - interval '2 minutes');
  return found;
end
$$;

create or replace function public.claim_parcel(shipment text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update private.shipping_labels known set claimed_at = now() where known.shipment = claim_parcel.shipment and known.bought_at is null;
  return found;
end
$$;

create or replace function public.record_label(order_id uuid, direction text, shipment text, label jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known private.shipping_labels;
begin
  -- Prices that were asked for meanwhile are of another parcel, which nobody pays for.
  insert into private.shipping_labels as parcel (order_id, direction, shipment, carrier, tracking, tracking_url, label_url, qr_url, price_minor, bought_at)
  values (record_label.order_id, record_label.direction, record_label.shipment, label ->> 'carrier', label ->> 'tracking', label ->> 'tracking_url',
    label ->> 'label_url', label ->> 'qr_url', (label ->> 'price_minor')::integer, now())
  on conflict on constraint shipping_labels_order_id_direction_key do update set shipment = excluded.shipment, carrier = excluded.carrier,
    tracking = excluded.tracking, tracking_url = excluded.tracking_url, label_url = excluded.label_url, qr_url = excluded.qr_url,
    price_minor = excluded.price_minor, bought_at = excluded.bought_at where parcel.bought_at is null
  returning * into known;
  if known.direction = 'out' then
    update public.orders bought set label_minor = known.price_minor where bought.id = known.order_id;
  end if;
end
$$;

create or replace function public.take_parcel_report(shipment text, status text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  label private.shipping_labels;
  bought public.orders;
begin
  select * into label from private.shipping_labels known where known.shipment = take_parcel_report.shipment and known.bought_at is not null;
  if not found or status not in ('moving', 'delivered') then
    return 'unknown';
  end if;
  select * into bought from public.orders known where known.id = label.order_id;
  insert into public.shipments (order_id, direction, carrier, tracking, tracking_url)
  select label.order_id, label.direction, label.carrier, label.tracking, label.tracking_url
  where bought.state = case label.direction when 'out' then 'paid' else 'returning' end
  on conflict on constraint shipments_pkey do nothing;
  if found then
    bought := private.move_order(bought.id, case label.direction when 'out' then 'ship' else 'ship_back' end, 'carrier',
      jsonb_build_object('carrier', label.carrier, 'tracking', label.tracking));
  end if;
  if status = 'delivered' and bought.state = (case label.direction when 'out' then 'shipped' else 'returning' end) then
    bought := private.move_order(bought.id, case label.direction when 'out' then 'deliver' else 'return' end, 'carrier');
    update public.shipments parcel set delivered_at = now() where parcel.order_id = bought.id and parcel.direction = label.direction;
  end if;
  return bought.state;
end
$$;

create or replace function private.unused_labels(most integer default 50) returns setof text
language sql stable set search_path = '' as $$
  select label.shipment from private.shipping_labels label join public.orders bought on bought.id = label.order_id
  where label.bought_at is not null and label.given_back_at is null and label.direction = 'out' and not bought.is_open
    and not exists (select from public.shipments parcel where parcel.order_id = bought.id and parcel.direction = 'out')
  order by label.bought_at limit most
$$;

create or replace function private.ledger_account(kind text, currency text, user_id uuid default null, order_id uuid default null) returns bigint
language plpgsql set search_path = '' as $$
declare
  found_id bigint;
begin
  loop
    select known.id into found_id from private.ledger_accounts known
      where known.kind = ledger_account.kind and known.currency = ledger_account.currency
        and known.user_id is not distinct from ledger_account.user_id and known.order_id is not distinct from ledger_account.order_id;
    exit when found;
    insert into private.ledger_accounts (kind, user_id, order_id, currency)
    values (ledger_account.kind, ledger_account.user_id, ledger_account.order_id, ledger_account.currency) on conflict do nothing;
  end loop;
  return found_id;
end
$$;

create or replace function private.reverse_entry(was text, reference text) returns boolean
language plpgsql set search_path = '' as $$
declare
  entry bigint;
begin
  insert into public.ledger_entries (order_id, kind, reference)
  select known.order_id, 'reversal', reverse_entry.reference from public.ledger_entries known where known.reference = was
  on conflict on constraint ledger_entries_reference_key do nothing returning id into entry;
  insert into public.ledger_postings (entry_id, account_id, user_id, amount_minor, currency)
  select entry, posting.account_id, posting.user_id, -posting.amount_minor, posting.currency
  from public.ledger_postings posting join public.ledger_entries known on known.id = posting.entry_id
  where known.reference = was and entry is not null order by posting.account_id;
  return entry is not null;
end
$$;

create or replace function private.keep_balance() returns trigger
language plpgsql set search_path = '' as $$
begin
  update private.ledger_accounts known set balance_minor = known.balance_minor + new.amount_minor
    where known.id = new.account_id and known.kind in ('held', 'refund', 'balance', 'payout')
    returning known.balance_minor into new.balance_minor;
  if found then
    new.id := nextval('public.ledger_postings_id_seq');
  end if;
  return new;
end
$$;

create or replace function private.require_even_entry() returns trigger
language plpgsql set search_path = '' as $$
declare
  entry bigint := case tg_table_name when 'ledger_entries' then new.id else (to_jsonb(new) ->> 'entry_id')::bigint end;
begin
  if (select count(distinct posting.currency) <> 1 or sum(posting.amount_minor) <> 0 from public.ledger_postings posting where posting.entry_id = entry) then
    raise exception using errcode = '22023', message = format('The postings of ledger entry %s do not sum to zero.', entry);
  end if;
  return null;
end
$$;

create or replace function private.set_deadline(wanted uuid, event text, due_at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.order_deadlines (order_id, event, due_at) values (wanted, set_deadline.event, set_deadline.due_at)
    on conflict on constraint order_deadlines_pkey do update set due_at = excluded.due_at;
  perform private.note_due(wanted);
end
$$;

create or replace function private.lock_ads(wanted uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform from public.listings listing where listing.id in (select item.listing_id from public.order_items item where item.order_id = wanted)
    order by listing.id for no key update;
end
$$;

create or replace function private.void_first(wanted uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  if private.void_payments(wanted) = 0 then
    return false;
  end if;
  update private.order_deadlines known set due_at = now() + interval '1 minute' where known.order_id = wanted and known.event = 'expire';
  return true;
end
$$;

create or replace function private.pass_deadlines(of_listings uuid[] default null, most integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  passed integer := 0;
begin
  for due in
    select known.order_id, known.event from private.order_deadlines known
    where known.due_at <= now() and (of_listings is null or exists (
      select from public.order_items item where item.order_id = known.order_id and item.listing_id = any(of_listings)))
    order by known.due_at limit most
  loop
    -- Another transaction holds its ads.
    continue when (select count(*) from public.order_items item where item.order_id = due.order_id and item.listing_id is not null)
      > (select count(*) from (select from public.listings listing join public.order_items item on item.listing_id = listing.id
        where item.order_id = due.order_id for no key update of listing skip locked) as locked);
    continue when due.event = 'expire' and private.void_first(due.order_id);
    continue when not exists (select from private.order_deadlines known
      where known.order_id = due.order_id and known.event = due.event and known.due_at <= now());
    perform private.move_order(due.order_id, due.event, 'clock');
    passed := passed + 1;
  end loop;
  return passed;
end
$$;

create or replace function private.cancel_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.move_order(bought.id, 'cancel', 'moderator', '{"reason": "ad_removed"}')
    from private.orders_of(new.id) as bought where bought.state in ('awaiting_payment', 'paid');
  return null;
end
$$;

create or replace function private.send_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders;
begin
  select * into bought from public.orders known where known.id = new.order_id;
  perform realtime.send(jsonb_build_object('order', jsonb_build_object('id', bought.id, 'state', new.to_state, 'event', new.event)), 'order', 'user:' || person, true)
    from unnest(array[bought.buyer_id, case when bought.paid_at is not null then bought.seller_id end]) as person where person is not null;
  return null;
end
$$;

create or replace function private.notify_of_payout() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account private.ledger_accounts;
begin
  select * into account from private.ledger_accounts known where known.id = new.account_id;
  if account.kind = 'balance' then
    perform private.notify(account.user_id, case entry.kind when 'payout' then 'payout_sent' else 'payout_returned' end,
      jsonb_build_object('amount_minor', abs(new.amount_minor), 'currency', new.currency), 'entry ' || entry.id)
    from public.ledger_entries entry where entry.id = new.entry_id and entry.kind in ('payout', 'payout_returned');
  end if;
  return null;
end
$$;

create or replace function public.order_to_pay(order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  bought public.orders;
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  select * into bought from public.orders known where known.id = order_to_pay.order_id and known.buyer_id = auth.uid();
  perform private.refuse_if(not found, 'SK370', 'no_such_order');
  perform private.refuse_if(bought.state <> 'awaiting_payment', 'SK371', 'order_state', jsonb_build_object('state', bought.state));
  perform private.refuse_if(bought.pay_by <= now(), 'SK371', 'order_state', jsonb_build_object('state', 'expired'));
  return private.order_to_pay(bought) || jsonb_build_object('order_number', bought.order_number,
    'provider', (select known.payments from private.order_settings known),
    'payment', (select jsonb_build_object('reference', known.reference, 'state', known.state) from private.payments known
      where known.order_id = bought.id and known.state in ('open', 'challenged', 'failed') order by known.created_at desc limit 1),
    -- Of payments that the provider called off; the next one is another.
    'called_off', (select count(*) from private.payments known where known.order_id = bought.id and known.state = 'cancelled'));
end
$$;

create or replace function public.record_payment(order_id uuid, provider text, reference text) returns void
language sql security definer set search_path = '' as $$
  insert into private.payments (reference, order_id, provider, amount_minor, currency)
  select record_payment.reference, known.id, record_payment.provider, known.total_minor, known.currency
  from public.orders known where known.id = record_payment.order_id
  on conflict on constraint payments_pkey do nothing
$$;

create or replace function public.take_provider_event(provider text, event_id text, kind text, reference text, details jsonb default '{}',
  is_handled_now boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.provider_events (provider, event_id, kind, reference, details)
  values (take_provider_event.provider, take_provider_event.event_id, take_provider_event.kind, take_provider_event.reference, take_provider_event.details)
  on conflict on constraint provider_events_pkey do nothing;
  if is_handled_now then
    perform public.handle_provider_events();
  end if;
end
$$;

create or replace function private.take_task_event(event private.provider_events) returns text
language plpgsql set search_path = '' as $$
declare
  task private.payment_tasks;
  bought public.orders;
  is_booked boolean;
begin
  select * into task from private.payment_tasks known where known.key = event.reference for update;
  if not found then
    return null;
  end if;
  if coalesce((event.details ->> 'amount_minor')::bigint, abs(task.amount_minor)) <> abs(task.amount_minor) or event.details ? 'account' and not exists (
      select from private.payout_accounts known where known.user_id = task.user_id and known.account_id = event.details ->> 'account') then
    return 'another amount or account';
  end if;
  select * into bought from public.orders known where known.id = task.order_id;
  if event.kind = 'refunded' and task.kind = 'refund' then
    perform private.book('refund_sent', 'refunded ' || task.key, bought, jsonb_build_object('refund', -task.amount_minor, 'provider', task.amount_minor), null,
      task.currency);
  elsif event.kind = 'refund_failed' and task.kind = 'refund' then
    -- The buyer's card does not accept the refund: for the operator.
    perform private.reverse_entry('refunded ' || task.key, 'refund failed ' || task.key);
    update private.payment_tasks known set done_at = null, due_at = 'infinity', last_error = coalesce(event.details ->> 'reason', 'refund failed')
      where known.key = task.key;
    return event.kind;
  elsif event.kind = 'paid_out' and task.kind = 'payout' then
    if exists (select from public.ledger_entries known where known.reference = 'payout failed ' || task.key) then
      return 'came back before';
    end if;
    perform private.book('payout_sent', 'paid out ' || task.key, bought, jsonb_build_object('payout', -task.amount_minor, 'provider', task.amount_minor),
      task.user_id, task.currency);
  elsif event.kind = 'payout_failed' and task.kind = 'payout' then
    is_booked := exists (select from public.ledger_entries known where known.reference = 'paid out ' || task.key);
    perform private.book('payout_returned', 'payout failed ' || task.key, bought,
      jsonb_build_object(case when is_booked then 'provider' else 'payout' end, -task.amount_minor, 'balance', task.amount_minor), task.user_id, task.currency);
  elsif event.kind <> 'transferred' or task.kind <> 'transfer' then
    return 'not of this task';
  end if;
  update private.payment_tasks known set done_at = coalesce(known.done_at, now()), last_error = null, made = coalesce(event.details ->> 'made', known.made)
    where known.key = task.key;
  return event.kind;
end
$$;

create or replace function private.take_event(event private.provider_events) returns text
language plpgsql set search_path = '' as $$
declare
  payment private.payments;
  bought public.orders;
begin
  if event.kind in ('refunded', 'refund_failed', 'transferred', 'paid_out', 'payout_failed') then
    return private.take_task_event(event);
  elsif event.kind = 'account' then
    return private.take_account(event);
  end if;
  select * into payment from private.payments known where known.reference = event.reference for update;
  if not found then
    return null;
  elsif event.kind = 'succeeded' then
    return private.take_payment(payment, event.details);
  elsif event.kind in ('challenged', 'failed', 'cancelled') then
    update private.payments known set state = event.kind, changed_at = now() where known.reference = payment.reference and known.state in ('open', 'challenged', 'failed');
    -- An expired order was waiting for it.
    update private.order_deadlines known set due_at = now() where event.kind = 'cancelled' and known.order_id = payment.order_id and known.event = 'expire'
      and exists (select from public.orders late where late.id = payment.order_id and late.pay_by <= now());
    return event.kind;
  elsif payment.state <> 'succeeded' then
    return null; -- the dispute came before the payment
  end if;
  perform private.lock_ads(payment.order_id);
  select * into bought from public.orders known where known.id = payment.order_id for update;
  return private.take_dispute(bought, payment, event);
end
$$;

create or replace function public.handle_provider_events(most integer default 100) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '500ms' as $$
declare
  event private.provider_events;
  said text;
  handled integer := 0;
begin
  for event in
    select * from private.provider_events known where known.handled_at is null order by known.received_at limit most for update skip locked
  loop
    begin
      said := private.take_event(event);
      update private.provider_events known set handled_at = case when said is not null or known.received_at < now() - interval '3 days' then now() end, outcome = coalesce(said, 'unknown')
        where known.provider = event.provider and known.event_id = event.event_id;
      handled := handled + (said is not null)::integer;
    exception
      when lock_not_available or deadlock_detected then
        exit; -- handled events are committed, the rest is left for the next call
      when others then
        update private.provider_events known set outcome = sqlstate || ' ' || sqlerrm
          where known.provider = event.provider and known.event_id = event.event_id;
    end;
  end loop;
  return handled;
end
$$;

create or replace function private.run_provider_job() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.run_job_now('settle-orders');
  return null;
end
$$;

create or replace function private.take_account(event private.provider_events) returns text
language plpgsql set search_path = '' as $$
begin
  update private.payout_accounts known set takes_transfers = (event.details ->> 'takes_transfers')::boolean, pays_out = (event.details ->> 'pays_out')::boolean,
    missing = array(select jsonb_array_elements_text(event.details -> 'missing')), disabled_reason = event.details ->> 'disabled_reason',
    reported_at = (event.details ->> 'at')::timestamptz
    where known.account_id = event.reference and known.reported_at <= (event.details ->> 'at')::timestamptz;
  if found then
    -- Tasks that waited for the account continue.
    update private.payment_tasks task set due_at = now() from private.payout_accounts known
      where known.account_id = event.reference and task.user_id = known.user_id and task.done_at is null and task.due_at > now() and task.due_at < 'infinity';
    return event.kind;
  elsif exists (select from private.payout_accounts known where known.account_id = event.reference) then
    return 'known better';
  end if;
  return null;
end
$$;

create or replace function public.record_payout_account(seller uuid, account_id text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  known_id text;
begin
  insert into private.payout_accounts (user_id, account_id) values (seller, record_payout_account.account_id) on conflict (user_id) do nothing;
  -- Payouts start with a schedule, as with the test provider.
  insert into private.payout_plans (user_id, next_on) values (seller, private.next_payout_on('week', (now() at time zone 'UTC')::date)) on conflict (user_id) do nothing;
  select known.account_id into known_id from private.payout_accounts known where known.user_id = seller;
  return known_id;
end
$$;

create or replace function private.payout_account_state(person uuid) returns text
language sql stable set search_path = ''
return coalesce((
  select case when known.disabled_reason like 'rejected%' then 'rejected' when known.pays_out and cardinality(known.missing) = 0 then 'ready'
    when cardinality(known.missing) > 0 or known.reported_at = '-infinity' then 'incomplete' else 'checking' end
  from private.payout_accounts known where known.user_id = person), 'none');

create or replace function public.my_payout_account() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  return (select known.account_id from private.payout_accounts known where known.user_id = auth.uid());
end
$$;

create or replace function private.next_payout_on(every text, after date) returns date
language sql immutable set search_path = ''
return case every when 'week' then after + 1 + (11 - extract(isodow from after)::integer) % 7
  when 'month' then (date_trunc('month', after) + interval '1 month')::date end;

create or replace function private.has_payout_account(person uuid) returns boolean
language sql stable set search_path = ''
return exists (select from private.payout_plans known, private.order_settings setting
  where known.user_id = person and case setting.payments when 'test' then known.holder is not null
    else exists (select from private.payout_accounts account where account.user_id = person and account.pays_out) end);

create or replace function private.pay_out(person uuid, key text, least_minor integer) returns boolean
language plpgsql set search_path = '' as $$
declare
  account private.ledger_accounts;
begin
  select * into account from private.ledger_accounts known
    where known.kind = 'balance' and known.user_id = person and known.currency = private.market_currency() for update;
  if coalesce(account.balance_minor, 0) < least_minor
      or not private.book('payout', key, null, jsonb_build_object('balance', -account.balance_minor, 'payout', account.balance_minor), person, account.currency) then
    return false;
  end if;
  insert into private.payment_tasks (key, kind, provider, user_id, amount_minor, currency)
  select pay_out.key, 'payout', setting.payments, person, account.balance_minor, account.currency from private.order_settings setting;
  return true;
end
$$;

create or replace function private.pass_payouts(most integer default 500) returns integer
language plpgsql set search_path = '' as $$
declare
  plan private.payout_plans;
  sent integer := 0;
  least_minor integer;
begin
  select setting.min_payout_minor into least_minor from private.order_settings setting where setting.payments <> 'off';
  for plan in
    select * from private.payout_plans known where known.next_on <= (now() at time zone 'UTC')::date and least_minor is not null
    order by known.next_on limit most for update skip locked
  loop
    if private.has_payout_account(plan.user_id) then
      sent := sent + private.pay_out(plan.user_id, 'payout ' || plan.user_id || ' ' || plan.next_on, least_minor)::integer;
    end if;
    update private.payout_plans known set next_on = private.next_payout_on(plan.every, (now() at time zone 'UTC')::date) where known.user_id = plan.user_id;
  end loop;
  return sent;
end
$$;

create or replace function public.my_payout_plan() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  plan private.payout_plans;
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  select * into plan from private.payout_plans known where known.user_id = auth.uid();
  return jsonb_build_object('holder', plan.holder, 'ending', plan.ending, 'every', coalesce(plan.every, 'asked'), 'next_on', plan.next_on,
    'returned_minor', (
      select case when last.kind = 'payout_returned' and last.created_at > coalesce(plan.changed_at, '-infinity') then last.amount_minor end
      from (
        select entry.kind, entry.created_at, posting.amount_minor
        from private.ledger_accounts account
        join public.ledger_postings posting on posting.account_id = account.id
        join public.ledger_entries entry on entry.id = posting.entry_id
        where account.kind = 'balance' and account.user_id = auth.uid() and account.currency = private.market_currency()
          and entry.kind in ('payout', 'payout_returned')
        order by posting.id desc limit 1) as last));
end
$$;

create or replace function public.set_payout_rhythm(every text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  perform private.refuse_if(every is null or every not in ('week', 'month', 'asked'),
    'SK009', 'unknown_choice', jsonb_build_object('name', 'every', 'choices', 'week, month, asked'));
  insert into private.payout_plans (user_id, every, next_on)
  values (auth.uid(), set_payout_rhythm.every, private.next_payout_on(set_payout_rhythm.every, today))
  on conflict on constraint payout_plans_pkey do update set every = excluded.every, next_on = excluded.next_on;
  return public.my_payout_plan();
end
$$;

create or replace function private.is_iban(iban text) returns boolean
language sql immutable set search_path = ''
return case when iban ~ '^[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}$' then (
  select string_agg(case when letter ~ '[0-9]' then letter else (ascii(letter) - 55)::text end, '' order by place)::numeric % 97 = 1
  from string_to_table(substr(iban, 5) || left(iban, 4), null) with ordinality as moved (letter, place))
else false end;

create or replace function public.save_test_bank(holder text, iban text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  tidy constant text := upper(regexp_replace(coalesce(iban, ''), '\s', '', 'g'));
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  perform private.refuse_if((select setting.payments <> 'test' from private.order_settings setting), 'SK470', 'bank_elsewhere');
  perform private.refuse_if(char_length(btrim(coalesce(holder, ''))) not between 2 and 70, 'SK471', 'bad_account_holder');
  perform private.refuse_if(not private.is_iban(tidy), 'SK472', 'bad_iban');
  insert into private.payout_plans (user_id, holder, ending, next_on)
  values (auth.uid(), btrim(save_test_bank.holder), right(tidy, 4), private.next_payout_on('week', today))
  on conflict on constraint payout_plans_pkey do update set holder = excluded.holder, ending = excluded.ending, changed_at = now();
  return public.my_payout_plan();
end
$$;

create or replace function public.order_choices(listing_ids uuid[], quantities integer[] default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  setting private.order_settings;
  ads public.listings[];
  units integer[];
  deal public.deals;
begin
  select * into setting from private.order_settings;
  perform private.refuse_if(setting.payments = 'off', 'SK361', 'orders_off');
  perform private.refuse_if(coalesce(cardinality(listing_ids), 0) not between 1 and 20 or quantities is not null and (
    cardinality(quantities) <> cardinality(listing_ids) or exists (select from unnest(quantities) as number where number is null or number not between 1 and 99)),
    'SK366', 'bad_order_count');
  select array_agg(listing order by listing.id), array_agg(coalesce(quantities[array_position(listing_ids, listing.id)], 1) order by listing.id)
    into ads, units from public.listings listing where listing.id = any(listing_ids) and listing.state in ('active', 'reserved', 'sold');
  perform private.refuse_if(coalesce(cardinality(ads), 0) < cardinality(listing_ids), 'SK210', 'no_such_ad_on_offer');
  perform private.refuse_if((select count(distinct ad.seller_id) from unnest(ads) as ad) > 1, 'SK367', 'several_sellers');
  perform private.refuse_if(exists (select from unnest(ads) as ad where ad.type <> 'sell' or ad.price_minor is null or ad.currency <> private.market_currency()),
    'SK363', 'ad_not_buyable');
  select * into deal from public.deals known
    where known.listing_id = any(listing_ids) and known.buyer_id = me and known.state in ('agreed', 'scheduled') and cardinality(ads) = 1
      and not private.has_open_order(known.id);
  return jsonb_build_object('currency', private.market_currency(), 'is_agreed', deal.id is not null,
    'bundle_percent', (select seller.bundle_percent from public.sellers seller where seller.id = (ads[1]).seller_id),
    'ship', case when not exists (select from unnest(ads) as ad where ad.delivery not in ('ship', 'both')) then private.choice_of(ads, units, deal, 'ship') end,
    'meet', case when not exists (select from unnest(ads) as ad where ad.delivery not in ('pickup', 'both')) then private.choice_of(ads, units, deal, 'meet') end,
    'items', (select jsonb_agg(jsonb_build_object('listing_id', ad.id, 'title', ad.title, 'price_minor', coalesce(deal.amount_minor, ad.price_minor),
        'quantity', units[place], 'left', private.units_left(ad, me), 'cover_path', ad.cover_path, 'condition', ad.condition, 'area', ad.area, 'city', ad.city,
        'country', ad.country)
        order by array_position(listing_ids, ad.id))
      from generate_subscripts(ads, 1) as place, lateral (select (ads[place]).*) as ad));
end
$$;

create or replace function public.payment_pending_until(listing_id uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select max(bought.pay_by) from private.orders_of(payment_pending_until.listing_id) as bought
  where bought.state = 'awaiting_payment' and bought.pay_by > now() and bought.buyer_id is distinct from auth.uid()
    and not exists (select from private.orders_of(payment_pending_until.listing_id) as paid where paid.state <> 'awaiting_payment')
$$;

create or replace function private.provider_entries(of_provider text) returns table (kind text, reference text, amount_minor bigint, currency text, created_at timestamptz)
language sql stable set search_path = '' as $$
  with booked as (
    select entry.kind, entry.reference, entry.order_id, entry.created_at, posting.amount_minor, posting.currency
    from private.ledger_accounts account
    join public.ledger_postings posting on posting.account_id = account.id
    join public.ledger_entries entry on entry.id = posting.entry_id
    where account.kind = 'provider' and entry.kind <> 'provider_fee'
  )
  select 'payment', payment.reference, -booked.amount_minor, booked.currency, booked.created_at
  from booked join private.payments payment on booked.reference = 'payment ' || payment.reference
  where booked.kind = 'payment' and payment.provider = of_provider
  union all
  select case booked.kind when 'refund_sent' then 'refund' when 'reversal' then 'refund_failed' else 'payout' end, task.key, abs(booked.amount_minor), booked.currency,
    booked.created_at
  from booked join private.payment_tasks task on booked.reference in ('refunded ' || task.key, 'refund failed ' || task.key, 'paid out ' || task.key)
  where task.provider = of_provider
  union all
  select case booked.kind when 'chargeback' then 'dispute' else 'dispute_won' end, payment.reference, abs(booked.amount_minor), booked.currency, booked.created_at
  from booked
  join private.payments payment on payment.order_id = booked.order_id and payment.state = 'succeeded'
  where payment.provider = of_provider and booked.reference in ('chargeback of ' || payment.reference, 'won ' || payment.reference)
    or booked.reference in ('chargeback ' || payment.order_id, 'won ' || payment.order_id) and private.payment_of(payment.order_id) = payment.reference
$$;

create or replace function private.book_problems() returns table (what text, reference text, theirs bigint, ours bigint)
language sql stable set search_path = '' as $$
  select 'ledger sum', posting.currency, 0::bigint, sum(posting.amount_minor)::bigint from public.ledger_postings posting group by posting.currency having sum(posting.amount_minor) <> 0
  union all
  select 'balance of ' || account.kind, account.id::text, coalesce(summed.amount, 0), account.balance_minor
  from private.ledger_accounts account
  left join (select posting.account_id, sum(posting.amount_minor)::bigint as amount from public.ledger_postings posting group by 1) as summed on summed.account_id = account.id
  where account.kind in ('held', 'refund', 'balance', 'payout') and account.balance_minor <> coalesce(summed.amount, 0)
  union all
  select 'held of ' || bought.state, bought.id::text, case when bought.is_open and bought.paid_at is not null then bought.total_minor else 0 end, coalesce(account.balance_minor, 0)
  from public.orders bought
  left join private.ledger_accounts account on account.kind = 'held' and account.order_id = bought.id
  where coalesce(account.balance_minor, 0) <> case when bought.is_open and bought.paid_at is not null then bought.total_minor else 0 end
  union all
  select 'task ' || task.kind, task.key, null, task.amount_minor from private.payment_tasks task
  where task.done_at is null and (task.due_at = 'infinity' or task.asked_at < now() - case task.kind when 'payout' then interval '10 days' when 'transfer' then interval '90 days'
    else interval '3 days' end)
  union all
  select 'report ' || event.kind, event.event_id, null, null from private.provider_events event
  where event.handled_at is null and event.received_at < now() - interval '1 hour'
  union all
  select 'deadline ' || due.event, due.order_id::text, null, null from private.order_deadlines due where due.due_at < now() - interval '1 hour'
$$;

create or replace function private.reconcile(of_provider text, movements jsonb, since timestamptz, until timestamptz) returns jsonb
language plpgsql set search_path = '' as $$
declare
  found_differences jsonb;
begin
  create temporary table theirs on commit drop as
    select moved.id, moved.kind, moved.reference, moved."amountMinor" as amount_minor, moved.currency, moved."feeMinor" as fee_minor
    from jsonb_to_recordset(movements) as moved (id text, kind text, reference text, "amountMinor" bigint, currency text, "feeMinor" bigint);
  perform private.book('provider_fee', 'fee ' || theirs.id, null, jsonb_build_object('fees', -theirs.fee_minor, 'provider', theirs.fee_minor), null, theirs.currency)
    from pg_temp.theirs where theirs.fee_minor <> 0;
  create temporary table ours on commit drop as select * from private.provider_entries(of_provider);
  create index on pg_temp.ours (kind, reference);
  select coalesce(jsonb_agg(differ.told order by differ.told ->> 'what', differ.told ->> 'reference'), '[]') into found_differences from (
    select to_jsonb(moved) as told from (
      select theirs.kind as what, theirs.reference, sum(theirs.amount_minor) as theirs,
        (select sum(ours.amount_minor) from pg_temp.ours where ours.kind = theirs.kind and ours.reference = theirs.reference and ours.currency = theirs.currency) as ours
      from pg_temp.theirs where theirs.kind <> 'transfer' group by theirs.kind, theirs.reference, theirs.currency
      having sum(theirs.amount_minor) is distinct from (
        select sum(ours.amount_minor) from pg_temp.ours where ours.kind = theirs.kind and ours.reference = theirs.reference and ours.currency = theirs.currency)
      union all
      select 'transfer', theirs.reference, theirs.amount_minor, abs(task.amount_minor)
      from pg_temp.theirs left join private.payment_tasks task on task.key = theirs.reference and task.kind = 'transfer' and task.done_at is not null
      where theirs.kind = 'transfer' and theirs.amount_minor is distinct from abs(task.amount_minor)
      union all
      select ours.kind, ours.reference, null, ours.amount_minor from pg_temp.ours
      where ours.created_at >= since and ours.created_at < until
        and not exists (select from pg_temp.theirs where theirs.kind = ours.kind and theirs.reference = ours.reference)) as moved
    -- Each comparison reads the provider's books two days back.
    where not exists (select from private.reconciliations known
      where known.provider = of_provider and known.until > now() - interval '10 days' and known.differences @> jsonb_build_array(to_jsonb(moved)))
    union all
    select to_jsonb(problem) from private.book_problems() as problem
    limit 500) as differ;
  insert into private.reconciliations (provider, since, until, movements, differences)
  values (of_provider, reconcile.since, reconcile.until, jsonb_array_length(reconcile.movements), found_differences);
  if found_differences <> '[]' then
    perform private.notify(admin.id, 'books_differ', jsonb_build_object('count', jsonb_array_length(found_differences)), 'books ' || reconcile.until)
      from public.profiles admin where admin.role = 'admin';
  end if;
  drop table pg_temp.theirs, pg_temp.ours;
  return found_differences;
end
$$;

create or replace function private.buyer_fee(items integer, delivery text) returns integer
language sql stable set search_path = ''
return (
  select case delivery when 'ship' then known.fee_fixed_minor + round(items * known.fee_percent / 100)
    else known.meet_fee_fixed_minor + round(items * known.meet_fee_percent / 100) end::integer
  from private.order_settings known);

create or replace function private.working_days_after(moment timestamptz, days integer) returns timestamptz
language sql immutable set search_path = ''
return (
  select moment + (day || ' days')::interval
  from (
    select day, count(*) filter (where extract(isodow from (moment at time zone 'UTC') + (day || ' days')::interval) < 6) over (order by day) as worked
    from generate_series(1, 2 * days + 3) as day) as calendar
  where worked = days order by day limit 1);

create or replace function private.set_order_settings(given jsonb) returns void
language sql set search_path = '' as $$
  update private.order_settings known set payments = wanted.payments, shipping = wanted.shipping,
    fee_fixed_minor = round((given ->> 'fee_fixed')::numeric * unit), fee_percent = wanted.fee_percent,
    meet_fee_fixed_minor = round((given ->> 'meet_fee_fixed')::numeric * unit), meet_fee_percent = wanted.meet_fee_percent,
    seller_fee_percent = wanted.seller_fee_percent, min_payout_minor = greatest(round((given ->> 'min_payout')::numeric * unit), 1),
    pay_within = wanted.pay_within, ship_within_working_days = wanted.ship_within_working_days, meet_within = wanted.meet_within,
    arrive_within = wanted.arrive_within, check_within = wanted.check_within, answer_within = wanted.answer_within,
    return_within = wanted.return_within, appeal_within = wanted.appeal_within
  from private.order_settings was, jsonb_populate_record(was, given) as wanted, private.minor_per_unit(private.market_currency()) as unit
$$;

create or replace function public.order_terms() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('payments', known.payments, 'currency', private.market_currency(),
    'fee_fixed_minor', known.fee_fixed_minor, 'fee_percent', known.fee_percent,
    'meet_fee_fixed_minor', known.meet_fee_fixed_minor, 'meet_fee_percent', known.meet_fee_percent,
    'seller_fee_percent', known.seller_fee_percent, 'min_payout_minor', known.min_payout_minor,
    'ship_within_working_days', known.ship_within_working_days, 'check_within_hours', extract(epoch from known.check_within)::integer / 3600,
    'answer_within_hours', extract(epoch from known.answer_within)::integer / 3600, 'pay_within_minutes', extract(epoch from known.pay_within)::integer / 60,
    'arrive_within_days', extract(epoch from known.arrive_within)::integer / 86400, 'return_within_days', extract(epoch from known.return_within)::integer / 86400,
    'appeal_within_days', extract(epoch from known.appeal_within)::integer / 86400,
    'carriers', (select jsonb_agg(carrier.name order by lower(carrier.name)) from private.carriers carrier))
  from private.order_settings known
$$;

create or replace function public.start_order(listing_ids uuid[], delivery text, address_id uuid default null, quantities integer[] default null,
  expected_minor integer default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  setting private.order_settings;
  wanted constant jsonb := (select jsonb_object_agg(id, coalesce(quantities[place], 1)) from unnest(listing_ids) with ordinality as given (id, place));
  ads public.listings[];
  units integer[];
  deal public.deals;
  price record;
  bought public.orders;
begin
  select * into setting from private.order_settings;
  perform private.refuse_if(me is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  perform private.refuse_if(setting.payments = 'off', 'SK361', 'orders_off');
  perform private.refuse_if(delivery is null or delivery not in ('ship', 'meet'),
    'SK009', 'unknown_choice', jsonb_build_object('name', 'delivery', 'choices', 'ship, meet'));
  perform private.refuse_if(coalesce(cardinality(listing_ids), 0) not between 1 and 20
    or cardinality(listing_ids) <> (select count(distinct id) from unnest(listing_ids) as id)
    or quantities is not null and (cardinality(quantities) <> cardinality(listing_ids)
      or exists (select from unnest(quantities) as number where number is null or number not between 1 and 99)), 'SK366', 'bad_order_count');
  perform private.refuse_if(address_id is not null and not exists (select from private.addresses known where known.id = address_id and known.user_id = me),
    'SK369', 'no_such_address');
  if start_order.delivery = 'ship' and address_id is null then
    address_id := (select known.id from private.addresses known where known.user_id = me
      and known.country = all(select listing.country from public.listings listing where listing.id = any(listing_ids))
      order by known.created_at desc, known.id limit 1);
  end if;
  -- An ad has one shipping price, for its own country.
  perform private.refuse_if(start_order.delivery = 'ship' and exists (select from public.listings listing join private.addresses known on known.id = address_id
    where listing.id = any(listing_ids) and listing.country <> known.country), 'SK396', 'not_shipped_there');
  -- Every function locks the ads first, in the same order, so that of two buyers one wins and the other is refused. Includes those of unpaid orders
  -- that this one may replace.
  perform from public.listings listing where listing.id in (
    select unnest(listing_ids)
    union
    select item.listing_id from public.orders known join public.order_items item on item.order_id = known.id
    where known.buyer_id = me and known.state = 'awaiting_payment') order by listing.id for no key update;
  perform private.expire_deals(id) from unnest(listing_ids) as id;
  perform private.pass_deadlines(listing_ids);
  -- A repeated call returns the order that it started; another selection replaces it.
  for bought in
    select known.* from public.orders known
    where known.buyer_id = me and known.state = 'awaiting_payment'
      and exists (select from public.order_items item where item.order_id = known.id and item.listing_id = any(listing_ids))
  loop
    if bought.delivery = start_order.delivery
        and wanted = (select jsonb_object_agg(item.listing_id, item.quantity) from public.order_items item where item.order_id = bought.id)
        and coalesce(expected_minor, bought.total_minor) = bought.total_minor then
      perform private.keep_address(bought, address_id);
      return private.order_to_pay(bought);
    end if;
    perform private.move_order(bought.id, 'cancel', 'buyer');
  end loop;
  select array_agg(listing order by listing.id), array_agg((wanted ->> listing.id::text)::integer order by listing.id) into ads, units
    from public.listings listing where listing.id = any(listing_ids);
  perform private.refuse_if(coalesce(cardinality(ads), 0) < cardinality(listing_ids), 'SK210', 'no_such_ad_on_offer');
  perform private.refuse_if((select count(distinct ad.seller_id) from unnest(ads) as ad) > 1, 'SK367', 'several_sellers');
  perform private.require_buyable(ads[place], me, start_order.delivery, units[place]) from generate_subscripts(ads, 1) as place;
  select * into deal from public.deals known
    where known.listing_id = any(listing_ids) and known.buyer_id = me and known.state in ('agreed', 'scheduled') and not private.has_open_order(known.id);
  perform private.refuse_if(deal.id is not null and (cardinality(ads) > 1 or units[1] > 1), 'SK368', 'deal_bought_alone');
  select * into price from private.price_order(ads, units, deal, start_order.delivery);
  perform private.refuse_if(expected_minor <> price.items_minor + price.shipping_minor + price.fee_minor, 'SK384', 'price_changed',
    jsonb_build_object('total_minor', price.items_minor + price.shipping_minor + price.fee_minor, 'currency', private.market_currency()));
  perform private.consume_rate_limit(me, 'order');
  insert into public.orders (buyer_id, seller_id, conversation_id, deal_id, delivery, currency, items_minor, discount_minor, shipping_minor, fee_minor,
    seller_fee_minor, pay_by)
  values (me, ads[1].seller_id, deal.conversation_id, deal.id, start_order.delivery, private.market_currency(), price.items_minor,
    price.discount_minor, price.shipping_minor, price.fee_minor, round(price.items_minor * setting.seller_fee_percent / 100), now() + setting.pay_within)
  returning * into bought;
  insert into public.order_items (order_id, position, listing_id, title, price_minor, quantity)
  select bought.id, place, ad.id, ad.title, coalesce(deal.amount_minor, ad.price_minor), units[place]
  from generate_subscripts(ads, 1) as place, lateral (select (ads[place]).*) as ad;
  perform private.keep_address(bought, address_id);
  if deal.id is null then
    perform private.supersede_offers(ad.id) from unnest(ads) as ad;
    update public.listings listing set state = 'reserved' where listing.id = any(listing_ids) and listing.state = 'active';
  end if;
  perform private.enter_state(bought, 'start', 'buyer', null, '{}');
  return private.order_to_pay(bought);
end
$$;

create or replace function public.set_bundle_discount(percent integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK416', 'settings_signed_out');
  perform private.refuse_if(percent is null or percent not between 0 and 50, 'SK386', 'bad_discount');
  update public.sellers seller set bundle_percent = percent where seller.id = auth.uid();
end
$$;

create or replace function public.my_statement(of_month date default null, only_kind text default 'all', before_id bigint default null, most integer default 30)
returns table (id bigint, kind text, order_id uuid, title text, item_count integer, photo_path text, buyer_name text, refunded_minor bigint,
  amount_minor bigint, balance_minor bigint, currency text, happened_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Looked up first, so that the index returns movements in order, however many there are.
  mine bigint := (select account.id from private.ledger_accounts account
    where account.kind = 'balance' and account.user_id = auth.uid() and account.currency = private.market_currency());
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  perform private.refuse_if(only_kind is null or only_kind not in ('all', 'sales', 'payouts'),
    'SK009', 'unknown_choice', jsonb_build_object('name', 'only_kind', 'choices', 'all, sales, payouts'));
  return query
  select line.id, line.kind, line.order_id, item.title, item.count, photo.path, buyer.display_name, refund.amount_minor,
    line.amount_minor, line.balance_minor, line.currency, line.created_at
  from (
    select posting.id, posting.entry_id, posting.amount_minor, posting.balance_minor, posting.currency, entry.kind, entry.order_id, entry.created_at
    from public.ledger_postings posting
    join public.ledger_entries entry on entry.id = posting.entry_id
    where posting.account_id = mine
      and (before_id is null or posting.id < before_id)
      and (of_month is null or entry.created_at >= date_trunc('month', of_month::timestamp) at time zone 'UTC'
        and entry.created_at < (date_trunc('month', of_month::timestamp) + interval '1 month') at time zone 'UTC')
      and case only_kind when 'all' then true else (only_kind = 'payouts') = (entry.kind in ('payout', 'payout_returned')) end
    order by posting.id desc limit least(greatest(most, 1), 1000)) as line
  left join public.orders bought on bought.id = line.order_id
  left join public.sellers buyer on buyer.id = bought.buyer_id
  left join lateral (
    select (array_agg(sold.title order by sold.position))[1] as title, count(*)::integer as count,
      (array_agg(sold.listing_id order by sold.position))[1] as listing_id
    from public.order_items sold where sold.order_id = line.order_id) as item on true
  left join lateral (
    select known.path from public.listing_photos known where known.listing_id = item.listing_id order by known.position, known.id limit 1) as photo on true
  left join lateral (
    select posting.amount_minor from public.ledger_postings posting join private.ledger_accounts account on account.id = posting.account_id
    where posting.entry_id = line.entry_id and account.kind = 'refund' and line.kind = 'release') as refund on true
  order by line.id desc;
end
$$;

create or replace function private.sales_by_quarter(year integer, person uuid default null)
returns table (user_id uuid, quarter integer, sales integer, paid_minor bigint, fees_minor bigint)
language sql stable set search_path = '' as $$
  select account.user_id, extract(quarter from entry.created_at at time zone 'UTC')::integer, (count(*) filter (where entry.kind = 'release'))::integer,
    sum(posting.amount_minor)::bigint,
    coalesce(sum(bought.items_minor + bought.shipping_minor - posting.amount_minor - coalesce((
      select back.amount_minor from public.ledger_postings back join private.ledger_accounts known on known.id = back.account_id
      where back.entry_id = entry.id and known.kind = 'refund'), 0)) filter (where entry.kind = 'release'), 0)::bigint
  from private.ledger_accounts account
  join public.ledger_postings posting on posting.account_id = account.id
  join public.ledger_entries entry on entry.id = posting.entry_id and entry.kind in ('release', 'chargeback', 'reversal', 'correction')
  join public.orders bought on bought.id = entry.order_id
  where account.kind = 'balance' and account.currency = private.market_currency() and (person is null or account.user_id = person)
    and entry.created_at >= make_timestamptz(year, 1, 1, 0, 0, 0, 'UTC') and entry.created_at < make_timestamptz(year + 1, 1, 1, 0, 0, 0, 'UTC')
  group by 1, 2
$$;

create or replace function public.my_sales(of_year integer) returns table (quarter integer, sales integer, paid_minor bigint, fees_minor bigint, currency text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  perform private.refuse_if(of_year is null or of_year not between 2000 and 2999, 'SK473', 'bad_year');
  return query select known.quarter, known.sales, known.paid_minor, known.fees_minor, private.market_currency()
    from private.sales_by_quarter(of_year, auth.uid()) as known order by known.quarter;
end
$$;

create or replace function public.reportable_sellers(of_year integer)
returns table (seller_id uuid, first_name text, last_name text, display_name text, business_name text, address text, register_no text, vat_no text,
  quarter integer, sales integer, paid_minor bigint, fees_minor bigint, currency text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('admin');
  perform private.refuse_if(of_year is null or of_year not between 2000 and 2999, 'SK473', 'bad_year');
  return query select known.user_id, person.first_name, person.last_name, person.display_name, trader.legal_name, trader.address, trader.register_no,
      trader.vat_no, known.quarter, known.sales, known.paid_minor, known.fees_minor, private.market_currency()
    from private.sales_by_quarter(of_year) as known
    left join public.profiles person on person.id = known.user_id
    left join public.traders trader on trader.id = known.user_id
    order by known.user_id, known.quarter;
end
$$;

create or replace function private.tracking_link(carrier text, tracking text, given text) returns text
language plpgsql stable set search_path = '' as $$
declare
  known private.carriers;
  host constant text := lower(substring(given from '^https://([a-zA-Z0-9.-]+)(?:[/?#]|$)'));
begin
  perform private.refuse_if(given is not null and not exists (
    select from private.carriers one, unnest(one.domains) as domain
    where char_length(given) <= 300 and (host = domain or host like '%.' || domain)), 'SK389', 'bad_tracking_link');
  if given is not null then
    return given;
  end if;
  select * into known from private.carriers one where lower(tracking_link.carrier) like lower(one.name) || '%' order by char_length(one.name) desc limit 1;
  return replace(known.tracking_url, '{number}', regexp_replace(tracking, '[^[:alnum:]-]', '', 'g'));
end
$$;

create or replace function public.show_order_code(order_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(show_order_code.order_id, 'buyer');
begin
  perform private.refuse_if(bought.state <> 'paid' or bought.delivery <> 'meet', 'SK371', 'order_state', jsonb_build_object('state', bought.state));
  return private.issue_handover_code(bought.id);
end
$$;

create or replace function public.enter_order_code(order_id uuid, code text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(enter_order_code.order_id, 'seller');
  tries integer;
begin
  perform private.refuse_if(bought.state <> 'paid' or bought.delivery <> 'meet', 'SK371', 'order_state', jsonb_build_object('state', bought.state));
  tries := private.check_handover_code(bought.id, enter_order_code.code);
  if tries is not null then
    return jsonb_build_object('accepted', false, 'tries_left', tries);
  end if;
  return jsonb_build_object('accepted', true, 'order', to_jsonb(private.move_order(bought.id, 'hand_over', 'seller')));
end
$$;

create or replace function private.bands_of(hash text) returns integer[]
language sql immutable set search_path = ''
return array(select part * 256 + ('x' || substr(hash, 1 + 2 * part, 2))::bit(8)::integer from generate_series(0, 7) as part);

create or replace function private.copy_distance() returns integer language sql immutable set search_path = '' return 8;

create or replace function private.copies_of_photos(ad uuid) returns table (photo_id uuid, other_photo uuid, other_ad uuid, other_seller uuid)
language sql stable security definer set search_path = '' as $$
  select mine.photo_id, other.photo_id, other.listing_id, other.seller_id
  from private.photo_prints mine
  join private.photo_prints other on other.bands && mine.bands and other.listing_id <> mine.listing_id
  join public.listings listing on listing.id = other.listing_id and listing.state not in ('draft', 'deleted')
  where mine.listing_id = ad and bit_count(mine.phash # other.phash) <= private.copy_distance()
$$;

create or replace function private.print_photo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings;
  ground record;
begin
  perform private.keep_print(new);
  select * into ad from public.listings listing where listing.id = new.listing_id;
  -- Added photos are checked together with earlier ones.
  if ad.state = 'active' then
    select * into ground from private.photo_ground(ad);
    if ground.rule is not null then
      update public.listings listing set state = 'pending_review', state_rule = ground.rule, state_reason = ground.reason where listing.id = ad.id;
    end if;
  end if;
  return null;
end
$$;

create or replace function private.refuse_second_copy() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  first_ad record;
begin
  select listing.ad_no, listing.title into first_ad
  from private.copies_of_photos(new.id) copy join public.listings listing on listing.id = copy.other_ad
  where copy.other_seller = new.seller_id and listing.state in ('active', 'reserved', 'pending_review') and listing.type = new.type
    and lower(btrim(listing.title)) = lower(btrim(new.title)) and listing.price_minor is not distinct from new.price_minor
    and listing.category = new.category
  limit 1;
  perform private.refuse_if(found, 'SK178', 'ad_offered_already', jsonb_build_object('number', first_ad.ad_no));
  return new;
end
$$;

create or replace function private.judge_chat_photo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  talk public.conversations;
  codes text;
  words text;
  known text[];
  judged private.judgement;
begin
  select nullif(array_to_string(private.strings_in(object.metadata -> 'codes'), E'\n'), ''),
    nullif(btrim(private.words_shown(private.strings_in(object.metadata -> 'texts'))), '')
    into codes, words
  from storage.objects object where object.bucket_id = 'chat-photos' and object.name = new.payload ->> 'path';
  if codes is null and words is null then
    return new;
  end if;
  select * into talk from public.conversations conversation where conversation.id = new.conversation_id;
  known := private.sender_signals(new.sender_id, talk);
  if codes is not null then
    judged := private.judge_text(codes, known);
    if judged.action = 'mask' and private.both_know_each_other(talk.id) then
      judged.action := 'warn';
    end if;
    -- A part of a picture cannot be masked, and a sale needs no QR code.
    perform private.refuse_if(judged.action in ('mask', 'hold', 'block'), 'SK179', 'code_in_photo', jsonb_build_object('pattern', judged.pattern));
  end if;
  if words is not null and judged.action is distinct from 'warn' then
    judged := private.judge_text(left(words, 2000), known);
    perform private.refuse_if(judged.action in ('hold', 'block'), 'SK180', 'words_in_photo', jsonb_build_object('pattern', judged.pattern));
    if judged.action = 'mask' then
      -- Recognised text may have errors: it is delivered with a warning to the recipient.
      judged.action := 'warn';
    end if;
  end if;
  if judged.action = 'warn' then
    new.notice := judged.pattern;
    insert into public.message_verdicts (message_id, conversation_id, sender_id, action, score, pattern, rules, known)
    values (new.id, new.conversation_id, new.sender_id, 'warn', judged.score, judged.pattern, judged.rules, known);
  end if;
  return new;
end
$$;

create or replace function private.ads_with_photos_of(ad uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('photo_id', copy.photo_id, 'id', copy.other_ad, 'title', listing.title, 'state', listing.state,
    'ad_no', listing.ad_no, 'seller_id', copy.other_seller, 'seller', (select seller.display_name from public.sellers seller where seller.id = copy.other_seller),
    'same_seller', copy.other_seller = own.seller_id) order by listing.ad_no), '[]')
  from (select distinct on (found.other_ad) found.* from private.copies_of_photos(ad) found order by found.other_ad limit 20) copy
  join public.listings listing on listing.id = copy.other_ad
  join public.listings own on own.id = ad
$$;

create or replace function private.strings_in(list jsonb) returns text[]
language sql immutable set search_path = ''
return array(select jsonb_array_elements_text(case when jsonb_typeof(list) = 'array' then list else '[]' end));

create or replace function private.words_shown(texts text[]) returns text
language sql immutable set search_path = ''
return regexp_replace(array_to_string(texts, E'\n'), '(^|[\s(])(www\.)?[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(?=$|[\s),;])', '\1', 'gi');

create or replace function private.photo_was_read() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  photo public.listing_photos;
  ad public.listings;
  ground record;
begin
  for photo in select * from public.listing_photos shown where shown.path = new.name loop
    perform private.keep_print(photo);
    select * into ad from public.listings listing where listing.id = photo.listing_id for no key update;
    if ad.state = 'pending_review' and ad.state_rule ~ '^photo_(waiting|unread):' then
      select * into ground from private.judge(ad);
      if ground.rule is not null then
        update public.listings listing set state_rule = ground.rule, state_reason = ground.reason where listing.id = ad.id;
      elsif private.standing_of(ad.seller_id) in ('suspended', 'banned') then
        update public.listings listing set state_rule = 'photo_unread:' || photo.id, state_reason = private.problem('SK192', 'held_photo_unread')
        where listing.id = ad.id;
      else
        update public.listings listing set state = 'active', first_published_at = coalesce(listing.first_published_at, now()),
          expires_at = greatest(listing.expires_at, private.expiry_of(listing.category))
        where listing.id = ad.id;
      end if;
    end if;
  end loop;
  return null;
end
$$;

create or replace function private.require_read_photo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reading text;
begin
  select object.metadata ->> 'reading' into reading from storage.objects object
    where object.bucket_id = 'chat-photos' and object.name = new.payload ->> 'path';
  perform private.refuse_if(reading = 'waiting', 'SK181', 'photo_being_checked', '{"retry_after": 1}');
  perform private.refuse_if(reading is not null, 'SK182', 'photo_not_checkable');
  return new;
end
$$;

create or replace function private.distance_km(from_lat float8, from_lng float8, to_lat float8, to_lng float8) returns float8
language sql immutable parallel safe
return 12742 * asin(sqrt(least(1, power(sin(radians(to_lat - from_lat) / 2), 2)
  + cos(radians(from_lat)) * cos(radians(to_lat)) * power(sin(radians(to_lng - from_lng) / 2), 2))));

create or replace function public.places_within(west float8, south float8, east float8, north float8, lim integer default 40) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', name, 'lat', lat, 'lng', lng, 'people', people) order by people desc, id), '[]')
  from (
    select place.id, place.name, place.lat, place.lng, place.people from private.places place
    where place.lat between places_within.south and places_within.north
      and place.lng between places_within.west and places_within.east
    order by place.people desc, place.id
    limit greatest(0, least(coalesce(places_within.lim, 40), 100))) as largest
$$;

create or replace function public.market_places() returns jsonb
language sql stable set search_path = '' as $$
  with newest as materialized (
    select ad.area, ad.city, ad.country, ad.lat, ad.lng from public.listings ad
    where ad.state = 'active' and ad.expires_at > now() and ad.city <> '' and ad.lat is not null and ad.lng is not null
    order by ad.first_published_at desc, ad.id limit 1000),
  offered as (
    select area, city, country, avg(lat) as lat, avg(lng) as lng, count(*) as weight from newest group by area, city, country
    union all
    -- Portugal if ads name no country, see suggest_places().
    select '', town.name, town.country, town.lat, town.lng, town.people
    from (select * from private.places known where known.country = 'PT' order by known.people desc, known.id limit 12) as town
    where not exists (select from newest)),
  listed as (select * from offered order by weight desc, city, area limit 40)
  select coalesce(jsonb_agg(jsonb_build_object('area', coalesce(area, ''), 'city', city, 'country', country,
    'lat', round(lat::numeric, 3), 'lng', round(lng::numeric, 3)) order by weight desc, city, area), '[]')
  from listed
$$;

create or replace function public.suggest_places(q text, home text default null, lim integer default 6) returns jsonb
language sql stable set search_path = ''
set enable_seqscan = off
as $$
  -- The newest ads show where the market is.
  with market as materialized (
    select coalesce(suggest_places.home, (
      select newest.country from (
        select ad.country from public.listings ad where ad.state = 'active' order by ad.first_published_at desc, ad.id limit 200) as newest
      group by newest.country order by count(*) desc, newest.country limit 1), 'PT') as home
  ),
  typed as materialized (
    select words, array_to_string(words, ' ') || '%' as start, (select string_agg(word || case when place = cardinality(words) then ':*' else '' end, ' & ' order by place)
      from unnest(words) with ordinality as said (word, place))::tsquery as query
    from (select (private.search_words(left(suggest_places.q, 80)))[1:6] as words) as read
  )
  select coalesce(jsonb_agg(jsonb_build_object('city', found.name, 'region', found.region, 'country', found.country,
    'lat', found.lat, 'lng', found.lng) order by found.starts desc, found.weight desc, found.id), '[]')
  from (
    select place.*,
      -- "Lis" prefers Lisbon to Ponte de Lis.
      place.folded like typed.start or place.own_folded like typed.start as starts
    from typed, market, lateral (
      -- A nearby village is likelier than a distant town.
      select *, candidate.people * case when candidate.country = market.home then 100.0 else 1.0 end as weight
      from private.places candidate where candidate.words @@ typed.query
      order by weight desc limit 60) as place
    where char_length(typed.start) > 2
    order by starts desc, place.weight desc, place.id
    limit greatest(0, least(coalesce(suggest_places.lim, 6), 20))) as found
$$;

create or replace function public.my_dashboard() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  perform private.refuse_if(me is null, 'SK407', 'dashboard_signed_out');
  perform private.expire_listings(me);
  return jsonb_build_object(
    'listings', (
      select jsonb_build_object('total', coalesce(sum(counted.ads), 0)) || coalesce(jsonb_object_agg(counted.state, counted.ads), '{}')
      from (select state, count(*) as ads from public.listings where seller_id = me and state <> 'deleted' group by state) counted),
    'offers', (
      select count(*) from public.offers offer join public.conversations talk on talk.id = offer.conversation_id
      where me in (talk.buyer_id, talk.seller_id) and offer.from_id <> me and offer.state = 'pending' and offer.expires_at > now()
    ) + (
      select count(*) from public.deals deal
      where me in (deal.buyer_id, deal.seller_id) and deal.state in ('agreed', 'scheduled', 'handed_over')
        and not exists (select from public.orders paid where paid.deal_id = deal.id and paid.paid_at is not null)
    ) + (
      select count(*) from public.orders known where me in (known.buyer_id, known.seller_id) and known.is_open),
    'favorites', (select count(*) from public.favorites where user_id = me),
    'todo', coalesce((
      select jsonb_agg(task.line order by task.urgency, task.due) from (
        select 1 as urgency, talk.last_message_at as due, jsonb_build_object('kind', 'unread_conversation',
          'conversation_id', talk.id, 'listing_id', ad.id, 'title', ad.title, 'cover_path', ad.cover_path,
          'from', other.display_name, 'unread', case when talk.buyer_id = me then talk.buyer_unread else talk.seller_unread end,
          'due', talk.last_message_at) as line
        from public.conversations talk
        join public.listings ad on ad.id = talk.listing_id
        join public.sellers other on other.id = case when talk.buyer_id = me then talk.seller_id else talk.buyer_id end
        where talk.buyer_id = me and talk.buyer_unread > 0 or talk.seller_id = me and talk.seller_unread > 0
        union all
        select task.urgency, task.due, jsonb_build_object('kind', task.kind, 'listing_id', ad.id, 'title', ad.title,
          'cover_path', ad.cover_path, 'due', task.due)
        from public.listings ad cross join lateral (values
          (2, 'expires_soon', ad.expires_at, ad.state in ('active', 'reserved') and ad.expires_at < now() + interval '7 days'),
          (3, 'draft', ad.updated_at, ad.state = 'draft'),
          (4, 'expired', ad.expires_at, ad.state = 'expired' and ad.expires_at > now() - interval '90 days')) as task (urgency, kind, due, is_due)
        where ad.seller_id = me and ad.state in ('active', 'reserved', 'draft', 'expired') and task.is_due
        union all
        select trade.urgency, trade.due, trade.line from private.deal_next_step(me) as trade
        union all
        select trade.urgency, trade.due, trade.line from private.order_next_step(me) as trade
        order by urgency, due
        limit 50) as task), '[]'));
end
$$;

create or replace function private.name_for_display(first_name text, last_name text, id uuid) returns text
language sql immutable set search_path = ''
return case
  when char_length(btrim(first_name)) >= 2 and btrim(last_name) <> ''
    then left(btrim(first_name), 36) || ' ' || upper(left(btrim(last_name), 1)) || '.'
  when char_length(btrim(first_name)) >= 2 then left(btrim(first_name), 40)
  else 'Member ' || left(id::text, 4)
end;

create or replace function private.phone_digits(phone text) returns text
language sql immutable set search_path = ''
return nullif(regexp_replace(regexp_replace(phone, '[[:space:]()./-]', '', 'g'), '^00', '+'), '');

create or replace function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given jsonb := new.raw_user_meta_data;
  first_name text := left(btrim(coalesce(given ->> 'first_name', given ->> 'given_name', given ->> 'name', '')), 50);
  last_name text := left(btrim(coalesce(given ->> 'last_name', given ->> 'family_name', '')), 50);
  phone text := private.phone_digits(coalesce(given ->> 'phone', new.phone));
begin
  insert into public.profiles (id, first_name, last_name, display_name, phone, signup_role, is_demo, trust_level,
    email_verified_at, phone_verified_at, created_at, locale)
  values (
    new.id, first_name, last_name, private.name_for_display(first_name, last_name, new.id),
    case when phone ~ '^\+?[0-9]{6,15}$' then phone end,
    coalesce(nullif(left(given ->> 'role', 50), ''), 'shipper'),
    -- app_metadata is written by the server only, so an account cannot claim to be a demo and skip the limits.
    coalesce((new.raw_app_meta_data ->> 'demo')::boolean, false),
    case when (new.raw_app_meta_data ->> 'demo')::boolean then 1 else 0 end,
    new.email_confirmed_at, new.phone_confirmed_at, new.created_at,
    coalesce(substring(given ->> 'locale' from '^[a-z]{2}(?:-[A-Z]{2})?$'), 'en'));
  return null;
end
$$;

create or replace function private.carry_verification() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles
    set email_verified_at = new.email_confirmed_at, phone_verified_at = new.phone_confirmed_at
    where id = new.id;
  return null;
end
$$;

create or replace function private.tidy_profile() returns trigger
language plpgsql set search_path = '' as $$
declare
  plain_name constant text := private.plain_line(new.display_name);
begin
  -- A name that would become empty stays, for the column's own check.
  new.display_name := case when char_length(plain_name) >= 2 then plain_name else btrim(new.display_name) end;
  new.bio := private.plain_text(new.bio);
  new.area := private.plain_line(new.area);
  new.city := private.plain_line(new.city);
  new.phone := private.phone_digits(new.phone);
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end
$$;

create or replace function private.show_profile_as_seller() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_leaving(new.id) then
    return null;
  end if;
  insert into public.sellers as seller (id, display_name, avatar_path, bio, city, area, seller_type,
    email_verified, phone_verified, id_verified, business_verified, joined_at, is_demo)
  values (new.id, new.display_name, new.avatar_path, new.bio, new.city, new.area, new.seller_type,
    new.email_verified_at is not null, new.phone_verified_at is not null, new.id_verified_at is not null,
    new.business_verified_at is not null, new.created_at, new.is_demo)
  on conflict (id) do update set
    display_name = excluded.display_name, avatar_path = excluded.avatar_path, bio = excluded.bio,
    city = excluded.city, area = excluded.area, seller_type = excluded.seller_type,
    email_verified = excluded.email_verified, phone_verified = excluded.phone_verified,
    id_verified = excluded.id_verified, business_verified = excluded.business_verified,
    joined_at = excluded.joined_at, is_demo = excluded.is_demo, left_at = null;
  return null;
end
$$;

create or replace function private.is_reserved_name(said text) returns boolean
language sql stable security definer set search_path = '' as $$
  with plain as (
    select btrim(regexp_replace(translate(private.plain_letters(said), '013457@$|!', 'oieastasli'), '[^a-z]+', ' ', 'g')) as words),
  -- Also without the trailing initial of a display name.
  read as (select said.words, replace(said.words, ' ', '') as letters
    from plain, unnest(array[plain.words, regexp_replace(plain.words, ' [a-z]$', '')]) as said (words))
  select exists (
    select from read, private.reserved_names known
    where known.what <> 'ending' and (' ' || read.words || ' ' like '% ' || known.name || ' %' or letters = replace(known.name, ' ', ''))
      or known.what = 'brand' and starts_with(letters, replace(known.name, ' ', ''))
        and substr(letters, char_length(replace(known.name, ' ', '')) + 1) in (
          select replace(other.name, ' ', '') from private.reserved_names other where other.what <> 'brand'))
$$;

create or replace function private.keep_public_name() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  problem jsonb := coalesce(private.short_text_problem(new.display_name, 'name'),
    case when private.is_reserved_name(new.display_name) then private.problem('SK408', 'reserved_name') end);
begin
  -- A reserved name does not prevent the sign-up; the account starts without it.
  if problem is not null and tg_op = 'INSERT' then
    new.display_name := private.name_for_display('', '', new.id);
  elsif problem is not null and new.display_name is distinct from old.display_name then
    perform private.refuse(problem);
  end if;
  problem := coalesce(private.short_text_problem(concat_ws(' · ', new.area, new.city), 'place'),
    case when tg_op = 'UPDATE' and new.bio is distinct from old.bio then private.contact_problem(new.bio, 'profile') end);
  if problem is not null and tg_op = 'UPDATE' then
    perform private.refuse(problem);
  end if;
  return new;
end
$$;

create or replace function private.counted_first_messages(person uuid)
returns table (conversation_id uuid, asked_at timestamptz, answered_at timestamptz, in_time boolean, within_days smallint)
language sql stable set search_path = '' as $$
  with asked as (
    select talk.id, talk.created_at, talk.first_reply_at,
      row_number() over (order by talk.created_at desc, talk.id) as place,
      count(*) filter (where talk.created_at > now() - interval '30 days') over () as of_late
    from public.conversations talk
    where talk.seller_id = person and talk.state <> 'locked' and talk.opened_at is not null
      and talk.created_at > now() - interval '90 days'
      and not private.was_away(person, talk.created_at) and not exists (
        select from public.fact_contests contest where contest.conversation_id = talk.id and contest.state = 'upheld')
      and (talk.first_reply_at is not null or talk.created_at < now() - interval '24 hours'))
  select asked.id, asked.created_at, asked.first_reply_at,
    asked.first_reply_at is not null and asked.first_reply_at <= asked.created_at + interval '24 hours',
    case when asked.of_late < 10 then 90 else 30 end::smallint
  from asked
  where asked.of_late >= 10 and asked.created_at > now() - interval '30 days' or asked.of_late < 10 and asked.place <= 10
$$;

create or replace function private.refresh_response_facts(person uuid) returns void
language sql security definer set search_path = '' as $$
  update public.sellers seller set
    response_count = counted.asked, response_days = counted.days, response_rate = counted.rate, response_minutes = counted.minutes
  from (
    select asked, case when asked > 0 then within_days end as days, case when asked >= 5 then round(100.0 * in_time / asked) end as rate,
      case when asked >= 5 then median end as minutes
    from (
      select count(*)::integer as asked, count(*) filter (where first.in_time) as in_time, max(first.within_days) as within_days,
        round(percentile_cont(0.5) within group (order by extract(epoch from first.answered_at - first.asked_at) / 60))::integer as median
      from private.counted_first_messages(person) as first) as known) as counted
  where seller.id = person and (seller.response_count, seller.response_days, seller.response_rate, seller.response_minutes) is distinct from
    (counted.asked, counted.days, counted.rate, counted.minutes)
$$;

create or replace function private.count_first_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_response_facts(new.seller_id);
  return null;
end
$$;

create or replace function private.refresh_all_response_facts() returns void
language sql security definer set search_path = '' as $$
  select private.refresh_response_facts(seller.id) from public.sellers seller
  where seller.response_count > 0
    or exists (select from public.conversations talk where talk.seller_id = seller.id and talk.created_at > now() - interval '91 days')
$$;

create or replace function private.count_deals() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.sellers seller set
    deal_count = seller.deal_count + 1,
    no_show_count = seller.no_show_count + (new.no_show_by is not distinct from seller.id)::integer
  where seller.id in (new.buyer_id, new.seller_id);
  return null;
end
$$;

create or replace function public.my_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  since constant date := (now() at time zone 'UTC')::date - 29;
begin
  perform private.refuse_if(me is null or not private.second_factor_shown(), 'SK614', 'figures_signed_out');
  return (
    with sold as (
      select ad.sold_price_minor from public.listings ad
      where ad.seller_id = me and ad.state = 'sold' and ad.sold_channel <> 'withdrawn' and ad.sold_at >= since
    )
    select jsonb_build_object(
      'views', (select coalesce(sum(seen.views), 0) from public.listing_days seen join public.listings ad on ad.id = seen.listing_id
        where ad.seller_id = me and seen.day >= since),
      'sold', (select count(*) from sold),
      'earned_minor', (select coalesce(sum(sold_price_minor), 0) from sold)));
end
$$;

create or replace function public.my_listing_figures()
returns table (listing_id uuid, week integer[], views_7 integer, views_30 integer, saves_7 integer, saves_30 integer, chats_7 integer, chats_30 integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  today constant date := (now() at time zone 'UTC')::date;
begin
  perform private.refuse_if(me is null or not private.second_factor_shown(), 'SK614', 'figures_signed_out');
  return query
    select mine.id, viewed.week, coalesce(viewed.views_7, 0), coalesce(viewed.views_30, 0),
      saved.saves_7, saved.saves_30, talked.chats_7, talked.chats_30
    from public.listings mine
    cross join lateral (
      select array_agg(coalesce(seen.views, 0) order by on_day) filter (where on_day::date > today - 7) as week,
        (sum(seen.views) filter (where on_day::date > today - 7))::integer as views_7, sum(seen.views)::integer as views_30
      from generate_series(today - 29, today, interval '1 day') on_day
      left join public.listing_days seen on seen.listing_id = mine.id and seen.day = on_day::date) viewed
    cross join lateral (
      select (count(*) filter (where heart.created_at >= today - 6))::integer as saves_7, count(*)::integer as saves_30
      from public.favorites heart where heart.listing_id = mine.id and heart.created_at >= today - 29) saved
    cross join lateral (
      select (count(*) filter (where talk.created_at >= today - 6))::integer as chats_7, count(*)::integer as chats_30
      from public.conversations talk where talk.listing_id = mine.id and talk.created_at >= today - 29) talked
    where mine.seller_id = me and mine.state not in ('draft', 'deleted');
end
$$;

create or replace function public.declare_trader(legal_name text, address text, contact_email text, contact_phone text,
  register_no text default null, vat_no text default null, certified boolean default false) returns public.traders
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  made public.traders;
begin
  perform private.refuse_if(me is null, 'SK409', 'business_signed_out');
  perform private.refuse_if(not private.second_factor_shown(), 'SK006', 'second_factor_needed');
  perform private.refuse_if(certified is not true, 'SK410', 'business_not_confirmed');
  perform private.refuse_if(char_length(btrim(coalesce(legal_name, ''))) not between 2 and 120, 'SK411', 'bad_legal_name');
  perform private.refuse_if(char_length(btrim(coalesce(address, ''))) not between 10 and 300, 'SK412', 'bad_address');
  perform private.refuse_if(coalesce(contact_email, '') !~ '^[^[:space:]@<>]+@[^[:space:]@<>]+\.[^[:space:]@<>]+$', 'SK401', 'bad_email');
  perform private.refuse_if(coalesce(contact_phone, '') !~ '^\+[0-9][0-9 ]{6,18}[0-9]$', 'SK413', 'bad_phone');
  perform private.require_standing(false);
  insert into public.traders as known (id, legal_name, address, contact_email, contact_phone, register_no, vat_no)
  values (me, btrim(legal_name), btrim(address), contact_email, contact_phone, nullif(btrim(register_no), ''), nullif(btrim(vat_no), ''))
  on conflict on constraint traders_pkey do update set legal_name = excluded.legal_name, address = excluded.address,
    contact_email = excluded.contact_email, contact_phone = excluded.contact_phone, register_no = excluded.register_no, vat_no = excluded.vat_no,
    certified_at = now()
  returning * into made;
  update public.profiles profile set seller_type = 'business' where profile.id = me and profile.seller_type <> 'business';
  return made;
end
$$;

create or replace function public.end_trader() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK414', 'seller_type_signed_out');
  perform private.refuse_if(exists (select from public.listings ad where ad.seller_id = auth.uid() and ad.state in ('active', 'reserved', 'paused', 'pending_review')),
    'SK415', 'business_ads_open');
  delete from public.traders known where known.id = auth.uid();
  update public.profiles profile set seller_type = 'private' where profile.id = auth.uid() and profile.seller_type <> 'private';
end
$$;

create or replace function private.is_away(person uuid) returns boolean
language sql stable set search_path = ''
return exists (select from public.sellers seller
  where seller.id = person and (now() at time zone 'UTC')::date >= seller.away_from and (now() at time zone 'UTC')::date < seller.away_until);

create or replace function private.was_away(person uuid, moment timestamptz) returns boolean
language sql stable set search_path = ''
return exists (select from private.vacations vacation where vacation.seller_id = person
  and (moment at time zone 'UTC')::date >= vacation.away_from and (moment at time zone 'UTC')::date < vacation.away_until);

create or replace function public.set_vacation(away_from date, away_until date, note text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  today constant date := (now() at time zone 'UTC')::date;
  starts constant date := greatest(set_vacation.away_from, today);
begin
  perform private.refuse_if(me is null or not private.second_factor_shown(), 'SK416', 'settings_signed_out');
  perform private.refuse_if(starts is null or set_vacation.away_until is null or set_vacation.away_until <= starts,
    'SK417', 'vacation_ends_before_start');
  perform private.refuse_if(set_vacation.away_until > today + 180, 'SK418', 'vacation_too_late');
  perform private.refuse_if(char_length(btrim(coalesce(note, ''))) > 120, 'SK419', 'away_note_too_long');
  perform private.refuse_if(private.has_contact(coalesce(note, '')), 'SK420', 'contact_in_away_note');
  perform private.forget_vacation(me);
  insert into private.vacations (seller_id, away_from, away_until) values (me, starts, set_vacation.away_until);
  update public.sellers seller set away_from = starts, away_until = set_vacation.away_until, away_note = btrim(coalesce(note, ''))
    where seller.id = me;
end
$$;

create or replace function private.forget_vacation(person uuid) returns void
language sql set search_path = '' as $$
  delete from private.vacations vacation where vacation.seller_id = person and vacation.away_from >= (now() at time zone 'UTC')::date;
  update private.vacations vacation set away_until = (now() at time zone 'UTC')::date
    where vacation.seller_id = person and vacation.away_until > (now() at time zone 'UTC')::date;
$$;

create or replace function public.end_vacation() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK416', 'settings_signed_out');
  perform private.forget_vacation(auth.uid());
  update public.sellers seller set away_from = null, away_until = null, away_note = '' where seller.id = auth.uid();
end
$$;

create or replace function private.pause_offers_while_away() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner uuid := (select listing.seller_id from public.listings listing where listing.id = new.listing_id);
begin
  perform private.refuse_if(new.from_id <> owner and private.is_away(owner), 'SK421', 'seller_away');
  return new;
end
$$;

create or replace function private.client_network(bits integer default 32) returns text
language sql stable set search_path = ''
return (
  select case
    -- One customer has a whole /64 of IPv6 (RFC 6177).
    when address like '%:%' then host(network(set_masklen(split_part(address, '%', 1)::inet, 64)))
    when address ~ '^\d{1,3}(\.\d{1,3}){3}$' then host(network(set_masklen(address::inet, bits)))
  end
  from (select btrim(reverse(split_part(reverse(
    coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb ->> 'x-forwarded-for'), ',', 1)))) as sent (address));

create or replace function private.enforce_listing_quota() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reached smallint := private.trust_level(new.seller_id);
  size integer := (select most from private.listing_quotas where level <= reached order by level desc limit 1);
begin
  -- Serialised per user, so that concurrent calls cannot both pass.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('stall:' || new.seller_id, 0));
  perform private.refuse_if(size <= (select count(*) from public.listings ad where ad.seller_id = new.seller_id
      and ad.state in ('active', 'reserved', 'pending_review') and ad.id <> new.id),
    'SK501', 'too_many_ads_on_offer', jsonb_build_object('who', case when reached < 2 then 'new' else 'you' end, 'count', size));
  return new;
end
$$;

create or replace function private.trust_level(person uuid) returns smallint
language sql stable security definer set search_path = '' as $$
  select case
    when private.recovered_lately(person) then least(profile.trust_level, 1)
    when profile.trust_level >= 3 then 3
    when private.is_trusted(person) then 2
    else least(profile.trust_level, 1) end::smallint
  from public.profiles profile where profile.id = person
$$;

create or replace function private.who_uses(person uuid) returns table (scope text, who bytea)
language sql stable set search_path = '' as $$
  select sort, pg_catalog.sha256(convert_to(sort || ':' || value, 'UTF8'))
  from (select coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb) as sent (headers), lateral (values
    ('account', person::text),
    ('device', left(headers ->> 'x-device-id', 100)),
    ('network', private.client_network(24)))
    as named (sort, value)
  where value <> ''
$$;

create or replace function private.consume_rate_limit(person uuid, action text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  reached smallint := coalesce(private.trust_level(person), 0);
  rule record;
  free_again timestamptz;
begin
  -- Serialised per user, so that concurrent calls cannot both pass.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('allowance:' || consume_rate_limit.action
    || coalesce(person::text, (select encode(used.who, 'hex') from private.who_uses(null) used where used.scope = 'network'), ''), 0));
  for rule in
    select distinct on (bound.scope, bound.span) bound.*, named.who
    from public.rate_limits bound join private.who_uses(person) named on named.scope = bound.scope
    where bound.action = consume_rate_limit.action and bound.level <= reached
    order by bound.scope, bound.span, bound.level desc
  loop
    -- Available again when the oldest use in the window expires.
    select used.at + rule.span into free_again from private.rate_limit_uses used
      where used.action = consume_rate_limit.action and used.who = rule.who and used.at > now() - rule.span
      order by used.at desc offset rule.allowed - 1 limit 1;
    if found then
      raise exception using errcode = 'SK502', message = 'rate_limited', detail = jsonb_build_object(
        'who', case when rule.scope <> 'account' then rule.scope when reached < 2 and rule.level < 2
            and exists (select from public.rate_limits higher where higher.action = rule.action and higher.scope = 'account' and higher.level >= 2)
          then 'new' else 'you' end,
        'action', consume_rate_limit.action, 'count', rule.allowed,
        'span', case rule.span when interval '1 day' then 'day' when interval '1 hour' then 'hour' when interval '1 minute' then 'minute' else 'other' end,
        'retry_after', ceil(extract(epoch from free_again - now()))) || private.wait_until(free_again);
    end if;
  end loop;
  insert into private.rate_limit_uses (action, who) select consume_rate_limit.action, named.who from private.who_uses(person) named
    where named.scope in (select bound.scope from public.rate_limits bound where bound.action = consume_rate_limit.action);
  -- Cleans up on one call in a hundred, so that no job is needed.
  if random() < 0.01 then
    delete from private.rate_limit_uses where at < now() - (select max(span) from public.rate_limits);
  end if;
end
$$;

create or replace function private.count_edit() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.consume_rate_limit(new.seller_id, 'edit');
  return new;
end
$$;

create or replace function private.count_use() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.consume_rate_limit(auth.uid(), tg_argv[0]);
  return new;
end
$$;

create or replace function public.set_rate_limit(action text, scope text, level integer, span interval, allowed integer) returns public.rate_limits
language plpgsql security definer set search_path = '' as $$
declare
  was public.rate_limits;
  made public.rate_limits;
begin
  perform private.require_role('admin');
  perform private.refuse_if(coalesce(allowed, 0) not between 1 and 100000, 'SK841', 'bad_limit');
  select * into was from public.rate_limits known where known.action = set_rate_limit.action and known.scope = set_rate_limit.scope
    and known.level = set_rate_limit.level and known.span = set_rate_limit.span for update;
  perform private.refuse_if(not found, 'SK842', 'no_such_limit');
  if was.allowed = set_rate_limit.allowed then
    return was;
  end if;
  update public.rate_limits known set allowed = set_rate_limit.allowed where known.action = was.action and known.scope = was.scope
    and known.level = was.level and known.span = was.span returning * into made;
  perform private.audit('limit.set', format('%s/%s/%s/%s', made.action, made.scope, made.level, made.span),
    jsonb_build_object('allowed', was.allowed), jsonb_build_object('allowed', made.allowed));
  return made;
end
$$;

create or replace function public.set_trust_ladder(days integer, deals integer, answered_chats integer) returns public.trust_ladder
language plpgsql security definer set search_path = '' as $$
declare
  was public.trust_ladder;
  made public.trust_ladder;
begin
  perform private.require_role('admin');
  perform private.refuse_if(coalesce(days, -1) not between 0 and 365 or coalesce(deals, 0) not between 1 and 100 or coalesce(answered_chats, 0) not between 1 and 1000,
    'SK843', 'bad_trust_ladder');
  select * into was from public.trust_ladder for update;
  update public.trust_ladder ladder set days = set_trust_ladder.days, deals = set_trust_ladder.deals, answered_chats = set_trust_ladder.answered_chats
    returning * into made;
  if made is distinct from was then
    perform private.audit('limit.ladder', 'trust_ladder', to_jsonb(was) - 'singleton', to_jsonb(made) - 'singleton');
  end if;
  return made;
end
$$;

create or replace function public.set_trust_level(person uuid, level integer, statement text) returns smallint
language plpgsql security definer set search_path = '' as $$
declare
  was smallint;
begin
  perform private.require_role('admin');
  perform private.refuse_if(coalesce(level, -1) not between 0 and 3, 'SK844', 'bad_trust_level');
  perform private.refuse_if(char_length(btrim(coalesce(statement, ''))) not between 10 and 1000, 'SK845', 'trust_reasons_needed');
  select profile.trust_level into was from public.profiles profile where profile.id = person for update;
  perform private.refuse_if(not found, 'SK620', 'no_such_account');
  update public.profiles profile set trust_level = level where profile.id = person;
  perform private.audit('person.trust', 'profile:' || person, jsonb_build_object('trust_level', was),
    jsonb_build_object('trust_level', level, 'statement', btrim(statement)));
  return level::smallint;
end
$$;

create or replace function private.wait_until(free_again timestamptz) returns jsonb
language sql stable set search_path = ''
begin atomic
  select jsonb_build_object(
    'hours', case when wait > interval '90 minutes' then ceil(extract(epoch from wait) / 3600) else 0 end,
    'minutes', greatest(1, ceil(extract(epoch from wait) / 60)))
  from (select free_again - now()) as rest (wait);
end;

create or replace function private.is_trusted(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select profile.trust_level >= 1
    or profile.created_at < now() - make_interval(days => ladder.days) and (
      (select seller.sold_count from public.sellers seller where seller.id = person) >= ladder.deals
      or (select count(*) from public.conversations conversation
          where person in (conversation.buyer_id, conversation.seller_id) and conversation.first_reply_at is not null) >= ladder.answered_chats)
  from public.profiles profile cross join public.trust_ladder ladder where profile.id = person
$$;

create or replace function private.rate_seller() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.sellers seller set
    rating_count = given.count,
    rating_average = case when given.count >= 5 then given.average end
  from (
    select count(*), round(avg(rating), 1) as average from public.reviews review
    where review.subject_id = coalesce(new.subject_id, old.subject_id) and review.state = 'published') as given
  where seller.id = coalesce(new.subject_id, old.subject_id);
  return null;
end
$$;

create or replace function public.rating_counts(seller_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('rating', star, 'count', ratings) order by star desc), '[]')
  from (
    select star, (
      select count(*) from public.reviews review
      where review.subject_id = rating_counts.seller_id and review.state = 'published' and review.rating = star) as ratings
    from generate_series(1, 5) as stars (star)) as counted
$$;

create or replace function private.review_time() returns interval
language sql immutable set search_path = ''
return interval '14 days';

create or replace function private.publish_reviews(of_deal uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  shown public.reviews;
  deal public.deals;
begin
  select * into deal from public.deals known where known.id = of_deal;
  for shown in
    update public.reviews review set state = 'published', published_at = now()
    where review.deal_id = of_deal and review.state = 'submitted' returning *
  loop
    perform private.notify(shown.subject_id, 'review_published',
      private.deal_facts(deal, shown.author_id) || jsonb_build_object('review_id', shown.id, 'rating', shown.rating), shown.id::text);
  end loop;
end
$$;

create or replace function private.publish_due_reviews() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due uuid;
  shown integer := 0;
begin
  for due in
    select review.deal_id from public.reviews review join public.deals deal on deal.id = review.deal_id
    where review.state = 'submitted' and deal.ended_at < now() - private.review_time()
  loop
    perform private.publish_reviews(due);
    shown := shown + 1;
  end loop;
  return shown;
end
$$;

create or replace function private.begin_cadence() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.name := btrim(new.name);
  if tg_op = 'UPDATE' and new.cadence <> old.cadence then
    new.told_at := now();
  end if;
  return new;
end
$$;

create or replace function private.match_saved_searches(ad uuid, hit_kind text, moment timestamptz, old_minor integer default null) returns integer
language plpgsql set search_path = '' as $$
declare
  entry private.listing_search;
  filter private.search_filters;
  is_met boolean;
  found_by integer := 0;
begin
  select * into entry from private.listing_search found where found.listing_id = ad and found.state = 'active';
  if not found then
    return 0;
  end if;
  for filter in
    select ready.* from private.search_filters ready
    join public.saved_searches search on search.id = ready.search_id and search.cadence <> 'off' and search.created_at <= moment
    where (ready.root is null or ready.root = entry.root)
      and (ready.types is null or entry.type = any(ready.types))
      and (ready.price_low is null or entry.price_minor >= ready.price_low)
      and (ready.price_high is null or entry.price_minor <= ready.price_high)
      and (ready.south is null or entry.lat between ready.south and ready.north)
      and (ready.words is null or entry.document @@ ready.words)
      and ready.user_id <> entry.seller_id
  loop
    execute format('select exists (select from private.listing_search entry where entry.listing_id = $1 and %s)', filter.exact)
      into is_met using ad, filter.given;
    continue when not is_met;
    insert into public.search_hits (search_id, listing_id, kind, matched_on, previous_minor)
    values (filter.search_id, ad, hit_kind, private.matched_on(ad, filter), old_minor)
    on conflict do nothing;
    continue when not found;
    update public.saved_searches set new_count = new_count + 1, last_hit_at = now() where id = filter.search_id;
    found_by := found_by + 1;
  end loop;
  return found_by;
end
$$;

create or replace function private.notify_search_hits(lim integer) returns integer
language plpgsql set search_path = '' as $$
declare
  search public.saved_searches;
  news jsonb;
  told integer := 0;
begin
  for search in
    select due.* from public.saved_searches due
    where due.cadence <> 'off'
      and due.told_at <= now() - case due.cadence when 'hourly' then interval '1 hour' when 'daily' then interval '1 day'
        when 'weekly' then interval '7 days' else interval '0' end
      and exists (select from public.search_hits hit where hit.search_id = due.id and hit.told_at is null)
    order by due.told_at limit lim
    for update of due skip locked
  loop
    with fresh as (
      update public.search_hits hit set told_at = now()
      where hit.search_id = search.id and hit.told_at is null
      returning hit.*
    ), still as (
      select fresh.*, ad.title, ad.price_minor, ad.currency, ad.area, ad.city,
        row_number() over (order by fresh.found_at desc, fresh.listing_id) as place, count(*) over () as total
      from fresh join public.listings ad on ad.id = fresh.listing_id and ad.state in ('active', 'reserved')
    )
    select jsonb_build_object('search_id', search.id, 'name', search.name, 'count', max(total),
      'listing_id', min(listing_id::text) filter (where place = 1), 'title', min(title) filter (where place = 1),
      'hits', jsonb_agg(jsonb_build_object('listing_id', listing_id, 'title', title, 'kind', kind, 'amount_minor', price_minor,
        'previous_minor', previous_minor, 'currency', currency, 'place', coalesce(nullif(area, ''), city), 'matched_on', to_jsonb(matched_on)) order by place))
    into news from still where place <= 20;
    update public.saved_searches set told_at = now() where id = search.id;
    if (news ->> 'count')::integer > 0 then
      perform private.notify(search.user_id, 'saved_search_hits', news,
        'search:' || search.id || ':' || extract(epoch from clock_timestamp()), search.channels);
      told := told + 1;
    end if;
  end loop;
  return told;
end
$$;

create or replace function public.mark_search_seen(search_id uuid) returns void
language sql security definer set search_path = '' as $$
  update public.saved_searches set new_count = 0 where id = mark_search_seen.search_id and user_id = auth.uid() and new_count > 0
$$;

create or replace function private.are_short_words(words text[]) returns boolean
language sql immutable set search_path = ''
return not exists (select from unnest(words) as word where word is null or char_length(btrim(word)) not between 1 and 40);

create or replace function private.check_saved_search() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  savable constant text[] := '{q,category,type,condition,delivery,seller_type,with_photo,price_min,price_max,attributes,lat,lng,radius_km,box,seller}';
  unknown text;
begin
  if tg_op = 'INSERT' then
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('saved_searches:' || new.user_id, 0));
    perform private.refuse_if((select count(*) from public.saved_searches search where search.user_id = new.user_id) > 20,
      'SK433', 'saved_searches_full');
  end if;
  select key into unknown from jsonb_object_keys(new.query) as key where key <> all(savable) order by key limit 1;
  perform private.refuse_if(unknown is not null, 'SK434', 'search_key_not_savable', jsonb_build_object('key', unknown));
  perform private.refuse_if(char_length(new.query ->> 'q') > 200, 'SK435', 'search_words_too_long');
  select key into unknown from jsonb_each(new.query) as each (key, value)
  where key in ('price_min', 'price_max', 'lat', 'lng', 'radius_km') and jsonb_typeof(value) not in ('number', 'null') order by key limit 1;
  if unknown is not null then
    raise exception using errcode = '22023', message = format('%s must be a number.', unknown);
  end if;
  select name into unknown from jsonb_each(private.attribute_plans(new.query -> 'attributes', new.query ->> 'category')) as plan (name, value)
  where value = 'null' order by name limit 1;
  perform private.refuse_if(unknown is not null, 'SK436', 'search_key_ignored', jsonb_build_object('key', unknown));
  perform private.refuse_if(not exists (select from jsonb_each(new.query) as each (key, value) where value not in ('null', '""', '[]', '{}')),
    'SK437', 'search_empty');
  delete from private.search_filters ready where ready.search_id = new.id;
  perform private.run_job_now('fan-out-listing-news');
  return null;
end
$$;

create or replace function private.fold_confusables(said text) returns text
language sql immutable set search_path = ''
return case when said ~ U&'[\0180-\02AF\0370-\03FF\0410-\058F\13A0-\13FF\1D00-\1DBF\1E80-\1EFF\2C60-\2CFF\A4D0-\A7FF\AB30-\ABBF\+010300-\+01032F\+01D200-\+01D24F\+01F150-\+01F18F]'
  then translate(said, 'ƀƂƃƄƉƌƍƑƒƖƗƙƚƝƞƟƥƦƭƮƴƵƶƽǀǤǥȤȥȼȾɄɆɇɈɉɍɎɏɑɓɖɗɠɡɢɣɦɨɩɪɫɭɯɳɴɵɼɽʀʂʋʏʐʙʜʟʠͿΘγηθσϜϳϺБЬгћѡѢѣѲѳѴѵѽҌҍғҚҞҢҪҫҬҮүҰұҲҽҿӀӇӉӍӏӨөԌՍՏՕագզհոռսցքօᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᎾᏀᏂᏃᏌᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏫᏲᏳᏴᴀᴄᴅᴇᴊᴋᴍᴏᴑᴘᴛᴜᴠᴡᴢᴦᵮᵰᵲᵴᵵᵶᵻᵼᵽᵾᶃᶌẝỿⱧⱩⲅⲎⲒⲔⲘⲚⲞⲟⲢⲣⲤⲥⲦⲨⲬⳐꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴꙇꚕꜰꜱꝀꝊꝋꝡꞘꞙꞟꞯꞲꞳꞴꬲꬵꬽꬾꭇꭈꭎꭒꭚꭴꭵꮁꮃꮎꮓꮜꮩꮪꮯꮻ𐋵𐌁𐌂𐌉𐌑𐌕𐌗𐌠𐌢𝈍𝈓𝈖𝈚𝈪🅐🅑🅒🅓🅔🅕🅖🅗🅘🅙🅚🅛🅜🅝🅞🅟🅠🅡🅢🅣🅤🅥🅦🅧🅨🅩🅰🅱🅲🅳🅴🅵🅶🅷🅸🅹🅺🅻🅼🅽🅾🅿🆀🆁🆂🆃🆄🆅🆆🆇🆈🆉',
    'bbbbDdgFfllklNnOpRtTyZzslGgZzcTUEeJjrYyabddgggyhiiillwnnorrrsuyzbhlqJOynOoFjMbbrhwbbOoVvwbbrKKHCcTYyYyXeelHHMiOoGUSOwqqhnnugfoDRTiYAJEWMHYOGhZUbRWSVSLCPKdOhGBacdejkmooptuvwzrfnrstziipugyfyHKrHlKMNOoPpCcTYXLBPdDTGKJCZFMNLSRVHWXYAElOUihfsKOowFfuqJXBefoorruuyoirwozuvscoZBClMTXlXVFROLabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz') else said end;

create or replace function private.is_written_out(said text, host text, hosts text[]) returns boolean
language sql immutable set search_path = ''
return (
  select count(*) >= cardinality(array_positions(hosts, host))
  from regexp_matches(lower(private.readable(said)), '[a-z0-9-]+(?:\.[a-z0-9-]+)+', 'g') as part
  where btrim(regexp_replace(part[1], '^www\.', ''), '.-') = host
);

create or replace function public.mark_message_harmless(message_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.message_verdicts verdict set harmless_at = coalesce(verdict.harmless_at, now())
  where verdict.message_id = mark_message_harmless.message_id and verdict.action in ('warn', 'mask') and verdict.sender_id <> auth.uid()
    and exists (select from public.conversations talk where talk.id = verdict.conversation_id and auth.uid() in (talk.buyer_id, talk.seller_id));
  return found;
end
$$;

create or replace function public.labelled_messages(days integer default 90)
returns table (label text, said text, by text, at timestamptz, action text, rules text[])
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role('admin');
  return query select one.label, one.said, one.by, one.at, one.action, one.rules from private.labelled(labelled_messages.days) as one
    where one.said is not null order by one.at desc limit 5000;
end
$$;

create or replace function public.scam_rule_figures(days integer default 30) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  since constant timestamptz := now() - make_interval(days => least(greatest(coalesce(scam_rule_figures.days, 30), 1), 90));
begin
  perform private.require_role('moderator', 'admin');
  return (
    with hit as (
      select rule ->> 'id' as id, verdict.action in ('hold', 'block') as kept_back, judged.label, date_trunc('week', verdict.created_at)::date as week
      from public.message_verdicts verdict cross join lateral jsonb_array_elements(verdict.rules) as rule
      left join private.labelled(90) as judged using (message_id)
      where verdict.created_at > since
    ), weekly as (
      select id, week, count(*) filter (where label <> 'ok') as right_ones, count(*) filter (where label = 'ok') as wrong_ones
      from hit where label is not null group by id, week
    )
    select coalesce(jsonb_object_agg(counted.id, to_jsonb(counted) - 'id'), '{}') from (
      select hit.id, count(*) as hits, count(*) filter (where kept_back) as kept_back, count(*) filter (where label = 'ok') as wrong,
        count(*) filter (where label <> 'ok') as "right",
        (select coalesce(jsonb_agg(jsonb_build_object('week', week, 'right', right_ones, 'wrong', wrong_ones) order by week), '[]') from weekly where weekly.id = hit.id) as weeks
      from hit group by hit.id) as counted);
end
$$;

create or replace function private.judge_message() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  talk public.conversations;
  known text[];
  judged private.judgement;
  same bytea;
  is_short boolean := false;
  told integer := 0;
  sentence text;
begin
  if new.kind = 'system' or coalesce(btrim(new.body), '') = '' then
    return new;
  end if;
  -- A retry after a lost answer: it was judged the first time.
  if exists (select from public.messages said where said.conversation_id = new.conversation_id and said.sender_id = new.sender_id
      and said.client_id = new.client_id) then
    return new;
  end if;
  case (select held.state from public.held_messages held where held.conversation_id = new.conversation_id
    and held.sender_id = new.sender_id and held.client_id = new.client_id)
    when 'released' then
      update public.conversations set opened_at = now() where id = new.conversation_id and opened_at is null;
      return new;
    when 'held', 'blocked', 'refused' then return null;
    else
  end case;

  select * into talk from public.conversations conversation where conversation.id = new.conversation_id;
  known := private.sender_signals(new.sender_id, talk);
  judged := private.judge_talk(private.earlier_messages(talk.id, new.sender_id), new.body, known);
  if judged.action = 'mask' and private.both_know_each_other(talk.id) then
    -- A meet-up may need a phone number: further ones cause no warning.
    judged.action := case when exists (select from public.message_verdicts earlier where earlier.conversation_id = talk.id
      and earlier.sender_id = new.sender_id and earlier.action = 'warn' and earlier.pattern = judged.pattern) then 'allow' else 'warn' end;
  end if;
  same := private.fingerprint(new.body, 8, 10000);
  -- Short texts that many write, such as "Is it still available?", ask something.
  if same is null and 'first_message' = any(known) and talk.buyer_id = new.sender_id and new.body !~ U&'[?\061F\FF1F]' then
    is_short := true;
    same := private.fingerprint(new.body, 3, 7);
  end if;
  if same is not null then
    -- To how many others.
    select count(distinct verdict.conversation_id) into told from public.message_verdicts verdict
      where verdict.sender_id = new.sender_id and verdict.fingerprint = same and verdict.conversation_id <> talk.id
        and verdict.created_at > now() - interval '7 days';
    if told >= 6 and not is_short then
      judged.action := case when judged.action = 'block' then 'block' else 'hold' end;
      judged.pattern := coalesce(judged.pattern, 'bulk');
      judged.rules := judged.rules || jsonb_build_array(jsonb_build_object('id', 'sender.same_words', 'version', 1, 'pattern', 'bulk', 'weight', 100));
    elsif told >= 3 + is_short::integer and new.kind = 'text' and not private.is_trusted(new.sender_id) then
      raise exception using errcode = 'SK220', message = 'same_message_to_many', detail = jsonb_build_object('count', told);
    end if;
  end if;
  -- The demo market only shows warnings, since nobody reviews held messages.
  if judged.action in ('hold', 'block') and (new.kind <> 'text' or (select profile.is_demo from public.profiles profile where profile.id = new.sender_id)) then
    judged.action := case when new.kind = 'text' then 'warn' else 'mask' end;
  end if;

  sentence := case when judged.action <> 'allow' then private.decisive_sentence(new.body, private.gravest_rule(judged), known) end;
  insert into public.message_verdicts (message_id, conversation_id, sender_id, action, score, pattern, rules, known, fingerprint, sentence)
  values (new.id, talk.id, new.sender_id, judged.action, judged.score, judged.pattern, judged.rules, known, same, sentence);
  case judged.action
    when 'allow' then
      null;
    when 'warn' then
      new.notice := judged.pattern;
      new.notice_sentence := nullif(sentence, btrim(new.body));
    when 'mask' then
      insert into public.message_originals (message_id, conversation_id, body) values (new.id, talk.id, new.body);
      new.body := private.mask_contacts(new.body);
      new.masked := true;
      new.notice := judged.pattern;
    else
      insert into public.held_messages (id, conversation_id, sender_id, body, client_id, pattern, state)
      values (new.id, talk.id, new.sender_id, new.body, new.client_id, judged.pattern, case judged.action when 'hold' then 'held' else 'blocked' end);
      -- The seller has not seen any message yet.
      update public.conversations set opened_at = null where id = talk.id and last_sender_id is null;
      return null;
  end case;
  if talk.opened_at is null then
    update public.conversations set opened_at = now() where id = talk.id;
  end if;
  return new;
end
$$;

create or replace function private.judge_text(said text, known text[] default '{}') returns private.judgement
language plpgsql stable set search_path = '' as $$
declare
  reading private.reading := private.read_message(said);
  heard constant tsvector[] := array(select private.stretches_of(reading.words));
  opinion constant text[] := private.second_opinion(private.opinion_features(reading.words, reading.found, heard));
  beside constant text := array_to_string(array(select format('%s:1', signal) from unnest(reading.found || known || opinion) as signal), ' ');
  stretches constant tsvector[] := array(select (signals::text || ' ' || beside)::tsvector from unnest(heard) as signals);
  judged private.judgement;
begin
  with applied as (
    select rule.id, rule.version, rule.pattern, rule.weight,
      array_position(array['allow', 'warn', 'mask', 'hold', 'block'], rule.action) as gravity
    from public.scam_rules rule
    where rule.retired_at is null
      -- Most messages are one stretch.
      and (stretches[1] @@ rule.signals or exists (select from unnest(stretches[2:]) as said_there where said_there @@ rule.signals))
  )
  select
    (array['allow', 'warn', 'mask', 'hold', 'block'])[coalesce(max(gravity), 1)],
    -- Two light rules of one pattern count once; each severe one counts, and so does each fact about the sender.
    coalesce((select sum(counted) from (
      select coalesce(sum(weight) filter (where weight >= 50 or gravity = 1), 0) + case when bool_or(weight >= 50) then 0 else coalesce(max(weight) filter (where gravity > 1), 0) end as counted
      from applied group by pattern) as by_pattern), 0),
    (array_agg(pattern order by gravity = 1, weight desc, id))[1],
    coalesce(jsonb_agg(jsonb_build_object('id', id, 'version', version, 'pattern', pattern, 'weight', weight) order by weight desc, id), '[]')
  into judged.action, judged.score, judged.pattern, judged.rules
  from applied;
  judged.hosts := reading.hosts;
  if judged.action = 'allow' then
    judged.pattern := null;
  elsif judged.action in ('warn', 'mask') and judged.score >= 100 then
    judged.action := 'hold';
  end if;
  return judged;
end
$$;

create or replace function private.mask_contacts(said text) returns text
language plpgsql stable set search_path = '' as $$
declare
  masked text := regexp_replace(regexp_replace(regexp_replace(private.readable(said),
    '[^[:space:]@]+ ?@ ?[^[:space:]@]+\.[[:alpha:]]{2,}', '•••', 'g'),
    '@[[:alnum:]._]{3,}', '•••', 'g'),
    '(\+|\m)[0-9oOlI]([ .()/-]{0,2}[0-9oOlI]){5,}', '•••', 'g');
begin
  return case when masked = private.readable(said) or (private.judge_text(masked)).action = 'mask' then '•••' else masked end;
end
$$;

create or replace function public.reveal_message(message_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  talk uuid;
  said text;
begin
  select message.conversation_id, original.body into talk, said
  from public.messages message
  join public.conversations conversation on conversation.id = message.conversation_id
  left join public.message_originals original on original.message_id = message.id
  where message.id = reveal_message.message_id and message.masked and auth.uid() in (conversation.buyer_id, conversation.seller_id);
  perform private.refuse_if(talk is null, 'SK221', 'nothing_hidden');
  perform private.refuse_if(said is null, 'SK222', 'hidden_words_gone');
  perform private.refuse_if(not private.both_know_each_other(talk), 'SK223', 'contacts_after_two_messages');
  return said;
end
$$;

create or replace function private.set_own_site(host text) returns void
language sql set search_path = ''
begin atomic
  delete from public.scam_domains known where known.what = 'own' and known.domain <> lower(set_own_site.host);
  insert into public.scam_domains (domain, what)
  select lower(set_own_site.host), 'own'
  -- A name without a dot is local: no message refers to it as a site.
  where lower(set_own_site.host) ~ '^[a-z0-9-]+([.][a-z0-9-]+)+$'
  on conflict (domain) do nothing;
end;

create or replace function private.read_message(said text) returns private.reading
language plpgsql stable set search_path = '' as $$
declare
  -- Top-level domains; those that are also words count only before a path.
  endings constant text := 'com|net|org|info|biz|shop|store|online|site|website|app|dev|xyz|top|club|live|link|click|page|pay|money|cash|bank|vip|icu|cc|tv|ws|io|eu|pt|es|de|fr|uk|ie|nl|be|ch|pl|br|us|ru|ly|gd|gg|ngrok|example|test|invalid';
  numbers constant jsonb := private.number_words();
  joins constant text[] := array['plus', 'and', 'then', 'dash', 'minus', 'o', 'e', 'y', 'und', 'et', 'mais', 'mas', 'tiret', 'guion', 'traco', 'strich', 'dot', 'space',
    'area', 'code', 'ok', 'die', 'fois', 'dann', 'danach', 'puis', 'ensuite', 'luego', 'despues', 'depois'];
  plain text := private.plain_letters(left(said, 2000));
  found text[] := '{}';
  hosts text[] := '{}';
  piece text;
  value text;
  digits text := '';
  pieces integer[] := '{}';
  spelled integer := 0;
  times integer := 1;
  international boolean := false;
  next_international boolean := false;
  longest integer := 0;
  letter text;
  words text[];
begin
  -- Compiling patterns is expensive, and a session caches 32 of them: plain checks first decide whether one is needed.
  if plain like '%''%' then
    -- l'argent and what's: the first is two words, the second one.
    plain := replace(regexp_replace(plain, '\m([cdjlmnst]|qu|jusqu|aujourd|lorsqu|puisqu)''', '\1 ', 'g'), '''', '');
  end if;
  -- https : // souk-pay . example, souk-pay,com/x, tinyurl com/x1
  if plain like '%//%' then
    plain := regexp_replace(plain, '(h[tx]{2}ps?) *: *// *', '\1://', 'g');
  end if;
  if plain like '% . %' then
    plain := regexp_replace(plain, '([a-z0-9-]{3,}) +\. +(net|org|info|biz|xyz|example|test)\M', '\1.\2', 'g');
  end if;
  if plain like any (array['%,%/%', '% com/%']) then
    plain := regexp_replace(plain, '([a-z0-9-]{3,})(,(?=(com|net|org|info|de|es|fr|pt)/[a-z0-9])| (?=com/[a-z]*[0-9]))', '\1.', 'g');
  end if;
  -- souk-pay . com / x
  if plain like '% .%/%' then
    plain := regexp_replace(plain, '([a-z0-9-]{2,}) +\. *(' || endings || ') */ *(?=[a-z0-9])', '\1.\2/', 'g');
  end if;
  -- bit ly slash abc; the word for a slash is ambiguous in Spanish and Portuguese, where the dot must be spelled out too.
  if plain like any (array['% slash %', '% schragstrich %']) then
    plain := regexp_replace(plain, '([a-z0-9-]{2,})[ .]+((dot|punkt|point) )?(' || endings || '|me|co|it|to|is) +(slash|schragstrich) +(?=[a-z0-9])', '\1.\4/', 'g');
  end if;
  if plain like '% barra %' then
    plain := regexp_replace(plain, '([a-z0-9-]{2,}) +(ponto|punto) +(' || endings || ') +barra +(?=[a-z0-9])', '\1.\3/', 'g');
  end if;
  if plain like any (array['%(%', '%[%', '%{%', '%<%']) then
    plain := regexp_replace(plain, ' *[[({<] *(at|arroba|a) *[])}>] *', '@', 'g');
    plain := regexp_replace(plain, ' *[[({<] *(dot|punto|ponto|punkt|point|\.) *[])}>] *', '.', 'g');
  end if;
  if plain like any (array['% dot %', '% punkt %']) then
    plain := regexp_replace(plain, '[ ,]+(dot|punkt)[ ,]+(' || endings || ')\M', '.\2', 'g');
  end if;
  if plain like any (array['% punto %', '% ponto %', '% point %']) then
    plain := regexp_replace(plain, ' +(punto|ponto|point) +(com|net|org|info|example|test)\M', '.\2', 'g');
  end if;
  -- bit point ly / abc
  if plain like any (array['% punto %/%', '% ponto %/%', '% point %/%']) then
    plain := regexp_replace(plain, ' +(punto|ponto|point) +(' || endings || ') */ *(?=[a-z0-9])', '.\2/', 'g');
  end if;
  if plain like '% at %' then
    -- "look at" a site: not an email address.
    plain := regexp_replace(plain, '\m(look|see|seen|photos?|pictures?|pics|images?|pay|paid|order|more|here|in|it|on|up|verify|confirm|track|buy|cheaper|available|info|details|visit|login|log|listed|found|shop) at ', '\1 zatz ', 'g');
  end if;
  if plain like any (array['% at %', '% arroba %', '% aroba %', '% klammeraffe %', '% arobase %']) then
    plain := regexp_replace(plain, '\m([a-z0-9._-]+) +(at|arroba|aroba|klammeraffe|arobase) +([a-z0-9-]+)( +(punto|ponto|point|dot|punkt)|\.| *\. +) *('
      || endings || ')\M(?!/)', '\1@\3.\6', 'g');
    plain := regexp_replace(plain,
      '\m([a-z0-9._-]{2,}) +(at|arroba|aroba|klammeraffe|arobase) +(gmail|hotmail|outlook|yahoo|icloud|proton|protonmail|gmx|sapo|googlemail)\M', '\1@\3.com', 'g');
  end if;

  if plain like '%@%' then
    value := regexp_replace(plain, '[a-z0-9._%+-]+ ?@ ?[a-z0-9-]+( ?\. ?[a-z0-9-]+)+', ' zmailz ', 'g');
    if value <> plain then found := found || 'mail'::text; end if;
    plain := value;
    value := regexp_replace(plain, '(^|[^a-z0-9@._])@[a-z][a-z0-9._]{2,}', '\1 zhandlez ', 'g');
    if value <> plain then found := found || 'handle'::text; end if;
    plain := value;
  end if;
  if plain like any (array['%: %', '%:_%', '%=%']) and plain ~ '\m(insta|instagram|ig|snap|snapchat|telegram|tg|fb|facebook|tiktok|skype|discord|viber)( name| user| id)? ?[:=] ?[a-z0-9._]{3,}' then
    found := found || 'handle'::text;
  end if;
  if plain like any (array['%.%', '%//%']) then
    for value in
      select coalesce(part[1], part[2], part[3]) from regexp_matches(plain,
        '(?:h[tx]{2}ps?|ftp)[[]?:[]]?/{1,2} ?([a-z0-9.-]+)|\m(www\.[a-z0-9-]+(?:\.[a-z0-9-]+)*|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:' || endings
          || '))\M|\m([a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:me|co|it|to|is|so|at|id|in)(?=/))', 'g') as part
    loop
      if starts_with(value, 'www.') then value := substr(value, 5); end if;
      value := btrim(value, '.-');
      if value <> '' then hosts := hosts || value; end if;
    end loop;
    if cardinality(hosts) > 0 then
      plain := regexp_replace(plain, '((h[tx]{2}ps?|ftp)[[]?:[]]?/{1,2} ?|\mwww\.)[^ ]*|\m[a-z0-9-]+(\.[a-z0-9-]+)*\.('
        || endings || '|(me|co|it|to|is|so|at|id|in)(?=/))\M(:[0-9]+)?(/[^ ]*)?', ' zlinkz ', 'g');
      found := found || array(select distinct case when private.trusts_host(host) and private.is_written_out(said, host, hosts) then 'trusted_link' else 'link' end from unnest(hosts) as host);
    end if;
  end if;

  if plain <> translate(plain, '0123456789', '') or plain ~ '\m(zero|cero|null|seven|sete|siete|sieben|sept|nine|nove|nueve|neun|neuf|six|seis|sechs|two|dois|dos|zwei|deux)\M' then
    -- Dates are not phone numbers.
    value := case when plain ~ '[0-9]' then regexp_replace(plain, '(?<![0-9./-])[0-3]?[0-9][./-][01]?[0-9][./-](19|20)?[0-9]{2}(?![0-9]|[./-][0-9])', ' zdatez ', 'g') else plain end;
    for piece in
      select part[1] from regexp_matches(value || ' zendz', '([0-9][0-9olisbz]*|[oil][0-9oli]*[0-9][0-9oli]*|o{2,3}(?![a-z])|(?:oi|io|ol)(?![a-z])|[a-z]+|[^a-z0-9 ]+)', 'g') as part
    loop
      letter := left(piece, 1);
      if letter between '0' and '9' or piece <> translate(piece, '0123456789', '') or piece in ('oo', 'ooo') or digits <> '' and piece in ('oi', 'io', 'ol') then
        piece := translate(piece, 'olisbz', '011582');
        if digits = '' then international := next_international; end if;
        digits := digits || repeat(piece, times);
        pieces := pieces || char_length(piece);
        times := 1;
      elsif numbers ? piece then
        if numbers ->> piece like 'x%' then
          times := right(numbers ->> piece, 1)::integer;
        else
          digits := digits || repeat(numbers ->> piece, times);
          pieces := pieces || char_length(numbers ->> piece);
          spelled := spelled + 1;
          times := 1;
        end if;
      elsif letter between 'a' and 'z' and (digits = '' or piece <> all (joins))
        or letter not between 'a' and 'z' and translate(piece, '.,()/+*_·|~-', '') <> '' then
        longest := greatest(longest, char_length(digits));
        if digits <> '' and private.looks_like_phone(digits, pieces, spelled, international) then
          found := found || 'phone'::text;
        elsif pieces = '{5}' then
          found := found || 'short_code'::text;
        end if;
        digits := '';
        pieces := '{}';
        spelled := 0;
        times := 1;
        international := false;
      end if;
      next_international := piece like '%+';
    end loop;
    if longest between 6 and 15 then found := found || 'digits'::text; end if;
    if plain like any (array['%$%', '%£%', '%€%', '% eur%', '% pound%', '% usd%']) then found := found || 'amount'::text; end if;
    if plain like '%\%%' then found := found || 'percent'::text; end if;
  end if;
  if plain like any (array['%£%', '%$%']) then found := found || 'foreign_amount'::text; end if;

  if plain ~ '\m[0-9]{2,5}\M' then found := found || 'number'::text; end if;
  -- Clause boundaries: phrases and negations do not span them.
  plain := regexp_replace(plain, '[.,;:!?\n]+( |$|\n)', ' zz ', 'g');
  words := array(select part[1] from regexp_matches(plain, '[a-z0-9]+', 'g') as part);
  -- w h a t s a p p
  if plain ~ '\m[a-z]([ ._*-]+[a-z]\M){3,}' then
    words := words || array(select regexp_replace(part[1], '[^a-z]', '', 'g')
      from regexp_matches(plain, '(\m[a-z](?:[ ._*-]+[a-z]\M){3,})', 'g') as part);
  end if;
  -- c@rd, m0ney, vvhatsapp
  if plain ~ '[a-z][@$0-9|!][a-z]|[a-z]{2}[@$013457][^a-z0-9]|\m[@$013457][a-z]{2}|vv' then
    -- The digit one may stand for i or l: both readings are appended.
    foreach value in array array[translate(plain, '@$01|!3457', 'asoiiieast'), translate(plain, '@$01|!3457', 'asollleast'), replace(plain, 'vv', 'w')] loop
      if value <> plain then
        words := words || array(select part[1] from regexp_matches(value, '[a-z0-9]+', 'g') as part);
      end if;
    end loop;
  end if;
  return (words, found, hosts)::private.reading;
end
$$;

create or replace function private.plain_letters(said text) returns text
language sql immutable set search_path = ''
return replace(lower(regexp_replace(normalize(translate(private.fold_confusables(private.readable(said)),
  'АВЕЅІЈКМНОРСТХУԜԚаеѕіјкорсухԝԛһԁνοαικρτυχβεωΑΒΕΖΗΙΚΜΝΟΡΤΥΧⅼøØłŁđĐıæœÆŒ’‘`´ʼ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९Зз',
  'ABESIJKMHOPCTXYWQaesijkopcyxwqhdvoaikptuxbewABEZHIKMNOPTYXloOlLdDiaoAO''''''''''01234567890123456789012345678933'), NFKD),
  U&'[\0300-\036F]', '', 'g')), 'ß', 'ss');

create or replace function private.trusts_host(host text) returns boolean
language sql stable set search_path = ''
return exists (select from public.scam_domains known where host = known.domain or right(host, char_length(known.domain) + 1) = '.' || known.domain);

create or replace function private.number_words() returns jsonb
language sql immutable set search_path = ''
return '{
 "zero":"0","oh":"0","nought":"0","null":"0","cero":"0","one":"1","two":"2","three":"3","four":"4","five":"5","six":"6","seven":"7","eight":"8","nine":"9",
 "ten":"10","eleven":"11","twelve":"12","thirteen":"13","fourteen":"14","fifteen":"15","sixteen":"16","seventeen":"17","eighteen":"18","nineteen":"19",
 "twenty":"2","thirty":"3","forty":"4","fifty":"5","sixty":"6","seventy":"7","eighty":"8","ninety":"9","hundred":"00","double":"x2","triple":"x3",
 "um":"1","uma":"1","dois":"2","duas":"2","tres":"3","quatro":"4","cinco":"5","seis":"6","meia":"6","sete":"7","oito":"8","nove":"9","dez":"10","onze":"11","doze":"12","treze":"13","catorze":"14","quinze":"15","dezasseis":"16","dezassete":"17","dezoito":"18","dezanove":"19",
 "vinte":"2","trinta":"3","quarenta":"4","cinquenta":"5","sessenta":"6","setenta":"7","oitenta":"8","noventa":"9","cem":"00","cento":"1","dobro":"x2",
 "duzentos":"2","trezentos":"3","quatrocentos":"4","quinhentos":"5","seiscentos":"6","setecentos":"7","oitocentos":"8","novecentos":"9",
 "doscientos":"2","trescientos":"3","cuatrocientos":"4","quinientos":"5","seiscientos":"6","setecientos":"7","ochocientos":"8","novecientos":"9",
 "uno":"1","una":"1","dos":"2","cuatro":"4","siete":"7","ocho":"8","nueve":"9","diez":"10","once":"11","doce":"12","trece":"13","quince":"15","dieciseis":"16","diecisiete":"17","dieciocho":"18","diecinueve":"19",
 "veinte":"2","veintiuno":"21","veintidos":"22","veintitres":"23","veinticuatro":"24","veinticinco":"25","veintiseis":"26","veintisiete":"27","veintiocho":"28","veintinueve":"29","treinta":"3","cuarenta":"4","cincuenta":"5","sesenta":"6","setenta y":"7","ochenta":"8","cien":"00","ciento":"1","doble":"x2",
 "zeros":"0","ceros":"0","zweimal":"x2","dreimal":"x3","eins":"1","ein":"1","zwei":"2","zwo":"2","drei":"3","vier":"4","funf":"5","fuenf":"5","sechs":"6","sieben":"7","acht":"8","neun":"9","zehn":"10","elf":"11","zwolf":"12","zwoelf":"12","dreizehn":"13","vierzehn":"14","funfzehn":"15","sechzehn":"16","siebzehn":"17","achtzehn":"18","neunzehn":"19",
 "zwanzig":"2","dreissig":"3","vierzig":"4","funfzig":"5","fuenfzig":"5","sechzig":"6","siebzig":"7","achtzig":"8","neunzig":"9","hundert":"00","doppel":"x2",
 "deux":"2","trois":"3","quatre":"4","cinq":"5","sept":"7","huit":"8","neuf":"9","dix":"10","douze":"12","treize":"13","quatorze":"14","seize":"16","vingt":"2","vingts":"8","trente":"3","quarante":"4","cinquante":"5","soixante":"6","cent":"00"
}'::jsonb;

create or replace function private.looks_like_phone(digits text, pieces integer[], spelled integer, international boolean) returns boolean
language sql immutable set search_path = ''
return case
  when international then char_length(digits) between 8 and 15
  -- Digit by digit, or in words, which nobody does for prices or measures.
  when spelled >= 5 or (select count(*) from unnest(pieces) as piece where piece = 1) >= 6 then char_length(digits) between 7 and 15
  -- Partly in words: nine-one-two 345678.
  when spelled >= 3 and char_length(digits) between 9 and 13 then true
  when digits like '00%' then char_length(digits) between 10 and 15
  when digits like '0%' then char_length(digits) between 9 and 12
  when char_length(digits) = 9 and left(digits, 1) in ('2', '6', '7', '9') then pieces in ('{9}', '{3,3,3}', '{3,2,2,2}', '{2,3,2,2}', '{2,3,4}', '{2,2,2,3}', '{3,6}', '{2,7}', '{1,4,4}', '{3,2,4}', '{5,4}', '{4,5}', '{3,4,2}')
  when char_length(digits) = 10 and left(digits, 1) > '1' then pieces in ('{3,3,4}', '{10}')
  when char_length(digits) between 11 and 13 then (left(digits, 2) in ('34', '33', '49', '44') or left(digits, 3) = '351') and pieces[1] in (2, 3, char_length(digits))
  else false
end;

create or replace function private.signals_of(words text[]) returns tsvector
language plpgsql stable set search_path = '' as $$
declare
  said text;
begin
  with asked (place, key, rest) as materialized (
    select place, key, array_to_string(words[place : place + 4], ' ') || ' '
    from generate_subscripts(words, 1) as place, unnest(array[words[place], words[place] || ' ' || words[place + 1], left(words[place], 3) || '*']) as key
    union all
    -- whats app
    select place + 1, words[place] || words[place + 1], words[place] || words[place + 1] || ' '
    from generate_subscripts(words, 1) as place
    where char_length(words[place] || words[place + 1]) between 6 and 12
    -- An overestimate that tells the planner to look up each phrase instead of scanning all words.
    limit 200
  ), heard as materialized (
    select distinct signal, asked.place as begins, asked.place + known.further_words as ends
    from asked join public.scam_words known on known.key = asked.key, unnest(known.signals) as signal
    where starts_with(asked.rest, case when known.open_end then known.stem else known.stem || ' ' end)
  )
  select string_agg(case when starts_with(heard.signal, 'do_') and exists (select from heard no where
      (no.signal = 'not' and heard.begins - no.ends between 1 and 3 or no.signal = 'not_next' and heard.begins - no.ends = 1)
        and 'zz' <> all (words[no.ends : heard.begins])
      or no.signal = 'not_after' and no.begins - heard.ends between 1 and 2 and 'zz' <> all (words[heard.ends : no.begins]))
    then 'dont' || substr(heard.signal, 3) else heard.signal end || ':' || heard.ends, ' ') into said
  from heard;
  return coalesce(said, '')::tsvector;
end
$$;

create or replace function private.known_signals() returns text[]
language sql stable set search_path = ''
return array['mail', 'handle', 'link', 'trusted_link', 'phone', 'digits', 'short_code', 'number', 'amount', 'percent', 'foreign_amount',
  'new_account', 'young_account', 'checked', 'first_message', 'hurried', 'far_away', 'protected_pay', 'seems_bad']
  || array(select distinct signal from public.scam_words, unnest(signals) as signal)
  || array(select distinct 'dont' || substr(signal, 3) from public.scam_words, unnest(signals) as signal where starts_with(signal, 'do_'));

create or replace function public.save_scam_rule(id text, pattern text, signals text, weight integer, action text) returns public.scam_rules
language plpgsql security definer set search_path = '' as $$
declare
  wanted tsquery;
  unknown text;
  was public.scam_rules;
  made public.scam_rules;
begin
  perform private.require_role('admin');
  perform private.refuse_if(coalesce(save_scam_rule.id, '') !~ '^[a-z0-9_]{2,30}\.[a-z0-9_]{2,40}$', 'SK846', 'bad_rule_name');
  perform private.refuse_if(not exists (select from public.scam_patterns known where known.id = save_scam_rule.pattern), 'SK847', 'no_suspicion');
  perform private.refuse_if(coalesce(weight, -1) not between 0 and 100, 'SK848', 'bad_weight');
  perform private.refuse_if(coalesce(action, '') not in ('allow', 'warn', 'mask', 'hold', 'block'),
    'SK009', 'unknown_choice', jsonb_build_object('name', 'action', 'choices', 'allow, warn, mask, hold, block'));
  begin
    wanted := nullif(btrim(coalesce(save_scam_rule.signals, '')), '')::tsquery;
  exception when syntax_error then
    raise exception using errcode = 'SK849', message = 'bad_signals';
  end;
  perform private.refuse_if(wanted is null or numnode(wanted) = 0, 'SK850', 'no_signals');
  perform private.refuse_if(''::tsvector @@ wanted, 'SK851', 'rule_finds_all');
  select named.signal into unknown from regexp_matches(wanted::text, '''([^'']+)''', 'g') as found (part), lateral (select part[1]) as named (signal)
    where named.signal <> all (private.known_signals()) limit 1;
  perform private.refuse_if(found, 'SK852', 'unknown_signal', jsonb_build_object('signal', unknown));

  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('scam_rule:' || save_scam_rule.id, 0));
  select * into was from public.scam_rules known where known.id = save_scam_rule.id and known.retired_at is null;
  if was.id is not null and (was.pattern, was.signals::text, was.weight, was.action)
      = (save_scam_rule.pattern, wanted::text, save_scam_rule.weight, save_scam_rule.action) then
    return was;
  end if;
  update public.scam_rules known set retired_at = now() where known.id = save_scam_rule.id and known.retired_at is null;
  insert into public.scam_rules (id, version, pattern, signals, weight, action)
  values (save_scam_rule.id, 1 + coalesce((select max(known.version) from public.scam_rules known where known.id = save_scam_rule.id), 0),
    save_scam_rule.pattern, wanted, save_scam_rule.weight, save_scam_rule.action)
  returning * into made;
  perform private.audit('scam_rule.save', made.id, case when was.id is not null then to_jsonb(was) end, to_jsonb(made));
  return made;
end
$$;

create or replace function public.switch_scam_rule(id text, in_force boolean) returns public.scam_rules
language plpgsql security definer set search_path = '' as $$
declare
  latest public.scam_rules;
begin
  perform private.require_role('admin');
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('scam_rule:' || switch_scam_rule.id, 0));
  select * into latest from public.scam_rules known where known.id = switch_scam_rule.id order by known.version desc limit 1;
  perform private.refuse_if(not found, 'SK853', 'no_such_rule');
  if in_force = (latest.retired_at is null) then
    return latest;
  elsif in_force then
    return public.save_scam_rule(latest.id, latest.pattern, latest.signals::text, latest.weight, latest.action);
  end if;
  update public.scam_rules known set retired_at = now() where known.id = latest.id and known.version = latest.version returning * into latest;
  perform private.audit('scam_rule.retire', latest.id, to_jsonb(latest), null);
  return latest;
end
$$;

create or replace function public.try_scam_rules(said text, known text[] default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  judged private.judgement;
  reading private.reading;
begin
  perform private.require_role('moderator', 'admin');
  judged := private.judge_text(left(coalesce(said, ''), 2000), coalesce(try_scam_rules.known, '{}'));
  reading := private.read_message(left(coalesce(said, ''), 2000));
  return jsonb_build_object('action', judged.action, 'score', judged.score, 'pattern', judged.pattern, 'rules', judged.rules,
    'signals', to_jsonb(array(select distinct signal from unnest(reading.found || tsvector_to_array(private.signals_of(reading.words))) as signal order by signal)));
end
$$;

create or replace function private.opinion_features(words text[], found text[], heard tsvector[]) returns text[]
language sql immutable set search_path = ''
return array(
  with word (word, place) as (
    select word, place from unnest(words[1:150]) with ordinality as said (word, place)
  )
  select word from word where word <> 'zz'
  union
  select word || ' ' || coalesce(lead(word) over (order by place), 'zz') from word
  union
  select left(word, 5) || '*' from word where char_length(word) > 5
  union
  select ':' || signal from unnest(found) as signal
  union
  select ':' || signal from unnest(heard) as stretch, unnest(tsvector_to_array(stretch)) as signal
  union
  -- Each action that is requested, done or refused, combined with each other concept of the window: do_pay+away.
  select least(signal, other) || '+' || greatest(signal, other)
  from unnest(heard) as stretch,
    lateral (select tsvector_to_array(stretch) || found) as said (signals),
    unnest(said.signals) as signal, unnest(said.signals) as other
  where signal <> other and (signal ^@ 'do_' or signal ^@ 'dont_'
    or signal in ('paid', 'receive', 'got', 'pending', 'surplus', 'refuse', 'told', 'on_sight'))
);

create or replace function private.second_opinion(features text[]) returns text[]
language sql stable set search_path = ''
return (
  select case when odds >= 1.5 then '{seems_bad,surely_bad}'::text[] when odds >= 1 then '{seems_bad}' when odds <= -1 then '{seems_good}' else '{}' end
  from (
    select coalesce(sum(known.weight) / sqrt(count(*)), 0) + (select weight from private.scam_weights where feature = '*') as odds
    from unnest(features) as feature left join private.scam_weights known using (feature)
  ) as learned
);

create or replace function public.check_suspicion(said text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  judged private.judgement;
  known constant text[] := array_remove(array['new_account', 'first_message', private.protected_pay()], null);
begin
  perform private.refuse_if(coalesce(btrim(said), '') = '', 'SK704', 'nothing_to_check');
  perform private.refuse_if(char_length(said) > 2000, 'SK705', 'check_too_long');
  -- Judged as from an unknown sender, which is the typical case.
  judged := private.judge_text(said, known);
  return jsonb_build_object(
    'action', judged.action,
    'sentence', case when judged.action <> 'allow' then private.decisive_sentence(said, private.gravest_rule(judged), known) end,
    -- Rules that only add weight to others are omitted.
    'patterns', coalesce((select jsonb_agg(pattern order by first)
      from (select applied.value ->> 'pattern' as pattern, min(applied.ordinality) as first
        from jsonb_array_elements(judged.rules) with ordinality as applied
        join public.scam_rules rule on rule.id = applied.value ->> 'id' and rule.version = (applied.value ->> 'version')::integer
        where rule.action <> 'allow' group by 1) as found), '[]'),
    'hosts', coalesce((select jsonb_agg(jsonb_build_object('host', host, 'what', coalesce((
        select known.what from public.scam_domains known where host = known.domain or right(host, char_length(known.domain) + 1) = '.' || known.domain
        order by char_length(known.domain) desc limit 1), 'unknown')) order by at)
      from unnest(judged.hosts) with ordinality as named (host, at)), '[]'));
end
$$;

create or replace function private.decisive_sentence(said text, rule_id text, known text[] default '{}') returns text
language plpgsql stable set search_path = '' as $$
declare
  sentences constant text[] := array(select btrim(part) from regexp_split_to_table(said, '(?<=[.!?])\s+|\n+') as part where btrim(part) <> '');
  wanted constant tsquery := (select rule.signals from public.scam_rules rule where rule.id = rule_id and rule.retired_at is null);
  reading private.reading;
begin
  for place in 1 .. least(cardinality(sentences), 12) loop
    reading := private.read_message(array_to_string(sentences[1:place], ' '));
    exit when place = cardinality(sentences);
    if (private.signals_of(reading.words)::text || ' '
        || array_to_string(array(select format('%s:1', signal) from unnest(reading.found || known || '{seems_bad,surely_bad}') as signal), ' '))::tsvector @@ wanted then
      return left(sentences[place], 200);
    end if;
  end loop;
  return left(sentences[cardinality(sentences)], 200);
end
$$;

create or replace function private.gravest_rule(judged private.judgement) returns text
language sql stable set search_path = ''
return (
  select applied.value ->> 'id' from jsonb_array_elements((judged).rules) with ordinality as applied
  where applied.value ->> 'pattern' = (judged).pattern order by applied.ordinality limit 1
);

create or replace function private.judge_talk(earlier text[], said text, known text[]) returns private.judgement
language plpgsql stable set search_path = '' as $$
declare
  alone constant private.judgement := private.judge_text(said, known);
  before private.judgement;
  together private.judgement;
  fresh jsonb;
begin
  if cardinality(earlier) = 0 or alone.action not in ('allow', 'warn') then
    return alone;
  end if;
  together := private.judge_text(array_to_string(earlier || said, E'.\n'), known);
  if together.score <= alone.score then
    return alone;
  end if;
  before := private.judge_text(array_to_string(earlier, E'.\n'), known);
  fresh := coalesce((
    select jsonb_agg(rule || '{"together": true}') from jsonb_array_elements(together.rules) as rule
    where not exists (select from jsonb_array_elements(alone.rules || before.rules) as known_rule where known_rule ->> 'id' = rule ->> 'id')
      and (rule ->> 'weight')::integer >= 40 and rule ->> 'pattern' <> 'harassment'), '[]');
  if fresh = '[]' then
    return alone;
  end if;
  together.pattern := coalesce(alone.pattern, fresh -> 0 ->> 'pattern');
  together.rules := alone.rules || fresh;
  return together;
end
$$;

create or replace function public.search_listings(params jsonb default '{}') returns jsonb
language plpgsql stable set search_path = ''
set max_parallel_workers_per_gather = 0
set jit = off
as $$
begin
  raise exception using errcode = '0A000', message = 'Search is answered by the server: call it over HTTP, and take its answer whole.';
end
$$;

create or replace function public.search_clusters(params jsonb default '{}') returns jsonb
language sql stable set search_path = ''
set max_parallel_workers_per_gather = 0
set jit = off
return public.search_listings(params);

create or replace function public.suggest(q text) returns jsonb
language sql stable set search_path = ''
set max_parallel_workers_per_gather = 0
set jit = off
return public.search_listings(jsonb_build_object('q', q));

create or replace function private.define_attributes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.attribute_definitions where category = new.slug;
  insert into private.attribute_definitions (category, key, place, type, is_main, unit, unit_labels, label, labels)
  select new.slug, field ->> 'key', min(place), min(field ->> 'type'), bool_or(coalesce(field ->> 'facet', 'true') = 'true'), min(field ->> 'unit'),
    (array_agg(field -> 'unit_labels'))[1],
    (array_agg(coalesce(field -> 'label', jsonb_build_object('en', field ->> 'key'))))[1],
    (array_agg((
      select coalesce(jsonb_object_agg(option ->> 'id', case when option ? 'labels' then (option -> 'labels') || jsonb_build_object('en', option -> 'label')
        else option -> 'label' end), '{}')
      from jsonb_array_elements(case jsonb_typeof(field -> 'options') when 'array' then field -> 'options' else '[]' end) as option
      where option ->> 'id' <> '' and option ? 'label')))[1]
  from jsonb_array_elements(new.attributes) with ordinality as defined (field, place)
  where coalesce(field ->> 'filterable', 'true') = 'true' and field ->> 'key' <> ''
  group by field ->> 'key';
  return null;
end
$$;

create or replace function private.as_number(given text) returns numeric
language sql immutable
return case when given ~ '^-?\d{1,12}([.,]\d{1,6})?$' then replace(given, ',', '.')::numeric end;

create or replace function private.filter_facts(given jsonb, category text) returns jsonb
language sql stable set search_path = ''
return (
  select coalesce(jsonb_object_agg(defined.key, read.fact), '{}')
  from private.attribute_definitions defined
  cross join lateral (select given -> defined.key as value, given ->> defined.key as said) as answer
  cross join lateral (select case
    when defined.type in ('int', 'decimal', 'year') then to_jsonb(private.as_number(answer.said))
    when defined.type = 'bool' then case answer.said when 'true' then 'true'::jsonb when 'false' then 'false' end
    when jsonb_typeof(answer.value) = 'array' then (
      select to_jsonb(array_agg(distinct left(said, 80)) filter (where said <> '')) from jsonb_array_elements_text(answer.value) as each (said))
    when jsonb_typeof(answer.value) in ('string', 'number') and btrim(answer.said) <> '' then to_jsonb(left(btrim(answer.said), 80)) end as fact) as read
  where defined.category = filter_facts.category and read.fact is not null
);

create or replace function private.range_of(numbers numeric[], ads bigint[], step numeric) returns jsonb
language sql immutable set search_path = ''
begin atomic
  with counted as (
    select number, each.ads, sum(each.ads) over (order by number) / sum(each.ads) over () as share
    from unnest(numbers, ads) as each (number, ads) where number is not null
  ),
  spread as (
    select min(number) as low, max(number) as high, min(number) filter (where share >= 0.25) as p25, min(number) filter (where share >= 0.75) as p75,
      greatest(min(number) + 20 * step, min(number) filter (where share >= 0.95)) as knee
    from counted
  ),
  bars as (
    select least(20, width_bucket(number, low, knee, 20)) as bar, sum(counted.ads) as ads from counted, spread group by 1
  )
  select jsonb_build_object('min', low, 'max', high, 'p25', p25, 'p75', p75, 'histogram', case when low is null then '[]' else (
    select jsonb_agg(jsonb_build_object('from', round(low + (knee - low) * (place - 1) / 20, scale(step)),
      'to', round(case when place = 20 then greatest(high, knee) else low + (knee - low) * place / 20 end, scale(step)),
      'count', coalesce(bars.ads, 0)) order by place)
    from generate_series(1, 20) as place left join bars on bars.bar = place) end)
  from spread;
end;

create or replace function private.facets_told(counts private.facet_count[], category text, wanted jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'price', (select private.range_of(array_agg(value::numeric), array_agg(ads), 1) from unnest(counts) where facet = 'price'),
    'attributes', private.attribute_facets(counts, category, case jsonb_typeof(wanted) when 'object' then wanted else '{}' end))
$$;

create or replace function public.category_counts() returns table (slug text, count bigint)
language sql stable security definer set search_path = '' as $$
  select category.slug, coalesce(sum(filed.ads), 0)::bigint
  from public.categories category
  left join public.categories leaf on leaf.ord_from between category.ord_from and category.ord_to
  left join (select entry.category, count(*) as ads from private.listing_search entry group by entry.category) as filed on filed.category = leaf.slug
  group by category.slug, category.ord_from
  order by category.ord_from
$$;

create or replace function private.queue_search_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed uuid := coalesce(new.listing_id, old.listing_id);
begin
  if exists (select from private.search_feed) then
    insert into private.search_outbox as outbox (listing_id, version) values (changed, nextval('private.search_version'))
    on conflict (listing_id) do update set version = excluded.version;
    perform private.run_job_now('feed-search');
  end if;
  return null;
end
$$;

create or replace function private.engine_documents(listings uuid[]) returns table (id uuid, document jsonb)
language sql stable set search_path = '' as $$
  select listing.id, to_jsonb(entry) - '{card,document,expires_at,price_low,price_high}'::text[] || jsonb_build_object(
    'document', entry.document::text, 'head', entry.head::text, 'stamp', private.engine_stamp(entry), 'published', floor(extract(epoch from entry.published_at) * 1000000)::bigint,
    'expires', floor(extract(epoch from entry.expires_at) * 1000)::bigint, 'words', array(select distinct word from unnest(private.search_words(entry.card ->> 'title')) as word where not private.is_stop_word(word)), 'path', array(
      select above.slug from public.categories filed join public.categories above on filed.ord_from between above.ord_from and above.ord_to
      where filed.slug = entry.category))
  from unnest(listings) as listing (id) left join private.listing_search entry on entry.listing_id = listing.id
$$;

create or replace function private.engine_slices() returns table (slice text, ads bigint, stamps bigint)
language sql stable set search_path = '' as $$
  select left(entry.listing_id::text, 1), count(*), sum(private.engine_stamp(entry)::bigint)::bigint from private.listing_search entry group by 1
$$;

create or replace function private.attribute_words(given jsonb, definitions jsonb, out said text, out synonyms text)
language sql stable set search_path = ''
begin atomic
  select string_agg(worded.label, ' ') filter (where worded.is_filter),
    concat_ws(' ', string_agg(worded.label, ' ') filter (where not worded.is_filter),
      string_agg((select string_agg(synonym, ' ') from jsonb_array_elements_text(choice -> 'synonyms') as alike (synonym)), ' '),
      string_agg((select string_agg(value, ' ') from jsonb_each_text(choice -> 'labels')), ' '))
  from jsonb_array_elements(definitions) as defined (definition)
  cross join lateral (select given ->> (definition ->> 'key') as answer) as entered
  left join lateral (
    select option as choice from jsonb_array_elements(definition -> 'options') as offered (option)
    where option ->> 'id' = entered.answer limit 1) as chosen on true
  cross join lateral (
    select coalesce(definition ->> 'filterable', 'true') = 'true' as is_filter, case definition ->> 'type'
      when 'enum' then choice ->> 'label'
      when 'bool' then case when entered.answer = 'true' then definition -> 'label' ->> 'en' end
      -- Three seats are "3seat"; a screen's unit "in" is a word.
      else concat_ws(' ', entered.answer, coalesce(case definition ->> 'unit' when 'in' then 'inch' else definition ->> 'unit' end,
        (select known.unit from private.units known where known.word = definition ->> 'key'))) end as label) as worded
  where entered.answer is not null;
end;

create or replace function private.refresh_search(changed uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings;
  filed public.categories;
  facts jsonb;
  indexed tsvector;
begin
  select * into ad from public.listings listing where listing.id = changed;
  if not found or ad.state not in ('active', 'reserved') then
    delete from private.listing_search entry where entry.listing_id = changed;
    return;
  end if;
  select * into filed from public.categories category where category.slug = ad.category;
  facts := private.filter_facts(ad.attributes, ad.category);
  indexed := private.search_document(ad, filed, facts);
  indexed := indexed || array_to_tsvector(array(select 's:' || said.lexeme from unnest(ts_filter(indexed, '{a,b,c}')) as said where said.lexeme !~ '^[hfm]:'));
  insert into private.listing_search as entry (listing_id, seller_id, category, root, ord, type, price_minor, condition,
    delivery, seller_type, has_photo, facts, state, lat, lng, published_at, expires_at, quality, is_accessory, title_length,
    document, head, card)
  values (ad.id, ad.seller_id, ad.category, private.root_of(ad.category), filed.ord_from, ad.type, ad.price_minor, ad.condition,
    ad.delivery, coalesce((select seller.seller_type from public.sellers seller where seller.id = ad.seller_id), 'private'),
    ad.photo_count > 0, facts, ad.state, ad.lat, ad.lng, ad.first_published_at, ad.expires_at,
    (ad.photo_count >= 1)::integer + (char_length(ad.description) >= 200)::integer + (ad.attributes <> '{}')::integer,
    (private.title_parts(ad.title, filed.name ->> 'en')).is_accessory,
    -- A word and its stem share a position, so that positions count words.
    (select count(distinct place) from unnest(ts_filter(indexed, '{a}')) as said, unnest(said.positions) as place), indexed,
    ts_filter(indexed, '{a,b}'), private.listing_card(ad))
  on conflict (listing_id) do update set
    category = excluded.category, root = excluded.root, ord = excluded.ord, type = excluded.type,
    price_minor = excluded.price_minor, condition = excluded.condition, delivery = excluded.delivery,
    seller_type = excluded.seller_type, has_photo = excluded.has_photo, facts = excluded.facts, state = excluded.state,
    lat = excluded.lat, lng = excluded.lng, published_at = excluded.published_at, expires_at = excluded.expires_at,
    quality = excluded.quality, is_accessory = excluded.is_accessory, title_length = excluded.title_length,
    document = excluded.document, head = excluded.head, card = excluded.card;

  -- Also a brand that only the attributes name.
  perform private.learn_words(ad.title, concat_ws(' ', ad.description, (select string_agg(value, ' ') from jsonb_each_text(ad.attributes))));
end
$$;

create or replace function private.index_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'listings' then
    -- Words take most of the time and are skipped for changes of price, reservation and renewal.
    if tg_op = 'UPDATE' and new.state in ('active', 'reserved')
        and (new.category, new.type, new.title, new.description, new.condition, new.attributes, new.area, new.city, new.delivery, new.seller_id)
          is not distinct from
          (old.category, old.type, old.title, old.description, old.condition, old.attributes, old.area, old.city, old.delivery, old.seller_id) then
      update private.listing_search entry set state = new.state, price_minor = new.price_minor, lat = new.lat, lng = new.lng,
        published_at = new.first_published_at, expires_at = new.expires_at, card = private.listing_card(new)
      where entry.listing_id = new.id;
      if found then
        return null;
      end if;
    end if;
    perform private.refresh_search(new.id);
  elsif tg_table_name = 'sellers' then
    perform private.refresh_search(entry.listing_id) from private.listing_search entry where entry.seller_id = new.id;
  else
    perform private.refresh_search(entry.listing_id) from private.listing_search entry where entry.listing_id = coalesce(new.listing_id, old.listing_id);
  end if;
  return null;
end
$$;

create or replace function private.renew_search(batch integer) returns integer
language plpgsql set search_path = ''
set lock_timeout = '100ms'
as $$
declare
  from_id uuid;
  up_to uuid;
  renewed integer;
begin
  select coalesce(renewal.done_up_to, '00000000-0000-0000-0000-000000000000') into from_id
  from private.search_renewal renewal where not renewal.is_done for update;
  if not found then
    return 0;
  end if;
  up_to := (select max(next.listing_id::text)::uuid from (
    select entry.listing_id from private.listing_search entry where entry.listing_id > from_id order by entry.listing_id limit batch) as next);
  perform private.refresh_search(entry.listing_id) from private.listing_search entry where entry.listing_id > from_id and entry.listing_id <= up_to;
  get diagnostics renewed = row_count;
  update private.search_renewal set done_up_to = coalesce(up_to, done_up_to), is_done = up_to is null;
  if up_to is null then
    perform private.count_common_words();
    return 0;
  end if;
  return greatest(1, renewed);
exception when lock_not_available then
  return 1;
end
$$;

create or replace function private.hits(query tsquery, at_most integer) returns integer
language plpgsql stable set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  known bigint := case when query::text !~ '[&<!]' then (
    select max(common.ads) from private.common_words common
    where common.lexeme = any(array(select said[1] from regexp_matches(query::text, '''([^'']+)''', 'g') as said))) end;
begin
  if known is not null then
    return least(known, at_most);
  end if;
  return (select count(*) from (select from private.listing_search entry where entry.document @@ query limit at_most) as found);
end
$$;

create or replace function private.count_common_words() returns void
language sql set search_path = '' as $$
  delete from private.search_vocabulary known using private.search_vocabulary better
  where better.word = known.word and (better.is_made, better.id) < (known.is_made, known.id);
  delete from private.common_words;
  insert into private.common_words (lexeme, ads)
  select word, ndoc from ts_stat('select document from private.listing_search') where ndoc > 100;
$$;

create or replace function private.any_of(lexemes text[]) returns tsquery
language sql immutable set search_path = ''
return (select string_agg(quote_literal(lexeme), '|') from unnest(lexemes) as lexeme)::tsquery;

create or replace function private.read_search(asked jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  named text[] := private.search_words(asked ->> 'place');
  town jsonb := (
    select jsonb_build_object('name', known.name, 'lat', known.lat, 'lng', known.lng) from private.places known
    where cardinality(named) <= 5 and known.words @@ private.any_of(named) and array_to_string(named, ' ') in (known.folded, known.own_folded)
      -- "Mesa em madeira", "para a sala": what the same language calls something else is no small town.
      and (known.people >= (asked ->> 'place_people')::integer or not exists (select from private.thing_words word
        where word.phrase = array_to_string(named, ' ') and asked -> 'place_languages' ? word.language))
    order by known.people desc, known.id limit 1);
  said text := asked ->> case when town is null then 'q' else 'before' end;
  told jsonb := (
    -- Words that are only a condition remain words.
    select jsonb_build_object('rest', known.rest, 'conditions', known.conditions) from (
      select worded.*, regexp_replace(btrim(overlay(said placing '' from found.place for char_length(worded.phrase))), '\s+', ' ', 'g') as rest
      from private.condition_words worded
      cross join lateral strpos(' ' || extensions.unaccent('extensions.unaccent'::regdictionary, lower(said)) || ' ', ' ' || worded.phrase || ' ') as found (place)
      where found.place > 0) as known
    where not asked ? 'condition' and known.rest <> '' order by char_length(known.phrase) desc, known.phrase limit 1);
begin
  said := coalesce(told ->> 'rest', said);
  return case when said is null then '{"words": [], "names": [], "wishes": [], "people": {}}' else private.read_words(said) end || jsonb_build_object('now', now(), 'q', said, 'place', town, 'condition', told -> 'conditions',
    -- In a large market the hourly count is used.
    'ads', (select case when known.reltuples < 20000 then (select count(*) from private.listing_search) else known.reltuples end
      from pg_class known where known.oid = 'private.listing_search'::regclass),
    'knows_all', not exists (select from private.listing_search entry where entry.document @@ '''h:?'''::tsquery),
    'category', (select jsonb_build_object('slug', filed.slug, 'root', private.root_of(filed.slug), 'level', filed.level, 'leaf', filed.leaf,
      'from', filed.ord_from, 'to', filed.ord_to) from public.categories filed where filed.slug = asked ->> 'category'),
    'attributes', private.attribute_plans(asked -> 'attributes', asked ->> 'category'),
    'exclude', (select coalesce(jsonb_agg(distinct form), '[]') from unnest(private.search_words(left(asked ->> 'exclude', 300))) as word,
      unnest(private.word_stems(word)) as form),
    'blocked', (select coalesce(jsonb_agg(blocked_id), '[]') from (
      select block.blocked_id from public.blocks block where block.blocker_id = auth.uid() order by block.created_at desc limit 200) as latest));
end
$$;

create or replace function private.words_near(typed text, asked jsonb, beside tsquery) returns table (word text, edits integer, is_made boolean,
  is_thing boolean, ads integer, fits boolean, is_named boolean)
language sql stable security definer set search_path = '' as $$
  with near as (
    select known.word, bool_and(known.is_made) as is_made, extensions.levenshtein(typed, known.word) as edits from private.search_vocabulary known
    -- The lengths in each part, so that each has its index.
    where known.initial = any(array(select jsonb_array_elements_text(asked -> 'initials'))) and known.length between char_length(typed) - 3 and char_length(typed) + 3
        and extensions.levenshtein_less_equal(typed, known.word, 3) <= 3
      or known.sound = extensions.dmetaphone(typed) and known.length between char_length(typed) - 3 and char_length(typed) + 3
        and extensions.levenshtein_less_equal(typed, known.word, 4) <= 4
      or substr(known.word, 2) in (substr(typed, 2), typed) or known.word in (substr(typed, 2), substr(typed, 2, 1) || left(typed, 1) || substr(typed, 3))
    group by known.word order by 3, 1 limit 200),
  said as (select array(select jsonb_array_elements_text(asked -> 'words')) as words),
  spans as (
    select (select string_agg(word || ' ', '' order by place) from unnest(words[at - before:at - 1]) with ordinality as found (word, place)) as before,
      (select string_agg(' ' || word, '' order by place) from unnest(words[at + 1:at + behind]) with ordinality as found (word, place)) as behind
    from said, array_position(words, typed) as at, generate_series(0, 3) as before, generate_series(0, 3) as behind
    where before + behind between 1 and 4 and at - before >= 1 and at + behind <= cardinality(words)),
  named as (
    select near.*, exists (select from spans join private.thing_words known on known.phrase = concat(spans.before, near.word, spans.behind)) as is_named from near
    where near.word <> typed)
  select named.word, named.edits, named.is_made, exists (select from private.thing_words known where known.phrase = named.word),
    private.hits(private.any_of(private.word_forms(named.word)), 50), coalesce(private.hits(private.any_of(private.word_forms(named.word)) && beside, 1) > 0, false), named.is_named
  from (select * from named order by is_named desc, edits, word limit 20) as named
$$;

create or replace function private.marks_named(word text) returns text[]
language sql stable security definer set search_path = ''
return (select array_agg('h:' || known.thing) || '{h:?}'::text[] from private.thing_words known where known.phrase = word and known.thing !~ '^(q|want|person)-' having count(*) > 0);

create or replace function private.endings_of(begun text, before tsquery, said text[]) returns table (word text, stem text, ads integer)
language sql stable security definer set search_path = '' as $$
  with found as (
    (select known.word from private.search_vocabulary known
    where before is null and known.word operator(pg_catalog.~>=~) begun and known.word operator(pg_catalog.~<~) (begun || '~') and not known.is_made
    group by known.word order by min(known.length), known.word limit 40)
    union
    (select each.lexeme from (select entry.head from private.listing_search entry where entry.document @@ before limit 100) as ad, unnest(ad.head) as each
    where starts_with(each.lexeme, begun) and 'A' = any(each.weights) and (char_length(each.lexeme) > 2 or each.lexeme ~ '\d')
      and exists (select from private.search_vocabulary known where known.word = each.lexeme and not known.is_made)
    group by each.lexeme order by count(*) desc, each.lexeme limit 10)
  ),
  endings as (
    select distinct on (private.stem(found.word)) found.word, private.stem(found.word) as stem from found
    where not private.is_stop_word(found.word) and private.stem(found.word) <> all (said)
    order by private.stem(found.word), char_length(found.word), found.word
  )
  select ending.word, ending.stem, counted.ads
  from (select * from endings union all select begun, begun where begun ~ '\d') as ending (word, stem)
  cross join lateral (select quote_literal('t:' || ending.stem)::tsquery as titled, private.any_of(private.marks_named(ending.word)) as being) as said
  cross join lateral (select case when being is null then titled else titled && being end as query) as being
  cross join lateral private.hits(case when before is null then being.query else before && being.query end, 1000) as counted (ads)
  where counted.ads > 0 order by counted.ads desc, ending.word limit 6
$$;

create or replace function public.similar_listings(listing_id uuid, lim integer default 10) returns jsonb
language sql stable security definer set search_path = '' as $$
  with source as (
    select ad.id, ad.category, private.root_of(ad.category) as root, ad.price_minor,
      (select string_agg(distinct private.any_of(private.word_stems(word))::text, '|')::tsquery
        from unnest(private.search_words(ad.title)) as word where not private.is_stop_word(word)) as words
    from public.listings ad
    where ad.id = similar_listings.listing_id and ad.state in ('active', 'reserved', 'sold', 'expired') and ad.category is not null
  ),
  near as (
    select entry.*, 1.0 as closeness from source, lateral (
      select * from private.listing_search entry where entry.category = source.category order by entry.published_at desc limit 200) as entry
    union all
    select entry.*, 0.4 from source, lateral (
      select * from private.listing_search entry where entry.root = source.root and entry.category <> source.category
      order by entry.published_at desc limit 100) as entry
  )
  select coalesce(jsonb_agg(card order by score desc, id), '[]') from (
    select near.card, near.listing_id as id,
      near.closeness + 2 * ts_rank('{0.05, 0.2, 0.4, 1}', near.document, source.words)
        + case when near.price_minor > 0 and source.price_minor > 0
          then 0.5 * least(near.price_minor, source.price_minor)::float8 / greatest(near.price_minor, source.price_minor) else 0 end as score
    from near, source
    where near.listing_id <> source.id and near.state = 'active' and near.expires_at > now()
    order by score desc, near.listing_id
    limit greatest(0, least(coalesce(lim, 10), 24))) as best
$$;

create or replace function private.unjoined(part text) returns text[]
language sql immutable set search_path = ''
return array[part, regexp_replace(part, '(s|n|e)$', ''), regexp_replace(part, '(en|er)$', ''), part || 'e'];

create or replace function private.split_compounds(said text[]) returns text[]
language sql stable set search_path = ''
return array(
  select part
  from unnest(said) with ordinality as found (word, place)
  left join lateral (
    select cut, quality.phrase from generate_series(3, char_length(found.word) - 3) as cut
    join private.thing_words quality on quality.phrase = any(private.unjoined(left(found.word, cut))) and quality.language = 'de' and quality.thing like 'q-%'
    where found.word ~ '^[a-z]{7,}$' and not exists (select from private.thing_words known where known.phrase = found.word)
      and exists (select from private.thing_words thing where thing.phrase = substr(found.word, cut + 1) and thing.language = 'de' and thing.thing !~ '^(q|want|person)-')
    order by cut, quality.phrase <> left(found.word, cut), quality.phrase limit 1) as compound on true
  cross join lateral unnest(case when cut is null then array[found.word] else array[compound.phrase, substr(found.word, cut + 1)] end) with ordinality as parts (part, number)
  order by place, number);

create or replace function private.names_in(said text[], most integer) returns table (first integer, last integer, things text[], languages text[], parted boolean)
language sql stable set search_path = '' as $$
  select span.first, span.last, array_agg(distinct known.thing), array_agg(distinct known.language), bool_and(span.length > 2 and known.phrase <> span.phrase)
  from (
    select at as first, at + length - 1 as last, length, array_to_string(said[at:at + length - 1], ' ') as phrase
    from generate_series(1, cardinality(said)) as at, generate_series(1, most) as length where at + length - 1 <= cardinality(said)) as span
  join private.thing_words known on known.phrase in (span.phrase, case when span.length = 2 then replace(span.phrase, ' ', '') end,
    case when span.length > 2 then array_to_string(array(select word from unnest(said[span.first:span.last]) with ordinality as found (word, place)
      where place = 1 or not private.is_determiner(word) order by place), ' ') end,
    case when span.phrase ~ '^[a-z].* [0-9]+ .*[a-z]$' then regexp_replace(span.phrase, '( [0-9]+)+(?= )', '', 'g') end)
  group by span.first, span.last
$$;

create or replace function private.named_things(said text[]) returns table (first integer, last integer, things text[])
language plpgsql stable set search_path = '' as $$
declare
  up_to integer := 0;
begin
  for first, last, things in
    select found.first, found.last, array(select thing from unnest(found.things) as thing where thing !~ '^(want|person)-')
    from private.names_in(said, 4) as found order by found.first, found.last desc
  loop
    if first > up_to and cardinality(things) > 0 then
      up_to := last;
      return next;
    end if;
  end loop;
end
$$;

create or replace function private.things_of(said text[], told text[], model text, category text) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  held text[] := array(select known.thing from private.things known where known.categories @> array[category]);
  named jsonb := (select coalesce(jsonb_agg(name), '[]') from private.named_things(said) as name);
  own text[] := array(select thing from jsonb_to_recordset(named) as each (things text[]), unnest(each.things) as thing where thing = any(held));
  -- Where something else begins, outside of names.
  others integer[];
begin
  if cardinality(own) = 0 then
    own := array(select thing from private.named_things(told[1:120]) as each, unnest(each.things) as thing where thing = any(held));
    if cardinality(own) = 0 then
      own := array(select known.thing from private.things known where known.thing = any(held) and not known.wider && held);
      own := case when cardinality(own) <= 3 then own else '{}' end;
    end if;
    -- "case for a phone" names the case, "phone case cover" the cover.
    own := own || coalesce((
      select each.things from jsonb_to_recordset(named) as each (first integer, things text[])
      where each.things[1] not like 'q-%' and each.first <= coalesce((
        select min(place) from unnest(said) with ordinality as found (word, place) where place > 1 and word = any(
          '{with,for,of,in,on,to,w,and,incl,plus,com,para,de,da,do,em,e,con,en,y,mit,fur,und,von,avec,pour,des,du,a,et,sans,sin,sem,ohne,without}'::text[])), 1000)
      order by each.first desc limit 1), '{}');
  end if;
  -- "A trowel and two pots" are pots, too; "a sofa with cushions and legs of oak" is a sofa.
  if said && '{and,e,y,und,et,plus}'::text[] then
    others := array(
      select place from unnest(said) with ordinality as before (word, place)
      where word = any('{with,for,of,in,on,to,w,incl,com,para,de,da,do,em,con,en,mit,fur,von,avec,pour,des,du,a,sans,sin,sem,ohne,without,or,ou,o,oder}'::text[])
        and not exists (select from jsonb_to_recordset(named) as other (first integer, last integer) where before.place between other.first and other.last));
    own := own || array(
      select thing from jsonb_to_recordset(named) as each (first integer, things text[]), unnest(each.things) as thing
      -- Not the pink of "grey and pink", which is a rose in another language.
      where not each.things::text ~ '[{,]q-' and said[each.first - 2:each.first - 1] && '{and,e,y,und,et,plus}'::text[]
        and not exists (select from unnest(others) as place where place < each.first));
  end if;
  if model <> '' then
    own := own || array(
      select thing from private.named_things(private.search_words(model)) as each, unnest(each.things) as thing where thing = any(held));
  end if;
  return case when cardinality(held) = 0 then array['?'] else '{}' end || array(
    select known.thing from private.things known where known.thing = any(own)
    union
    select above from private.things known, unnest(known.wider) as above where known.thing = any(own));
end
$$;

create or replace function private.learn_words(title text, description text) returns void
language sql set search_path = '' as $$
  insert into private.search_vocabulary (word, is_made)
  with said as materialized (select distinct word from unnest(private.search_words(concat_ws(' ', title, description))) as word where word ~ '^[a-z]{3,24}$'),
  new as (
    select word, false as is_made from said
    union all
    select left(word, -1), true from said where word like '___%s' and private.stem(left(word, -1)) = private.stem(word)
    union all
    select word || next, true from (
      select word, lead(word) over (order by place) as next from unnest(private.search_words(title)) with ordinality as found (word, place)) as pairs
    where word ~ '^[a-z]{3,}$' and next ~ '^[a-z]{3,}$' and char_length(word || next) <= 24 and not private.is_stop_word(word) and not private.is_stop_word(next)
  )
  select new.word, bool_and(new.is_made) from new
  where not exists (select from private.search_vocabulary old where old.word = new.word and (new.is_made or not old.is_made))
  group by new.word
$$;

create or replace function private.index_category_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.category_terms where category = new.slug;
  insert into private.category_terms (category, term, is_name)
  select new.slug, ' ' || array_to_string(private.search_words(said.value), ' '), bool_or(said.is_name)
  from (
    select value, true as is_name from jsonb_each_text(new.name)
    union all select unnest(new.synonyms), false
    union all select called, false from jsonb_each(new.synonyms_i18n) as language (key, list), jsonb_array_elements_text(list) as called
  ) as said
  group by 2;
  return null;
end
$$;

create or replace function private.search_words(input text) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  plain text := extensions.unaccent('extensions.unaccent'::regdictionary, lower(normalize(coalesce(input, ''), NFKC)));
  has_digits boolean := plain ~ '\d';
  words text[];
begin
  if has_digits then
    plain := regexp_replace(regexp_replace(regexp_replace(plain, '(\d)\s*("|″|”|'''')', '\1 inch ', 'g'),
      '(\d)in\M', '\1inch', 'g'), '(\d)x(?=\d)', '\1 ', 'g');
  end if;
  words := array(
    select left(word, 60)
    from regexp_split_to_table(regexp_replace(plain, '[''’]s\M', '', 'g'), '[^[:alnum:]]+') with ordinality as found (word, place)
    where word <> '' order by place);
  -- Most texts contain no measure, and the words of an ad are split a dozen times. "Two persons" is a measure too.
  if not (plain ~ '\d[a-z]' or words && array(select known.word from private.units known))
      or not (has_digits or words && array(select known.word from private.number_words known)) then
    return words;
  end if;
  return array(
    select case when said.word ~ '^\d+$' and after.unit is not null then said.word || after.unit
      when counted.number is not null and after.unit is not null then counted.number || after.unit
      when own.unit is not null then said.number || own.unit else said.word end
    from (
      select word, place, lead(word) over (order by place) as behind, lag(word) over (order by place) as before,
        substring(word from '^(\d+)[a-z]+$') as number, substring(word from '^\d+([a-z]+)$') as suffix
      from unnest(words) with ordinality as found (word, place)) as said
    left join private.units after on after.word = said.behind
    left join private.number_words counted on counted.word = said.word
    left join private.units own on own.word = said.suffix
    where not coalesce((said.before ~ '^\d+$' or exists (select from private.number_words known where known.word = said.before))
      and exists (select from private.units measured where measured.word = said.word), false)
    order by said.place);
end
$$;

create or replace function private.stem(word text) returns text
language sql stable
return case
  when word ~ '^[a-z]{4,}$' then coalesce((ts_lexize('private.english_stemmer'::regdictionary, word))[1], word)
  else word
end;

create or replace function private.is_stop_word(word text) returns boolean
language sql immutable
return word = any('{a,an,and,are,at,by,for,from,i,in,is,it,my,of,on,or,the,to,with,want,looking,need,buy,any,some,
  o,os,as,um,uma,de,da,do,das,dos,e,em,no,na,para,por,com,quero,procuro,
  el,la,los,las,un,una,unos,unas,y,del,en,con,quiero,busco,
  der,die,das,den,dem,ein,eine,einen,und,fur,mit,von,zu,im,ich,suche,
  le,les,l,d,une,des,du,et,au,aux,pour,avec,je,cherche}'::text[]);

create or replace function private.stem_in(language text, word text) returns text
language sql stable
return case when word ~ '^[a-z]{4,}$' then language || ':' || case language
    when 'pt' then (ts_lexize('private.portuguese_stemmer'::regdictionary, word))[1]
    when 'es' then (ts_lexize('private.spanish_stemmer'::regdictionary, word))[1]
    when 'de' then (ts_lexize('private.german_stemmer'::regdictionary, word))[1]
    when 'fr' then (ts_lexize('private.french_stemmer'::regdictionary, word))[1] end end;

create or replace function private.is_determiner(word text) returns boolean
language sql immutable
return word = any('{the,a,an,my,our,his,her,your,their,me,o,os,as,um,uma,meu,minha,meus,minhas,el,la,los,las,un,una,mi,mis,
  der,die,das,den,dem,ein,eine,einen,einem,mein,meine,meinen,meiner,meinem,le,les,une,des,du,mon,ma,mes,sa,son}'::text[]);

create or replace function private.phrase_stems(phrase text, language text) returns text[]
language sql stable set search_path = ''
return (
  select array_agg(distinct coalesce(case when language <> 'en' then private.stem_in(language, word) end, private.stem(word)))
  from string_to_table(phrase, ' ') as said (word)
  where not private.is_stop_word(word) and not private.is_determiner(word)
    and not exists (select from private.filler_words filler where filler.word = said.word and filler.is_wish));

create or replace function private.guessed_language(input text) returns text
language sql stable set search_path = ''
return (
  select language from (
    select known.language, (select count(*) from unnest(said.words) as word where word = any(known.words)) as uses
    from (select private.search_words(left(input, 600)) as words) as said, (values
      ('en', '{the,and,with,for,is,it,of,in,to,has,not,this,was,are,from,very,only,you}'::text[]),
      ('pt', '{o,um,uma,de,do,da,e,com,para,em,muito,nao,sem,mais,esta,tem,os,as}'),
      ('es', '{el,un,una,de,del,y,con,para,en,muy,no,sin,mas,esta,tiene,los,las,se}'),
      ('de', '{der,die,das,ein,eine,und,mit,fur,ist,nicht,sehr,ohne,noch,wird,von,zu,im,auf}'),
      ('fr', '{le,la,les,un,une,de,du,des,et,avec,pour,est,en,tres,pas,sans,sur,au}')) as known (language, words)) as counted
  where uses >= 2 order by uses desc, language = 'en' desc, language limit 1
);

create or replace function private.title_parts(title text, category_name text, out is_accessory boolean, out made_for text[])
language sql stable set search_path = ''
begin atomic
  with said as (
    select private.stem(word) as stem, word, place from unnest(private.search_words(title)) with ordinality as found (word, place)
  ),
  filed as (
    select coalesce(array_agg(private.stem(word)), '{}') as stems from unnest(private.search_words(category_name)) as word
  ),
  bounds as (
    select coalesce(min(place) filter (where place > 1 and word = any(
        '{with,w,and,incl,including,includes,plus,con,incluye,com,inclui,mit,inkl,und,avec,et,e,y}'::text[])), 1000) as extras,
      coalesce(min(place) filter (where place > 1 and word = any('{for,f,fits,para,pour,fur,passend,compatible}'::text[])), 1000) as purpose
    from said
  )
  select
    coalesce(bool_or(place < extras and stem <> all(filed.stems) and stem in (select known.word from private.accessory_words known)), false)
      or private.stem('accessories') = any((select filed.stems from filed)::text[]),
    coalesce(array_agg(distinct stem) filter (where place > purpose), '{}')
  from said, bounds, filed;
end;

create or replace function private.admit_ticket_pictures() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.refuse_if(jsonb_typeof(new.attachments) <> 'array' or jsonb_array_length(new.attachments) > 3,
    'SK706', 'too_many_ticket_pictures');
  perform private.refuse_if(exists (select from jsonb_array_elements(new.attachments) as sent
      where case when jsonb_typeof(sent) = 'object' then sent - 'path' - 'name' <> '{}'
          or coalesce(jsonb_typeof(sent -> 'path'), '') <> 'string' or coalesce(jsonb_typeof(sent -> 'name'), '') <> 'string'
          or char_length(sent ->> 'name') > 255 or sent ->> 'path' !~ ('^' || new.ticket_id || '/[A-Za-z0-9_-][A-Za-z0-9._-]{0,150}$')
        else true end), 'SK707', 'pictures_of_other_ticket');
  return new;
end
$$;

create or replace function private.forget_ticket_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before text := current_setting('storage.allow_delete_query', true);
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects object where object.bucket_id = 'ticket-attachments' and split_part(object.name, '/', 1) = old.id::text;
  perform set_config('storage.allow_delete_query', coalesce(before, 'false'), true);
  return null;
end
$$;

create or replace function private.claim_ticket_emails(lim integer)
returns table (id bigint, kind text, email text, name text, ticket_no bigint, topic text, fields jsonb, has_account boolean,
  body text, pictures integer, transcript_lines integer, is_first boolean)
language sql set search_path = '' as $$
  with due as materialized (
    select mail.id from private.ticket_emails mail where mail.due_at <= now() order by mail.due_at limit lim for update skip locked
  ), claimed as (
    update private.ticket_emails mail set due_at = now() + interval '2 minutes', attempts = mail.attempts + 1
    from due where mail.id = due.id returning mail.*
  )
  select claimed.id, claimed.kind, ticket.email, ticket.name, ticket.ticket_no, ticket.topic, ticket.fields, ticket.person_id is not null,
    said.body, jsonb_array_length(said.attachments), jsonb_array_length(ticket.transcript),
    not exists (select from public.ticket_messages earlier where earlier.ticket_id = ticket.id and earlier.created_at < said.created_at)
  from claimed
  join public.ticket_messages said on said.id = claimed.message_id
  join public.tickets ticket on ticket.id = said.ticket_id
  order by claimed.id
$$;

create or replace function private.settle_ticket_email(email_id bigint, is_sent boolean) returns void
language sql set search_path = '' as $$
  delete from private.ticket_emails mail where mail.id = email_id and (is_sent or mail.attempts >= 8);
  update private.ticket_emails mail set due_at = now() + interval '1 minute' * least(2 ^ mail.attempts, 60) where mail.id = email_id;
$$;

create or replace function private.add_ticket_message(ticket uuid, from_staff boolean, author uuid, body text, attachments jsonb, mails text[])
returns uuid
language plpgsql set search_path = '' as $$
declare
  said uuid;
begin
  insert into public.ticket_messages (ticket_id, from_staff, author_id, body, attachments)
  values (ticket, add_ticket_message.from_staff, author, btrim(add_ticket_message.body), coalesce(add_ticket_message.attachments, '[]'))
  returning id into said;
  insert into private.ticket_emails (message_id, kind) select said, unnest(mails);
  perform private.run_job_now('deliver-ticket-emails');
  return said;
end
$$;

create or replace function public.file_ticket(ticket_id uuid, client_id uuid, person uuid, name text, email text, topic text, fields jsonb,
  body text, attachments jsonb, transcript jsonb)
returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  filed bigint;
begin
  -- Idempotent after a lost answer.
  select known.ticket_no into filed from public.tickets known where known.client_id = file_ticket.client_id;
  if found then
    return filed;
  end if;
  -- Prevents flooding the mailbox of another person.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('ticket:' || lower(file_ticket.email), 0));
  perform private.refuse_if((select count(*) >= 5 from public.tickets known where lower(known.email) = lower(file_ticket.email)
      and known.created_at > now() - interval '1 day'), 'SK708', 'tickets_used_up');
  insert into public.tickets (id, client_id, person_id, name, email, topic, fields, transcript)
  values (file_ticket.ticket_id, file_ticket.client_id, file_ticket.person, btrim(file_ticket.name), btrim(file_ticket.email), file_ticket.topic,
    coalesce(file_ticket.fields, '{}'), coalesce(file_ticket.transcript, '[]'))
  returning ticket_no into filed;
  perform private.add_ticket_message(file_ticket.ticket_id, false, file_ticket.person, file_ticket.body, file_ticket.attachments, array['copy', 'operator']);
  return filed;
end
$$;

create or replace function public.reply_to_ticket(ticket_id uuid, body text, attachments jsonb default '[]') returns void
language plpgsql security definer set search_path = '' as $$
declare
  mine public.tickets;
begin
  select * into mine from public.tickets ticket where ticket.id = reply_to_ticket.ticket_id and ticket.person_id = auth.uid() for update;
  perform private.refuse_if(not found or not private.second_factor_shown(), 'SK709', 'no_such_own_ticket');
  perform private.refuse_if(char_length(btrim(coalesce(body, ''))) not between 1 and 4000, 'SK710', 'bad_ticket_words');
  perform private.refuse_if((select count(*) >= 20 from public.ticket_messages said where said.ticket_id = mine.id and not said.from_staff
      and said.created_at > now() - interval '1 hour'), 'SK711', 'ticket_replies_used_up');
  perform private.add_ticket_message(mine.id, false, auth.uid(), body, attachments, array['operator']);
  update public.tickets ticket set state = case when mine.state = 'open' then 'open' else 'waiting_us' end, changed_at = now(), closed_at = null
    where ticket.id = mine.id;
end
$$;

create or replace function public.answer_ticket(ticket_id uuid, body text, and_close boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  answered public.tickets;
  said uuid;
begin
  perform private.require_role('moderator', 'admin');
  select * into answered from public.tickets ticket where ticket.id = answer_ticket.ticket_id for update;
  perform private.refuse_if(not found, 'SK712', 'no_such_ticket');
  perform private.refuse_if(char_length(btrim(coalesce(body, ''))) not between 1 and 4000, 'SK710', 'bad_ticket_words');
  said := private.add_ticket_message(answered.id, true, auth.uid(), body, '[]', array['answer']);
  update public.tickets ticket set state = case when and_close then 'closed' else 'waiting_user' end,
      closed_at = case when and_close then now() end, changed_at = now()
    where ticket.id = answered.id;
  -- The email with the answer is always sent: the user asked for it.
  perform private.notify(answered.person_id, 'ticket_answered',
    jsonb_build_object('ticket_id', answered.id, 'ticket_no', answered.ticket_no, 'line', left(btrim(body), 160)), said::text, array['in_app', 'push']);
  perform private.audit(case when and_close then 'ticket.answer_and_close' else 'ticket.answer' end, 'ticket:' || answered.ticket_no,
    jsonb_build_object('state', answered.state), jsonb_build_object('message_id', said));
end
$$;

create or replace function public.close_ticket(ticket_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  closed public.tickets;
begin
  perform private.require_role('moderator', 'admin');
  select * into closed from public.tickets ticket where ticket.id = close_ticket.ticket_id and ticket.state <> 'closed' for update;
  perform private.refuse_if(not found, 'SK713', 'ticket_closed');
  update public.tickets ticket set state = 'closed', closed_at = now(), changed_at = now() where ticket.id = closed.id;
  perform private.audit('ticket.close', 'ticket:' || closed.ticket_no, jsonb_build_object('state', closed.state), null);
end
$$;

create or replace function public.usual_answer_time() returns interval
language sql stable security definer set search_path = '' as $$
  select case when count(*) >= 5 then percentile_cont(0.5) within group (order by waited) end
  from (select min(said.created_at) filter (where said.from_staff) - min(said.created_at) as waited
    from public.ticket_messages said where said.created_at > now() - interval '90 days' group by said.ticket_id) as tickets
  where waited is not null
$$;

create or replace function private.forget_tickets() returns integer
language plpgsql set search_path = '' as $$
declare
  forgotten integer;
begin
  update public.tickets set state = 'closed', closed_at = now() where state = 'waiting_user' and changed_at < now() - interval '30 days';
  delete from public.tickets where closed_at < now() - interval '1 year';
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;

create or replace function private.send_webhook_test(webhook_id uuid) returns bigint
language plpgsql set search_path = '' as $$
declare
  made uuid;
  sent bigint;
begin
  insert into public.webhook_events (type, data) values ('webhook.test', jsonb_build_object('webhook_id', webhook_id)) returning id into made;
  insert into public.webhook_deliveries (webhook_id, event_id) values (send_webhook_test.webhook_id, made) returning id into sent;
  perform private.run_job_now('deliver-webhooks');
  return sent;
end
$$;

create or replace function public.test_webhook(webhook_id uuid) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  known public.webhooks := private.known_webhook(test_webhook.webhook_id);
begin
  perform private.refuse_if(not known.enabled, 'SK854', 'webhook_off');
  return private.send_webhook_test(known.id);
end
$$;

create or replace function private.claim_webhooks(of_each integer, busy uuid[] default '{}')
returns table (id bigint, attempts smallint, webhook_id uuid, url text, secrets text[], event_id uuid, type text, at timestamptz, data jsonb)
language sql set search_path = '' as $$
  with due as materialized (
    select waiting.id from public.webhooks webhook
    cross join lateral (
      select delivery.id from public.webhook_deliveries delivery
      where delivery.webhook_id = webhook.id and delivery.state = 'pending' and delivery.due_at <= now()
      order by delivery.due_at limit of_each for update skip locked
    ) as waiting
    where webhook.enabled and webhook.id <> all(busy)
  ), claimed as (
    update public.webhook_deliveries delivery
      set due_at = now() + interval '1 minute', attempts = delivery.attempts + 1, tried_at = now()
    from due where delivery.id = due.id returning delivery.*
  )
  select claimed.id, claimed.attempts, webhook.id, webhook.url,
    array(select secret.sealed from private.webhook_secrets secret
      where secret.webhook_id = webhook.id and coalesce(secret.expires_at > now(), true) order by secret.id desc),
    event.id, event.type, event.at, event.data
  from claimed
  join public.webhooks webhook on webhook.id = claimed.webhook_id
  join public.webhook_events event on event.id = claimed.event_id
  order by claimed.id
$$;

create or replace function private.settle_webhook(delivery_id bigint, tried smallint, is_delivered boolean, status integer, problem text, answer text,
  wait_seconds integer)
returns void
language plpgsql set search_path = '' as $$
declare
  settled public.webhook_deliveries;
  -- Pauses after failed attempts: 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, each up to a fifth longer by jitter, so that endpoints that failed
  -- together are not retried together. Then it is abandoned.
  pause constant interval := make_interval(secs => (array[5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400])[tried] * (1 + random() * 0.2));
  off public.webhooks;
begin
  update public.webhook_deliveries delivery set
    state = case when is_delivered then 'delivered' when pause is null then 'failed' else 'pending' end,
    due_at = now() + greatest(coalesce(pause, '0'), least(coalesce(wait_seconds, 0), 86400) * interval '1 second'),
    status = settle_webhook.status, problem = left(settle_webhook.problem, 300), answer = left(settle_webhook.answer, 1024)
  where delivery.id = delivery_id and delivery.attempts = tried and delivery.state = 'pending'
  returning * into settled;
  if not found then
    return;
  elsif is_delivered then
    update public.webhooks webhook set failing_since = null where webhook.id = settled.webhook_id and webhook.failing_since is not null;
    return;
  elsif settled.state = 'pending' and settled.due_at < now() + interval '1 minute' then
    -- Finds later deliveries by their time.
    perform private.run_job_now('deliver-webhooks', settled.due_at);
  end if;
  update public.webhooks webhook set
    failing_since = coalesce(webhook.failing_since, now()),
    enabled = settle_webhook.status is distinct from 410 and coalesce(webhook.failing_since, now()) > now() - interval '5 days',
    disabled_reason = case when settle_webhook.status = 410 then 'gone'
      when webhook.failing_since <= now() - interval '5 days' then 'failing' end
  where webhook.id = settled.webhook_id and webhook.enabled returning * into off;
  if found and not off.enabled then
    perform private.notify(admin.id, 'webhook_disabled',
      jsonb_build_object('webhook_id', off.id, 'host', substring(off.url from '^https?://([^/?#]+)'), 'reason', off.disabled_reason), off.id || ' ' || clock_timestamp())
      from public.profiles admin where admin.role = 'admin';
  end if;
end
$$;

create or replace function private.forget_webhooks() returns integer
language plpgsql set search_path = '' as $$
declare
  forgotten integer;
begin
  delete from private.webhook_secrets secret where secret.expires_at < now();
  delete from public.webhook_events event where event.at < now() - interval '30 days';
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;

create or replace function private.queue_webhook_event(event text, facts jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  insert into public.webhook_events (type, data) values (event, jsonb_strip_nulls(facts)) returning id into made;
  insert into public.webhook_deliveries (webhook_id, event_id)
    select webhook.id, made from public.webhooks webhook where webhook.enabled and event = any(webhook.events);
  perform private.run_job_now('deliver-webhooks');
end
$$;

create or replace function private.queue_webhook_event_of_listing_event() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was_seen constant boolean := coalesce(new.from_state in ('active', 'reserved', 'sold'), false);
  event text := case
    when new.to_state is not distinct from new.from_state then null
    when new.to_state = 'active' then case when new.from_state = 'reserved' then 'listing.updated' else 'listing.published' end
    when new.to_state in ('reserved', 'sold', 'expired') then 'listing.' || new.to_state
    when new.to_state = 'deleted' then case when new.from_state <> 'draft' then 'listing.deleted' end
    when was_seen then 'listing.hidden' end;
begin
  if event is not null and private.is_wanted(event) then
    perform private.queue_webhook_event(event, private.listing_facts(ad)) from public.listings ad where ad.id = new.listing_id;
  end if;
  return null;
end
$$;

create or replace function private.queue_webhook_event_of_listing() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings := coalesce(new, old);
begin
  if private.is_wanted(tg_argv[0]) then
    ad.state := case tg_op when 'DELETE' then 'deleted' else ad.state end;
    perform private.queue_webhook_event(tg_argv[0], private.listing_facts(ad));
  end if;
  return null;
end
$$;

create or replace function private.queue_webhook_event_of_row() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  event constant text := case when tg_argv[0] like '%.' then tg_argv[0] || (to_jsonb(new) ->> 'state') else tg_argv[0] end;
begin
  if private.is_wanted(event) then
    perform private.queue_webhook_event(event, (select jsonb_object_agg(split_part(field, '=', 1), to_jsonb(coalesce(new, old)) -> regexp_replace(field, '^.*=', ''))
      from unnest(tg_argv[1:]) as field));
  end if;
  return null;
end
$$;

create or replace function private.webhook_event_types() returns text[]
language sql immutable set search_path = ''
return array['listing.published', 'listing.updated', 'listing.reserved', 'listing.sold', 'listing.expired', 'listing.hidden', 'listing.deleted',
  'user.created', 'user.deleted', 'conversation.started', 'message.created', 'offer.made', 'offer.accepted', 'offer.declined', 'offer.withdrawn',
  'deal.agreed', 'deal.completed', 'deal.cancelled', 'review.published', 'report.made', 'report.decided', 'ticket.opened'];

create or replace function public.rotate_webhook_secret(webhook_id uuid, sealed_secret text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known public.webhooks := private.known_webhook(rotate_webhook_secret.webhook_id);
begin
  update private.webhook_secrets secret set expires_at = now() + interval '24 hours'
    where secret.webhook_id = known.id and secret.expires_at is null;
  -- At most two secrets sign: of several replaced within a day the last one counts.
  delete from private.webhook_secrets secret where secret.webhook_id = known.id and secret.id not in (
    select latest.id from private.webhook_secrets latest where latest.webhook_id = known.id order by latest.id desc limit 1);
  insert into private.webhook_secrets (webhook_id, sealed) values (known.id, sealed_secret);
  perform private.audit('webhook.rotate', known.id::text);
end
$$;

create or replace function public.delete_webhook(webhook_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known public.webhooks := private.known_webhook(delete_webhook.webhook_id);
begin
  delete from public.webhooks webhook where webhook.id = known.id;
  perform private.audit('webhook.delete', known.id::text, jsonb_build_object('url', known.url, 'events', known.events));
end
$$;

create index audit_log_at_idx on public.audit_log (at desc, id desc);

create index audit_log_target_idx on public.audit_log (target, id desc);

create index categories_parent_idx on public.categories (parent, sort);

create unique index categories_ord_from_idx on public.categories (ord_from);

create index function_calls_caller_idx on private.function_calls (caller, called_at);

create index help_articles_document_idx on public.help_articles using gin (document);

create index recent_views_hour_idx on private.recent_views (hour);

create index addresses_user_idx on private.addresses (user_id, created_at);

create index provider_events_waiting_idx on private.provider_events (received_at) where handled_at is null;

create index payout_plans_next_idx on private.payout_plans (next_on) where next_on is not null;

create index reconciliations_latest_idx on private.reconciliations (provider, until desc);

create index places_words_idx on private.places using gin (words) with (fastupdate = off);

create index places_where_idx on private.places (lat, lng);

create index profiles_created_at_idx on public.profiles (created_at desc, id);

create index profiles_standing_until_idx on public.profiles (standing_until) where standing <> 'good';

create index sellers_left_idx on public.sellers (id) where left_at is not null;

create index rate_limit_uses_idx on private.rate_limit_uses (action, who, at);

create index rate_limit_uses_age_idx on private.rate_limit_uses (at);

create unique index scam_rules_one_in_force on public.scam_rules (id) where retired_at is null;

create index scam_words_key_idx on public.scam_words (key);

create index attribute_definitions_key_idx on private.attribute_definitions (key);

create index search_outbox_version_idx on private.search_outbox (version);

create index search_vocabulary_near_idx on private.search_vocabulary (initial, length);

create index search_vocabulary_rest_idx on private.search_vocabulary (substr(word, 2));

create index search_vocabulary_word_idx on private.search_vocabulary (word text_pattern_ops);

create index search_vocabulary_sound_idx on private.search_vocabulary (sound, length);

create index things_wider_idx on private.things using gin (wider);

create index wish_stems_idx on private.wish_stems using gin (stems);

create index tickets_person_idx on public.tickets (person_id, changed_at desc);

create index tickets_state_idx on public.tickets (state, changed_at);

create index tickets_email_idx on public.tickets (lower(email), created_at);

alter table public.audit_log enable row level security;

alter table public.branding enable row level security;

alter table public.categories enable row level security;

alter table private.handover_secret enable row level security;

alter table public.help_articles enable row level security;

alter table public.report_reasons enable row level security;

alter table public.transparency_months enable row level security;

alter table public.notification_groups enable row level security;

alter table public.notification_kinds enable row level security;

alter table private.addresses enable row level security;

alter table private.carriers enable row level security;

alter table private.order_settings enable row level security;

alter table private.order_transitions enable row level security;

alter table private.provider_events enable row level security;

alter table private.payout_accounts enable row level security;

alter table private.payout_plans enable row level security;

alter table private.reconciliations enable row level security;

alter table private.places enable row level security;

alter table public.profiles enable row level security;

alter table public.sellers enable row level security;

alter table public.traders enable row level security;

alter table private.vacations enable row level security;

alter table public.rate_limits enable row level security;

alter table public.trust_ladder enable row level security;

alter table public.scam_domains enable row level security;

alter table public.scam_patterns enable row level security;

alter table public.scam_rules enable row level security;

alter table private.scam_weights enable row level security;

alter table public.scam_words enable row level security;

alter table public.tickets enable row level security;

create or replace trigger erase_person before delete on public.profiles
  for each row execute function private.erase_person();

create or replace trigger forget_seller after delete on public.profiles
  for each row execute function private.forget_seller();

create or replace trigger leave_with_soft_deletion after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.hide_account_on_soft_deletion();

create or replace trigger freeze_badges before insert or update of phone_verified, id_verified, business_verified on public.sellers
  for each row execute function private.freeze_badges();

create or replace trigger come_back_with_session after insert or update of aal on auth.sessions
  for each row execute function private.restore_account_on_session();

create or replace trigger a_guard_writes before insert or update on public.tickets
  for each statement execute function private.guard_writes('second_factor');

create or replace trigger a_guard_writes before insert or update on public.traders
  for each statement execute function private.guard_writes('standing');

create or replace trigger a_guard_writes before update of display_name, avatar_path, bio, city, area, lat, lng on public.profiles
  for each statement execute function private.guard_writes('standing');

create or replace trigger keep_audit_log before update or delete on public.audit_log
  for each row execute function private.refuse_change();

create or replace trigger keep_audit_log_whole before truncate on public.audit_log
  for each statement execute function private.refuse_change();

create or replace trigger carry_category_number after update of ord_from on public.categories
  for each row when (new.ord_from > 0 and old.ord_from <> new.ord_from) execute function private.carry_category_number();

create or replace trigger remember_new_words after insert on public.categories
  for each row execute function private.queue_category_index();

create or replace trigger remember_to_index after update of name, synonyms, synonyms_i18n, attributes on public.categories
  for each row when (old.name <> new.name or old.synonyms <> new.synonyms or old.synonyms_i18n <> new.synonyms_i18n
    or old.attributes <> new.attributes and private.searched_fields(old.attributes) <> private.searched_fields(new.attributes))
  execute function private.queue_category_index();

create or replace trigger stem_category_term before insert or update of term on private.category_terms
  for each row execute function private.stem_category_term();

create or replace trigger write_help_document before insert or update on public.help_articles
  for each row execute function private.write_help_document();

create or replace trigger count_help_words after insert or update or delete on public.help_articles
  for each statement execute function private.count_help_words();

create or replace trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

create or replace trigger carry_verification after update of email_confirmed_at, phone_confirmed_at on auth.users
  for each row
  when (old.email_confirmed_at is distinct from new.email_confirmed_at
    or old.phone_confirmed_at is distinct from new.phone_confirmed_at)
  execute function private.carry_verification();

create or replace trigger a_tidy_profile before insert or update on public.profiles
  for each row execute function private.tidy_profile();

create or replace trigger show_profile_as_seller after insert or update on public.profiles
  for each row execute function private.show_profile_as_seller();

create or replace trigger b_keep_name_on_insert before insert on public.profiles
  for each row when (not new.is_demo) execute function private.keep_public_name();

create or replace trigger b_keep_name_on_update before update of display_name, bio, area, city on public.profiles
  for each row when (not new.is_demo and new.role not in ('moderator', 'admin')
    and (new.display_name, new.bio, new.area, new.city) is distinct from (old.display_name, old.bio, old.area, old.city))
  execute function private.keep_public_name();

create or replace trigger b_keep_away_note before update of away_note on public.sellers
  for each row when (new.away_note <> '' and new.away_note is distinct from old.away_note)
  execute function private.refuse_contacts('note', 'away_note');

create or replace trigger a_count_profile before update of first_name, last_name, display_name, phone, avatar_path, bio, city, area on public.profiles
  for each row when (new.id = auth.uid()) execute function private.count_use('profile');

create or replace trigger count_view after insert on private.recent_views for each row execute function private.count_use('view');

create or replace trigger define_attributes after insert or update of attributes on public.categories
  for each row execute function private.define_attributes();

create or replace trigger index_seller after update of seller_type on public.sellers
  for each row when (new.seller_type <> old.seller_type) execute function private.index_changed();

create or replace trigger index_category_terms after insert or update on public.categories
  for each row execute function private.index_category_terms();

create or replace trigger forget_ticket_pictures after delete on public.tickets
  for each row execute function private.forget_ticket_pictures();

create or replace trigger tell_webhooks after insert on public.profiles
  for each row execute function private.queue_webhook_event_of_row('user.created', 'user_id=id');

create or replace trigger tell_webhooks_of_end after delete on public.profiles
  for each row execute function private.queue_webhook_event_of_row('user.deleted', 'user_id=id');

create or replace trigger tell_webhooks after insert on public.tickets
  for each row execute function private.queue_webhook_event_of_row('ticket.opened', 'ticket_id=id', 'ticket_no', 'topic');

create policy "who has a second factor shows it first" on realtime.messages as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "who has a second factor shows it first" on storage.objects as restrictive for insert to authenticated
  with check ((select private.second_factor_shown()));

create policy "who has a second factor shows it first to change" on storage.objects as restrictive for update to authenticated
  using ((select private.second_factor_shown()));

create policy "who has a second factor shows it first to delete" on storage.objects as restrictive for delete to authenticated
  using ((select private.second_factor_shown()));

create policy "administrators read what was changed" on public.audit_log
  for select to authenticated using ((select private.has_role('admin')));

create policy "who has a second factor shows it first" on public.audit_log as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "everybody sees who this is" on public.branding for select to anon, authenticated using (true);

create policy "administrators see the pictures of the brand" on storage.objects
  for select to authenticated using (bucket_id = 'branding' and (select private.has_role('admin')));

create policy "administrators add pictures of the brand" on storage.objects
  for insert to authenticated with check (bucket_id = 'branding' and (select private.has_role('admin')));

create policy "administrators remove pictures of the brand" on storage.objects
  for delete to authenticated using (bucket_id = 'branding' and (select private.has_role('admin')));

create policy "everyone reads the categories" on public.categories
  for select to anon, authenticated using (true);

create policy "applications read the categories" on public.categories for select to application using (true);

create policy "everyone reads the help" on public.help_articles for select to anon, authenticated using (true);

create policy "people see their own pictures in storage" on storage.objects
  for select to authenticated
  using (bucket_id in ('listing-photos', 'avatars') and split_part(name, '/', 1) = (select auth.uid())::text);

create policy "people upload pictures below their own folder" on storage.objects
  for insert to authenticated
  with check (bucket_id in ('listing-photos', 'avatars') and split_part(name, '/', 1) = (select auth.uid())::text
    and split_part(name, '/', 2) <> '');

create policy "people replace their own avatar" on storage.objects
  for update to authenticated
  using (bucket_id = 'avatars' and split_part(name, '/', 1) = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and split_part(name, '/', 1) = (select auth.uid())::text);

create policy "people listen to their own topic" on realtime.messages
  for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'user:' || (select auth.uid()));

create policy "people are present on their own topic" on realtime.messages
  for insert to authenticated
  with check (extension = 'presence' and (select private.user_of_topic(realtime.topic())) = (select auth.uid()));

create policy "everybody sees what can be reported" on public.report_reasons for select to anon, authenticated using (true);

create policy "who is suspended or banned uploads nothing" on storage.objects as restrictive for insert to authenticated
  with check ((select private.has_good_standing()));

create policy "who is suspended or banned replaces nothing" on storage.objects as restrictive for update to authenticated
  using ((select private.has_good_standing()));

create policy "everybody reads the figures of each month" on public.transparency_months
  for select to anon, authenticated using (true);

create policy "people see what they can be told" on public.notification_groups for select to authenticated using (true);

create policy "people see what they can be told" on public.notification_kinds for select to authenticated using (true);

create policy "everyone reads the names of towns" on private.places for select to anon, authenticated using (true);

create policy "people read their own profile" on public.profiles
  for select to authenticated using (id = (select auth.uid()));

create policy "people edit their own profile" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));

create policy "who has a second factor shows it first" on public.profiles as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "everyone sees the public face of a seller" on public.sellers
  for select to anon, authenticated using (true);

create policy "everybody sees who a business is" on public.traders for select to anon, authenticated using (true);

create policy "sellers see their own absences" on private.vacations for select to authenticated
  using (seller_id = (select auth.uid()));

create policy "everybody sees the limits" on public.rate_limits for select to anon, authenticated using (true);

create policy "everybody sees how one becomes trusted" on public.trust_ladder for select to anon, authenticated using (true);

create policy "everybody reads what messages are suspected of" on public.scam_patterns for select to anon, authenticated using (true);

create policy "moderators read the rules" on public.scam_rules
  for select to authenticated using ((select private.has_role('moderator', 'admin')));

create policy "who sees a ticket sees its pictures" on storage.objects
  for select to authenticated
  using (bucket_id = 'ticket-attachments'
    and exists (select from public.tickets ticket where ticket.id::text = split_part(objects.name, '/', 1)));

create policy "people see their own tickets" on public.tickets
  for select to authenticated using (person_id = (select auth.uid()));

create policy "moderators see all tickets" on public.tickets
  for select to authenticated using ((select private.has_role('moderator', 'admin')));

create policy "who has a second factor shows it first" on public.tickets as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

comment on function public.my_account_activity() is
  'Security events of the caller''s account in the last 90 days, newest first, at most 40. Empty for personal tokens and for sessions without their second factor.';

comment on function private.has_scope(text[]) is 'Whether the application was granted one of these scopes.';

comment on function public.begin_data_export() is 'Counts a data export; three a day. Called by the function export-my-data.';

comment on function public.delete_my_account() is
  'Deletes the account: hidden and signed out everywhere immediately, erased after 30 days; signing in before that undoes it. Requires a proof of identity from the last five minutes.';

comment on function private.is_token_request() is 'Whether the caller uses a personal token or an application instead of a session.';

comment on function private.require_session() is 'Refuses callers with a personal token.';

comment on function public.my_personal_tokens() is 'Names and times of the caller''s tokens.';

comment on function private.forget_recoveries() is 'Shows the badges of accounts again that were recovered 72 hours ago. Returns how many.';

comment on function private.second_factor_shown() is 'False for a session at aal1 of an account with a verified factor. True for visitors and for accounts without one.';

comment on function public.my_sessions is 'The caller''s sessions, this one first, then the last used; at most 50.';

comment on function public.end_session is 'Signs out one of the caller''s devices: revokes the refresh token immediately; the access token expires within the hour.';

comment on table public.audit_log is 'Append-only log of moderators'' and administrators'' changes. Written by private.audit() only.';

comment on column public.audit_log.actor_id is 'No foreign key: the entry outlives the account.';

comment on column public.audit_log.action is 'Subject and verb, such as category.rename or listing.hide.';

comment on table public.branding is 'One row. Written by set_branding() only; servers are notified of changes on the channel branding.';

comment on column public.branding.brand_hue is 'Hue in degrees. Lightness and chroma are fixed, so that contrast is the same for every hue.';

comment on column public.branding.logo_path is 'Object in the bucket branding, shown in place of the default logo.';

comment on column public.branding.currency is 'ISO 4217 currency of new ads. Existing ads keep theirs.';

comment on column public.branding.languages is 'Offered languages; the first is the default for browsers that accept none of them.';

comment on function private.market_currency() is 'The currency of new ads.';

comment on function public.set_branding(text, text, text, integer, text, text, text[]) is 'For administrators: sets name, operator, contact, hue, logo, currency and languages as a whole; omitted values fall back to the environment.';

comment on function private.has_role(text[]) is 'Whether the caller has one of these roles. False for visitors, the service key and personal tokens.';

comment on function private.require_role(text[]) is 'Refuses callers without any of these roles.';

comment on function private.audit(text, text, jsonb, jsonb) is 'Adds an audit log entry in the caller''s name. No grants: for security definer functions only.';

comment on table private.market_defaults is 'Settings of the environment that the database needs too; written by each server at startup.';

comment on table public.categories is 'The category tree, at most three levels; ads are in leaf categories.';

comment on column public.categories.attributes is 'Fields of the category: key, label per language, type, unit, unit_labels per language, min, max, options (id, label in English, labels per language, synonyms), required, filterable, facet, show_on_card. Used by form, filters, ad page and index.';

comment on column public.categories.ord_from is 'Nested set: a category and its descendants have ord_from between this ord_from and ord_to.';

comment on column public.categories.active is 'Accepts new ads and is listed. Ads of a closed category remain in it.';

comment on column public.categories.retired_attributes is 'Disabled fields: not asked for, and restored unchanged.';

comment on column public.categories.sort is 'Position among siblings. ord_from only defines nesting.';

comment on table private.categories_to_index is 'Categories with changed words or fields, until their ads are reindexed.';

comment on table private.category_terms is 'Names and synonyms of categories in normalised form, with a leading space; for suggestions.';

comment on function private.root_of(text) is 'The top category above (or equal to) the given one.';

comment on function public.add_category(text, text, jsonb, text) is 'Adds a category after its siblings; without parent a top category. It inherits its parent''s rules. For administrators.';

comment on function public.change_category(text, jsonb) is 'Changes names, synonyms, icon and rules of a category; omitted keys stay. For administrators.';

comment on function public.move_category(text, integer) is 'Moves a category to a position among its siblings, counted from 1. For administrators.';

comment on function public.set_category_active(text, boolean) is 'Opens or closes a category with its descendants. Existing ads remain. For administrators.';

comment on function public.save_attribute(text, jsonb) is 'Adds a field to a category, or replaces the one with the same key. For administrators.';

comment on function public.move_attribute(text, text, integer) is 'Moves a field to a position among those of its category, counted from 1. For administrators.';

comment on function public.set_attribute_active(text, text, boolean) is 'Enables or disables a field of a category. Ads keep their values. For administrators.';

comment on function private.renumber_categories() is 'Renumbers the whole tree with gaps. Call it after changing parents or adding rows by hand.';

comment on function public.show_handover_code(uuid) is
  'The four-digit code that the buyer shows the seller at the handover: always the same, and replaced after five wrong attempts only.';

comment on function public.enter_handover_code(uuid, text) is 'Completes the deal with the buyer''s code, entered by the seller. Returns {accepted, tries_left} or {accepted, deal}.';

comment on function private.minor_digits(text) is 'Decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD.';

comment on function private.minor_per_unit(text) is 'Minor units per unit: 100 for EUR, 1 for JPY, 1000 for KWD.';

comment on function public.market_currency() is 'The currency of new ads and of search prices (ISO 4217).';

comment on function public.price_guide(text, text) is 'Sale prices of a category''s items in the last 180 days; only the count below 8 sales.';

comment on function public.share_sold_price(uuid, boolean) is 'For the seller: adds the price of a sold ad to the price guide, anonymously, or removes it.';

comment on table private.handover_codes is 'Deals and orders whose buyer has opened the code, with the wrong attempts so far. The code itself is derived.';

comment on column private.handover_codes.round is 'Incremented when the buyer reopens the code after five wrong attempts, which changes the code.';

comment on table private.handover_secret is 'Key from which handover codes are derived. Read by functions only.';

comment on table private.seeds is 'Written in the same transaction as the rows of a seed: present means complete.';

comment on table private.function_calls is 'Calls of the last hour that count towards a rate limit. The caller is the kind of call with a user id or a keyed hash of an address.';

comment on function public.count_function_call(text, integer, integer) is 'Counts a call towards the limits per hour and per 20 seconds. Returns null, or the time from which the next call is allowed. For the service key.';

comment on function private.edits_allowed(text) is '1 from 5 letters, 2 from 9, never in numbers and model codes: an s21 is no s22.';

comment on function private.find_help(text, text) is 'Articles that answer a question, in one language. Rare words count more, and a word that no article contains lowers the score.';

comment on function public.search_help(text, integer, text) is 'Help articles that answer a question, best first, with the share of it that they cover (0 to 1), in the reader''s language.';

comment on function public.help_figures(text) is 'For moderators: votes on articles, least helpful first.';

comment on function private.write_help_articles(jsonb, text) is 'Replaces all articles with these, unless they are unchanged. For the server.';

comment on function public.rate_help_article(text, boolean) is 'Votes on whether an article helped. One vote per user or browser; voting again replaces it.';

comment on table public.help_articles is 'Written by the server at startup from marketplace/contract/locales/<locale>/help. {brand} stands for the name of the installation.';

comment on table private.help_synonyms is 'Synonyms of words in the help. An operator adds rows with `private.help_words(''en'', said)` and runs an update over help_articles.';

comment on table private.help_version is 'A hash of all articles in the table, so that a starting server can skip writing them again.';

comment on table private.help_votes is 'The voter is a hash: of an account, or of a random id of the browser. No foreign key: articles are replaced with each version.';

comment on table private.help_words_used is 'Stems of the help articles of a language, with the number of articles that contain them. Updated when articles change.';

comment on function public.bulk_change_listings(uuid[], text, integer) is
  'Extends, pauses, resumes, deletes or reprices at most 50 of the caller''s ads: [{id, done, state, price_minor} or {id, done: false, refusal: {code, name, details}}].';

comment on function public.expire_listings() is 'Ends every ad whose time is over; returns how many. For the service key: searches exclude such ads by themselves.';

comment on function private.due_expiry_reminders(integer) is 'Ads that end within 7 days and whose seller has not been reminded yet; again within the last day.';

comment on function public.import_listings(jsonb, boolean) is 'Creates a draft for each row {key, ...columns of listings}, once per key, and publishes it if requested: [{key, id, state, created, problem: {code, name, details} or null}]. At most 200; photo URLs are not fetched.';

comment on function private.plain_text(text) is 'Removes control characters, bidi overrides, and more than three accents on a letter. Lines end with \n.';

comment on function private.plain_line(text) is 'Like plain_text, on one line, with single spaces and without zero-width characters. Joiners stay: emoji and scripts need them.';

comment on function public.record_provenance(uuid, jsonb) is 'Replaces the record of which fields of the caller''s ad came from suggestions: {"title": {"source": "photo", "confidence": 0.82, "confirmed_at": "..."}}.';

comment on function private.readable(text) is 'Compatibility letters as plain ones (full-width digits too), without invisible characters that hide a word from a rule.';

comment on function private.short_text_problem(text, text) is 'The contact details in a name, a place or a photo''s description, or null.';

comment on function public.record_view(uuid) is 'Counts a view of an ad, once per viewer and hour, and never the seller''s own.';

comment on table private.recent_views is 'Hashed viewers of the last hour: enough to count a viewer once, not enough to track one.';

comment on table private.deleted_photos is 'Deleted and reported photos: hidden from both users, and deleted once the reports are decided.';

comment on function public.block_person(uuid) is 'Blocks a user: neither can write to the other until it is undone; their conversations are locked.';

comment on function public.unblock_person(uuid) is 'Unlocks their conversations, unless the other user has blocked too.';

comment on function public.my_contestable_facts() is 'Late replies and no-shows that count against the caller, with the state of their contests.';

comment on function public.person_file(uuid) is 'For moderators: the file of one account, without address, phone and messages. Access is recorded in the audit log.';

comment on function public.site_figures(integer) is 'For moderators: ads, messages, sign-ups, reports and the waiting time of decided ones, by day (UTC), for at most 180 days.';

comment on function public.find_people(text, integer) is 'For moderators: accounts by name, full email address, id or link, newest first; without words the 20 newest. Does not return the address.';

comment on function public.find_ads(text, integer) is 'For moderators: ads in any state but draft, by words of the title, number, id, link, or seller id; last changed first; without words the 20 newest.';

comment on function public.listing_file(uuid) is 'For moderators: one ad with its history, reports and decisions. Access is recorded in the audit log.';

comment on function private.rule_words(text, boolean) is 'The words or stems of a text for comparing with rules, with a space on either side.';

comment on function public.check_ad(text, text, text, text) is 'The rules that this text would match: [{rule, severity: block, review or warn, term, name, explanation}]. For the form, while typing.';

comment on function public.remove_prohibited_term(bigint) is 'Removes a term from a rule. For administrators.';

comment on function public.moderation_queue(integer) is 'For moderators: reports by target, ads in review, held messages with the five before them, and appeals; most urgent first, at most 200.';

comment on function private.require_standing(boolean) is 'Refuses a caller whose account is suspended or banned, and new business of a limited one.';

comment on function private.has_good_standing() is 'False for suspended and banned users.';

comment on function private.rounded_away(bigint) is 'A count for publication: null for 1 to 4.';

comment on function private.transparency_of(timestamptz, timestamptz) is 'The public figures of a period.';

comment on function private.count_transparency() is 'For the job: recounts this month and months that are not final. @returns how many months.';

comment on table public.report_reasons is 'Reasons for reports. Priority orders the moderators'' queue.';

comment on table public.transparency_months is 'Reports, decisions and appeals by month (UTC). Counted by private.count_transparency(); final once counted after the month.';

comment on column public.transparency_months.figures is 'Counts; null stands for 1 to 4, which could identify someone. Kinds below five are omitted.';

comment on function public.save_push_subscription(text, text, text, text) is 'Subscribes this browser to the user''s push messages.';

comment on function public.unsubscribe(uuid, text) is 'Unsubscribes a user from emails of one group; returns the group (or search: and its name), null if unknown. For the service key.';

comment on function private.notify(uuid, text, jsonb, text, text[]) is
  'Notifies a user: live in the app, and by email and push as preferred (limited to channels, if given). A dedupe key notifies once.';

comment on function public.mark_notifications_read(uuid[]) is 'Marks the given notifications as read, or all in the app; returns the number left unread.';

comment on table public.notification_groups is 'Groups for preferences. in_app, mail and push are the defaults.';

comment on table public.notification_kinds is 'All kinds of notifications. Texts and links are in marketplace/contract/notifications/notifications.ts.';

comment on column public.notification_kinds.renews is 'Another one with the same dedupe key moves the first to the top, unread, instead of being dropped.';

comment on column public.notification_kinds.urgent is 'Ignores quiet hours and digests.';

comment on column public.notification_kinds.email_delay is 'The email is only sent if the notification is still unread after this time.';

comment on column public.notification_kinds.push_delay is 'Delays delivery, so that it can be read in the app first.';

comment on column public.notification_kinds.email_gap is 'Minimum time between two emails of one renewing notification.';

comment on table private.carriers is 'Carriers with tracking links. Rows: reference-data/046_private.carriers.csv.';

comment on function public.my_addresses() is 'The caller''s saved addresses, encrypted, newest first.';

comment on function public.save_address(uuid, text, text, boolean) is 'Saves or changes an encrypted address of the caller; ten at most.';

comment on function public.delete_address(uuid) is 'Deletes a saved address of the caller; orders keep their own copy until they end.';

comment on function public.order_address(uuid) is 'The encrypted delivery address of an order: for its buyer, and for its seller from payment until the order ends.';

comment on function public.my_balance() is 'The caller''s money in the market''s currency: available, in transit to the bank, and pending in open orders.';

comment on function public.request_payout(uuid) is 'Pays out the available balance to the caller''s bank. Idempotent by client_id. Returns my_balance().';

comment on function public.seller_order_facts(uuid) is
  'A seller''s completed orders of a year: {orders, ship_days, fine_percent}; null for fewer than five.';

comment on function public.dispute_cases(integer) is 'For moderators: cases to decide, oldest first.';

comment on function public.dispute_case(uuid) is 'For uninvolved moderators: all facts of a disputed order. Access is recorded in the audit log.';

comment on function public.order_label(uuid) is
  'For the function `labels`: the label of an order that its seller, or for a return its buyer, may buy now or has bought. {direction, shipment, sent_as, currency, most_minor, label}.';

comment on function public.record_parcel(uuid, text, text) is 'For the server: notes the parcel of an order that has prices. False if another one is being bought or was bought.';

comment on function public.claim_parcel(text) is 'For the server, before it buys the label of a parcel. False if another parcel has taken its place.';

comment on function public.order_to_pay(uuid) is 'The amount of the caller''s unpaid order, and its existing payment.';

comment on function public.handle_provider_events(integer) is 'For the server: handles events of payment providers. Concurrent calls share the work.';

comment on function public.my_payout_account() is 'The caller''s account at the payment provider, for the function `payout-account`; null without one.';

comment on function public.my_payout_plan() is 'The caller''s bank account, payout schedule, next date, and last returned payout: {holder, ending, every, next_on, returned_minor}.';

comment on function public.set_payout_rhythm(text) is 'Sets the caller''s payout schedule: weekly (Fridays), monthly (the first) or on request only. Returns my_payout_plan().';

comment on function public.save_test_bank(text, text) is 'With the test provider: sets the caller''s bank account, of which only the last four digits are stored. Returns my_payout_plan().';

comment on function public.order_choices(uuid[], integer[]) is
  'Prices of several ads of one seller, for shipping and meet-up (null if not offered), with the items. Stores nothing.';

comment on function public.payment_pending_until(uuid) is 'Until when another buyer''s unpaid order reserves an ad; null if none does.';

comment on function private.working_days_after(timestamptz, integer) is 'The same time of day a number of working days later, without Saturdays and Sundays.';

comment on function public.order_terms() is 'Whether items can be bought here, in which currency, and the fees and time limits of orders.';

comment on function public.start_order(uuid[], text, uuid, integer[], integer) is
  'Reserves ads of one seller for the caller during payment: {order_id, total_minor, currency, fee_minor, pay_by}. delivery: ship or meet; one unit of each ad, and the newest saved address in its country, by default. Refuses if the total is not expected_minor. Idempotent until the deadline.';

comment on function public.set_bundle_discount(integer) is 'Sets the caller''s bundle discount for two or more items; 0 for none.';

comment on function public.my_statement(date, text, bigint, integer) is
  'The caller''s movements, newest first, with the running balance: of a month, or sales or payouts only, before a given row.';

comment on function public.my_sales(integer) is 'The caller''s sales in a year, by quarter (UTC) of the day on which the money became theirs.';

comment on function public.reportable_sellers(integer) is 'For administrators: every seller with sales in a year, with sums by quarter.';

comment on function public.show_order_code(uuid) is 'The code that the buyer of a meet-up shows the seller: always the same, and replaced after five wrong attempts only.';

comment on function public.enter_order_code(uuid, text) is 'The seller enters the buyer''s code, which completes the order. Returns {accepted, tries_left} or {accepted, order}.';

comment on table private.order_settings is 'Payments, fees and time limits of orders. One row; read by functions only.';

comment on table private.order_transitions is 'Rows: reference-data/045_private.order_transitions.csv. private.move_order() is the only reader.';

comment on table private.provider_events is 'Events of payment providers: stored first, handled once, in any order.';

comment on table private.payout_accounts is 'Sellers'' accounts at a real payment provider, as it reports them. Names and bank details are stored by the provider only.';

comment on table private.payout_plans is 'Payout schedules and accounts of sellers. The job settle-orders executes due ones.';

comment on table private.reconciliations is 'Findings of the daily comparison of the ledger with the payment provider''s books.';

comment on function private.photo_was_read() is 'Security definer: storage writes results with its own rights; ads and prints are closed to it.';

comment on function private.distance_km(float8, float8, float8, float8) is 'Great-circle distance by the haversine formula.';

comment on function public.places_within(float8, float8, float8, float8, integer) is 'The largest towns in a bounding box, 100 at most: [{name, lat, lng, people}], largest first.';

comment on function public.market_places() is
  'Places of the newest live ads, those with the most ads first, 40 at most; in an empty market the largest towns of its country: [{area, city, country, lat, lng}].';

comment on function public.suggest_places(text, text, integer) is 'Towns with a word that begins with the typed text (from 2 letters), those of the home country first, then the largest: [{city, region, country, lat, lng}].';

comment on table private.places is 'Towns of GeoNames (CC BY 4.0), by their id there. Coordinates are the middle of a town, never an address.';

comment on column private.places.folded is 'The words of the name as normalised by private.search_words(): lower case, without accents.';

comment on column private.places.own_folded is 'The same for the local name, if the name is English; may be empty.';

comment on function public.my_dashboard() is 'The caller''s ads, open offers, deals and orders as numbers, and tasks, most urgent first.';

comment on function private.name_for_display(text, text, uuid) is 'First name and initial, until the user chooses a display name. Never derived from the email address.';

comment on function private.is_reserved_name(text) is 'Whether a name could be mistaken for the market or its staff, including look-alike letters.';

comment on function public.my_figures() is 'Views, sales and revenue of the caller''s ads in the last 30 days (UTC).';

comment on function public.my_listing_figures() is
  'For each of the caller''s ads: daily views of the last seven days (UTC, today last), and views, saves and chats of the last 7 and 30 days.';

comment on function public.declare_trader(text, text, text, text, text, text, boolean) is
  'Declares the caller a business with these public details. Calling it again replaces them.';

comment on function public.end_trader() is 'Makes the caller a private seller again, if no ads are live.';

comment on function public.set_vacation(date, date, text) is 'Sets a vacation from one day until the day of return (at most 180 days from now), replacing the previous one.';

comment on table public.profiles is 'A user''s private data, readable by that user only. Created with the account; others see public.sellers.';

comment on column public.profiles.signup_role is 'The role in the sign-up form. Not used for permissions, which come from the column role, which users cannot write.';

comment on column public.profiles.phone is 'Digits with an optional leading plus; separators are removed on writing. Never public.';

comment on column public.profiles.trust_level is '0 new, 1 confirmed, 2 proven, 3 checked. New accounts have daily limits.';

comment on column public.profiles.standing is 'limited: no new ads and conversations; suspended and banned: no writes. Set by decisions only.';

comment on column public.profiles.read_receipts is 'Whether others see that this user has read messages. Turning it off hides it in both directions.';

comment on table private.reserved_names is 'In plain letters. A brand or role is reserved as a word of a name; an ending only after a brand.';

comment on table public.sellers is 'Public profile. Written by triggers only, so that users cannot change their own figures.';

comment on column public.sellers.rating_average is 'Null below 5 ratings, which are too few.';

comment on column public.sellers.response_rate is 'Percent of first messages answered within 24 hours; null below 5.';

comment on column public.sellers.response_minutes is 'Median minutes to the first answer; null below 5 first messages.';

comment on column public.sellers.response_count is 'Number of first messages behind both figures.';

comment on column public.sellers.response_days is 'The period in days: 30, or up to 90 if there were fewer than ten.';

comment on column public.sellers.deal_count is 'Deals made here that were completed or ended with a no-show.';

comment on column public.sellers.no_show_count is 'Of these, no-shows of this user.';

comment on column public.sellers.left_at is 'When the account was deleted: the rest of the row is then meaningless.';

comment on column public.sellers.away_until is 'The first day back (UTC).';

comment on table public.traders is 'One row for each business seller. Written by declare_trader() only.';

comment on column public.traders.certified_at is 'When they last certified that the details are true and that they only offer legal products.';

comment on table private.vacations is 'Past and current vacations, whose days the response figures ignore.';

comment on function private.client_network(integer) is 'The client''s network, with this prefix length for IPv4; null without an HTTP request.';

comment on function private.trust_level(uuid) is 'The user''s trust level.';

comment on function private.consume_rate_limit(uuid, text) is 'Raises SK502 with the waiting time if the limit is reached; otherwise counts.';

comment on function public.set_rate_limit(text, text, integer, interval, integer) is 'For administrators: sets how often an action is allowed in a period, per account, device or network, from a trust level on.';

comment on function public.set_trust_ladder(integer, integer, integer) is 'For administrators: sets when the limits of new accounts end.';

comment on function public.set_trust_level(uuid, integer, text) is 'For administrators: sets the trust level of one account, with the reason in the audit log.';

comment on function private.wait_until(timestamptz) is 'For a refusal: hours, or 0 and minutes.';

comment on function private.is_trusted(uuid) is 'Whether the limits of new accounts no longer apply.';

comment on table private.listing_quotas is 'Maximum number of live ads; the row with the highest level that the account has reached applies.';

comment on table private.rate_limit_uses is 'Recent uses; devices and networks only as hashes.';

comment on table public.rate_limits is 'The row with the highest level that the account has reached applies, for each action, scope and period.';

comment on column public.rate_limits.level is '0 and 1: new; 2: a week and a deal or five answered chats, or known to the operator; 3: checked.';

comment on table public.trust_ladder is 'When the limits of new accounts end: minimum age in days, and number of completed deals or answered conversations. One row.';

comment on function public.rating_counts(uuid) is 'Published reviews of a seller by stars: [{rating, count}], five stars first.';

comment on function public.mark_search_seen(uuid) is 'Marks the results of this search as seen.';

comment on function private.fold_confusables(text) is 'Replaces look-alikes of Latin letters.';

comment on function public.mark_message_harmless(uuid) is 'Marks a warned message as harmless, which its rules count. @returns whether there was such a message';

comment on function public.labelled_messages(integer) is
  'For administrators: messages with feedback (by: moderator, report, reader), to measure scam detection. label is ok or the pattern.';

comment on function public.scam_rule_figures(integer) is
  'For moderators, by rule: number of messages matched in this many days (at most 90), number held, and number right or wrong by feedback, also by week.';

comment on function private.judge_text(text, text[]) is 'The result of the active rules for a text. Reads only rules, words and known sites.';

comment on function public.reveal_message(uuid) is 'The original of a masked message, for both users, once both have written twice.';

comment on function private.set_own_site(text) is 'Trusts the market''s public host, and no longer the previous one.';

comment on function private.read_message(text) is 'A message in normalised form for the rules.';

comment on function private.plain_letters(text) is 'A text as it looks, in Latin letters.';

comment on function public.save_scam_rule(text, text, text, integer, text) is
  'For administrators: adds a version of a rule and retires the previous one. Does nothing if unchanged.';

comment on function public.switch_scam_rule(text, boolean) is 'For administrators: retires a rule, or reactivates its last version as a new one.';

comment on function public.try_scam_rules(text, text[]) is 'For moderators: tests a text against the active rules: {action, score, pattern, rules, signals}. Nothing is stored.';

comment on function public.check_suspicion(text) is
  'The result for a text: {action, sentence, patterns: [id], hosts: [{host, what: own | carrier | map | unknown}]}.';

comment on function private.decisive_sentence(text, text, text[]) is 'The sentence of a text that completed a rule''s match.';

comment on function private.judge_talk(text[], text, text[]) is 'The verdict on a message, given the previous ones.';

comment on table public.scam_domains is 'Hosts that messages may link to without a warning, with their subdomains.';

comment on table public.scam_patterns is 'Scam patterns, with the texts of their warnings by language.';

comment on column public.scam_rules.signals is 'Required signals: of scam_words, or found or known ones (mail, link, phone, young_account, ...).';

comment on table private.scam_weights is 'Log odds that a message is a scam, by feature: word, "two words", stem*, :signal. The feature * is the intercept.';

comment on table public.scam_words is 'Words and phrases with their signals. Plain letters; a trailing star matches any ending.';

comment on type private.reading is 'Words in plain letters; other findings (mail, handle, link, trusted_link, phone, digits); hosts of links.';

comment on type private.judgement is 'The action for a message, with reasons: rules are [{id, version, pattern, weight}], most severe first.';

comment on table private.accessory_words is 'Stems of accessories and parts: a search for a monitor ranks monitors before monitor stands. Add rows as `private.stem(word)`.';

comment on table private.attribute_definitions is 'The filterable fields of categories.attributes, updated by a trigger; is_main is "facet" there.';

comment on table private.common_words is 'Number of ads for words that more than a hundred have, counted hourly, because counting reads long posting lists. Empty in small markets.';

comment on table private.condition_words is 'Phrases for a condition: "like new" is a filter and not searched for. In lower case without accents.';

comment on table private.filler_words is 'Filler words of a wish: "cheap", "something", "gift". They match nothing alone.';

comment on function public.search_listings(jsonb) is 'Live ads that match: items, total, facets (if requested) and the cursor of the next page. Public. Parameters and result: marketplace/contract/search/search.ts.';

comment on function public.search_clusters(jsonb) is 'The results of search_listings() as pins and clusters for a map at `zoom`. Public. Parameters and result: marketplace/contract/search/clusters.ts.';

comment on function public.suggest(text) is 'From two characters: {queries: [text], categories: [{slug, name, parent, icon, count}], listings: [{id, title, price_minor, ...}]}.';

comment on function public.category_counts() is 'Live ads per category including descendants, in tree order.';

comment on function private.renew_search(integer) is 'Reindexes the next ads of an upgraded market; returns 0 at the end. For a job.';

comment on function private.count_common_words() is 'Recounts words that more than a hundred ads have. For the hourly job.';

comment on function public.similar_listings(uuid, integer) is 'Ads of the same category, then of its neighbours, closest in words and price first. Items as in search_listings().';

comment on function private.search_words(text) is 'The normalised words of a text: lower case, without accents, only letters and digits, a number with its unit as one.';

comment on function private.stem(text) is 'English stem. Also takes the plural s off Portuguese, Spanish and French words; numbers and model codes stay.';

comment on function private.stem_in(text, text) is 'Portuguese, Spanish, German and French; null for other languages, numbers and short words. For English see private.stem().';

comment on table private.number_words is 'Numbers in words: before a unit "two persons" is "2 persons". In lower case without accents.';

comment on table private.search_outbox is 'Ads whose row in listing_search was changed or deleted since the last delivery. Empty without an engine (private.search_feed).';

comment on table private.search_feed is 'Has a row while a search engine is configured (SEARCH_URL); is_built once its index is complete. Written by the job feed-search.';

comment on table private.search_renewal is 'Progress of reindexing existing ads after a change of the search index.';

comment on table private.search_synonyms is 'Synonyms as stems, one row per pair for both directions. Categories and options have separate synonyms.';

comment on table private.search_vocabulary is 'Words of ads, for corrections. Not unique, so that two ads with the same new word do not block each other; a job removes duplicates.';

comment on table private.thing_words is 'Everyday names of items, singular and plural; source souk, wordnet or cldr. Written by seed/generate-vocabulary.ts.';

comment on table private.things is 'Items and qualities by kind. Written by seed/generate-vocabulary.ts.';

comment on table private.units is 'Units of measure: after a number "inches" becomes "inch". Add rows in lower case without accents.';

comment on table private.use_words is 'Words that tell what items are for. Written by scripts/train-uses.ts.';

comment on table private.wish_stems is 'How purposes and recipients are put, whatever stands between the words and in whichever order. From private.thing_words.';

comment on function public.file_ticket(uuid, uuid, uuid, text, text, text, jsonb, text, jsonb, jsonb) is
  'Opens a ticket and returns its number; idempotent by client_id. For the service key.';

comment on function public.reply_to_ticket(uuid, text, jsonb) is 'Replies in the caller''s ticket; a closed one is reopened.';

comment on function public.answer_ticket(uuid, text, boolean) is 'For moderators: answers a ticket, by email and, with an account, by notification.';

comment on function public.close_ticket(uuid) is 'For moderators: closes a ticket.';

comment on function public.usual_answer_time() is 'The median time to the first answer, over 90 days; null below five answers.';

comment on table public.tickets is 'A support request. Written by file_ticket() and the functions below; deleted a year after it was closed, or with the account.';

comment on column public.tickets.person_id is 'Null: written without an account and answered by email only.';

comment on column public.tickets.fields is 'Fields of the topic: where, organisation, good_faith.';

comment on column public.tickets.transcript is 'The conversation with the assistant that led to it, if the user chose to send it: [{role, content}].';

comment on column public.tickets.state is 'open and waiting_us wait for the operator, waiting_user for the user. A reply reopens a closed one.';

comment on column public.tickets.client_id is 'Chosen by the client, so that a retry creates no second ticket.';

comment on function public.test_webhook(uuid) is 'Sends an event of the type webhook.test. Returns the number of the delivery.';

comment on function private.queue_webhook_event(text, jsonb) is 'Records an event for subscribed endpoints, in the transaction that caused it.';

comment on function public.rotate_webhook_secret(uuid, text) is 'For the function `webhooks`. The previous secret keeps signing next to the new one for 24 hours.';

grant execute on function public.my_account_activity() to authenticated;

grant execute on function private.has_scope(text[]) to application;

grant execute on function public.begin_data_export() to authenticated;

grant execute on function public.delete_my_account() to authenticated;

grant execute on function private.is_token_request() to anon, application, authenticated, service_role;

grant execute on function private.require_session() to anon, authenticated, service_role;

grant execute on function public.my_personal_tokens() to authenticated;

grant execute on function private.second_factor_shown() to anon, application, authenticated, service_role;

grant execute on function public.my_sessions() to authenticated;

grant execute on function public.end_session(uuid) to authenticated;

revoke all on public.audit_log from anon, authenticated, service_role;

grant select on public.audit_log to authenticated, service_role;

revoke all on public.branding from anon, authenticated;

grant select on public.branding to anon, authenticated;

grant execute on function private.market_currency() to anon, application, authenticated, service_role;

grant execute on function public.set_branding(text, text, text, integer, text, text, text[]) to authenticated;

grant execute on function private.has_role(text[]) to anon, authenticated, service_role;

grant execute on function private.require_role(text[]) to anon, authenticated, service_role;

revoke all on public.categories from anon, authenticated;

grant select on public.categories to anon, authenticated;

grant select (slug, parent, level, sort, name, icon, allow_types, leaf, attributes, active) on public.categories to application;

grant execute on function public.add_category(text, text, jsonb, text) to authenticated;

grant execute on function public.change_category(text, jsonb) to authenticated;

grant execute on function public.move_category(text, integer) to authenticated;

grant execute on function public.set_category_active(text, boolean) to authenticated;

grant execute on function public.save_attribute(text, jsonb) to authenticated;

grant execute on function public.move_attribute(text, text, integer) to authenticated;

grant execute on function public.set_attribute_active(text, text, boolean) to authenticated;

grant execute on function private.guess_categories(text, uuid) to anon, authenticated;

grant execute on function public.show_handover_code(uuid) to authenticated;

grant execute on function public.enter_handover_code(uuid, text) to authenticated;

grant execute on function private.minor_digits(text) to anon, authenticated, service_role;

grant execute on function private.minor_per_unit(text) to anon, authenticated, service_role;

grant execute on function public.market_currency() to anon, authenticated;

grant execute on function private.expire_offers(uuid) to service_role;

grant execute on function public.price_guide(text, text) to anon, authenticated;

grant execute on function public.share_sold_price(uuid, boolean) to authenticated;

grant select, insert, delete on private.function_calls to service_role;

grant execute on function public.search_help(text, integer, text) to anon, authenticated;

grant execute on function public.help_figures(text) to authenticated;

grant execute on function public.rate_help_article(text, boolean) to anon, authenticated;

revoke all on public.help_articles from anon, authenticated;

grant select (id, topic, question, answer, points, action, language) on public.help_articles to anon, authenticated;

grant execute on function public.bulk_change_listings(uuid[], text, integer) to authenticated;

grant execute on function private.expire_listings(uuid) to service_role;

grant execute on function public.import_listings(jsonb, boolean) to authenticated;

grant execute on function private.import_id(uuid, text) to authenticated;

grant execute on function private.own_listing_notes(uuid) to authenticated;

grant execute on function private.plain_text(text) to application, authenticated, service_role;

grant execute on function private.plain_line(text) to application, authenticated, service_role;

grant execute on function public.record_provenance(uuid, jsonb) to authenticated;

grant execute on function private.readable(text) to anon, authenticated, service_role;

grant execute on function private.says_one_of(text, text[]) to anon, authenticated, service_role;

grant execute on function private.is_shouting(text, integer) to anon, authenticated, service_role;

grant execute on function private.most_used(text, integer) to anon, authenticated, service_role;

grant execute on function private.lure_price_problem(text, text, text, integer) to authenticated, service_role;

grant execute on function private.head_of_title(text) to anon, authenticated;

grant execute on function public.record_view(uuid) to anon, authenticated;

grant execute on function public.block_person(uuid) to authenticated;

grant execute on function public.unblock_person(uuid) to authenticated;

grant execute on function private.is_deleted_photo(text) to authenticated;

grant execute on function private.user_of_topic(text) to authenticated;

grant execute on function public.mark_conversation_read(uuid) to authenticated;

grant execute on function public.mark_delivered(uuid) to authenticated;

grant execute on function private.conversation_of_topic(text) to authenticated;

grant execute on function public.my_contestable_facts() to authenticated;

grant execute on function public.person_file(uuid) to authenticated;

grant execute on function public.site_figures(integer) to authenticated;

grant execute on function public.find_people(text, integer) to authenticated;

grant execute on function public.find_ads(text, integer) to authenticated;

grant execute on function public.listing_file(uuid) to authenticated;

grant execute on function public.check_ad(text, text, text, text) to anon, authenticated;

grant execute on function public.remove_prohibited_term(bigint) to authenticated;

grant execute on function public.moderation_queue(integer) to authenticated;

grant execute on function private.require_standing(boolean) to anon, application, authenticated, service_role;

grant execute on function private.has_good_standing() to anon, authenticated, service_role;

revoke all on public.report_reasons from anon, authenticated;

grant select on public.report_reasons to anon, authenticated;

revoke all on public.transparency_months from anon, authenticated;

grant select on public.transparency_months to anon, authenticated;

grant execute on function public.save_push_subscription(text, text, text, text) to authenticated;

grant execute on function public.mark_notifications_read(uuid[]) to authenticated;

revoke all on public.notification_groups from anon, authenticated;

grant select on public.notification_groups to authenticated;

revoke all on public.notification_kinds from anon, authenticated;

grant select on public.notification_kinds to authenticated;

grant execute on function public.my_addresses() to authenticated;

grant execute on function public.save_address(uuid, text, text, boolean) to authenticated;

grant execute on function public.delete_address(uuid) to authenticated;

grant execute on function public.order_address(uuid) to authenticated;

grant execute on function public.my_balance() to authenticated;

grant execute on function public.request_payout(uuid) to authenticated;

grant execute on function public.seller_order_facts(uuid) to anon, authenticated;

grant execute on function public.dispute_cases(integer) to authenticated;

grant execute on function public.dispute_case(uuid) to authenticated;

grant execute on function public.order_label(uuid) to authenticated;

grant execute on function public.order_to_pay(uuid) to authenticated;

grant execute on function public.my_payout_account() to authenticated;

grant execute on function public.my_payout_plan() to authenticated;

grant execute on function public.set_payout_rhythm(text) to authenticated;

grant execute on function public.save_test_bank(text, text) to authenticated;

grant execute on function public.order_choices(uuid[], integer[]) to anon, authenticated;

grant execute on function public.payment_pending_until(uuid) to anon, authenticated;

grant execute on function public.order_terms() to anon, authenticated;

grant execute on function public.start_order(uuid[], text, uuid, integer[], integer) to authenticated;

grant execute on function public.set_bundle_discount(integer) to authenticated;

grant execute on function public.my_statement(date, text, bigint, integer) to authenticated;

grant execute on function public.my_sales(integer) to authenticated;

grant execute on function public.reportable_sellers(integer) to authenticated;

grant execute on function public.show_order_code(uuid) to authenticated;

grant execute on function public.enter_order_code(uuid, text) to authenticated;

grant execute on function private.distance_km(float8, float8, float8, float8) to anon, authenticated, service_role;

grant execute on function public.places_within(float8, float8, float8, float8, integer) to anon, authenticated;

grant execute on function public.market_places() to anon, authenticated;

grant execute on function public.suggest_places(text, text, integer) to anon, authenticated;

grant select on private.places to anon, authenticated, service_role;

grant execute on function public.my_dashboard() to authenticated;

grant execute on function private.phone_digits(text) to anon, authenticated, service_role;

grant execute on function private.counted_first_messages(uuid) to authenticated, service_role;

grant execute on function public.my_figures() to authenticated;

grant execute on function public.my_listing_figures() to authenticated;

grant execute on function public.declare_trader(text, text, text, text, text, text, boolean) to authenticated;

grant execute on function public.end_trader() to authenticated;

grant execute on function private.was_away(uuid, timestamptz) to authenticated, service_role;

grant execute on function public.set_vacation(date, date, text) to authenticated;

grant execute on function public.end_vacation() to authenticated;

revoke all on public.profiles from anon, authenticated;

grant select on public.profiles to authenticated;

grant update (first_name, last_name, display_name, phone, avatar_path, bio, locale, city, area, lat, lng, read_receipts) on
  public.profiles to authenticated;

revoke all on public.sellers from anon, authenticated;

grant select on public.sellers to anon, authenticated;

revoke all on public.traders from anon, authenticated;

grant select on public.traders to anon, authenticated;

grant select on private.vacations to authenticated;

grant execute on function private.consume_rate_limit(uuid, text) to application, authenticated, service_role;

grant execute on function public.set_rate_limit(text, text, integer, interval, integer) to authenticated;

grant execute on function public.set_trust_ladder(integer, integer, integer) to authenticated;

grant execute on function public.set_trust_level(uuid, integer, text) to authenticated;

revoke all on public.rate_limits from anon, authenticated;

grant select on public.rate_limits to anon, authenticated;

revoke all on public.trust_ladder from anon, authenticated;

grant select on public.trust_ladder to anon, authenticated;

grant execute on function public.rating_counts(uuid) to anon, authenticated;

grant execute on function public.mark_search_seen(uuid) to authenticated;

grant execute on function private.are_short_words(text[]) to authenticated, service_role;

grant execute on function public.mark_message_harmless(uuid) to authenticated;

grant execute on function public.labelled_messages(integer) to authenticated;

grant execute on function public.scam_rule_figures(integer) to authenticated;

grant execute on function public.reveal_message(uuid) to authenticated;

grant execute on function public.save_scam_rule(text, text, text, integer, text) to authenticated;

grant execute on function public.switch_scam_rule(text, boolean) to authenticated;

grant execute on function public.try_scam_rules(text, text[]) to authenticated;

grant execute on function public.check_suspicion(text) to anon, authenticated;

revoke all on public.scam_domains from anon, authenticated;

revoke all on public.scam_patterns from anon, authenticated;

grant select on public.scam_patterns to anon, authenticated;

revoke all on public.scam_rules from anon, authenticated;

grant select on public.scam_rules to authenticated;

revoke all on public.scam_words from anon, authenticated;

grant execute on function public.search_listings(jsonb) to anon, authenticated;

grant execute on function public.search_clusters(jsonb) to anon, authenticated;

grant execute on function public.suggest(text) to anon, authenticated;

grant execute on function private.facets_told(private.facet_count[], text, jsonb) to anon, authenticated, service_role;

grant execute on function public.category_counts() to anon, authenticated;

grant execute on function private.refresh_search(uuid) to authenticated, service_role;

grant execute on function private.renew_search(integer) to service_role;

grant execute on function private.hits(tsquery, integer) to anon, authenticated, service_role;

grant execute on function private.count_common_words() to service_role;

grant execute on function private.read_search(jsonb) to anon, authenticated, service_role;

grant execute on function private.words_near(text, jsonb, tsquery) to anon, authenticated, service_role;

grant execute on function private.marks_named(text) to anon, authenticated, service_role;

grant execute on function private.endings_of(text, tsquery, text[]) to anon, authenticated, service_role;

grant execute on function public.similar_listings(uuid, integer) to anon, authenticated;

grant execute on function private.search_words(text) to anon, authenticated, service_role;

grant select on private.number_words to anon, authenticated, service_role;

grant select on private.units to anon, authenticated, service_role;

grant execute on function public.reply_to_ticket(uuid, text, jsonb) to authenticated;

grant execute on function public.answer_ticket(uuid, text, boolean) to authenticated;

grant execute on function public.close_ticket(uuid) to authenticated;

grant execute on function public.usual_answer_time() to anon, authenticated;

revoke all on public.tickets from anon, authenticated;

grant select (id, ticket_no, person_id, name, email, topic, fields, transcript, state, created_at, changed_at, closed_at) on
  public.tickets to authenticated;

grant execute on function public.test_webhook(uuid) to authenticated;

grant execute on function private.webhook_event_types() to anon, authenticated, service_role;

grant execute on function public.rotate_webhook_secret(uuid, text) to authenticated;

grant execute on function public.delete_webhook(uuid) to authenticated;

do $$
begin
  -- The column exists on our own backend only.
  if exists (select from pg_attribute where attrelid = 'auth.users'::regclass and attname = 'recovered_at') then
    create or replace trigger record_recovery after update of recovered_at on auth.users
      for each row when (new.recovered_at is not null and old.recovered_at is distinct from new.recovered_at)
      execute function private.record_recovery();
  end if;
end
$$;

insert into public.branding default values;

insert into private.handover_secret (secret) values (extensions.gen_random_bytes(32));

insert into private.order_settings default values;

do $$
begin
  -- A feature of our own backend.
  if exists (select from information_schema.columns
    where table_schema = 'storage' and table_name = 'buckets' and column_name = 'image_policy') then
    create or replace trigger photo_was_read after update of metadata on storage.objects
      for each row when (new.bucket_id = 'listing-photos' and old.metadata ->> 'reading' is distinct from new.metadata ->> 'reading')
      execute function private.photo_was_read();
  end if;
end
$$;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('listing-photos', 'listing-photos', true, 20971520, array['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/avif']),
  ('avatars', 'avatars', true, 5242880, array['image/jpeg', 'image/png', 'image/webp', 'image/avif']),
  ('chat-photos', 'chat-photos', false, 20971520, array['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/avif']),
  ('dispute-photos', 'dispute-photos', false, 20971520, array['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/avif']),
  ('ticket-attachments', 'ticket-attachments', false, 5242880, array['image/jpeg', 'image/png', 'image/webp']),
  ('branding', 'branding', true, 1048576, array['image/png', 'image/webp', 'image/jpeg', 'image/avif']);

do $$
begin
  if exists (select from information_schema.columns
    where table_schema = 'storage' and table_name = 'buckets' and column_name = 'image_policy') then
    update storage.buckets bucket set image_policy = wanted.policy::jsonb
    from (values
      ('listing-photos', '{"maxEdge": 2560, "minEdge": 500, "maxPixels": 50000000, "readCodes": true, "readText": true}'),
      ('avatars', '{"maxEdge": 512, "maxPixels": 50000000}'),
      ('chat-photos', '{"maxEdge": 1600, "maxPixels": 50000000, "readCodes": true, "readText": true}'),
      ('dispute-photos', '{"maxEdge": 1600, "maxPixels": 50000000}'),
      ('ticket-attachments', '{"maxEdge": 2560, "maxPixels": 50000000}'),
      ('branding', '{"maxEdge": 512, "maxPixels": 16000000}')) as wanted (id, policy)
    where bucket.id = wanted.id;
  end if;
end
$$;

insert into public.trust_ladder default values;

create sequence private.search_version start with 2;

insert into private.search_renewal (is_done) values (true);

grant usage on schema public, auth, private to application;

create or replace function private.problem(code text, name text, parameters jsonb default '{}') returns jsonb
language sql immutable set search_path = ''
return jsonb_build_object('code', code, 'name', name, 'details', parameters);

comment on function private.problem(text, text, jsonb) is 'A problem, for private.refuse() or for a result that lists problems.';

grant execute on function private.problem(text, text, jsonb) to anon, application, authenticated, service_role;

create or replace function private.is_reason(reason jsonb, shortest integer default 1) returns boolean
language sql immutable set search_path = ''
return case jsonb_typeof(reason)
  when 'string' then char_length(btrim(reason #>> '{}')) between shortest and 1000
  else reason ? 'code' end;

comment on function private.is_reason(jsonb, integer) is 'Whether it is a moderator''s text, as a JSON string, or a private.problem() found by a rule.';

grant execute on function private.is_reason(jsonb, integer) to anon, application, authenticated, service_role;

create or replace function private.refuse(problem jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if problem is not null then
    raise exception using errcode = problem ->> 'code', message = problem ->> 'name', detail = problem -> 'details';
  end if;
end
$$;

comment on function private.refuse(jsonb) is 'Raises a problem; does nothing for null.';

grant execute on function private.refuse(jsonb) to anon, application, authenticated, service_role;

create or replace function private.refuse_if(broken boolean, code text, name text, parameters jsonb default null) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if broken and parameters is null then
    raise exception using errcode = code, message = name;
  elsif broken then
    raise exception using errcode = code, message = name, detail = parameters;
  end if;
end
$$;

comment on function private.refuse_if(boolean, text, text, jsonb) is 'Raises a refusal unless the condition is false or null.';

grant execute on function private.refuse_if(boolean, text, text, jsonb) to anon, application, authenticated, service_role;

create or replace function private.refusal(code text, name text, parameters text) returns jsonb
language sql immutable set search_path = ''
return private.problem(code, name, coalesce(nullif(parameters, '')::jsonb, '{}'));

comment on function private.refusal(text, text, text) is 'A caught error as the problem that was raised: sqlstate, sqlerrm and pg_exception_detail.';

grant execute on function private.refusal(text, text, text) to authenticated, service_role;

create or replace function private.money(minor integer, currency text) returns jsonb
language sql immutable set search_path = ''
return jsonb_build_object('minor', minor, 'currency', currency);

grant execute on function private.money(integer, text) to anon, authenticated, service_role;

create or replace function private.day(moment timestamptz) returns jsonb
language sql immutable set search_path = ''
return jsonb_build_object('day', (moment at time zone 'UTC')::date);

create table private.data_exports (
  user_id uuid not null references public.profiles on delete cascade,
  begun_at timestamptz not null default now()
);

create table private.departures (
  user_id uuid primary key references public.profiles on delete cascade,
  asked_at timestamptz not null default now(),
  erase_at timestamptz not null,
  told_at timestamptz
);

create table private.recoveries (
  user_id uuid primary key references public.profiles on delete cascade,
  recovered_at timestamptz not null default now()
);

create table public.follows (
  follower_id uuid not null default auth.uid() references public.profiles on delete cascade,
  seller_id uuid not null references public.sellers on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, seller_id),
  constraint follows_not_oneself check (follower_id <> seller_id)
);

create table public.listings (
  id uuid primary key default gen_random_uuid(),
  ad_no bigint generated by default as identity (start with 200000) unique,
  seller_id uuid not null default auth.uid() references public.sellers on delete cascade,
  category text references public.categories,
  type text not null default 'sell' check (type in ('sell', 'wanted', 'free', 'swap')),
  title text not null default '' check (char_length(title) <= 80),
  description text not null default '' check (char_length(description) <= 5000),
  price_minor integer check (price_minor between 0 and 100000000),
  previous_price_minor integer,
  price_changed_at timestamptz,
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  price_type text not null default 'fixed' check (price_type in ('fixed', 'negotiable', 'free', 'on_request')),
  condition text check (condition in ('new', 'like_new', 'good', 'fair', 'for_parts')),
  attributes jsonb not null default '{}' check (jsonb_typeof(attributes) = 'object' and pg_column_size(attributes) <= 8192),
  area text not null default '' check (char_length(area) <= 80),
  city text not null default '' check (char_length(city) <= 80),
  country text not null default 'PT' check (country ~ '^[A-Z]{2}$'),
  lat float8 check (lat between -90 and 90),
  lng float8 check (lng between -180 and 180),
  delivery text not null default 'pickup' check (delivery in ('pickup', 'ship', 'both')),
  ship_cost_minor integer check (ship_cost_minor between 0 and 1000000),
  language text not null default 'en' check (language ~ '^[a-z]{2}$'),
  state text not null default 'draft'
    check (state in ('draft', 'pending_review', 'changes_requested', 'rejected', 'active', 'reserved', 'sold', 'paused', 'expired',
      'hidden', 'removed', 'deleted')),
  state_reason jsonb check (private.is_reason(state_reason)),
  state_rule text check (char_length(state_rule) between 1 and 80),
  state_before text,
  cleared_rules text[] not null default '{}',
  version integer not null default 1,
  views_count integer not null default 0 check (views_count >= 0),
  saves_count integer not null default 0 check (saves_count >= 0),
  chats_count integer not null default 0 check (chats_count >= 0),
  cover_path text,
  photo_count integer not null default 0 check (photo_count between 0 and 20),
  first_published_at timestamptz,
  expires_at timestamptz,
  sold_at timestamptz,
  sold_price_minor integer check (sold_price_minor between 0 and 100000000),
  sold_channel text check (sold_channel in ('here', 'elsewhere', 'withdrawn')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  offer_floor_pct smallint not null default 50 check (offer_floor_pct between 0 and 100),
  quantity integer not null default 1 check (quantity between 1 and 999),
  check ((lat is null) = (lng is null)),
  constraint listings_published_is_complete check (
    state in ('draft', 'pending_review', 'changes_requested', 'rejected', 'deleted')
    or category is not null and char_length(btrim(title)) >= 5
      and (price_type = 'free') = (type = 'free') and first_published_at is not null and expires_at is not null),
  check ((state = 'sold') <= (sold_at is not null and sold_channel is not null)),
  check (state_reason is null or state in ('pending_review', 'changes_requested', 'rejected', 'hidden', 'removed', 'deleted')),
  check ((state = 'hidden') <= (state_before is not null and state_reason is not null))
);

create table public.blocks (
  blocker_id uuid not null default auth.uid() references public.sellers on delete cascade,
  blocked_id uuid not null references public.sellers on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  constraint blocks_two_people check (blocker_id <> blocked_id)
);

create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  listing_id uuid not null references public.listings on delete cascade,
  buyer_id uuid not null constraint conversations_buyer_id_fkey references public.sellers on delete cascade,
  seller_id uuid not null constraint conversations_seller_id_fkey references public.sellers on delete cascade,
  state text not null default 'open' check (state in ('open', 'locked', 'closed')),
  last_message_at timestamptz not null default now(),
  last_message_body text not null default '',
  last_sender_id uuid,
  buyer_unread integer not null default 0 check (buyer_unread >= 0),
  seller_unread integer not null default 0 check (seller_unread >= 0),
  buyer_archived_at timestamptz,
  seller_archived_at timestamptz,
  first_reply_at timestamptz,
  opened_at timestamptz default now(),
  created_at timestamptz not null default now(),
  lock_reason text check (lock_reason in ('blocked', 'moderation', 'listing_removed', 'left')),
  last_message_hint text check (last_message_hint in ('photo', 'warned', 'deleted', 'offer', 'meetup',
    'offer_accepted', 'offer_declined', 'offer_withdrawn', 'offer_expired', 'meetup_confirmed', 'deal_ships', 'deal_shipped',
    'deal_completed', 'deal_cancelled', 'deal_ran_out', 'deal_no_show',
    'order_paid', 'order_shipped', 'order_delivered', 'order_completed', 'order_cancelled', 'order_not_shipped', 'order_lost', 'order_disputed',
    'order_escalated', 'order_returning', 'order_sent_back', 'order_settled', 'order_refunded', 'order_charged_back')),
  unique (listing_id, buyer_id),
  constraint conversations_two_people check (buyer_id <> seller_id)
);

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations on delete cascade,
  sender_id uuid not null default auth.uid() references public.sellers on delete cascade,
  kind text not null default 'text' check (kind in ('text', 'image', 'offer', 'system', 'meetup')),
  body text check (char_length(btrim(body)) between 1 and 2000),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  client_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default clock_timestamp(),
  delivered_at timestamptz,
  read_at timestamptz,
  notice text references public.scam_patterns,
  notice_sentence text check (char_length(notice_sentence) <= 200),
  masked boolean not null default false,
  deleted_at timestamptz,
  unique (conversation_id, sender_id, client_id),
  constraint messages_say_something check (kind <> 'text' or body is not null or deleted_at is not null)
);

create table public.reports (
  id uuid primary key default gen_random_uuid(),
  report_no bigint generated always as identity unique,
  reporter_id uuid references public.profiles on delete set null,
  target_kind text not null check (target_kind in ('listing', 'message', 'conversation', 'profile', 'review', 'photo')),
  target_id uuid not null,
  reported_id uuid,
  listing_id uuid,
  conversation_id uuid,
  reason text not null references public.report_reasons,
  detail text not null default '' check (char_length(detail) <= 500),
  evidence jsonb not null default '{}' check (jsonb_typeof(evidence) = 'object'),
  reporter_weight numeric(3, 2) not null default 1 check (reporter_weight between 0.1 and 2),
  priority integer not null,
  state text not null default 'new'
    check (state in ('new', 'triaged', 'in_review', 'actioned', 'rejected', 'duplicate', 'appealed', 'upheld', 'overturned')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  handled_by uuid,
  handled_at timestamptz,
  appeal text check (char_length(btrim(appeal)) between 10 and 1000),
  appealed_at timestamptz,
  first_handled_by uuid,
  check ((appeal is null) = (appealed_at is null))
);

create table public.notification_preferences (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  group_name text not null references public.notification_groups on delete cascade,
  in_app boolean not null,
  mail boolean not null,
  push boolean not null,
  primary key (user_id, group_name)
);

create table public.notification_settings (
  user_id uuid primary key default auth.uid() references public.profiles on delete cascade,
  quiet_from time,
  quiet_until time,
  time_zone text not null default 'UTC' check (char_length(time_zone) between 1 and 60),
  digest text not null default 'off' check (digest in ('off', 'daily')),
  digest_at time not null default '18:00',
  check ((quiet_from is null) = (quiet_until is null)),
  check (quiet_from <> quiet_until)
);

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete cascade,
  kind text not null references public.notification_kinds,
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object' and pg_column_size(payload) <= 32768),
  dedupe text check (char_length(dedupe) <= 200),
  in_app boolean not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  email_state text not null check (email_state in ('none', 'due', 'sent', 'skipped', 'failed')),
  email_due_at timestamptz,
  email_attempts smallint not null default 0,
  email_sent_at timestamptz,
  push_state text not null check (push_state in ('none', 'due', 'sent', 'skipped', 'failed')),
  push_due_at timestamptz,
  push_attempts smallint not null default 0,
  push_sent_at timestamptz,
  constraint notifications_once unique (user_id, kind, dedupe),
  check ((email_state = 'due') <= (email_due_at is not null)),
  check ((push_state = 'due') <= (push_due_at is not null))
);

create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete cascade,
  endpoint text not null unique check (endpoint ~ '^https://[^/\s]+/' and char_length(endpoint) <= 1000),
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{80,100}={0,2}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{16,32}={0,2}$'),
  device text not null default '' check (char_length(device) <= 120),
  created_at timestamptz not null default now(),
  last_sent_at timestamptz
);

create table public.saved_searches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  name text not null check (char_length(btrim(name)) between 1 and 60),
  query jsonb not null check (jsonb_typeof(query) = 'object' and pg_column_size(query) <= 8192),
  exclude_words text[] not null default '{}' check (cardinality(exclude_words) <= 20 and private.are_short_words(exclude_words)),
  address text not null default '' check (char_length(address) <= 2000 and address !~ '[[:space:]]'),
  summary text not null default '' check (char_length(summary) <= 400),
  cadence text not null default 'instant' check (cadence in ('instant', 'hourly', 'daily', 'weekly', 'off')),
  channels text[] not null default '{in_app,mail,push}' check (channels <@ '{in_app,mail,push}'),
  new_count integer not null default 0 check (new_count >= 0),
  last_hit_at timestamptz,
  told_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);

create table private.search_filters (
  search_id uuid primary key references public.saved_searches on delete cascade,
  user_id uuid not null,
  root text,
  types text[],
  price_low bigint,
  price_high bigint,
  south float8,
  north float8,
  words tsquery,
  -- Each word with its tsquery: [{"word", "query"}].
  said jsonb not null,
  exact text not null,
  given text[] not null,
  names text[] not null
);

create table public.search_hits (
  search_id uuid not null references public.saved_searches on delete cascade,
  listing_id uuid not null references public.listings on delete cascade,
  kind text not null check (kind in ('new', 'price_drop', 'back')),
  matched_on text[] not null default '{}',
  previous_minor integer,
  found_at timestamptz not null default now(),
  told_at timestamptz,
  primary key (search_id, listing_id, kind)
);

create table public.held_messages (
  id uuid primary key,
  conversation_id uuid not null references public.conversations on delete cascade,
  sender_id uuid not null references public.sellers on delete cascade,
  body text not null,
  client_id uuid not null,
  pattern text not null references public.scam_patterns,
  state text not null check (state in ('held', 'blocked', 'released', 'refused')),
  created_at timestamptz not null default now(),
  appeal text check (char_length(btrim(appeal)) between 1 and 500),
  appealed_at timestamptz,
  statement text check (char_length(statement) <= 500),
  decided_at timestamptz,
  decided_by uuid,
  unique (conversation_id, sender_id, client_id)
);

create table public.message_originals (
  message_id uuid primary key,
  conversation_id uuid not null references public.conversations on delete cascade,
  body text not null,
  created_at timestamptz not null default now()
);

create table public.message_verdicts (
  message_id uuid primary key,
  conversation_id uuid not null references public.conversations on delete cascade,
  sender_id uuid not null,
  action text not null check (action in ('allow', 'warn', 'mask', 'hold', 'block')),
  score integer not null,
  pattern text,
  rules jsonb not null,
  known text[] not null,
  fingerprint bytea,
  harmless_at timestamptz,
  sentence text check (char_length(sentence) <= 200),
  created_at timestamptz not null default now()
);

create table private.listing_search (
  listing_id uuid primary key references public.listings on delete cascade,
  seller_id uuid not null,
  category text not null,
  root text not null,
  ord integer not null,
  type text not null,
  price_minor integer,
  -- Ads without a price come last in either direction.
  price_low integer not null generated always as (coalesce(price_minor, 2147483647)) stored,
  price_high integer not null generated always as (coalesce(price_minor, -1)) stored,
  condition text,
  delivery text not null,
  seller_type text not null,
  has_photo boolean not null,
  -- Filterable values: see filter_facts().
  facts jsonb not null,
  state text not null,
  lat float8,
  lng float8,
  published_at timestamptz not null,
  expires_at timestamptz not null,
  quality smallint not null,
  is_accessory boolean not null,
  -- Number of title words: each weighs more in a short title.
  title_length smallint not null,
  document tsvector not null,
  -- What the order goes by, in the row itself: A words and stems of the title and h:<thing>, B of the category's names and the attributes.
  head tsvector not null,
  card jsonb not null
);

create table public.ticket_messages (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets on delete cascade,
  from_staff boolean not null,
  author_id uuid,
  body text not null check (char_length(btrim(body)) between 1 and 4000),
  attachments jsonb not null default '[]' check (jsonb_typeof(attachments) = 'array' and jsonb_array_length(attachments) <= 3),
  created_at timestamptz not null default clock_timestamp()
);

create table public.webhook_events (
  id uuid primary key default gen_random_uuid(),
  type text not null check (type = any(private.webhook_event_types()) or type = 'webhook.test'),
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  at timestamptz not null default now()
);

create table public.webhooks (
  id uuid primary key default gen_random_uuid(),
  url text not null check (url ~* '^https?://[^\s]+$' and char_length(url) <= 1000),
  description text not null default '' check (char_length(description) <= 200),
  events text[] not null check (events <@ private.webhook_event_types()),
  enabled boolean not null default true,
  failing_since timestamptz,
  disabled_reason text check (disabled_reason in ('failing', 'gone')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (disabled_reason is null or not enabled)
);

create or replace function private.is_leaving(person uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from private.departures departure where departure.user_id = person);

create or replace function private.has_proved_within(span interval) returns boolean
language sql stable security definer set search_path = ''
return not private.is_token_request() and exists (
  select from auth.sessions session
  join auth.mfa_amr_claims proof on proof.session_id = session.id
  left join private.recoveries recovery on recovery.user_id = session.user_id and recovery.recovered_at > now() - interval '72 hours'
  where session.id::text = auth.jwt() ->> 'session_id' and session.user_id = auth.uid()
    and (session.not_after is null or session.not_after > now())
    and proof.updated_at > greatest(now() - span, recovery.recovered_at)
    and (proof.authentication_method in ('password', 'passkey', 'totp', 'mfa/phone', 'mfa/webauthn', 'oauth', 'web3', 'sso/saml')
      or recovery.user_id is null and proof.authentication_method in ('otp', 'magiclink', 'recovery_code')));

create or replace function private.recovered_lately(person uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from private.recoveries recovery where recovery.user_id = person and recovery.recovered_at > now() - interval '72 hours');

create or replace function private.names_problem(names jsonb) returns jsonb
language sql immutable set search_path = ''
return case
  when coalesce(jsonb_typeof(names), '') <> 'object' or coalesce(btrim(names ->> 'en'), '') = '' then private.problem('SK826', 'no_english_name')
  when exists (
    select from jsonb_each(names) as named (language, value)
    where language !~ '^[a-z]{2}$' or jsonb_typeof(value) <> 'string' or char_length(btrim(value #>> '{}')) not between 1 and 60)
    then private.problem('SK827', 'bad_name_by_language')
end;

create or replace function private.other_names_problem(names jsonb, longest integer) returns jsonb
language sql immutable set search_path = ''
return case
  when jsonb_typeof(names) <> 'object' then private.problem('SK839', 'names_not_by_language')
  when exists (
    select from jsonb_each(names) as named (language, value)
    where language !~ '^[a-z]{2}$' or jsonb_typeof(value) <> 'string' or char_length(btrim(value #>> '{}')) not between 1 and longest)
    then private.problem('SK840', 'bad_other_name', jsonb_build_object('most', longest))
end;

create or replace function private.definition_problem(field jsonb) returns jsonb
language sql immutable set search_path = ''
return coalesce(
  case
    when jsonb_typeof(field) <> 'object' then private.problem('SK828', 'field_not_object')
    when field ->> 'key' !~ '^[a-z][a-z0-9_]{0,39}$' or not field ? 'key'
      then private.problem('SK829', 'bad_field_key')
    when private.names_problem(field -> 'label') is not null then private.names_problem(field -> 'label')
    when coalesce(field ->> 'type', '') not in ('enum', 'multi', 'int', 'decimal', 'bool', 'text', 'year', 'size')
      then private.problem('SK830', 'bad_field_type')
    when char_length(field ->> 'unit') > 12 then private.problem('SK831', 'unit_too_long')
    when jsonb_typeof(coalesce(field -> 'min', 'null')) not in ('number', 'null')
      or jsonb_typeof(coalesce(field -> 'max', 'null')) not in ('number', 'null') then private.problem('SK832', 'bounds_not_numbers')
    when (field ->> 'min')::numeric > (field ->> 'max')::numeric then private.problem('SK833', 'bounds_crossed')
    when coalesce((field ->> 'max_length')::integer not between 1 and 120, false) then private.problem('SK834', 'max_length_too_long')
    when jsonb_typeof(coalesce(field -> 'options', '[]')) <> 'array' or jsonb_array_length(coalesce(field -> 'options', '[]')) > 200
      then private.problem('SK835', 'too_many_choices')
    when field ->> 'type' in ('enum', 'multi', 'size') and jsonb_array_length(coalesce(field -> 'options', '[]')) = 0
      then private.problem('SK836', 'no_choices')
    when exists (
      select from jsonb_array_elements(coalesce(field -> 'options', '[]')) as choice
      where coalesce(choice ->> 'id', '') !~ '^[a-z0-9][a-z0-9_.-]{0,39}$'
        or char_length(btrim(coalesce(choice ->> 'label', ''))) not between 1 and 60
        or jsonb_typeof(coalesce(choice -> 'synonyms', '[]')) <> 'array')
      then private.problem('SK837', 'bad_choice')
    when (select count(*) <> count(distinct choice ->> 'id') from jsonb_array_elements(coalesce(field -> 'options', '[]')) as choice)
      then private.problem('SK838', 'choice_twice')
  end,
  private.other_names_problem(field -> 'unit_labels', 12),
  (select private.other_names_problem(choice -> 'labels', 60) from jsonb_array_elements(coalesce(field -> 'options', '[]')) as choice
    where private.other_names_problem(choice -> 'labels', 60) is not null limit 1));

create or replace function private.stemmed(said text) returns text
language sql stable set search_path = ''
return (
  select ' ' || string_agg(private.stem(word), ' ' order by place) || ' '
  from unnest(private.search_words(said)) with ordinality as found (word, place)
);

create or replace function public.suggest_categories(title text) returns jsonb
language sql stable set search_path = ''
return (
  with head as (select private.head_of_title(suggest_categories.title) as words),
  guesses as (
    select guess.slug, guess.named, guess.score, true as by_head
    from head cross join lateral private.guess_categories(case when head.words <> '' then head.words else left(title, 200) end) as guess
    union all
    select guess.slug, guess.named, guess.score / 4, false
    from head cross join lateral private.guess_categories(left(title, 200)) as guess
    where head.words <> '' and head.words <> btrim(left(title, 200))
  )
  select coalesce(jsonb_agg(jsonb_build_object('slug', best.slug, 'confidence', round(best.share::numeric, 2),
    'because', case when best.named then 'name' else 'ads' end) order by best.share desc, best.slug), '[]')
  from (
    -- Share among all guesses, lower with little evidence.
    select guess.slug, guess.named, guess.score / greatest(1.5, sum(guess.score) over ()) as share
    from (
      select guesses.slug, bool_or(guesses.named) as named, sum(guesses.score) as score from guesses group by guesses.slug having bool_or(guesses.by_head)
    ) as guess
    join public.categories filed on filed.slug = guess.slug and filed.active
    order by guess.score desc, guess.slug limit 3) as best
  where best.share >= 0.1
);

create or replace function private.price_problem(type text, price_type text, price_minor integer, currency text) returns jsonb
language sql immutable set search_path = ''
begin atomic
  select case
    when (type = 'free') <> (price_type = 'free') then private.problem('SK101', 'free_price_type_mismatch')
    when price_type = 'free' and coalesce(price_minor, 0) <> 0 then private.problem('SK102', 'free_with_price')
    when price_type = 'free' then null
    when price_type = 'on_request' and price_minor is not null then private.problem('SK103', 'price_on_request_given')
    when price_type = 'on_request' then null
    when price_minor is null and type in ('wanted', 'swap') then null
    when price_minor is null then private.problem('SK104', 'no_price')
    -- At least one unit, or a tenth where a unit is worth a thousand.
    when price_minor < least(100, private.minor_per_unit(currency))
      then private.problem('SK105', 'price_too_low', jsonb_build_object('amount', private.money(least(100, private.minor_per_unit(currency)), currency)))
    when price_minor > 100000000 then private.problem('SK106', 'price_too_high', jsonb_build_object('amount', private.money(100000000, currency)))
    -- Placeholders such as 1234567, 999999, 1111111 would distort price filters.
    when units::text ~ '^(\d)\1{5,}$' or units >= 12345 and '123456789' like units || '%'
      then private.problem('SK107', 'placeholder_price')
  end
  from (select price_minor / private.minor_per_unit(currency)) as whole (units);
end;

create or replace function private.offer_facts(talk public.conversations, teller uuid, more jsonb default '{}') returns jsonb
language sql stable set search_path = ''
return (
  select jsonb_build_object('conversation_id', talk.id, 'listing_id', talk.listing_id, 'title', listing.title,
    'from', (select seller.display_name from public.sellers seller where seller.id = teller)) || more
  from public.listings listing where listing.id = talk.listing_id
);

create or replace function private.offer_floor(ad public.listings) returns integer
language sql immutable set search_path = ''
return case when ad.type <> 'wanted' and ad.price_minor > 0 then greatest(1, ceil(ad.price_minor * ad.offer_floor_pct / 100.0)::integer) else 1 end;

create or replace function private.amount_problem(ad public.listings, by_role text, amount integer) returns jsonb
language sql immutable set search_path = ''
return case
  when ad.type = 'free' and amount = 0 then null
  when ad.type = 'free' then private.problem('SK347', 'free_without_amount')
  when amount is null or amount < 1 then private.problem('SK348', 'no_amount')
  when amount > 100000000 then private.problem('SK349', 'amount_too_high')
  when ad.type = 'wanted' or coalesce(ad.price_minor, 0) = 0 then null
  when amount > ad.price_minor and by_role = 'seller'
    then private.problem('SK350', 'counter_above_price', jsonb_build_object('amount', private.money(ad.price_minor, ad.currency)))
  when amount > ad.price_minor
    then private.problem('SK351', 'offer_above_price', jsonb_build_object('amount', private.money(ad.price_minor, ad.currency)))
  when by_role = 'buyer' and amount < private.offer_floor(ad)
    then private.problem('SK352', 'offer_below_floor', jsonb_build_object('amount', private.money(private.offer_floor(ad), ad.currency)))
end;

create or replace function private.require_open_deal(talk public.conversations, ad public.listings) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.refuse_if(ad.state = 'sold', 'SK108', 'ad_sold');
  perform private.refuse_if(ad.state = 'reserved' and not exists (
    select from public.reservations known where known.conversation_id = talk.id and known.state = 'held'), 'SK109', 'ad_reserved');
  perform private.refuse_if(ad.state not in ('active', 'reserved') or ad.expires_at < now(), 'SK110', 'ad_not_on_offer');
  perform private.refuse_if(talk.state <> 'open', 'SK343', 'conversation_closed_for_offers');
end
$$;

create or replace function private.lock_own_conversation_ad(wanted uuid, allowed_states text[], refusal jsonb,
  out talk public.conversations, out ad public.listings)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if(auth.uid() is null, 'SK112', 'own_ads_signed_out');
  select * into talk from public.conversations conversation where conversation.id = wanted and conversation.seller_id = auth.uid();
  perform private.refuse_if(not found, 'SK201', 'no_such_conversation');
  ad := private.lock_own_listing(talk.listing_id, allowed_states, refusal);
  perform private.refuse_if(ad.type = 'wanted', 'SK113', 'wanted_not_sellable');
  perform private.refuse_if(talk.state <> 'open', 'SK303', 'conversation_closed_for_deals');
  perform private.refuse_if(exists (select from public.deals deal
    where deal.conversation_id = talk.id and deal.state in ('agreed', 'scheduled', 'handed_over')), 'SK321', 'deal_open_on_ad');
end
$$;

create or replace function public.reserve_for(conversation_id uuid) returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  held record := private.lock_own_conversation_ad(reserve_for.conversation_id, array['active', 'reserved'], private.problem('SK115', 'only_on_offer_reservable'));
  ad public.listings := held.ad;
  kept public.reservations;
begin
  select * into kept from public.reservations known where known.listing_id = ad.id and known.state = 'held';
  if kept.conversation_id = (held.talk).id then
    return ad; -- idempotent
  end if;
  perform private.refuse_if(exists (select from public.deals deal where deal.listing_id = ad.id and deal.state in ('agreed', 'scheduled', 'handed_over')),
    'SK321', 'deal_open_on_ad');
  perform private.refuse_if(kept.id is not null, 'SK354', 'reserved_for_other');
  perform private.refuse_if(ad.quantity > 1, 'SK355', 'several_not_reservable');
  insert into public.reservations (listing_id, conversation_id, buyer_id, seller_id)
  values (ad.id, (held.talk).id, (held.talk).buyer_id, ad.seller_id) returning * into kept;
  update public.listings listing set state = 'reserved' where listing.id = ad.id returning * into ad;
  perform private.post_system_message(kept.conversation_id, ad.seller_id, 'listing_reserved_for', jsonb_build_object('name',
    (select split_part(seller.display_name, ' ', 1) from public.sellers seller where seller.id = kept.buyer_id)));
  perform private.notify(kept.buyer_id, 'reserved_for_you', private.offer_facts(held.talk, ad.seller_id), kept.id::text);
  return ad;
end
$$;

create or replace function public.sell_to(conversation_id uuid) returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  held record := private.lock_own_conversation_ad(sell_to.conversation_id, array['active', 'reserved', 'paused', 'expired', 'sold'],
    private.problem('SK116', 'only_published_sellable'));
  ad public.listings := held.ad;
  bought public.reservations;
begin
  if exists (select from public.reservations known where known.conversation_id = (held.talk).id and known.state = 'sold') then
    return ad; -- idempotent
  end if;
  perform private.refuse_if(ad.state = 'sold', 'SK114', 'ad_sold_already');
  update public.reservations known set state = 'sold', changed_at = now()
    where known.conversation_id = (held.talk).id and known.state = 'held' returning * into bought;
  if not found then
    insert into public.reservations (listing_id, conversation_id, buyer_id, seller_id, state)
    values (ad.id, (held.talk).id, (held.talk).buyer_id, ad.seller_id, 'sold') returning * into bought;
  end if;
  ad := public.mark_listing_sold(ad.id);
  perform private.post_system_message(bought.conversation_id, ad.seller_id, 'listing_sold_to', jsonb_build_object('name',
    (select split_part(seller.display_name, ' ', 1) from public.sellers seller where seller.id = bought.buyer_id)));
  perform private.notify(bought.buyer_id, 'sold_to_you', private.offer_facts(held.talk, ad.seller_id), bought.id::text);
  return ad;
end
$$;

create or replace function private.notify_followers(ad public.listings, moment timestamptz) returns void
language sql set search_path = '' as $$
  select private.notify(follower.follower_id, 'followed_seller_ad',
    jsonb_strip_nulls(jsonb_build_object('listing_id', ad.id, 'title', ad.title, 'currency', ad.currency, 'amount_minor', ad.price_minor,
      'seller_id', ad.seller_id, 'from', (select seller.display_name from public.sellers seller where seller.id = ad.seller_id))),
    ad.id::text)
  from (
    select follow.follower_id from public.follows follow
    where follow.seller_id = ad.seller_id and follow.created_at <= moment order by follow.created_at, follow.follower_id limit 5000) as follower
$$;

create or replace function private.help_stem(lang text, word text) returns text
language sql stable set search_path = ''
return case when lang = 'en' then private.stem(word) else coalesce(substr(private.stem_in(lang, word), char_length(lang) + 2), word) end;

create or replace function private.help_words(lang text, input text) returns text[]
language sql stable set search_path = ''
return private.help_meaning(lang, array(
  select private.help_stem(lang, word) from unnest(private.search_words(input)) with ordinality as found (word, place) order by place));

create or replace function private.change_price(wanted uuid, percent integer) returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings := private.lock_own_listing(wanted, array['draft', 'active', 'paused', 'expired'],
    private.problem('SK121', 'agreed_price_stays'));
  changed bigint;
begin
  perform private.refuse_if(ad.price_minor is null or ad.type in ('free', 'wanted'), 'SK117', 'no_price_to_change');
  -- Rounds to whole units from 10 on, never to zero.
  changed := round(ad.price_minor::numeric * (100 + percent) / 100);
  if changed >= 10 * private.minor_per_unit(ad.currency) then
    changed := private.whole_units(changed, ad.currency);
  end if;
  if changed = ad.price_minor then
    changed := changed + sign(percent);
  end if;
  perform private.refuse_if(changed not between 1 and 100000000, 'SK118', 'changed_price_out_of_range');
  update public.listings listing set price_minor = changed where listing.id = ad.id returning * into ad;
  return ad;
end
$$;

create or replace function public.relist_listing(listing_id uuid) returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings := private.lock_own_listing(relist_listing.listing_id, array['sold', 'expired'],
    private.problem('SK125', 'only_ended_relistable'));
begin
  perform private.refuse_if(ad.state = 'sold' and ad.sold_at < now() - interval '14 days', 'SK122', 'sold_too_long_ago');
  perform private.refuse_if(ad.state = 'expired' and ad.expires_at < now() - interval '90 days', 'SK123', 'expired_too_long_ago');
  perform private.require_publishable(ad);
  delete from public.sold_comps comp where comp.listing_id = ad.id;
  update public.listings listing set
    state = 'active', sold_at = null, sold_price_minor = null, sold_channel = null,
    expires_at = greatest(listing.expires_at, private.expiry_of(listing.category))
  where listing.id = ad.id returning * into ad;
  return ad;
end
$$;

create or replace function public.extend_listing(listing_id uuid) returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings := private.lock_own_listing(extend_listing.listing_id, array['active', 'reserved', 'paused', 'expired'],
    private.problem('SK126', 'only_on_offer_extendable'));
  renewed timestamptz := private.expiry_of(ad.category);
  opens constant timestamptz := ad.expires_at - private.extension_window();
begin
  if ad.state = 'expired' then
    return public.relist_listing(ad.id);
  elsif ad.expires_at > renewed - interval '1 hour' then
    return ad;
  end if;
  perform private.refuse_if(opens > now(), 'SK124', 'extension_too_early', jsonb_build_object('until', private.day(ad.expires_at), 'from', private.day(opens)));
  update public.listings listing set expires_at = renewed
  where listing.id = ad.id returning * into ad;
  return ad;
end
$$;

create or replace function public.listing_fate(listing_id uuid) returns jsonb
language sql stable security definer set search_path = ''
return coalesce((
  select jsonb_build_object(
    'fate', case when ad.state in ('active', 'reserved', 'sold') then 'shown' when ad.state in ('paused', 'expired', 'deleted') then 'gone' else 'hidden' end,
    'category', ad.category)
  from public.listings ad
  -- Ads that were never public stay unknown.
  where ad.id = listing_fate.listing_id and ad.first_published_at is not null), '{"fate": "unknown", "category": null}');

create or replace function private.earlier_ads_of(ad public.listings) returns setof public.listings
language sql stable security definer set search_path = '' as $$
  select earlier.* from public.listings earlier
  where earlier.seller_id = ad.seller_id and earlier.id <> ad.id and earlier.category = ad.category and earlier.type = ad.type
    and (earlier.state in ('deleted', 'expired', 'paused') or earlier.state = 'sold' and earlier.sold_channel = 'withdrawn')
    and earlier.first_published_at is not null and earlier.updated_at > now() - interval '90 days'
    and (
      private.title_likeness(earlier.title, ad.title) >= 0.8
        and (earlier.price_minor is not distinct from ad.price_minor
          or abs(earlier.price_minor - ad.price_minor) <= 0.3 * greatest(earlier.price_minor, ad.price_minor))
      or private.title_likeness(earlier.title, ad.title) >= 0.5 and exists (
        select from private.photo_prints mine join private.photo_prints other on other.bands && mine.bands
        where mine.listing_id = ad.id and other.listing_id = earlier.id
          and bit_count(mine.phash # other.phash) <= private.copy_distance()))
$$;

create or replace function private.contact_problem(said text, part text) returns jsonb
language sql immutable set search_path = ''
return case
  when private.says_one_of(said, array[
      '[^[:space:]@]+@[^[:space:]@]+\.[a-z]{2,}',
      '[a-z0-9._-]+ ?[([{] ?(at|arroba) ?[)\]}] ?[a-z0-9-]+',
      '\m[a-z0-9._-]+ (at|arroba) (gmail|hotmail|outlook|yahoo|icloud|proton|protonmail|gmx|sapo)\M'])
    then private.problem('SK147', 'email_in_text', jsonb_build_object('part', part))
  when private.says_one_of(said, case part
      when 'title' then array[
        'https?://|www\.',
        '\m[a-z0-9-]+\.(com|net|org|info|biz|shop|store|online|site|app|io|co|eu|pt|es|de|fr|uk|me|ly|link)\M']
      else array[
        'https?://|www\.[a-z0-9]',
        '\m[a-z0-9-]+\.(com|net|org|info|biz|shop|store|online|site|app|io|co|eu|pt|es|de|fr|uk|me|ly|link)/[a-z0-9]'] end)
    then private.problem('SK148', 'link_in_text', jsonb_build_object('part', part))
  when private.says_one_of(said, array[
      '(\+|\m00)[0-9][0-9 ()./-]{6,}[0-9]',
      '(\m(zero|one|two|three|four|five|six|seven|eight|nine|um|dois|tr[eê]s|quatro|cinco|seis|sete|oito|nove|uno|dos|tres|cuatro|siete|ocho|nueve)\M[ ,.-]*){7,}'])
    or private.says_one_of(said, case part
      -- Nine digits are the shortest national number of the market's countries.
      when 'title' then array['\m[0-9]([ .-]?[0-9]){8,}\M']
      -- Descriptions may contain serial numbers, so only formatted phone numbers count.
      else array[
        '\m(call|phone|tel|telephone|mobile|text me|whats ?app|ligar|ligue|telefone|telem[oó]vel|llama|tel[eé]fono|m[oó]vil|anrufen|telefon|t[eé]l)\M[^0-9\n]{0,20}[0-9]([ .()/-]?[0-9]){8,}',
        '(?<![0-9.,-])[2679][0-9]{2}[ .-][0-9]{3}[ .-][0-9]{3}(?![ .,-]?[0-9])',
        '(?<![0-9.,-])9[1236][0-9]{7}(?![.,-]?[0-9])',
        '(?<![0-9.,-])0[1-9]([ .-][0-9]{2}){4}(?![ .,-]?[0-9])',
        '(?<![0-9.,-])0(1[5-7][0-9][ /-]?[0-9]{7,8}|7[0-9]{3}[ -]?[0-9]{6}|[67][0-9]{8})(?![.,-]?[0-9])'] end)
    then private.problem('SK149', 'phone_in_text', jsonb_build_object('part', part))
  when private.says_one_of(said, array[
      '\m(write|message|contact|text|reach|ping|add|call|find|fala|fale|contacta|contacte|manda|mande|escribe|schreib)\M[^.!?\n]{0,25}\m(whats ?app|telegram|viber|signal|snapchat|instagram|insta)\M',
      '\m(whats ?app|telegram|viber|signal|snapchat|instagram|insta|facebook)\M[^\n]{0,15}@[a-z0-9_.]{3,}'])
    then private.problem('SK150', 'messenger_in_text', jsonb_build_object('part', part))
end;

create or replace function private.description_problem(description text) returns jsonb
language sql immutable set search_path = ''
return (
  select case
    when char_length(btrim(description)) > 5000 then private.problem('SK152', 'description_too_long', '{"max": 5000}')
    when private.contact_problem(said, 'description') is not null then private.contact_problem(said, 'description')
    when private.is_shouting(said, 40) then private.problem('SK153', 'description_shouts')
    when (select uses >= 8 and uses * 6 > used.words from private.most_used(said, 4) as used)
      then private.problem('SK154', 'description_repeats_words')
    when said ~ '(#[[:alnum:]_]+[[:space:]]*){6,}'
      or said ~* '\m(tags|keywords|search words|search terms|palavras[- ]chave|etiquetas|mots[- ]cl[eé]s|suchbegriffe)[[:space:]]*:'
      then private.problem('SK155', 'description_lists_keywords')
  end
  from btrim(private.readable(description)) as words (said)
);

create or replace function private.attribute_problem(field jsonb, given jsonb) returns jsonb
language sql immutable set search_path = ''
return (
  select case
    when given is null or given in ('null', '""', '[]') then
      case when (field ->> 'required')::boolean then private.problem('SK156', 'field_empty', jsonb_build_object('name', name)) end
    when kind = 'bool' then case when jsonb_typeof(given) <> 'boolean' then private.problem('SK157', 'field_not_yes_or_no', jsonb_build_object('name', name)) end
    when kind in ('int', 'decimal', 'year') then case
      when jsonb_typeof(given) <> 'number' then private.problem('SK158', 'field_not_number', jsonb_build_object('name', name))
      when kind <> 'decimal' and (given #>> '{}')::numeric % 1 <> 0 then private.problem('SK159', 'field_not_whole_number', jsonb_build_object('name', name))
      when (given #>> '{}')::numeric < (field ->> 'min')::numeric then private.problem('SK160', 'field_too_small', jsonb_build_object('name', name, 'least', field -> 'min'))
      when (given #>> '{}')::numeric > (field ->> 'max')::numeric then private.problem('SK161', 'field_too_large', jsonb_build_object('name', name, 'most', field -> 'max')) end
    when kind = 'multi' then case
      when jsonb_typeof(given) <> 'array' then private.problem('SK162', 'field_not_in_list', jsonb_build_object('name', name))
      when exists (select from jsonb_array_elements(given) as chosen where not exists (
        select from jsonb_array_elements(field -> 'options') as choice where choice -> 'id' = chosen)) then private.problem('SK162', 'field_not_in_list', jsonb_build_object('name', name)) end
    when jsonb_array_length(field -> 'options') > 0 then case
      when not exists (select from jsonb_array_elements(field -> 'options') as choice
        where choice ->> 'id' = given #>> '{}') then private.problem('SK162', 'field_not_in_list', jsonb_build_object('name', name)) end
    when jsonb_typeof(given) <> 'string' then private.problem('SK163', 'field_not_text', jsonb_build_object('name', name))
    when char_length(given #>> '{}') > coalesce((field ->> 'max_length')::integer, 120)
      then private.problem('SK164', 'field_too_long', jsonb_build_object('name', name, 'most', coalesce((field ->> 'max_length')::integer, 120)))
    else jsonb_set(private.contact_problem(private.readable(given #>> '{}'), 'description'), '{details}', jsonb_build_object('part', 'detail', 'name', name))
  end
  from (select field -> 'label' as name, field ->> 'type' as kind) as named
);

create or replace function private.attributes_problem(category text, type text, given jsonb) returns jsonb
language sql stable set search_path = ''
return (
  select found.problem
  from public.categories filed, jsonb_array_elements(filed.attributes) with ordinality as defined (field, place),
    -- Wanted ads need no details.
    private.attribute_problem(case when attributes_problem.type = 'wanted' then field || '{"required": false}' else field end, given -> (field ->> 'key'))
      as found (problem)
  where filed.slug = attributes_problem.category and found.problem is not null
  order by place limit 1
);

create or replace function private.lock_own_listing(wanted uuid, allowed_states text[], refusal jsonb) returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings;
begin
  perform private.refuse_if(auth.uid() is null, 'SK112', 'own_ads_signed_out');
  select * into ad from public.listings listing
    where listing.id = wanted and listing.seller_id = auth.uid() and listing.state <> 'deleted' for no key update;
  perform private.refuse_if(not found, 'SK166', 'no_such_own_ad');
  perform private.refuse_if(ad.state in ('hidden', 'removed') and not ad.state = any(allowed_states),
    'SK167', 'ad_moderated', jsonb_build_object('state', ad.state));
  perform private.refuse_if(ad.state = 'pending_review' and not ad.state = any(allowed_states), 'SK168', 'ad_in_review');
  if not ad.state = any(allowed_states) then
    perform private.refuse(refusal);
  end if;
  return ad;
end
$$;

create or replace function private.set_own_state(wanted uuid, allowed_states text[], to_state text, refusal jsonb) returns public.listings
language plpgsql set search_path = '' as $$
declare
  ad public.listings := private.lock_own_listing(wanted, allowed_states, refusal);
begin
  update public.listings listing set state = to_state where listing.id = ad.id returning * into ad;
  return ad;
end
$$;

create or replace function private.require_publishable(ad public.listings) returns void
language plpgsql stable set search_path = '' as $$
declare
  filed public.categories;
begin
  perform private.refuse(private.listing_problem(ad));
  select * into filed from public.categories where slug = ad.category;
  -- Existing ads may stay in inactive categories.
  perform private.refuse_if(not filed.active and ad.state = 'draft', 'SK169', 'category_takes_no_ads', jsonb_build_object('category', filed.name));
  perform private.refuse_if(ad.type in ('sell', 'free') and ad.photo_count < filed.photo_min,
    'SK170', 'photos_missing', jsonb_build_object('count', filed.photo_min));
end
$$;

create or replace function public.publish_listing(listing_id uuid) returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('publish_listing:' || auth.uid(), 0));
  ad := private.lock_own_listing(publish_listing.listing_id, array['draft', 'changes_requested', 'active', 'pending_review'],
    private.problem('SK172', 'only_drafts_publishable'));
  -- Idempotent.
  if ad.state in ('active', 'pending_review') then
    return ad;
  end if;
  perform private.require_publishable(ad);
  perform private.consume_rate_limit(ad.seller_id, 'publish');
  -- Ads sent back by a moderator are reviewed again.
  if ad.state = 'changes_requested' then
    update public.listings listing set state = 'pending_review' where listing.id = ad.id returning * into ad;
    return ad;
  end if;
  update public.listings listing set
    state = 'active', first_published_at = coalesce(listing.first_published_at, now()), expires_at = private.expiry_of(listing.category)
  where listing.id = ad.id returning * into ad;
  return ad;
end
$$;

create or replace function private.settle_sale(sold public.listings, price integer, channel text) returns public.listings
language sql security definer set search_path = ''
begin atomic
  update public.listings listing set state = 'sold', sold_at = now(), sold_channel = channel, sold_price_minor = price
  where listing.id = sold.id returning listing.*;
end;

create or replace function public.mark_listing_sold(listing_id uuid, price_minor integer default null, channel text default 'here')
returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings;
begin
  perform private.refuse_if(coalesce(channel, '') not in ('here', 'elsewhere', 'withdrawn'),
    'SK009', 'unknown_choice', jsonb_build_object('name', 'channel', 'choices', 'here, elsewhere, withdrawn'));
  perform private.refuse_if(mark_listing_sold.price_minor not between 0 and 100000000, 'SK171', 'bad_sold_price');
  ad := private.lock_own_listing(mark_listing_sold.listing_id, array['active', 'reserved', 'paused', 'expired', 'sold'],
    private.problem('SK116', 'only_published_sellable'));
  if ad.state = 'sold' then
    return ad;
  end if;
  return private.settle_sale(ad, mark_listing_sold.price_minor, channel);
end
$$;

create or replace function public.pause_listing(listing_id uuid) returns public.listings
language sql security definer set search_path = ''
return private.set_own_state(listing_id, array['active', 'reserved', 'paused'], 'paused', private.problem('SK173', 'only_on_offer_pausable'));

create or replace function public.resume_listing(listing_id uuid) returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings := private.lock_own_listing(resume_listing.listing_id, array['paused', 'active'],
    private.problem('SK174', 'only_paused_resumable'));
begin
  perform private.require_publishable(ad);
  update public.listings listing set
    state = 'active', expires_at = case when listing.expires_at < now() then private.expiry_of(listing.category) else listing.expires_at end
  where listing.id = ad.id returning * into ad;
  return ad;
end
$$;

create or replace function public.reserve_listing(listing_id uuid) returns public.listings
language sql security definer set search_path = ''
return private.set_own_state(listing_id, array['active', 'reserved'], 'reserved', private.problem('SK115', 'only_on_offer_reservable'));

create or replace function public.unreserve_listing(listing_id uuid) returns public.listings
language sql security definer set search_path = ''
return private.set_own_state(listing_id, array['reserved', 'active'], 'active', private.problem('SK175', 'only_reserved_unreservable'));

create or replace function public.delete_listing(listing_id uuid) returns public.listings
language sql security definer set search_path = ''
return private.set_own_state(listing_id,
  array['draft', 'pending_review', 'changes_requested', 'rejected', 'active', 'reserved', 'sold', 'paused', 'expired', 'hidden', 'removed'], 'deleted',
  private.problem('SK176', 'ad_not_deletable'));

create or replace function private.is_blocked_between(one uuid, other uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.blocks block
  where block.blocker_id = one and block.blocked_id = other or block.blocker_id = other and block.blocked_id = one);

create or replace function private.open_conversation(ad public.listings, me uuid) returns public.conversations
language plpgsql security definer set search_path = '' as $$
declare
  talk public.conversations;
begin
  -- Serialised per user, to enforce the limit.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('start_conversation:' || me, 0));
  select * into talk from public.conversations conversation
    where conversation.listing_id = ad.id and conversation.buyer_id = me;
  if found then
    return talk;
  end if;
  perform private.refuse_if(ad.state = 'sold', 'SK108', 'ad_sold');
  perform private.refuse_if(ad.state is null or ad.state not in ('active', 'reserved'), 'SK210', 'no_such_ad_on_offer');
  perform private.consume_rate_limit(me, 'conversation');
  insert into public.conversations (listing_id, buyer_id, seller_id) values (ad.id, me, ad.seller_id) returning * into talk;
  update public.listings set chats_count = chats_count + 1 where id = ad.id;
  return talk;
end
$$;

create or replace function public.start_conversation(listing_id uuid, body text, client_id uuid) returns public.conversations
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  ad public.listings;
  talk public.conversations;
begin
  perform private.refuse_if(me is null, 'SK211', 'messages_signed_out');
  perform private.refuse_if(coalesce(btrim(start_conversation.body), '') = '', 'SK207', 'message_empty');
  select * into ad from public.listings listing where listing.id = start_conversation.listing_id;
  perform private.refuse_if(found and ad.seller_id = me, 'SK212', 'own_ad_message');
  talk := private.open_conversation(ad, me);
  insert into public.messages (conversation_id, sender_id, body, client_id)
  values (talk.id, me, start_conversation.body, start_conversation.client_id)
  on conflict on constraint messages_conversation_id_sender_id_client_id_key do nothing;
  select * into talk from public.conversations conversation where conversation.id = talk.id;
  return talk;
end
$$;

create or replace function private.is_under_report(message uuid) returns boolean
language sql stable set search_path = ''
return exists (select from public.reports report where report.target_kind = 'message' and report.target_id = message
  and report.state in ('new', 'triaged', 'in_review', 'appealed'));

create or replace function public.delete_message(message_id uuid) returns public.messages
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  talk public.conversations;
  said public.messages;
  path text;
  later integer;
begin
  -- Lock the conversation first, as all counting does.
  select conversation.* into talk from public.conversations conversation
    where conversation.id = (select message.conversation_id from public.messages message
      where message.id = delete_message.message_id and message.sender_id = me)
    for no key update;
  perform private.refuse_if(not found, 'SK213', 'no_such_own_message');
  select * into said from public.messages message where message.id = delete_message.message_id;
  if said.deleted_at is not null then
    return said;
  end if;
  perform private.refuse_if(said.kind not in ('text', 'image'), 'SK214', 'message_not_deletable');
  perform private.refuse_if(said.created_at < now() - interval '5 minutes', 'SK215', 'message_too_old_to_delete');

  path := case when said.kind = 'image' then said.payload ->> 'path' end;
  insert into public.message_originals (message_id, conversation_id, body)
    values (said.id, talk.id, coalesce(path, said.body)) on conflict do nothing;
  if path is not null and private.is_under_report(said.id) then
    insert into private.deleted_photos (path, message_id) values (path, said.id) on conflict do nothing;
  elsif path is not null then
    perform private.remove_chat_photo(path);
  end if;
  update public.messages message set deleted_at = now(), body = null, payload = '{}', notice = null, notice_sentence = null,
      masked = false
    where message.id = said.id returning * into said;

  -- Counts by position, since read receipts may be off.
  select count(*) into later from public.messages message where message.conversation_id = talk.id and message.sender_id = me
    and message.kind <> 'system' and message.deleted_at is null and (message.created_at, message.id) > (said.created_at, said.id);
  update public.conversations conversation set
    buyer_unread = conversation.buyer_unread - (me = conversation.seller_id and later < conversation.buyer_unread)::integer,
    seller_unread = conversation.seller_unread - (me = conversation.buyer_id and later < conversation.seller_unread)::integer
  where conversation.id = talk.id;
  update public.conversations conversation set last_message_body = '', last_message_hint = 'deleted'
    where conversation.id = talk.id and not exists (select from public.messages message where message.conversation_id = talk.id
      and message.kind <> 'system' and (message.created_at, message.id) > (said.created_at, said.id));

  perform realtime.send(jsonb_build_object('message', to_jsonb(said)), 'message', 'conversation:' || talk.id, true);
  perform private.send_unread(talk.id, talk.buyer_id, talk.seller_id);
  return said;
end
$$;

create or replace function public.shows_receipts(public.conversations) returns boolean
language sql stable security definer set search_path = ''
return not exists (select from public.profiles person where person.id in ($1.buyer_id, $1.seller_id) and not person.read_receipts)
  and auth.uid() in ($1.buyer_id, $1.seller_id);

create or replace function public.my_conversations(box text default 'inbox', before timestamptz default 'infinity',
  before_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff', lim integer default 20)
returns setof public.conversations
language sql stable rows 20 set search_path = '' set enable_bitmapscan = off as $$
  select * from (
    (select talk.* from public.conversations talk where box = 'inbox' and talk.buyer_id = (select auth.uid()) and talk.buyer_archived_at is null
      and (talk.last_message_at, talk.id) < (before, before_id) order by talk.last_message_at desc, talk.id desc limit least(lim, 50))
    union all
    (select talk.* from public.conversations talk where box = 'inbox' and talk.seller_id = (select auth.uid()) and talk.seller_archived_at is null
      and (talk.last_message_at, talk.id) < (before, before_id) order by talk.last_message_at desc, talk.id desc limit least(lim, 50))
    union all
    (select talk.* from public.conversations talk where box = 'archived' and talk.buyer_id = (select auth.uid()) and talk.buyer_archived_at is not null
      and (talk.last_message_at, talk.id) < (before, before_id) order by talk.last_message_at desc, talk.id desc limit least(lim, 50))
    union all
    (select talk.* from public.conversations talk where box = 'archived' and talk.seller_id = (select auth.uid()) and talk.seller_archived_at is not null
      and (talk.last_message_at, talk.id) < (before, before_id) order by talk.last_message_at desc, talk.id desc limit least(lim, 50))
  ) as mine
  order by last_message_at desc, id desc
  limit least(lim, 50)
$$;

create or replace function public.send_photo(conversation_id uuid, path text, client_id uuid) returns public.messages
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  talk public.conversations;
  stored jsonb;
  sent public.messages;
begin
  select * into talk from public.conversations conversation
    where conversation.id = send_photo.conversation_id
      and (me = conversation.buyer_id or me = conversation.seller_id and conversation.opened_at is not null);
  perform private.refuse_if(not found, 'SK201', 'no_such_conversation');
  -- Idempotent.
  select * into sent from public.messages message where message.conversation_id = talk.id and message.sender_id = me
    and message.client_id = send_photo.client_id;
  if found then
    return sent;
  end if;
  perform private.refuse_if(talk.state <> 'open', 'SK209', 'conversation_closed');
  perform private.refuse_if(not exists (select from public.messages message where message.conversation_id = talk.id and message.kind <> 'system'),
    'SK216', 'words_before_photo');
  perform private.refuse_if(split_part(path, '/', 1) <> talk.id::text or split_part(path, '/', 2) <> me::text,
    'SK217', 'photo_of_other_conversation');
  select object.metadata into stored from storage.objects object where object.bucket_id = 'chat-photos' and object.name = path;
  perform private.refuse_if(not found, 'SK218', 'chat_photo_not_uploaded');
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('send_photo:' || me, 0));
  perform private.refuse_if(private.trust_level(me) < 2 and (select count(*) >= 10 from public.messages message where message.conversation_id = talk.id
      and message.sender_id = me and message.kind = 'image' and message.created_at > now() - interval '1 day'),
    'SK219', 'chat_photos_used_up', '{"retry_after": 86400}');
  perform private.consume_rate_limit(me, 'photo');
  insert into public.messages (conversation_id, sender_id, kind, payload, client_id)
  values (talk.id, me, 'image', jsonb_build_object('path', path, 'width', stored -> 'width', 'height', stored -> 'height'), send_photo.client_id)
  returning * into sent;
  return sent;
end
$$;

create or replace function public.find_conversations(q text) returns setof public.conversations
language sql stable set search_path = '' as $$
  select talk.* from public.conversations talk
  cross join (select '%' || replace(replace(replace(btrim(left(q, 100)), '\', '\\'), '%', '\%'), '_', '\_') || '%') as asked (pattern)
  where char_length(btrim(q)) >= 2 and (
    exists (select from public.listings ad where ad.id = talk.listing_id and ad.title ilike pattern)
    or exists (select from public.sellers other where other.id = case when auth.uid() = talk.buyer_id then talk.seller_id else talk.buyer_id end
      and other.display_name ilike pattern)
    or exists (select from public.messages said where said.conversation_id = talk.id and said.kind <> 'system' and said.body ilike pattern))
  order by talk.last_message_at desc
  limit 50
$$;

create or replace function private.unread_total(person uuid) returns integer
language sql stable set search_path = ''
return (
  select coalesce(sum(unread), 0)::integer from (
    select buyer_unread as unread from public.conversations where buyer_id = person and buyer_unread > 0
    union all
    select seller_unread from public.conversations where seller_id = person and seller_unread > 0) as counted
);

create or replace function public.archive_conversation(conversation_id uuid, archived boolean default true) returns public.conversations
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  talk public.conversations;
begin
  update public.conversations conversation set
    buyer_archived_at = case when me = conversation.buyer_id then case when archived then now() end else conversation.buyer_archived_at end,
    seller_archived_at = case when me = conversation.seller_id then case when archived then now() end else conversation.seller_archived_at end
  where conversation.id = archive_conversation.conversation_id and me in (conversation.buyer_id, conversation.seller_id)
  returning * into talk;
  perform private.refuse_if(not found, 'SK201', 'no_such_conversation');
  return talk;
end
$$;

create or replace function public.unread_total() returns integer
language sql stable set search_path = ''
return private.unread_total(auth.uid());

create or replace function public.take_report(report_id uuid) returns public.reports
language plpgsql security definer set search_path = '' as $$
declare
  report public.reports;
begin
  perform private.require_role('moderator', 'admin');
  update public.reports known set state = 'in_review', handled_by = auth.uid(), changed_at = now()
    where known.id = take_report.report_id and known.state in ('new', 'triaged', 'in_review')
      -- Claims expire after two hours.
      and (known.handled_by is null or known.handled_by = auth.uid() or known.changed_at < now() - interval '2 hours')
    returning * into report;
  perform private.refuse_if(report.id is null, 'SK613', 'report_taken');
  return report;
end
$$;

create or replace function private.listing_for_decision(wanted uuid, allowed_states text[], refusal jsonb) returns public.listings
language plpgsql set search_path = '' as $$
declare
  ad public.listings;
begin
  perform private.require_role('moderator', 'admin');
  select * into ad from public.listings listing where listing.id = wanted for no key update;
  perform private.refuse_if(not found, 'SK621', 'no_such_ad');
  perform private.refuse_if(ad.seller_id = auth.uid(), 'SK622', 'own_ad_decision');
  if not ad.state = any(allowed_states) then
    perform private.refuse(refusal);
  end if;
  return ad;
end
$$;

create or replace function private.take_down(wanted uuid, to_state text, reason text, rule text, allowed_states text[], refusal jsonb) returns public.listings
language plpgsql set search_path = '' as $$
declare
  why constant text := private.require_reason(reason);
  ad public.listings := private.listing_for_decision(wanted, allowed_states, refusal);
  was constant text := ad.state;
begin
  if was = to_state then
    return ad;
  end if;
  update public.listings listing set state = to_state, state_before = case to_state when 'hidden' then was end, state_reason = to_jsonb(why),
    state_rule = coalesce(take_down.rule, case to_state when 'removed' then listing.state_rule end)
  where listing.id = ad.id returning * into ad;
  perform private.audit(case to_state when 'hidden' then 'listing.hide' else 'listing.remove' end, ad.id::text, jsonb_build_object('state', was),
    jsonb_build_object('state', ad.state, 'reason', why, 'rule', ad.state_rule));
  return ad;
end
$$;

create or replace function public.hide_listing(listing_id uuid, reason text, rule text default null) returns public.listings
language sql security definer set search_path = ''
return private.take_down(listing_id, 'hidden', reason, rule,
  array['active', 'reserved', 'paused', 'expired', 'sold', 'pending_review', 'changes_requested', 'hidden'], private.problem('SK624', 'ad_shown_to_nobody'));

create or replace function public.unhide_listing(listing_id uuid) returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings := private.listing_for_decision(unhide_listing.listing_id, array['hidden'], private.problem('SK625', 'ad_not_hidden'));
  back constant text := case
    when ad.state_before in ('active', 'reserved', 'paused') and ad.expires_at < now() then 'expired'
    when ad.state_before = 'reserved' then 'active' else ad.state_before end;
begin
  update public.listings listing set state = back, state_reason = case when back in ('pending_review', 'changes_requested') then listing.state_reason end,
    cleared_rules = case when ad.state_rule is null then listing.cleared_rules else array_append(array_remove(listing.cleared_rules, ad.state_rule), ad.state_rule) end
  where listing.id = ad.id returning * into ad;
  perform private.audit('listing.unhide', ad.id::text, jsonb_build_object('state', 'hidden'), jsonb_build_object('state', ad.state));
  return ad;
end
$$;

create or replace function public.remove_listing(listing_id uuid, reason text, rule text default null) returns public.listings
language sql security definer set search_path = ''
return private.take_down(listing_id, 'removed', reason, rule, array['hidden', 'rejected', 'removed'], private.problem('SK626', 'hide_before_removing'));

create or replace function public.review_listing(listing_id uuid, decision text, note text default null) returns public.listings
language plpgsql security definer set search_path = '' as $$
declare
  ad public.listings := private.listing_for_decision(review_listing.listing_id, array['pending_review'], private.problem('SK627', 'ad_waits_for_nobody'));
  rule constant text := ad.state_rule;
begin
  perform private.refuse_if(coalesce(decision, '') not in ('approve', 'request_changes', 'reject'),
    'SK009', 'unknown_choice', jsonb_build_object('name', 'decision', 'choices', 'approve, request_changes, reject'));
  if decision = 'approve' then
    update public.listings listing set
      state = 'active', first_published_at = coalesce(listing.first_published_at, now()),
      expires_at = greatest(listing.expires_at, private.expiry_of(listing.category)),
      cleared_rules = listing.cleared_rules || private.grounds_of(listing)
    where listing.id = ad.id returning * into ad;
  else
    update public.listings listing set
      state = case decision when 'reject' then 'rejected' else 'changes_requested' end, state_reason = to_jsonb(private.require_reason(note))
    where listing.id = ad.id returning * into ad;
  end if;
  perform private.audit('listing.review', ad.id::text, jsonb_build_object('state', 'pending_review', 'rule', rule),
    jsonb_strip_nulls(jsonb_build_object('state', ad.state, 'note', btrim(note))));
  return ad;
end
$$;

create or replace function private.grounds_of(ad public.listings) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(grounds.rule order by grounds.rule), '{}') from (
    select 'prohibited:' || hits.rule as rule from private.prohibited_hits(ad.title, ad.description, ad.category, ad.country) as hits
      where hits.severity = 'review'
    union
    select replace(photos.rule, 'photo_waiting:', 'photo_unread:') from private.photo_grounds(ad) as photos) as grounds
  where grounds.rule <> all (ad.cleared_rules)
$$;

create or replace function private.judge(ad public.listings, out rule text, out reason jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  hit record;
begin
  for hit in
    select hits.rule, hits.severity, rtrim(hits.term, '*') as term, described.name, described.explanation
    from private.prohibited_hits(ad.title, ad.description, ad.category, ad.country) as hits
    join public.prohibited_rules described on described.rule = hits.rule
    where hits.severity <> 'warn'
    order by hits.severity, described.sort
  loop
    perform private.refuse_if(hit.severity = 'block',
      'SK177', 'prohibited',
      jsonb_build_object('term', hit.term, 'rule', hit.name, 'explanation', hit.explanation, 'ground', 'prohibited:' || hit.rule));
    if not 'prohibited:' || hit.rule = any(ad.cleared_rules) then
      rule := 'prohibited:' || hit.rule;
      reason := private.problem('SK187', 'held_by_rule', jsonb_build_object('rule', hit.name, 'explanation', hit.explanation));
      return;
    end if;
  end loop;
  select * into rule, reason from private.photo_ground(ad);
end
$$;

create or replace function public.appeal_report(report_id uuid, reason text) returns public.reports
language plpgsql security definer set search_path = '' as $$
declare
  again public.reports;
begin
  perform private.refuse_if(char_length(btrim(coalesce(appeal_report.reason, ''))) not between 10 and 1000, 'SK629', 'bad_report_appeal');
  select * into again from public.reports known where known.id = appeal_report.report_id and known.reporter_id = auth.uid() for update;
  perform private.refuse_if(again.id is null, 'SK630', 'no_such_own_report');
  perform private.refuse_if(again.state <> 'rejected' or again.appealed_at is not null or again.handled_at < now() - interval '6 months',
    'SK631', 'second_look_closed');
  perform private.refuse_if(exists (select from public.reports other where other.reporter_id = again.reporter_id and other.target_kind = again.target_kind
      and other.target_id = again.target_id and other.state in ('new', 'triaged', 'in_review')), 'SK632', 'reported_again');
  update public.reports known set state = 'new', appeal = btrim(appeal_report.reason), appealed_at = now(), changed_at = now(),
    first_handled_by = known.handled_by, handled_by = null, handled_at = null, priority = greatest(known.priority, 60)
  where known.id = again.id returning * into again;
  return again;
end
$$;

create or replace function private.reporter_weight(person uuid) returns numeric
language sql stable set search_path = ''
return (
  select round(least(2, greatest(0.1, 2.0 * (1.5 + count(*) filter (where state in ('actioned', 'upheld')))
    / (3 + count(*) filter (where state in ('actioned', 'upheld', 'rejected', 'overturned'))))), 2)
  from public.reports where reporter_id = person and created_at > now() - interval '1 year'
);

create or replace function private.last_words(talk uuid) returns jsonb
language sql stable set search_path = ''
return (
  select coalesce(jsonb_agg(jsonb_build_object('id', said.id, 'sender_id', said.sender_id, 'kind', said.kind, 'body', said.body,
    'notice', said.notice, 'created_at', said.created_at) order by said.created_at, said.id), '[]')
  from (select * from public.messages message where message.conversation_id = talk
    order by message.created_at desc, message.id desc limit 10) as said
);

create or replace function public.report_something(target_kind text, target_id uuid, reason text, detail text default '', share_messages boolean default false)
returns public.reports
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  target record;
  weight numeric;
  urgency integer;
  others integer;
  made public.reports;
begin
  perform private.refuse_if(me is null, 'SK634', 'report_signed_out');
  select sort.priority into urgency from public.report_reasons sort where sort.reason = report_something.reason;
  perform private.refuse_if(not found, 'SK635', 'no_report_reason');
  perform private.refuse_if(char_length(coalesce(detail, '')) > 500, 'SK636', 'report_too_long');
  select * into target from private.report_target(target_kind, target_id, me);
  perform private.refuse_if(target.reported is null, 'SK637', 'nothing_to_report');
  perform private.refuse_if(target.reported = me, 'SK638', 'own_report');

  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('report:' || me, 0));
  -- Idempotent.
  select * into made from public.reports known where known.reporter_id = me and known.target_kind = report_something.target_kind
    and known.target_id = report_something.target_id and known.state in ('new', 'triaged', 'in_review');
  if found then
    return made;
  end if;
  perform private.consume_rate_limit(me, 'report');
  weight := private.reporter_weight(me);
  select count(distinct known.reporter_id) into others from public.reports known where known.target_kind = report_something.target_kind
    and known.target_id = report_something.target_id and known.created_at > now() - interval '30 days';
  insert into public.reports (reporter_id, target_kind, target_id, reported_id, listing_id, conversation_id, reason, detail, evidence, reporter_weight, priority)
  values (me, report_something.target_kind, report_something.target_id, target.reported, target.listing, target.talk, report_something.reason,
    coalesce(btrim(report_something.detail), ''),
    target.seen || case when share_messages and target.talk is not null then jsonb_build_object('messages', private.last_words(target.talk)) else '{}' end,
    -- Simultaneous reports may be coordinated: further ones count little.
    weight, round(urgency * weight + 2 * least(others, 10)))
  returning * into made;
  update public.reports known set priority = known.priority + 2, changed_at = now()
    where known.target_kind = made.target_kind and known.target_id = made.target_id and known.id <> made.id
      and known.state in ('new', 'triaged') and others <= 10;
  perform private.notify(me, 'report_received', jsonb_build_object('report_no', made.report_no, 'target_kind', made.target_kind,
    'title', (select ad.title from public.listings ad where ad.id = target.listing)), made.id::text);
  return made;
end
$$;

create or replace function private.notification_channels(person uuid, wanted text)
returns table (in_app boolean, mail boolean, push boolean)
language sql stable
begin atomic
  select coalesce(chosen.in_app, standard.in_app), coalesce(chosen.mail, standard.mail), coalesce(chosen.push, standard.push)
  from public.notification_groups standard
  left join public.notification_preferences chosen on chosen.group_name = standard.name and chosen.user_id = person
  where standard.name = wanted;
end;

create or replace function private.is_quiet_time(person uuid, moment timestamptz) returns boolean
language sql stable set search_path = ''
return coalesce((
  select case
    when quiet_from < quiet_until then (moment at time zone time_zone)::time >= quiet_from and (moment at time zone time_zone)::time < quiet_until
    else (moment at time zone time_zone)::time >= quiet_from or (moment at time zone time_zone)::time < quiet_until
  end
  from public.notification_settings where user_id = person and quiet_from is not null
), false);

create or replace function private.email_time(person uuid, moment timestamptz) returns timestamptz
language sql stable set search_path = ''
return coalesce((
  select case when same_day >= moment then same_day else (moment_day + 1 + digest_at) at time zone time_zone end
  from (
    select digest_at, time_zone, (moment at time zone time_zone)::date as moment_day,
      ((moment at time zone time_zone)::date + digest_at) at time zone time_zone as same_day
    from public.notification_settings where user_id = person and digest = 'daily') as digest
), moment);

create or replace function private.unread_notifications(person uuid) returns integer
language sql stable set search_path = ''
return (select count(*)::integer from public.notifications where user_id = person and in_app and read_at is null);

create or replace function public.unread_notifications() returns integer
language sql stable set search_path = ''
return (select count(*)::integer from public.notifications where user_id = auth.uid() and in_app and read_at is null);

create or replace function private.require_dispute_photos(wanted uuid, photos text[]) returns void
language sql stable set search_path = ''
return private.refuse_if(cardinality(photos) > 8 or exists (
  select from unnest(photos) as photo where photo is null or split_part(photo, '/', 1) <> wanted::text or split_part(photo, '/', 2) <> auth.uid()::text
    or not exists (select from storage.objects object where object.bucket_id = 'dispute-photos' and object.name = photo)),
  'SK393', 'bad_dispute_photos');

create or replace function private.require_buyable(ad public.listings, me uuid, delivery text, units integer) returns void
language plpgsql stable set search_path = '' as $$
declare
  is_kept constant boolean := private.keeps_unit(ad.id, me);
begin
  perform private.refuse_if(ad.id is null, 'SK210', 'no_such_ad_on_offer');
  perform private.refuse_if(ad.seller_id = me, 'SK362', 'own_ad_order');
  perform private.refuse_if(private.is_blocked_between(me, ad.seller_id), 'SK210', 'no_such_ad_on_offer');
  perform private.refuse_if(ad.state = 'sold', 'SK108', 'ad_sold');
  perform private.refuse_if(ad.state = 'reserved' and not is_kept, 'SK109', 'ad_reserved');
  perform private.refuse_if(ad.state not in ('active', 'reserved') or ad.expires_at < now(), 'SK110', 'ad_not_on_offer');
  perform private.refuse_if(ad.type <> 'sell' or ad.price_minor is null or ad.currency <> private.market_currency(), 'SK363', 'ad_not_buyable');
  perform private.refuse_if(ad.delivery not in ('both', case delivery when 'ship' then 'ship' else 'pickup' end), 'SK364', 'delivery_not_offered');
  perform private.refuse_if(private.is_away(ad.seller_id), 'SK365', 'seller_is_away');
  perform private.refuse_if(units > ad.quantity - case when is_kept then 0 else private.units_promised(ad.id) end, 'SK385', 'too_few_left');
end
$$;

create or replace function private.require_tracking(carrier text, tracking text) returns void
language sql stable set search_path = ''
return private.refuse_if(coalesce(char_length(btrim(carrier)), 0) not between 2 and 60 or coalesce(char_length(btrim(tracking)), 0) not between 4 and 60
  or private.has_contact(carrier) or tracking !~ '^[[:alnum:] ./-]+$', 'SK373', 'bad_tracking');

create or replace function private.photo_grounds(ad public.listings) returns table (rule text, reason jsonb)
language sql stable security definer set search_path = '' as $$
  select grounds.kind || grounds.photo_id, grounds.reason
  from (
    select 1 as place, 'photo_elsewhere:' as kind, copy.photo_id, private.problem('SK188', 'held_photo_elsewhere') as reason
    from private.copies_of_photos(ad.id) copy where copy.other_seller <> ad.seller_id
    union all
    select 2, 'photo_code:', print.photo_id, private.problem('SK189', 'held_photo_code') from private.photo_prints print
    where print.listing_id = ad.id and exists (
      select from unnest(print.codes) as code where (private.read_message(code)).found && array['link', 'mail', 'phone', 'handle'])
    union all
    select 3, 'photo_text:', print.photo_id, private.problem('SK190', 'held_photo_text') from private.photo_prints print
    where print.listing_id = ad.id and private.shows_contact(print.texts)
    union all
    select 4, 'photo_unread:', print.photo_id, private.problem('SK192', 'held_photo_unread') from private.photo_prints print
    where print.listing_id = ad.id and print.reading <> 'waiting'
    union all
    select 5, 'photo_waiting:', print.photo_id, private.problem('SK191', 'held_photo_waiting') from private.photo_prints print
    where print.listing_id = ad.id and print.reading = 'waiting') as grounds
  -- A moderator who approves a photo that waits approves it unread.
  where replace(grounds.kind, 'waiting', 'unread') || grounds.photo_id <> all (ad.cleared_rules)
  order by grounds.place, grounds.photo_id
$$;

create or replace function private.photo_ground(ad public.listings, out rule text, out reason jsonb)
language sql stable security definer set search_path = '' as $$
  select grounds.rule, grounds.reason from private.photo_grounds(ad) as grounds
  where (private.is_trusted(ad.seller_id) or (select profile.is_demo from public.profiles profile where profile.id = ad.seller_id)) is not true
  limit 1
$$;

create or replace function private.shows_contact(texts text[]) returns boolean
language sql stable set search_path = ''
return texts <> '{}' and (private.read_message(private.words_shown(texts))).found && array['mail', 'phone', 'handle'];

create or replace function private.set_brand_name(brand text) returns void
language sql set search_path = ''
begin atomic
  delete from private.reserved_names known where known.what = 'brand';
  insert into private.reserved_names (name, what)
  select distinct said, 'brand' from (select btrim(regexp_replace(private.plain_letters(given), '[^a-z]+', ' ', 'g')) as said
    from (select set_brand_name.brand as given union all select branding.brand_name from public.branding) as names) as plain
  where said ~ '^[a-z]+( [a-z]+)*$'
  on conflict do nothing;
end;

create or replace function private.matched_on(ad uuid, filter private.search_filters) returns text[]
language sql stable set search_path = ''
return array(
  select 'word:' || (asked.said ->> 'word') || ':' || place.name
  from private.listing_search entry cross join jsonb_array_elements(filter.said) with ordinality as asked (said, number)
  cross join lateral (
    select part.name from (values (1, 'title', '{a}'::"char"[]), (2, 'details', '{b}'), (3, 'synonyms', '{c}'), (4, 'description', '{d}')) as part (rank, name, weight)
    where ts_filter(entry.document, part.weight) @@ (asked.said ->> 'query')::tsquery order by part.rank limit 1) as place
  where entry.listing_id = ad order by asked.number) || filter.names;

create or replace function private.labelled(days integer)
returns table (message_id uuid, said text, label text, by text, at timestamptz, action text, rules text[])
language sql stable security definer set search_path = ''
begin atomic
  with judged as (
    select held.id as message_id, held.body as said, case held.state when 'released' then 'ok' else held.pattern end as label, 'moderator' as by, held.decided_at as at
    from public.held_messages held where held.state in ('released', 'refused')
    union all
    select report.target_id, null, case when report.state in ('actioned', 'upheld') then coalesce(verdict.pattern, report.reason) else 'ok' end, 'report', coalesce(report.handled_at, report.changed_at)
    from public.reports report left join public.message_verdicts verdict on verdict.message_id = report.target_id
    where report.target_kind = 'message' and report.state in ('actioned', 'upheld', 'rejected', 'overturned')
    union all
    select verdict.message_id, null, 'ok', 'reader', verdict.harmless_at from public.message_verdicts verdict where verdict.harmless_at is not null
  )
  select distinct on (judged.message_id) judged.message_id, coalesce(judged.said, original.body, message.body), judged.label, judged.by, judged.at, verdict.action,
    array(select rule ->> 'id' from jsonb_array_elements(verdict.rules) as rule)
  from judged
  left join public.message_verdicts verdict on verdict.message_id = judged.message_id
  left join public.message_originals original on original.message_id = judged.message_id
  left join public.messages message on message.id = judged.message_id
  where judged.at > now() - make_interval(days => least(greatest(coalesce(labelled.days, 30), 1), 90))
  order by judged.message_id, array_position(array['moderator', 'report', 'reader'], judged.by);
end;

create or replace function private.stretches_of(words text[]) returns setof tsvector
language sql stable set search_path = ''
begin atomic
  select private.signals_of(words[begins : begins + 39]) from generate_series(1, greatest(cardinality(words) - 19, 1), 20) as begins;
end;

create or replace function private.sender_signals(sender uuid, talk public.conversations) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when profile.created_at > now() - interval '7 days' then 'new_account' end,
    case when profile.created_at > now() - interval '30 days' and profile.trust_level = 0 then 'young_account' end,
    case when profile.trust_level >= 3 then 'checked' end,
    case when ad.type = 'sell' then private.protected_pay(talk.id) end,
    case when history.is_first then 'first_message' end,
    case when history.is_first and sender = talk.buyer_id and (
      select min(view.seen_at) > now() - interval '10 seconds' from private.recent_views view
      where view.listing_id = talk.listing_id and view.viewer = pg_catalog.sha256(convert_to(sender::text, 'UTF8'))) then 'hurried' end,
    case when history.is_first and sender = talk.buyer_id and ad.delivery = 'pickup'
      and private.distance_km(profile.lat, profile.lng, ad.lat, ad.lng) > 300 then 'far_away' end], null)
  from public.profiles profile
  left join public.listings ad on ad.id = talk.listing_id
  cross join lateral (select not exists (select from public.messages earlier
    where earlier.conversation_id = talk.id and earlier.sender_id = sender and earlier.kind <> 'system') as is_first) as history
  where profile.id = sender
$$;

create or replace function private.both_know_each_other(talk uuid) returns boolean
language sql stable set search_path = ''
return (
  select count(*) = 2 and min(said) >= 2 from (
    select count(*) as said from public.messages message
    where message.conversation_id = both_know_each_other.talk and message.kind <> 'system' group by message.sender_id) as counted
);

create or replace function private.fingerprint(said text, least_words integer, most_words integer) returns bytea
language sql immutable set search_path = ''
return (
  select case when cardinality(words) between least_words and most_words then pg_catalog.sha256(convert_to(array_to_string(words, ' '), 'UTF8')) end
  from (select array(select part[1] from regexp_matches(private.plain_letters(said), '[a-z0-9]+', 'g') as part)) as read (words)
);

create or replace function public.appeal_message(message_id uuid, reason text) returns public.held_messages
language plpgsql security definer set search_path = '' as $$
declare
  held public.held_messages;
begin
  perform private.refuse_if(coalesce(btrim(reason), '') = '' or char_length(btrim(reason)) > 500, 'SK224', 'bad_release_request');
  update public.held_messages waiting set appeal = btrim(reason), appealed_at = now()
    where waiting.id = appeal_message.message_id and waiting.sender_id = auth.uid() and waiting.state in ('held', 'blocked')
      and waiting.appealed_at is null
    returning * into held;
  perform private.refuse_if(not found, 'SK225', 'release_decided');
  return held;
end
$$;

create or replace function public.decide_held_message(message_id uuid, release boolean, statement text default null) returns public.held_messages
language plpgsql security definer set search_path = '' as $$
declare
  held public.held_messages;
begin
  perform private.require_role('moderator', 'admin');
  perform private.refuse_if(not release and coalesce(btrim(statement), '') = '', 'SK226', 'held_reason_needed');
  update public.held_messages waiting set state = case when release then 'released' else 'refused' end,
      statement = nullif(btrim(decide_held_message.statement), ''), decided_at = now(), decided_by = auth.uid()
    where waiting.id = decide_held_message.message_id and waiting.state in ('held', 'blocked')
    returning * into held;
  perform private.refuse_if(not found, 'SK227', 'held_decided');
  if release then
    insert into public.messages (id, conversation_id, sender_id, kind, body, client_id)
    values (held.id, held.conversation_id, held.sender_id, 'text', held.body, held.client_id);
  end if;
  perform private.audit(case when release then 'message.release' else 'message.refuse' end, 'message:' || held.id,
    null, jsonb_build_object('pattern', held.pattern, 'statement', held.statement));
  perform private.notify(held.sender_id, case when release then 'message_released' else 'message_refused' end,
    jsonb_build_object('conversation_id', held.conversation_id, 'statement', held.statement,
      'title', (select ad.title from public.conversations talk join public.listings ad on ad.id = talk.listing_id where talk.id = held.conversation_id)),
    held.id::text);
  return held;
end
$$;

create or replace function private.earlier_messages(talk uuid, sender uuid) returns text[]
language sql stable set search_path = ''
return (
  select coalesce(array_agg(recent.body order by recent.created_at), '{}') from (
    select message.body, message.created_at from public.messages message
    where message.conversation_id = talk and message.sender_id = sender and message.kind = 'text' and not message.masked
      and message.body is not null and message.created_at > now() - interval '1 day'
    order by message.created_at desc limit 3) as recent
);

create or replace function private.folded(said text) returns text
language sql stable
return left(array_to_string(private.search_words(said), ' '), 80);

create or replace function private.attribute_plans(wanted jsonb, category text) returns jsonb
language sql stable set search_path = ''
begin atomic
  select coalesce(jsonb_object_agg('attributes.' || asked.key, case
      when not defined.is_number and cardinality(marks) > 0 then jsonb_build_object('key', asked.key, 'marks', marks)
      when defined.is_number and coalesce(low, high) is not null then jsonb_build_object('key', asked.key, 'min', low, 'max', high)
      when defined.is_number and cardinality(numbers) > 0 then jsonb_build_object('key', asked.key, 'numbers', numbers) end), '{}')
  from (select each.key, each.value from jsonb_each(case jsonb_typeof(wanted) when 'object' then wanted else '{}' end) as each
    where each.value not in ('""', '[]', '{}', 'null') order by each.key limit 20) as asked
  left join lateral (
    select definition.type, definition.type in ('int', 'decimal', 'year') as is_number from private.attribute_definitions definition
    join public.categories filed on filed.slug = definition.category
    left join public.categories chosen on chosen.slug = attribute_plans.category
    where definition.key = asked.key and (chosen.slug is null or filed.ord_from between chosen.ord_from and chosen.ord_to)
    -- For a key that is a number in one category and an option in another: by the given value.
    order by (definition.type in ('int', 'decimal', 'year')) = (jsonb_typeof(asked.value) in ('object', 'number')) desc, definition.place, definition.category
    limit 1) as defined on true
  cross join lateral (
    select private.as_number(asked.value ->> 'min') as low, private.as_number(asked.value ->> 'max') as high,
      array_agg(private.as_number(said)) filter (where private.as_number(said) is not null) as numbers,
      array_agg(distinct 'a:' || asked.key || ':' || private.folded(said)) filter (where private.folded(said) <> '' and (defined.type <> 'bool' or said in ('true', 'false'))) as marks
    from (select said from jsonb_array_elements_text(case jsonb_typeof(asked.value) when 'array' then asked.value when 'object' then '[]'
      else jsonb_build_array(asked.value) end) as each (said) where said is not null limit 50) as list) as read;
end;

create or replace function private.attribute_facets(counts private.facet_count[], category text, wanted jsonb) returns jsonb
language sql stable set search_path = ''
begin atomic
  with counted as materialized (
    select fact.key, one.value, sum(each.ads)::bigint as ads
    from unnest(counts) as each cross join lateral jsonb_each(each.facts) as fact
    cross join lateral jsonb_array_elements(case jsonb_typeof(fact.value) when 'array' then fact.value else jsonb_build_array(fact.value) end) as one (value)
    where each.facts is not null and case when each.facet = 'attributes' then not exists (select from unnest(counts) as own where own.facet = 'attributes.' || fact.key)
        and not wanted ? fact.key else each.facet = 'attributes.' || fact.key end
    group by 1, 2
  ),
  chosen as materialized (select filed.slug, filed.ord_from, filed.ord_to, filed.leaf from public.categories filed where filed.slug = attribute_facets.category),
  common as materialized (
    select used.key, row_number() over (order by used.ads desc, used.key) as place
    from (select key, sum(ads) as ads from counted group by key) as used
    where used.ads >= 0.1 * (select sum(ads) from unnest(counts) where facet = 'attributes') and not coalesce((select leaf from chosen), false)
      and exists (select from private.attribute_definitions defined where defined.key = used.key and defined.is_main)
    order by used.ads desc, used.key limit 8
  ),
  shown as materialized (
    select distinct on (defined.key) defined.*, case when filed.slug is not null then defined.place else common.place end as shown_at,
      case defined.type when 'decimal' then 0.1 when 'int' then 1 when 'year' then 1 end as step
    from private.attribute_definitions defined left join common on common.key = defined.key left join chosen as filed on filed.slug = defined.category and filed.leaf
    where case when (select leaf from chosen) then filed.slug is not null else (common.key is not null or wanted ? defined.key)
      and (not exists (select from chosen) or defined.category in (select below.slug from public.categories below, chosen where below.ord_from between chosen.ord_from and chosen.ord_to)) end
    order by defined.key, count(*) over (partition by defined.key, defined.type) desc, defined.category
  ),
  valued as (
    select counted.key, counted.value, counted.ads, false as is_wanted from counted join shown on shown.key = counted.key
    union all
    select shown.key, case when shown.step is not null then coalesce(to_jsonb(private.as_number(asked #>> '{}')), asked) else asked end, 0, true
    from shown cross join lateral jsonb_array_elements(case jsonb_typeof(wanted -> shown.key) when 'array' then wanted -> shown.key when 'object' then '[]'
      else coalesce(jsonb_build_array(wanted -> shown.key), '[]') end) as asked where wanted ? shown.key
  ),
  spelled as (
    select key, (array_agg(value order by ads desc, value))[1] as value, sum(ads) as ads, bool_or(is_wanted) as is_wanted
    from valued group by key, case jsonb_typeof(value) when 'string' then private.folded(value #>> '{}') else value #>> '{}' end
  ),
  best as (
    select *, row_number() over (partition by key order by is_wanted desc, ads desc, value) as place from spelled
  ),
  listed as (
    select best.key, jsonb_agg(jsonb_build_object('value', best.value, 'count', best.ads, 'label', case when shown.step is null and shown.type <> 'bool' then coalesce(
      shown.labels -> (best.value #>> '{}'), (select other.labels -> (best.value #>> '{}') from private.attribute_definitions other
        where other.key = best.key and other.labels ? (best.value #>> '{}') order by other.category limit 1)) end) order by best.ads desc, best.value) as options
    from best join shown on shown.key = best.key where best.place <= 30 group by best.key
  )
  select coalesce(jsonb_agg(jsonb_build_object('key', shown.key, 'type', shown.type, 'label', shown.label, 'unit', shown.unit, 'main', shown.is_main,
    'unit_labels', case when shown.unit is not null then shown.unit_labels end, 'options', coalesce(listed.options, '[]'),
    'range', case when shown.step is not null then (
      select private.range_of(array_agg((counted.value #>> '{}')::numeric), array_agg(counted.ads), shown.step)
      from counted where counted.key = shown.key and jsonb_typeof(counted.value) = 'number') end) order by coalesce(shown.shown_at, 100), shown.key), '[]')
  from shown left join listed on listed.key = shown.key;
end;

create or replace function private.engine_stamp(entry private.listing_search) returns integer
language sql stable set search_path = ''
return hashtext(concat_ws(' ', entry.document, entry.facts, entry.price_minor, entry.condition, entry.delivery, entry.seller_type, entry.type,
  entry.has_photo, entry.state, entry.lat, entry.lng, extract(epoch from entry.published_at), extract(epoch from entry.expires_at), entry.quality, entry.is_accessory)) & 2147483647;

create or replace function private.weighted_words(input text, weight text, first_position integer, language text) returns text
language sql stable set search_path = ''
return (
  select string_agg(concat('''', lexeme, ''':', least(first_position + place, 16000), weight), ' ')
  from (
    select distinct forms.lexeme, found.place
    from unnest(private.search_words(input)) with ordinality as found (word, place),
      lateral (values (word), (private.stem(word)), (private.stem_in(weighted_words.language, word)),
        -- "128" matches "128 GB" too.
        (case when word ~ '^\d+[a-z]+$' then (select substring(found.word from '^\d+') from private.units measured
          where measured.word = substring(found.word from '[a-z]+$')) end)) as forms (lexeme)
    where forms.lexeme is not null) as said
);

create or replace function private.search_document(listing public.listings, category public.categories, facts jsonb) returns tsvector
language sql stable set search_path = ''
begin atomic
  with recursive written as materialized (
    select coalesce(nullif(listing.language, 'en'), private.guessed_language(concat_ws(' ', listing.title, listing.description)), 'en') as language,
      private.split_compounds(private.search_words(listing.title)) as title, private.search_words(left(listing.description, 1000)) as description
  ),
  path as (
    select category.slug as slug, category.parent as parent, category.name as name, category.synonyms as synonyms,
      category.synonyms_i18n as i18n
    union all
    select above.slug, above.parent, above.name, above.synonyms, above.synonyms_i18n
    from path join public.categories above on above.slug = path.parent
  ),
  named as (
    -- A name that lists several items ("Kettles & toasters", "Audio, TV & photo") does not say which one an ad is.
    select string_agg((select string_agg(each.value, ' ') from jsonb_each_text(path.name) as each), ' ')
        filter (where path.slug = category.slug and path.name ->> 'en' !~ '[,&]') as names,
      string_agg((select string_agg(each.value, ' ') from jsonb_each_text(path.name) as each), ' ')
        filter (where path.slug = category.slug and path.name ->> 'en' ~ '[,&]') as several,
      string_agg(array_to_string(path.synonyms, ' '), ' ') filter (where path.slug = category.slug) as synonyms,
      string_agg((select string_agg(word, ' ') from jsonb_each(path.i18n) as language (key, words),
        jsonb_array_elements_text(words) as word), ' ') filter (where path.slug = category.slug) as foreign_synonyms,
      string_agg((select string_agg(each.value, ' ') from jsonb_each_text(path.name) as each), ' ')
        filter (where path.slug <> category.slug and path.name ->> 'en' !~ '[,&]') as above
    from path
  )
  select concat_ws(' ',
      private.weighted_words(listing.title, 'A', 0, written.language),
      private.weighted_words(concat_ws(' ', named.names, attribute.said), 'B', 200, written.language),
      private.weighted_words(concat_ws(' ', named.synonyms, named.foreign_synonyms, named.above, attribute.synonyms,
        listing.area, listing.city, case listing.type when 'free' then 'free gratis offert' when 'wanted' then 'wanted' end), 'C', 600, written.language),
      private.weighted_words(concat_ws(' ', listing.description, named.several), 'D', 1200, written.language),
      (select string_agg(format('''h:%s'':1A', thing), ' ')
        from unnest(private.things_of(written.title, written.description, listing.attributes ->> 'model', category.slug)) as thing),
      (select string_agg(format('''f:%s'':1A', word), ' ') from unnest((private.title_parts(listing.title, '')).made_for) as word),
      -- Its qualities, in the title and the attributes or only mentioned, and the other items mentioned.
      (select string_agg(case when named.thing like 'q-%' then format('''h:%s'':200%s', named.thing, place.weight) else format('''m:%s'':200D', named.thing) end, ' ')
        from (values ('B', written.title || private.search_words(attribute.said)), ('D', written.description)) as place (weight, words),
          private.named_things(place.words) as found, unnest(found.things) as named (thing)))::tsvector
    || array_to_tsvector(array['n:' || (uuid_hash_extended(listing.id, 0) & 7)] || array(select 'c:' || listing.condition where listing.condition is not null)
      || array(select 'd:' || way from unnest('{pickup,ship}'::text[]) as way where listing.delivery in (way, 'both'))
      || array(select distinct 't:' || private.stem(word) from unnest(private.search_words(listing.title)) as word)
      || array(select distinct 'v:' || private.stem(word) from unnest(private.search_words(attribute.said)) as word)
      || array(
        select distinct 'a:' || fact.key || ':' || private.folded(one.said)
        from jsonb_each(facts) as fact (key, value), jsonb_array_elements_text(case jsonb_typeof(fact.value) when 'array' then fact.value
          else jsonb_build_array(fact.value) end) as one (said) where jsonb_typeof(fact.value) <> 'number'))
  from written, named, private.attribute_words(listing.attributes, category.attributes) as attribute;
end;

create or replace function private.word_stems(word text) returns text[]
language sql stable
return array_remove(array[private.stem(word), private.stem_in('pt', word), private.stem_in('es', word), private.stem_in('de', word), private.stem_in('fr', word)], null);

create or replace function private.synonyms_of(word text) returns text[]
language sql stable set search_path = ''
return array(select synonym.means from private.search_synonyms synonym where synonym.word = private.stem(synonyms_of.word) order by 1);

create or replace function private.word_forms(word text) returns text[]
language sql stable set search_path = ''
return private.word_stems(word) || private.synonyms_of(word);

create or replace function private.read_words(said text) returns jsonb
language sql stable security definer set search_path = ''
begin atomic
  with typed as materialized (select (private.split_compounds(private.search_words(left(said, 200))))[1:20] as words),
  each as materialized (
    select found.word, found.place, private.word_forms(found.word) as forms, typed.words[found.place + 1] as next, found.place = cardinality(typed.words) as is_last,
      exists (select from private.search_vocabulary known where known.word = found.word and not known.is_made) as is_known,
      exists (select from private.search_vocabulary known where known.word = found.word and known.is_made) as is_word
    from typed, unnest(typed.words) with ordinality as found (word, place)),
  named as materialized (select found.* from typed, private.names_in(typed.words, 6) as found)
  select jsonb_build_object(
    'words', coalesce((select jsonb_agg(jsonb_build_object('word', each.word, 'forms', forms, 'synonyms', private.synonyms_of(each.word), 'ads', private.hits(private.any_of(forms), 20000), 'is_known', is_known, 'is_word', is_word,
        'is_stop', private.is_stop_word(each.word), 'is_filler', filler.word is not null, 'is_wish', coalesce(filler.is_wish, false),
        'is_part', forms[1] in (select known.word from private.accessory_words known),
        'is_term', exists (select from private.category_terms known where strpos(known.term || ' ', ' ' || each.word || ' ') > 0),
        'lean', (select max(use.lean) from private.use_words use where use.stem = any(forms || each.word)),
        'as_one', case when each.word || next ~ '^[a-z]{6,24}$' and exists (select from private.search_vocabulary known
            where known.word operator(pg_catalog.~>=~) left(private.stem(each.word || next), -1) and known.word operator(pg_catalog.~<~) (left(private.stem(each.word || next), -1) || '~'))
          then private.word_forms(each.word || next) end,
        'begins', case when is_last and not is_known and each.word ~ '^[a-z]{2,}$' then array(
            select distinct private.stem(begun.word) from (
              select known.word from private.search_vocabulary known
              where known.word operator(pg_catalog.~>=~) each.word and known.word operator(pg_catalog.~<~) (each.word || '~') and not known.is_made
              group by known.word, known.length order by known.length, known.word limit 30) as begun) end) order by place)
      from each left join private.filler_words filler on filler.word = each.word), '[]'),
    'names', coalesce((select jsonb_agg(jsonb_build_object('first', first, 'last', last, 'parted', parted, 'languages', languages, 'ads', private.hits(private.any_of(array(
          select 'h:' || thing from unnest(things) as thing)), 20000), 'things', (
        select jsonb_agg(jsonb_build_object('thing', known.thing, 'kind', known.kind, 'alike', known.alike, 'wider', known.wider, 'categories', array(
            -- Those of the item itself before those of narrower ones.
            select each.category from private.things held, unnest(held.categories) with ordinality as each (category, number)
            where held.thing = known.thing or held.wider @> array[known.thing]
            group by each.category order by min((held.thing <> known.thing)::integer), min(number) limit 3))
          -- For an ambiguous word ("boots" in English and German), the meaning with more ads comes first.
          order by private.hits(private.any_of(array['h:' || known.thing]), 1000) desc, known.thing)
        from private.things known where known.thing = any(named.things))) order by first, last desc) from named), '[]'),
    'wishes', coalesce((select jsonb_agg(jsonb_build_object('thing', known.thing, 'kind', known.kind, 'alike', known.alike, 'stems', put.stems) order by put.stems, known.thing)
      from private.wish_stems put join private.things known on known.thing = put.thing
      where put.stems <@ array(select form from each, unnest(each.forms) as form where not private.is_stop_word(each.word))), '[]'),
    'people', case when said ~ '\d' then (select jsonb_object_agg(thing, alike) from private.things where kind = 'person') else '{}' end);
end;

create or replace function private.items_for(asked jsonb, unless tsquery) returns text[]
language sql stable security definer set search_path = ''
begin atomic
  with said as materialized (
    select word, array(select thing from private.use_words use, unnest(use.things) as thing where use.stem = any(private.word_forms(word))) as things
    from jsonb_array_elements_text(asked -> 'words') as word where not private.is_determiner(word) and private.hits(unless, 1) = 0),
  weighed as (
    select word, things, case when things = '{}' then 5 else ln(1000.0 / (select count(distinct thing) from unnest(things) as thing)) end as weight from said),
  hits as (
    select word, known.thing, weight, count(*) as uses from weighed, unnest(things) as one join private.things known on known.thing = one
    where asked ->> 'among' is null or array[known.thing] || known.wider && array(select jsonb_array_elements_text(asked -> 'among'))
    group by word, known.thing, weight),
  fitting as materialized (
    select thing, sum(weight) as met, sum(weight * (1 + ln(1 + uses) / 5)) as fit from hits group by thing)
  select coalesce(array_agg(thing order by fit desc, thing), '{}') from fitting
  where met >= 0.6 * (select sum(weight) from weighed) and fit >= 0.95 * (select max(best.fit) from fitting best)
    and private.hits(private.any_of(array['h:' || thing]), 1) > 0;
end;

create or replace function private.word_halves(typed text) returns text
language sql stable security definer set search_path = ''
return case when typed ~ '^[a-z]{2,}[0-9]{1,4}$' then (
    select half[1] || ' ' || half[2] from regexp_matches(typed, '^([a-z]+)([0-9]+)$') as half
    -- Model codes are not corrected.
    where private.hits(private.any_of(array[private.stem(half[1])]) && private.any_of(array[half[2]]), 1) > 0)
  else (select left(typed, cut) || ' ' || substr(typed, cut + 1) from generate_series(3, char_length(typed) - 3) as cut
    where typed ~ '^[a-z]{6,}$' and exists (select from private.search_vocabulary known where known.word = left(typed, cut))
      and exists (select from private.search_vocabulary known where known.word = substr(typed, cut + 1)) order by cut limit 1) end;

create or replace function private.compound_near(typed text) returns text
language sql stable security definer set search_path = ''
return (
  select left(typed, cut) || near.word
  from generate_series(3, char_length(typed) - 5) as cut
  cross join lateral (select substr(typed, cut + 1) as word) as rest
  join private.search_vocabulary near on near.initial = left(rest.word, 1)
    and near.length between char_length(rest.word) - 1 and char_length(rest.word) + 1 and extensions.levenshtein_less_equal(near.word, rest.word, 2)
      <= case when char_length(rest.word) >= 9 or near.sound = extensions.dmetaphone(rest.word) then 2 else 1 end
  where typed ~ '^[a-z]{8,}$'
    and exists (select from private.thing_words quality where quality.phrase = any(private.unjoined(left(typed, cut)))
      and quality.language = 'de' and quality.thing like 'q-%')
    and exists (select from private.thing_words thing where thing.phrase = near.word and thing.language = 'de' and thing.thing !~ '^(q|want|person)-')
  order by extensions.levenshtein(near.word, rest.word), near.word limit 1);

create or replace function private.read_suggestion(typed text) returns jsonb
language sql stable security definer set search_path = ''
begin atomic
  with said as materialized (select private.search_words(typed) as words, array_to_string(private.search_words(typed), ' ') as plain)
  select jsonb_build_object(
    'words', (select jsonb_agg(jsonb_build_object('word', word, 'stems', private.word_stems(word), 'is_stop', private.is_stop_word(word)) order by place)
      from unnest(said.words) with ordinality as found (word, place)),
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', name, 'parent', parent, 'icon', icon, 'count', ads) order by named desc, ads desc, slug), '[]')
      from (
        select category.slug, category.name, category.parent, category.icon, fit.named, (
          select count(*) from public.categories leaf join private.listing_search entry on entry.category = leaf.slug
          where leaf.ord_from between category.ord_from and category.ord_to) as ads
        from (
          select terms.category, bool_or(terms.is_name and terms.term like ' ' || said.plain || '%') as named
          from private.category_terms terms where terms.term like '% ' || said.plain || '%' group by terms.category order by 2 desc, 1 limit 12) as fit
        join public.categories category on category.slug = fit.category
        order by named desc, ads desc, category.slug limit 4) as fitting))
  from said where char_length(replace(said.plain, ' ', '')) >= 2;
end;

create or replace function private.is_wanted(event text) returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.webhooks webhook where webhook.enabled and event = any(webhook.events));

create or replace function private.listing_facts(ad public.listings) returns jsonb
language sql stable set search_path = ''
return jsonb_build_object('listing_id', ad.id, 'ad_no', ad.ad_no, 'seller_id', ad.seller_id, 'state', ad.state)
  || case when ad.state in ('active', 'reserved', 'sold') then jsonb_build_object('type', ad.type, 'category', ad.category, 'title', ad.title,
    'price_minor', ad.price_minor, 'currency', ad.currency, 'price_type', ad.price_type, 'city', ad.city, 'version', ad.version)
    else '{}' end;

create or replace function private.require_webhook_url(url text) returns void
language sql immutable set search_path = ''
return private.refuse_if(coalesce(url, '') !~* '^https://[^\s/?#@]+([/?#]\S*)?$'
    and coalesce(url, '') !~* '^http://(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?([/?#]\S*)?$' or char_length(url) > 1000,
    'SK856', 'bad_webhook_address');

create or replace function private.require_webhook_events(events text[]) returns void
language sql immutable set search_path = ''
return private.refuse_if(not coalesce(events, '{}') <@ private.webhook_event_types(), 'SK857', 'no_such_event');

create or replace function public.create_webhook(webhook_id uuid, url text, description text, events text[], sealed_secret text) returns public.webhooks
language plpgsql security definer set search_path = '' as $$
declare
  made public.webhooks;
begin
  perform private.require_role('admin');
  perform private.require_webhook_url(create_webhook.url);
  perform private.require_webhook_events(create_webhook.events);
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('webhooks', 0));
  perform private.refuse_if((select count(*) >= 20 from public.webhooks), 'SK858', 'webhooks_full');
  insert into public.webhooks (id, url, description, events)
  values (create_webhook.webhook_id, create_webhook.url, btrim(coalesce(create_webhook.description, '')),
    array(select distinct wanted from unnest(create_webhook.events) as wanted order by wanted))
  returning * into made;
  insert into private.webhook_secrets (webhook_id, sealed) values (made.id, sealed_secret);
  perform private.audit('webhook.create', made.id::text, null, jsonb_build_object('url', made.url, 'events', made.events));
  return made;
end
$$;

create or replace function private.known_webhook(wanted uuid) returns public.webhooks
language plpgsql set search_path = '' as $$
declare
  known public.webhooks;
begin
  perform private.require_role('admin');
  select * into known from public.webhooks webhook where webhook.id = wanted for no key update;
  perform private.refuse_if(not found, 'SK859', 'no_such_webhook');
  return known;
end
$$;

create or replace function public.update_webhook(webhook_id uuid, url text, description text, events text[], enabled boolean) returns public.webhooks
language plpgsql security definer set search_path = '' as $$
declare
  before public.webhooks := private.known_webhook(update_webhook.webhook_id);
  made public.webhooks;
begin
  perform private.require_webhook_url(update_webhook.url);
  perform private.require_webhook_events(update_webhook.events);
  update public.webhooks webhook set url = update_webhook.url, description = btrim(coalesce(update_webhook.description, '')),
    events = array(select distinct wanted from unnest(update_webhook.events) as wanted order by wanted),
    enabled = update_webhook.enabled,
    -- Re-enabling restarts the period of five days.
    disabled_reason = case when update_webhook.enabled then null else webhook.disabled_reason end,
    failing_since = case when update_webhook.enabled and not before.enabled then null else webhook.failing_since end, changed_at = now()
  where webhook.id = before.id returning * into made;
  perform private.audit('webhook.update', made.id::text,
    jsonb_build_object('url', before.url, 'events', before.events, 'enabled', before.enabled),
    jsonb_build_object('url', made.url, 'events', made.events, 'enabled', made.enabled));
  if made.enabled then
    perform private.run_job_now('deliver-webhooks');
  end if;
  return made;
end
$$;

create or replace view public.my_listings with (security_invoker) as
  select ad.id, ad.ad_no, ad.seller_id, ad.category, ad.type, ad.title, ad.description, ad.price_minor, ad.previous_price_minor,
    ad.price_changed_at, ad.currency, ad.price_type, ad.condition, ad.attributes, ad.area, ad.city, ad.country, ad.lat, ad.lng, ad.delivery,
    ad.ship_cost_minor, ad.language, ad.state, ad.version, ad.views_count, ad.saves_count, ad.chats_count, ad.cover_path, ad.photo_count,
    ad.first_published_at, ad.expires_at, ad.sold_at, ad.created_at, ad.updated_at, ad.offer_floor_pct,
    notes.state_reason, notes.state_rule, notes.sold_price_minor, notes.sold_channel, notes.is_price_shared, ad.quantity,
    case when ad.state in ('active', 'reserved', 'paused') then ad.expires_at end as ends_at
  from public.listings ad cross join lateral private.own_listing_notes(ad.id) notes
  where ad.seller_id = (select auth.uid()) and ad.state <> 'deleted' and (select private.second_factor_shown());

create index data_exports_user_idx on private.data_exports (user_id, begun_at);

create index departures_due_idx on private.departures (erase_at);

create index departures_untold_idx on private.departures (asked_at) where told_at is null;

create index recoveries_at_idx on private.recoveries (recovered_at);

create index follows_seller_id_idx on public.follows (seller_id, created_at);

create index listings_seller_id_idx on public.listings (seller_id, state, updated_at desc);

create index listings_newest_idx on public.listings (first_published_at desc, id) where state = 'active';

create index listings_category_newest_idx on public.listings (category, first_published_at desc, id) where state = 'active';

create index listings_expires_at_idx on public.listings (expires_at) where state in ('active', 'reserved', 'paused');

create index listings_pending_review_idx on public.listings (updated_at, id) where state = 'pending_review';

create index blocks_blocked_idx on public.blocks (blocked_id);

create index conversations_buyer_idx on public.conversations (buyer_id, last_message_at desc);

create index conversations_seller_idx on public.conversations (seller_id, last_message_at desc);

create index conversations_buyer_unread_idx on public.conversations (buyer_id) where buyer_unread > 0;

create index conversations_seller_unread_idx on public.conversations (seller_id) where seller_unread > 0;

create index conversations_buyer_archive_idx on public.conversations (buyer_id, last_message_at desc) where buyer_archived_at is not null;

create index conversations_seller_archive_idx on public.conversations (seller_id, last_message_at desc) where seller_archived_at is not null;

create index messages_conversation_idx on public.messages (conversation_id, created_at desc, id);

create index messages_unread_idx on public.messages (conversation_id, sender_id) where read_at is null;

create unique index reports_once_open_idx on public.reports (reporter_id, target_kind, target_id)
  where state in ('new', 'triaged', 'in_review');

create index reports_queue_idx on public.reports (priority desc, created_at) where state in ('new', 'triaged', 'in_review', 'appealed');

create index reports_target_idx on public.reports (target_kind, target_id);

create index reports_reported_idx on public.reports (reported_id, created_at desc);

create index reports_reporter_idx on public.reports (reporter_id, created_at desc);

create index reports_of_photos_idx on public.reports ((evidence -> 'payload' ->> 'path')) where target_kind = 'message';

create index reports_created_at_idx on public.reports using brin (created_at);

create index reports_handled_at_idx on public.reports (handled_at) where handled_at is not null;

create index notifications_shown_idx on public.notifications (user_id, created_at desc, id desc) where in_app;

create index notifications_unread_idx on public.notifications (user_id) where in_app and read_at is null;

create index notifications_email_due_idx on public.notifications (email_due_at) where email_state = 'due';

create index notifications_push_due_idx on public.notifications (push_due_at) where push_state = 'due';

create index notifications_created_at_idx on public.notifications (created_at);

create index push_subscriptions_user_id_idx on public.push_subscriptions (user_id);

create index saved_searches_user_id_idx on public.saved_searches (user_id, created_at desc);

create index search_filters_root_idx on private.search_filters (root);

create index search_hits_listing_id_idx on public.search_hits (listing_id);

create index search_hits_untold_idx on public.search_hits (search_id, found_at) where told_at is null;

create index search_hits_found_at_idx on public.search_hits (found_at);

create index held_messages_waiting_idx on public.held_messages (created_at) where state = 'held' or state = 'blocked' and appealed_at is not null;

create index held_messages_created_at_idx on public.held_messages using brin (created_at);

create index message_originals_age_idx on public.message_originals (created_at);

create index message_verdicts_same_words_idx on public.message_verdicts (sender_id, fingerprint, created_at) where fingerprint is not null;

create index message_verdicts_conversation_idx on public.message_verdicts (conversation_id, created_at);

create index listing_search_document_idx on private.listing_search using gin (document) with (fastupdate = off);

create index listing_search_newest_idx on private.listing_search (published_at desc, listing_id desc) include (expires_at);

create index listing_search_category_newest_idx on private.listing_search (category, published_at desc, listing_id desc) include (expires_at);

create index listing_search_root_newest_idx on private.listing_search (root, published_at desc, listing_id desc) include (expires_at);

create index listing_search_cheapest_idx on private.listing_search (price_low, listing_id);

create index listing_search_dearest_idx on private.listing_search (price_high desc, listing_id desc);

create index listing_search_seller_idx on private.listing_search (seller_id, published_at desc);

create index listing_search_place_idx on private.listing_search (lat, lng) include (expires_at, price_minor, listing_id);

create index ticket_messages_ticket_idx on public.ticket_messages (ticket_id, created_at);

create index webhook_events_at_idx on public.webhook_events (at);

alter table private.recoveries enable row level security;

alter table public.follows enable row level security;

alter table public.listings alter column currency set default private.market_currency();

alter table public.listings enable row level security;

alter table public.blocks enable row level security;

alter table public.conversations enable row level security;

alter table public.messages enable row level security;

alter table public.reports enable row level security;

alter table public.notification_preferences enable row level security;

alter table public.notification_settings enable row level security;

alter table public.notifications enable row level security;

alter table public.push_subscriptions enable row level security;

alter table public.saved_searches enable row level security;

alter table public.search_hits enable row level security;

alter table public.held_messages enable row level security;

alter table public.message_originals enable row level security;

alter table public.message_verdicts enable row level security;

alter table private.listing_search set (toast_tuple_target = 256);

alter table private.listing_search alter column card set storage external;

alter table private.listing_search alter column facts set storage main;

alter table private.listing_search alter column head set storage main;

alter table private.listing_search alter column document set statistics 0;

alter table private.listing_search alter column head set statistics 0;

alter table private.listing_search enable row level security;

alter table public.ticket_messages enable row level security;

alter table public.webhook_events enable row level security;

alter table public.webhooks enable row level security;

create or replace trigger leave_in_peace before insert or update of email_state, push_state on public.notifications
  for each row when (new.email_state = 'due' or new.push_state = 'due')
  execute function private.suppress_notifications_of_departed();

create or replace trigger end_tokens_of_who_leaves after insert on private.departures
  for each row execute function private.delete_tokens_on_departure();

create or replace trigger a_keep_departed_ads_away before update of state on public.listings
  for each row when (new.state in ('active', 'reserved') and old.state is distinct from new.state)
  execute function private.keep_departed_ads_hidden();

create or replace trigger a_guard_writes before insert or update on public.listings
  for each statement execute function private.guard_writes('standing');

create or replace trigger a_require_second_factor before insert or update of title, description, price_minor, category, state on public.listings
  for each statement execute function private.guard_writes('second_factor');

create or replace trigger a_guard_writes before insert or update on public.conversations
  for each statement execute function private.guard_writes('standing', 'recovery', 'second_factor');

create or replace trigger a_guard_writes before insert or update on public.messages
  for each statement execute function private.guard_writes('standing', 'recovery', 'second_factor');

create or replace trigger a_guard_writes before insert or update on public.held_messages
  for each statement execute function private.guard_writes('standing', 'recovery', 'second_factor');

create or replace trigger a_guard_writes before insert or update on public.reports
  for each statement execute function private.guard_writes('second_factor');

create or replace trigger a_guard_writes before insert or update on public.ticket_messages
  for each statement execute function private.guard_writes('second_factor');

create or replace trigger a_guard_writes before insert or update on public.follows
  for each statement execute function private.guard_writes('standing');

create or replace trigger a_guard_writes before insert or update of name, query, exclude_words, cadence, channels on public.saved_searches
  for each statement execute function private.guard_writes('standing');

create or replace trigger a_guard_writes before insert or update on public.webhooks
  for each statement execute function private.guard_writes('standing', 'recovery');

create or replace trigger keep_promise before update of state on public.listings
  for each row when (old.state = 'reserved' and new.state <> 'reserved' or old.state = 'active' and new.state not in ('active', 'reserved'))
  execute function private.protect_promised_listing();

create or replace trigger drop_offers_with_listing after update of state on public.listings
  for each row when (old.state in ('active', 'reserved') and new.state not in ('active', 'reserved'))
  execute function private.drop_offers_with_listing();

create or replace trigger require_quantity_on_insert before insert on public.listings
  for each row when (new.quantity > 1) execute function private.require_quantity();

create or replace trigger require_quantity_on_update before update of quantity, type on public.listings
  for each row when (old.quantity > 1 or new.quantity > 1) execute function private.require_quantity();

create or replace trigger count_units before update of state on public.listings
  for each row when (new.quantity > 1 and old.state <> new.state) execute function private.count_units();

create or replace trigger record_unit_sale after update of state on public.listings
  for each row when (new.quantity < old.quantity) execute function private.record_unit_sale();

create or replace trigger end_reservations after update of state on public.listings
  for each row when (old.state = 'reserved' and new.state <> 'reserved' or old.state = 'sold' and new.state = 'active')
  execute function private.end_reservations();

create or replace trigger admit_follow before insert on public.follows
  for each row execute function private.admit_follow();

create or replace trigger queue_listing_news after update of state, price_minor on public.listings
  for each row
  when (old.state is distinct from new.state or new.price_minor < old.price_minor)
  execute function private.queue_listing_news();

create or replace trigger a_keep_listing_plain before insert or update of title, description, area, city on public.listings
  for each row execute function private.keep_listing_plain();

create or replace trigger tidy_repost before update of state on public.listings
  for each row when (new.state = 'active' and old.first_published_at is null and new.first_published_at is not null)
  execute function private.keep_date_of_repost();

create or replace trigger keep_savers_of_repost after update of state on public.listings
  for each row when (new.state = 'active' and old.first_published_at is null and new.first_published_at < now())
  execute function private.keep_savers_of_repost();

create or replace trigger tidy_listing_on_insert before insert on public.listings
  for each row execute function private.tidy_listing();

create or replace trigger tidy_listing_on_update before update of category, type, title, description, price_minor, currency, price_type,
  condition, attributes, area, city, country, lat, lng, delivery, ship_cost_minor, language, state on public.listings
  for each row execute function private.tidy_listing();

create or replace trigger record_listing_insert after insert on public.listings
  for each row execute function private.record_listing_change();

create or replace trigger record_listing_change after update on public.listings
  for each row
  when (old.state is distinct from new.state or old.price_changed_at is distinct from new.price_changed_at
    or old.expires_at is distinct from new.expires_at)
  execute function private.record_listing_change();

create or replace trigger b_keep_place_on_insert before insert on public.listings
  for each row when (new.area <> '' or new.city <> '') execute function private.refuse_contacts('place', 'area', 'city');

create or replace trigger b_keep_place_on_update before update of area, city on public.listings
  for each row when ((new.area, new.city) is distinct from (old.area, old.city))
  execute function private.refuse_contacts('place', 'area', 'city');

create or replace trigger refuse_between_blocked before insert on public.conversations
  for each row execute function private.refuse_between_blocked();

create or replace trigger tell_of_lock after update of state on public.conversations
  for each row when (old.state is distinct from new.state) execute function private.broadcast_lock();

create or replace trigger refuse_in_closed_conversation before insert on public.messages
  for each row execute function private.refuse_in_closed_conversation();

create or replace trigger deliver_message after insert on public.messages
  for each row execute function private.deliver_message();

create or replace trigger tell_conversations after update on public.listings
  for each row
  when (old.state is distinct from new.state or old.price_changed_at is distinct from new.price_changed_at)
  execute function private.post_to_conversations();

create or replace trigger leave_out_echo before insert on public.messages
  for each row when (new.kind = 'system' and new.body in ('listing_reserved', 'listing_sold', 'listing_active'))
  execute function private.drop_duplicate_line();

create or replace trigger record_automatic_decision after update on public.listings
  for each row when (new.state = 'pending_review' and jsonb_typeof(new.state_reason) = 'object'
    and new.state_rule is not null and new.state_rule !~ '^photo_(waiting|unread):'
    and (old.state <> 'pending_review' or old.state_rule is distinct from new.state_rule))
  execute function private.record_automatic_decision();

create or replace trigger refuse_own_second_look before update of state on public.reports
  for each row when (old.appealed_at is not null and new.state in ('in_review', 'actioned', 'rejected') and new.handled_by = old.first_handled_by)
  execute function private.refuse_own_second_look();

create or replace trigger require_time_zone before insert or update of time_zone on public.notification_settings
  for each row execute function private.require_time_zone();

create or replace trigger tell_of_message after insert on public.messages
  for each row when (new.kind in ('text', 'image')) execute function private.notify_of_message();

create or replace trigger read_message_notification after update of buyer_unread, seller_unread on public.conversations
  for each row
  when (old.buyer_unread > 0 and new.buyer_unread = 0 or old.seller_unread > 0 and new.seller_unread = 0)
  execute function private.read_message_notification();

create or replace trigger record_time_zone after insert or delete or update of time_zone on public.notification_settings
  for each row execute function private.record_time_zone();

create or replace trigger cancel_orders after update of state on public.listings
  for each row when (new.state in ('hidden', 'removed') and old.state <> new.state) execute function private.cancel_orders();

create or replace trigger refuse_second_copy before update of state on public.listings
  for each row when (old.state in ('draft', 'changes_requested') and new.state in ('active', 'pending_review'))
  execute function private.refuse_second_copy();

create or replace trigger scam_guard_for_photos before insert on public.messages
  for each row when (new.kind = 'image') execute function private.judge_chat_photo();

create or replace trigger photo_is_read before insert on public.messages
  for each row when (new.kind = 'image') execute function private.require_read_photo();

create or replace trigger count_first_reply after update of first_reply_at, state on public.conversations
  for each row when (old.first_reply_at is distinct from new.first_reply_at or (old.state = 'locked') <> (new.state = 'locked'))
  execute function private.count_first_reply();

create or replace trigger enforce_listing_quota before update of state on public.listings
  for each row when (new.state in ('active', 'pending_review') and old.state not in ('active', 'reserved', 'pending_review')
    and new.seller_id = auth.uid())
  execute function private.enforce_listing_quota();

create or replace trigger count_edit before update of title, description, category, price_minor, condition, attributes, type on public.listings
  for each row when (old.state in ('active', 'reserved') and old.first_published_at < now() - interval '10 minutes' and new.state = old.state
    and (new.title, new.description, new.category, new.price_minor, new.condition, new.attributes, new.type)
      is distinct from (old.title, old.description, old.category, old.price_minor, old.condition, old.attributes, old.type))
  execute function private.count_edit();

create or replace trigger count_message before insert on public.messages for each row
  when (new.kind <> 'system' and new.sender_id = auth.uid()) execute function private.count_use('message');

create or replace trigger a_count_draft before insert on public.listings for each row
  when (new.seller_id = auth.uid()) execute function private.count_use('draft');

create or replace trigger a_count_state before update of state on public.listings for each row
  when (old.state <> new.state and old.state <> 'draft' and new.state <> 'deleted' and new.seller_id = auth.uid())
  execute function private.count_use('state');

create or replace trigger a_count_follow before insert on public.follows for each row
  when (new.follower_id = auth.uid()) execute function private.count_use('follow');

create or replace trigger a_count_saved_search before insert or update of query, exclude_words on public.saved_searches for each row
  when (new.user_id = auth.uid()) execute function private.count_use('save_search');

create or replace trigger a_count_push before insert on public.push_subscriptions for each row
  when (new.user_id = auth.uid()) execute function private.count_use('push');

create or replace trigger a_count_block before insert on public.blocks for each row
  when (new.blocker_id = auth.uid()) execute function private.count_use('block');

create or replace trigger begin_cadence before insert or update of name, cadence on public.saved_searches
  for each row execute function private.begin_cadence();

create or replace trigger check_saved_search after insert or update of query, exclude_words on public.saved_searches
  for each row execute function private.check_saved_search();

create or replace trigger scam_guard before insert on public.messages
  for each row execute function private.judge_message();

create or replace trigger queue_search_change after insert or update or delete on private.listing_search
  for each row execute function private.queue_search_change();

create or replace trigger index_listing_insert after insert on public.listings
  for each row when (new.state in ('active', 'reserved')) execute function private.index_changed();

create or replace trigger index_listing_update after update of category, type, title, description, price_minor, currency, price_type,
  condition, attributes, area, city, lat, lng, delivery, state, first_published_at, expires_at, seller_id on public.listings
  for each row when (old.state in ('active', 'reserved') or new.state in ('active', 'reserved'))
  execute function private.index_changed();

create or replace trigger admit_ticket_pictures before insert on public.ticket_messages
  for each row when (new.attachments <> '[]') execute function private.admit_ticket_pictures();

create or replace trigger tell_webhooks after update on public.listings
  for each row when (new.version <> old.version and new.state = old.state and new.state in ('active', 'reserved'))
  execute function private.queue_webhook_event_of_listing('listing.updated');

create or replace trigger tell_webhooks_of_end after delete on public.listings
  for each row when (old.state not in ('draft', 'deleted')) execute function private.queue_webhook_event_of_listing('listing.deleted');

create or replace trigger tell_webhooks after insert on public.conversations
  for each row when (new.opened_at is not null)
  execute function private.queue_webhook_event_of_row('conversation.started', 'conversation_id=id', 'listing_id', 'buyer_id', 'seller_id');

create or replace trigger tell_webhooks_of_opening after update of opened_at on public.conversations
  for each row when (old.opened_at is null and new.opened_at is not null)
  execute function private.queue_webhook_event_of_row('conversation.started', 'conversation_id=id', 'listing_id', 'buyer_id', 'seller_id');

create or replace trigger tell_webhooks after insert on public.messages
  for each row when (new.kind <> 'system')
  execute function private.queue_webhook_event_of_row('message.created', 'message_id=id', 'conversation_id', 'sender_id', 'kind');

create or replace trigger tell_webhooks after insert on public.reports
  for each row
  execute function private.queue_webhook_event_of_row('report.made', 'report_id=id', 'report_no', 'target_kind', 'target_id', 'reason', 'state');

create or replace trigger tell_webhooks_of_change after update of state on public.reports
  for each row when (old.state <> new.state and new.state in ('actioned', 'rejected', 'upheld', 'overturned'))
  execute function private.queue_webhook_event_of_row('report.decided', 'report_id=id', 'report_no', 'target_kind', 'target_id', 'reason', 'state');

create policy "people see whom they follow" on public.follows
  for select to authenticated using (follower_id = (select auth.uid()));

create policy "people follow in their own name" on public.follows
  for insert to authenticated with check (follower_id = (select auth.uid()));

create policy "people stop following" on public.follows
  for delete to authenticated using (follower_id = (select auth.uid()));

create policy "who has a second factor shows it first" on public.follows as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "anyone reads ads that are or were on offer" on public.listings
  for select to anon, authenticated using (state in ('active', 'reserved', 'sold')
    and seller_id not in (select seller.id from public.sellers seller where seller.left_at is not null));

create policy "sellers read their own ads" on public.listings
  for select to authenticated using (seller_id = (select auth.uid()) and state <> 'deleted');

create policy "sellers write drafts in their own name" on public.listings
  for insert to authenticated with check (seller_id = (select auth.uid()));

create policy "sellers edit their own ads" on public.listings
  for update to authenticated
  using (seller_id = (select auth.uid())
    and state in ('draft', 'pending_review', 'changes_requested', 'active', 'reserved', 'paused', 'expired'))
  with check (seller_id = (select auth.uid()));

create policy "people of a conversation keep reading its ad" on public.listings
  for select to authenticated
  using (exists (select from public.conversations conversation where conversation.listing_id = listings.id));

create policy "applications read the ads of who let them in" on public.listings for select to application
  using (seller_id = (select auth.uid()) and state <> 'deleted' and (select private.has_scope('ads:read', 'drafts:write')));

create policy "applications write drafts for who let them in" on public.listings for insert to application
  with check (seller_id = (select auth.uid()) and state = 'draft' and (select private.has_scope('drafts:write')));

create policy "applications change drafts of who let them in" on public.listings for update to application
  using (seller_id = (select auth.uid()) and state = 'draft' and (select private.has_scope('drafts:write')))
  with check (seller_id = (select auth.uid()) and state = 'draft');

create policy "people see whom they blocked" on public.blocks
  for select to authenticated using (blocker_id = (select auth.uid()));

create policy "who has a second factor shows it first" on public.blocks as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "only the two people of a conversation read it" on public.conversations
  for select to authenticated
  using (buyer_id = (select auth.uid()) or seller_id = (select auth.uid()) and opened_at is not null);

create policy "who has a second factor shows it first" on public.conversations as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "only the two people of a conversation read its messages" on public.messages
  for select to authenticated
  using (exists (select from public.conversations conversation where conversation.id = conversation_id));

create policy "people write in their own name in their own open conversations" on public.messages
  for insert to authenticated
  with check (sender_id = (select auth.uid()) and kind = 'text'
    and exists (select from public.conversations conversation
      where conversation.id = conversation_id and conversation.state = 'open'));

create policy "who has a second factor shows it first" on public.messages as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "the two people of a conversation listen to it and see who is there" on realtime.messages
  for select to authenticated
  using (extension in ('broadcast', 'presence') and exists (
    select from public.conversations conversation
    where conversation.id = (select private.conversation_of_topic(realtime.topic()))
      and (extension = 'broadcast' or conversation.state = 'open')
      and (select auth.uid()) in (conversation.buyer_id, conversation.seller_id)));

create policy "the two people of an open conversation speak in it" on realtime.messages
  for insert to authenticated
  with check (extension in ('broadcast', 'presence') and exists (
    select from public.conversations conversation
    where conversation.id = (select private.conversation_of_topic(realtime.topic()))
      and conversation.state = 'open'
      and (select auth.uid()) in (conversation.buyer_id, conversation.seller_id)));

create policy "people who talk with one another see whether the other is online" on realtime.messages
  for select to authenticated
  using (extension = 'presence' and (
    (select private.user_of_topic(realtime.topic())) = (select auth.uid())
    or not private.is_blocked_between((select private.user_of_topic(realtime.topic())), (select auth.uid())) and (
      exists (
        select from public.conversations conversation
        where conversation.buyer_id = (select private.user_of_topic(realtime.topic()))
          and conversation.seller_id = (select auth.uid()))
      or exists (
        select from public.conversations conversation
        where conversation.seller_id = (select private.user_of_topic(realtime.topic()))
          and conversation.buyer_id = (select auth.uid())))));

create policy "the two people of a conversation see its photos" on storage.objects
  for select to authenticated
  using (bucket_id = 'chat-photos' and exists (select from public.conversations conversation
      where conversation.id = private.conversation_of_topic('conversation:' || split_part(name, '/', 1)))
    and not private.is_deleted_photo(name));

create policy "people add photos to their own open conversations" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'chat-photos' and split_part(name, '/', 2) = (select auth.uid())::text and split_part(name, '/', 3) <> ''
    and exists (select from public.conversations conversation
      where conversation.id = private.conversation_of_topic('conversation:' || split_part(name, '/', 1)) and conversation.state = 'open'));

create policy "moderators see photos of conversations that were reported" on storage.objects
  for select to authenticated
  using (bucket_id = 'chat-photos' and (select private.has_role('moderator', 'admin')) and exists (select from public.reports report
    where report.target_kind = 'message' and report.evidence -> 'payload' ->> 'path' = name));

create policy "people see their own reports" on public.reports
  for select to authenticated using (reporter_id = (select auth.uid()));

create policy "moderators see all reports" on public.reports
  for select to authenticated using ((select private.has_role('moderator', 'admin')));

create policy "who has a second factor shows it first" on public.reports as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "people choose their notifications" on public.notification_preferences
  for all to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "who has a second factor shows it first" on public.notification_preferences as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "people choose times of notifications" on public.notification_settings
  for all to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "who has a second factor shows it first" on public.notification_settings as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "people read what they were told" on public.notifications
  for select to authenticated using (user_id = (select auth.uid()));

create policy "who has a second factor shows it first" on public.notifications as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "people see their own devices" on public.push_subscriptions
  for select to authenticated using (user_id = (select auth.uid()));

create policy "people take their own devices off" on public.push_subscriptions
  for delete to authenticated using (user_id = (select auth.uid()));

create policy "who has a second factor shows it first" on public.push_subscriptions as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "people keep their own searches" on public.saved_searches
  for all to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "who has a second factor shows it first" on public.saved_searches as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "people see what their own searches found" on public.search_hits
  for select to authenticated
  using (exists (select from public.saved_searches search where search.id = search_id and search.user_id = (select auth.uid())));

create policy "who has a second factor shows it first" on public.search_hits as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "people see what they wrote that was not delivered" on public.held_messages
  for select to authenticated using (sender_id = (select auth.uid()));

create policy "moderators see what waits for them" on public.held_messages
  for select to authenticated using ((select private.has_role('moderator', 'admin')));

create policy "who has a second factor shows it first" on public.held_messages as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "moderators read what was masked" on public.message_originals
  for select to authenticated using ((select private.has_role('moderator', 'admin')));

create policy "who has a second factor shows it first" on public.message_originals as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "moderators read verdicts" on public.message_verdicts
  for select to authenticated using ((select private.has_role('moderator', 'admin')));

create policy "who has a second factor shows it first" on public.message_verdicts as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "everyone finds the ads on offer" on private.listing_search for select to anon, authenticated using (true);

create policy "who sees a ticket sees what was said in it" on public.ticket_messages
  for select to authenticated using (exists (select from public.tickets ticket where ticket.id = ticket_id));

create policy "who has a second factor shows it first" on public.ticket_messages as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "administrators see webhooks" on public.webhook_events
  for select to authenticated using ((select private.has_role('admin')));

create policy "who has a second factor shows it first" on public.webhook_events as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "administrators see webhooks" on public.webhooks
  for select to authenticated using ((select private.has_role('admin')));

create policy "who has a second factor shows it first" on public.webhooks as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

comment on table private.data_exports is 'Data exports of the last day, to limit their number.';

comment on table private.departures is 'Accounts to be erased. Signing in before that deletes the row and restores the account.';

comment on column private.departures.told_at is 'When the notification email was queued.';

comment on function private.has_proved_within(interval) is 'Whether the caller''s session is still valid and has seen a proof of identity within this time.';

comment on function private.recovered_lately(uuid) is 'Whether the account was recovered in the last 72 hours.';

comment on table private.recoveries is 'Accounts recovered in the last 72 hours: their badges are hidden, and sensitive actions require a new proof of identity.';

comment on function private.other_names_problem(jsonb, integer) is 'The first problem of names by language, or null.';

comment on function private.definition_problem(jsonb) is 'The first problem of a field''s definition, or null.';

comment on function public.suggest_categories(text) is 'At most three leaf categories for a title: [{slug, confidence 0..1, because: name or ads}]. Suggestions only.';

comment on function private.price_problem(text, text, integer, text) is 'The problem with a price, or null.';

comment on function public.reserve_for(uuid) is 'Reserves the ad of a conversation for its buyer, until it is made available again or sold. Idempotent.';

comment on function public.sell_to(uuid) is 'Marks the ad of a conversation as sold to its buyer. Idempotent.';

comment on table public.follows is 'Followed sellers, whose new ads cause notifications. Visible to the follower only.';

comment on function private.help_stem(text, text) is 'The stem of a word in a language.';

comment on function private.change_price(uuid, integer) is 'Changes the price of the caller''s ad by a percentage.';

comment on function public.relist_listing(uuid) is 'Relists a sold (14 days) or expired (90 days) ad, with its savers and its place among the newest.';

comment on function public.extend_listing(uuid) is 'Extends an ad, in its last ten days or within 90 days after. Keeps savers and does not move the ad up.';

comment on function public.listing_fate(uuid) is 'For an ad that its reader may not see: {fate: unknown | gone | hidden | shown, category}. Drafts are unknown.';

comment on function private.contact_problem(text, text) is 'Contact details that bypass messages, where most fraud starts; as a sentence, or null. Takes readable() text.';

comment on function private.description_problem(text) is 'The problem with a description, or null; a description is optional.';

comment on function private.attributes_problem(text, text, jsonb) is 'The first problem of an ad''s attributes, or null.';

comment on function public.publish_listing(uuid) is 'Publishes a draft, which is immediately searchable, or sends it to review if a rule requires it.';

comment on function public.mark_listing_sold(uuid, integer, text) is 'Takes an ad off the market and out of search immediately. A given price is visible to the seller only; see share_sold_price.';

comment on function public.delete_listing(uuid) is 'Deletes an ad for everybody and closes its conversations. The row stays for 30 days as evidence.';

comment on table public.listings is 'An ad. Its state changes only through publish_listing() and the other functions.';

comment on column public.listings.state is 'draft -> (pending_review ->) active <-> reserved -> sold; active, reserved, paused -> expired -> active; pending_review -> changes_requested -> pending_review, or rejected; any public one -> hidden -> back, or removed; any -> deleted.';

comment on column public.listings.state_reason is 'Why the ad is in review or not shown, for its seller: a moderator''s text, or the private.problem() found by a rule.';

comment on column public.listings.state_rule is 'The rule behind the reason, such as prohibited:weapons.';

comment on column public.listings.state_before is 'The state to restore if a hidden ad was hidden wrongly.';

comment on column public.listings.cleared_rules is 'Rules that a moderator has cleared this ad of: they do not hold it again.';

comment on column public.listings.price_minor is 'Minor units (cents). For a wanted ad the budget, null if open.';

comment on column public.listings.lat is 'Snapped to a grid of 0.003 degrees (about 300 m) by a trigger: the exact place is never stored.';

comment on column public.listings.first_published_at is 'Newest means first published: neither extending nor reposting moves an ad up.';

comment on column public.listings.offer_floor_pct is 'The minimum offer in percent of the price. Set by the seller.';

comment on column public.listings.quantity is 'Remaining units. More than one for sales only.';

comment on view public.my_listings is 'The caller''s own ads, with columns that only their seller may read.';

comment on table public.conversations is 'A conversation about one ad. The buyer is the user who wrote first; for a wanted ad, the one who offers.';

comment on column public.conversations.opened_at is 'Null while its messages are all held for review: the seller does not see it yet.';

comment on column public.conversations.lock_reason is 'Why a conversation is locked; null if its ad was removed before reasons were stored.';

comment on column public.conversations.last_message_hint is
  'Kind of the last message if it is not plain text. Its body is then the place of a meet-up, the amount and currency of an offer, or empty.';

comment on function public.start_conversation(uuid, text, uuid) is 'Sends the first message about an ad (or a further one). Idempotent by client_id.';

comment on function public.delete_message(uuid) is
  'Deletes the caller''s message or photo for both users, within five minutes. Idempotent.';

comment on function public.shows_receipts(public.conversations) is 'Whether read receipts are visible in a conversation: only if both users want it.';

comment on function public.my_conversations(text, timestamptz, uuid, integer) is
  'The caller''s conversations in the inbox or the archive, last active first. A page starts after the last one of the previous page; 50 at most.';

comment on function public.send_photo(uuid, text, uuid) is 'Sends a photo stored in chat-photos under <conversation>/<own id>/ as a message. Idempotent.';

comment on function public.find_conversations(text) is 'The caller''s conversations that contain these words in messages, in the ad''s title or the other user''s name. 50 at most.';

comment on function public.unread_total() is 'Unread messages of the caller in all conversations, for the badge in the header.';

comment on table public.messages is 'A message. Never edited. For kind system, body is a code such as offer_accepted or listing_sold.';

comment on column public.messages.client_id is 'Chosen by the sender''s client, so that a retry is not stored twice.';

comment on column public.messages.notice is 'The pattern that its reader is warned of.';

comment on column public.messages.notice_sentence is 'The quoted part that the warning is about; null for the whole text.';

comment on column public.messages.masked is 'Contact details were removed; reveal_message() returns the original once both have written twice.';

comment on column public.messages.deleted_at is 'When its sender deleted it: its content is removed here, and kept for moderators as long as masked text.';

comment on function public.take_report(uuid) is 'For moderators: claims a case, so that no two work on the same.';

comment on function public.hide_listing(uuid, text, text) is 'Hides an ad, with a reason for its seller. For moderators.';

comment on function public.unhide_listing(uuid) is 'Restores the state of a hidden ad, or expires it. For moderators.';

comment on function public.remove_listing(uuid, text, text) is 'Removes a hidden ad for good. For moderators.';

comment on function public.review_listing(uuid, text, text) is 'Decides about an ad in review: approve, request_changes or reject; the last two with a note for its seller. For moderators.';

comment on function private.judge(public.listings) is 'Why this ad needs a review before it is shown: rule and reason, or null. Raises for blocked items.';

comment on function public.appeal_report(uuid, text) is 'For the author of a rejected report: requests a second look by another moderator. Once, within six months.';

comment on function private.reporter_weight(uuid) is 'Weight of a reporter by accuracy in the last year: 1 without history, up to 2 if always right, down to 0.1.';

comment on function public.report_something(text, uuid, text, text, boolean) is
  'Reports a listing, photo, profile, review, conversation or message. Repeating it returns the open report. 20 a day.';

comment on table public.reports is 'Written by report_something() only. Moderators change its state (see the queue).';

comment on column public.reports.reported_id is 'Owner of the target; no foreign key, so that a report outlives the account.';

comment on column public.reports.evidence is 'Snapshot at that time: the text of the ad, message or review, and the last ten messages if the reporter agreed.';

comment on column public.reports.reporter_weight is 'Past accuracy of the reporter (private.reporter_weight).';

comment on column public.reports.priority is 'Reason times weight, and more for each further reporter. Only orders the queue.';

comment on column public.reports.appeal is 'Why the reporter disagrees with the first decision, which reopens the report.';

comment on function public.unread_notifications() is 'Unread notifications of the caller, for the number on the bell.';

comment on table public.notification_preferences is 'A user''s choice for one group; without a row the group''s defaults apply.';

comment on table public.notification_settings is 'Quiet hours (which may span midnight) and the daily digest, in the user''s time zone.';

comment on column public.notification_settings.digest is 'daily: everything that is not urgent is sent in one email a day, at digest_at.';

comment on table public.notifications is 'A notification of one user. Written by private.notify() only; the payload has ids and the facts for its text.';

comment on column public.notifications.in_app is 'Shown in the app. Otherwise only sent.';

comment on table public.push_subscriptions is 'A browser that receives a user''s push messages (RFC 8030, RFC 8291). Deleted when its push service reports it as gone.';

comment on function private.photo_ground(public.listings) is 'Why the photos of an ad need a review: rule and reason, or nulls.';

comment on table public.saved_searches is 'A saved search. query has the filtering parameters of search_listings(); exclude_words are those of its parameter exclude.';

comment on column public.saved_searches.address is 'The query string of /browse that shows it; summary describes its filters.';

comment on column public.saved_searches.told_at is 'When it last notified, or was created: the next hourly, daily or weekly period starts there.';

comment on table private.search_filters is 'A saved search, compiled by the server: root to north and words exclude nearly all ads by index, exact decides, as SQL about a row named entry, with its values in given ($2).';

comment on table public.search_hits is 'An ad found by a saved search. Written by matching only.';

comment on column public.search_hits.matched_on is 'Why: word:<word>:<part of the ad>, and the names of the matching filters.';

comment on function private.both_know_each_other(uuid) is 'Whether both users of a conversation have written twice.';

comment on function public.appeal_message(uuid, text) is 'Requests a review of an undelivered message. Once per message.';

comment on function public.decide_held_message(uuid, boolean, text) is 'For moderators: delivers a held or blocked message, or gives a reason against it. The sender is notified.';

comment on table public.held_messages is 'Undelivered messages: held ones wait for a review, blocked ones were refused by a rule. Both can be appealed.';

comment on column public.held_messages.state is 'held and blocked become released (delivered) or refused by a moderator.';

comment on table public.message_originals is
  'Originals of masked and deleted messages (of a photo: its path). Kept for 90 days, for moderators; masked ones also for reveal_message().';

comment on table public.message_verdicts is 'The verdict on each message, with rule versions.';

comment on column public.message_verdicts.known is 'Facts about the sender: new_account, young_account, first_message, hurried, far_away, checked.';

comment on column public.message_verdicts.harmless_at is 'When the recipient marked it as harmless (mark_message_harmless).';

comment on column public.message_verdicts.sentence is 'The sentence that completed the most severe rule''s match. Null without a match.';

comment on column public.message_verdicts.fingerprint is 'Hash of the text, to detect mass messages. Null for short common texts.';

comment on function private.weighted_words(text, text, integer, text) is 'The words and their stems as tsvector input; each section starts at a fixed position.';

comment on table private.listing_search is 'The search index, with public data only. Written by triggers of listings and listing_photos.';

comment on column private.listing_search.document is 'Words and stems: A title, B category and attributes, C synonyms and place, D description, also as <language>:<stem> when not English. Marks: t:<stem> of the title, v:<stem> of the attributes, s:<stem> of A, B and C, h:<thing> what it is, m:<thing> what else it mentions, f:<stem> what it is made for, c:<condition>, d:<way of delivery>, n:<0 to 7, an eighth of all ads each>, a:<attribute>:<value> (a colon never occurs in a word).';

comment on column private.listing_search.quality is '0 to 3: photos, a real description, attributes. A ranking factor, never a filter.';

comment on table public.ticket_messages is 'A message of a ticket. Attachments are [{path, name}], objects of the bucket ticket-attachments.';

comment on column public.ticket_messages.author_id is 'No foreign key and no grant: an answer is the operator''s, and outlives its author''s account.';

comment on function private.is_wanted(text) is 'Whether an enabled endpoint subscribes to the event.';

comment on function public.create_webhook(uuid, text, text, text[], text) is 'For the function `webhooks`, which generates the secret, encrypts it and shows it once.';

comment on table public.webhook_events is 'Recorded events: ids and public data, never private text. The id is the webhook-id of every delivery. Deleted after 30 days.';

comment on table public.webhooks is 'Endpoints for events. Written by the functions below; at most 20.';

comment on column public.webhooks.failing_since is 'Since when deliveries have been failing; null while they succeed.';

comment on column public.webhooks.disabled_reason is 'Why it was disabled automatically: it failed for five days, or answered 410 Gone.';

grant execute on function private.has_proved_within(interval) to authenticated, service_role;

grant execute on function private.recovered_lately(uuid) to authenticated, service_role;

grant execute on function public.suggest_categories(text) to anon, authenticated;

grant execute on function private.price_problem(text, text, integer, text) to anon, authenticated, service_role;

grant execute on function public.reserve_for(uuid) to authenticated;

grant execute on function public.sell_to(uuid) to authenticated;

revoke all on public.follows from anon, authenticated;

grant select, delete on public.follows to authenticated;

grant insert (seller_id) on public.follows to authenticated;

grant execute on function private.change_price(uuid, integer) to authenticated;

grant execute on function public.relist_listing(uuid) to authenticated;

grant execute on function public.extend_listing(uuid) to authenticated;

grant execute on function public.listing_fate(uuid) to anon, authenticated;

grant execute on function private.contact_problem(text, text) to anon, authenticated, service_role;

grant execute on function private.description_problem(text) to anon, authenticated, service_role;

grant execute on function private.attribute_problem(jsonb, jsonb) to anon, authenticated, service_role;

grant execute on function private.attributes_problem(text, text, jsonb) to anon, authenticated, service_role;

grant execute on function public.publish_listing(uuid) to authenticated;

grant execute on function public.mark_listing_sold(uuid, integer, text) to authenticated;

grant execute on function public.pause_listing(uuid) to authenticated;

grant execute on function public.resume_listing(uuid) to authenticated;

grant execute on function public.reserve_listing(uuid) to authenticated;

grant execute on function public.unreserve_listing(uuid) to authenticated;

grant execute on function public.delete_listing(uuid) to authenticated;

revoke all on public.listings from anon, authenticated;

grant insert (id, seller_id, category, type, title, description, price_minor, currency, price_type, condition, attributes, area, city,
  country, lat, lng, delivery, ship_cost_minor, language, offer_floor_pct, quantity) on public.listings to authenticated;

grant select (id, ad_no, seller_id, category, type, title, description, price_minor, previous_price_minor, price_changed_at, currency,
  price_type, condition, attributes, area, city, country, lat, lng, delivery, ship_cost_minor, language, state, version, views_count,
  saves_count, chats_count, cover_path, photo_count, first_published_at, expires_at, sold_at, created_at, updated_at, offer_floor_pct,
  quantity) on public.listings to authenticated, anon;

grant insert (id, category, type, title, description, price_minor, currency, price_type, condition, attributes, area, city, country,
  delivery, ship_cost_minor, language) on public.listings to application;

grant select (id, ad_no, category, type, title, description, price_minor, currency, price_type, condition, attributes, area, city,
  country, delivery, ship_cost_minor, language, state, version, cover_path, photo_count, first_published_at, expires_at, created_at,
  updated_at) on public.listings to application;

grant update (category, type, title, description, price_minor, currency, price_type, condition, attributes, area, city, country, lat, lng,
  delivery, ship_cost_minor, language, offer_floor_pct, quantity) on public.listings to authenticated;

grant update (category, type, title, description, price_minor, currency, price_type, condition, attributes, area, city, country, delivery,
  ship_cost_minor, language) on public.listings to application;

revoke all on public.my_listings from anon, authenticated;

grant select on public.my_listings to authenticated;

revoke all on public.blocks from anon, authenticated;

grant select on public.blocks to authenticated;

revoke all on public.conversations from anon, authenticated;

grant select on public.conversations to authenticated;

grant execute on function private.is_blocked_between(uuid, uuid) to authenticated;

grant execute on function public.start_conversation(uuid, text, uuid) to authenticated;

grant execute on function public.delete_message(uuid) to authenticated;

grant execute on function public.shows_receipts(conversations) to authenticated;

grant execute on function public.my_conversations(text, timestamptz, uuid, integer) to authenticated;

grant execute on function public.send_photo(uuid, text, uuid) to authenticated;

grant execute on function public.find_conversations(text) to authenticated;

grant execute on function private.unread_total(uuid) to authenticated;

grant execute on function public.archive_conversation(uuid, boolean) to authenticated;

grant execute on function public.unread_total() to authenticated;

revoke all on public.messages from anon, authenticated;

grant select on public.messages to authenticated;

grant insert (conversation_id, body, client_id) on public.messages to authenticated;

grant execute on function public.take_report(uuid) to authenticated;

grant execute on function public.hide_listing(uuid, text, text) to authenticated;

grant execute on function public.unhide_listing(uuid) to authenticated;

grant execute on function public.remove_listing(uuid, text, text) to authenticated;

grant execute on function public.review_listing(uuid, text, text) to authenticated;

grant execute on function private.judge(listings) to authenticated, service_role;

grant execute on function public.appeal_report(uuid, text) to authenticated;

grant execute on function public.report_something(text, uuid, text, text, boolean) to authenticated;

revoke all on public.reports from anon, authenticated;

grant select on public.reports to authenticated;

grant execute on function private.notification_channels(uuid, text) to service_role;

grant execute on function public.unread_notifications() to authenticated;

revoke all on public.notification_preferences from anon, authenticated;

grant select, delete on public.notification_preferences to authenticated;

grant insert (user_id, group_name, in_app, mail, push) on public.notification_preferences to authenticated;

grant update (user_id, group_name, in_app, mail, push) on public.notification_preferences to authenticated;

revoke all on public.notification_settings from anon, authenticated;

grant select, delete on public.notification_settings to authenticated;

grant insert (user_id, quiet_from, quiet_until, time_zone, digest, digest_at) on public.notification_settings to authenticated;

grant update (user_id, quiet_from, quiet_until, time_zone, digest, digest_at) on public.notification_settings to authenticated;

revoke all on public.notifications from anon, authenticated;

grant select (id, user_id, kind, payload, in_app, created_at, read_at) on public.notifications to authenticated;

revoke all on public.push_subscriptions from anon, authenticated;

grant delete on public.push_subscriptions to authenticated;

grant select (id, user_id, endpoint, device, created_at, last_sent_at) on public.push_subscriptions to authenticated;

revoke all on public.saved_searches from anon, authenticated;

grant delete on public.saved_searches to authenticated;

grant select (id, user_id, name, query, exclude_words, address, summary, cadence, channels, new_count, last_hit_at, created_at) on
  public.saved_searches to authenticated;

grant insert (name, query, exclude_words, address, summary, cadence, channels) on public.saved_searches to authenticated;

grant update (name, query, exclude_words, address, summary, cadence, channels) on public.saved_searches to authenticated;

revoke all on public.search_hits from anon, authenticated;

grant select on public.search_hits to authenticated;

grant execute on function public.appeal_message(uuid, text) to authenticated;

grant execute on function public.decide_held_message(uuid, boolean, text) to authenticated;

revoke all on public.held_messages from anon, authenticated;

grant select (id, conversation_id, sender_id, body, client_id, pattern, state, created_at, appeal, appealed_at, statement, decided_at) on
  public.held_messages to authenticated;

revoke all on public.message_originals from anon, authenticated;

grant select on public.message_originals to authenticated;

revoke all on public.message_verdicts from anon, authenticated;

grant select on public.message_verdicts to authenticated;

grant execute on function private.read_words(text) to anon, authenticated, service_role;

grant execute on function private.items_for(jsonb, tsquery) to anon, authenticated, service_role;

grant execute on function private.word_halves(text) to anon, authenticated, service_role;

grant execute on function private.compound_near(text) to anon, authenticated, service_role;

grant execute on function private.read_suggestion(text) to anon, authenticated, service_role;

revoke all on private.listing_search from anon, authenticated;

grant select on private.listing_search to anon, authenticated, service_role;

revoke all on public.ticket_messages from anon, authenticated;

grant select (id, ticket_id, from_staff, body, attachments, created_at) on public.ticket_messages to authenticated;

grant execute on function public.create_webhook(uuid, text, text, text[], text) to authenticated;

grant execute on function public.update_webhook(uuid, text, text, text[], boolean) to authenticated;

revoke all on public.webhook_events from anon, authenticated;

grant select on public.webhook_events to authenticated;

revoke all on public.webhooks from anon, authenticated;

grant select on public.webhooks to authenticated;

create table private.departed_ads (
  listing_id uuid primary key references public.listings on delete cascade,
  state text not null check (state in ('active', 'reserved'))
);

create table public.deal_events (
  id bigint generated always as identity primary key,
  conversation_id uuid not null references public.conversations on delete cascade,
  offer_id uuid,
  deal_id uuid,
  actor_id uuid,
  from_state text,
  to_state text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  check (num_nonnulls(offer_id, deal_id) = 1)
);

create table public.offers (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations on delete cascade,
  listing_id uuid not null references public.listings on delete cascade,
  from_id uuid not null references public.sellers on delete cascade,
  by_role text not null check (by_role in ('buyer', 'seller')),
  amount_minor integer not null check (amount_minor between 0 and 100000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  state text not null default 'pending'
    check (state in ('pending', 'accepted', 'declined', 'countered', 'withdrawn', 'expired', 'superseded')),
  counters_id uuid references public.offers on delete cascade,
  client_id uuid not null,
  expires_at timestamptz not null default now() + interval '48 hours',
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  constraint offers_said_once unique (from_id, client_id)
);

create table public.reservations (
  id uuid primary key default gen_random_uuid(),
  listing_id uuid not null references public.listings on delete cascade,
  conversation_id uuid not null references public.conversations on delete cascade,
  buyer_id uuid not null constraint reservations_buyer_id_fkey references public.sellers on delete cascade,
  seller_id uuid not null constraint reservations_seller_id_fkey references public.sellers on delete cascade,
  state text not null default 'held' check (state in ('held', 'released', 'sold')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);

create table public.sold_comps (
  id uuid primary key default gen_random_uuid(),
  listing_id uuid unique references public.listings on delete set null,
  category text not null references public.categories,
  attributes jsonb not null default '{}',
  condition text,
  price_minor integer not null check (price_minor > 0),
  currency text not null default 'EUR',
  sold_at timestamptz not null,
  area text not null default '',
  city text not null default '',
  -- Sellers opt in to the price guide.
  consented_at timestamptz not null default now()
);

create table public.favorites (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  listing_id uuid not null references public.listings on delete cascade,
  seen_price_minor integer,
  created_at timestamptz not null default now(),
  folder text check (char_length(btrim(folder)) between 1 and 40),
  note text not null default '' check (char_length(note) <= 200),
  notify boolean not null default true,
  primary key (user_id, listing_id)
);

create table private.listing_news (
  id bigint generated always as identity primary key,
  listing_id uuid not null references public.listings on delete cascade,
  what text not null check (what in ('published', 'price_drop', 'reserved', 'sold', 'back')),
  old_minor integer,
  created_at timestamptz not null default now(),
  attempts smallint not null default 0
);

create table private.expiry_reminders (
  listing_id uuid not null references public.listings on delete cascade,
  expires_at timestamptz not null,
  days_before smallint not null check (days_before in (1, 7)),
  sent_at timestamptz not null default now(),
  primary key (listing_id, expires_at, days_before)
);

create table public.listing_days (
  listing_id uuid not null references public.listings on delete cascade,
  day date not null,
  views integer not null check (views > 0),
  primary key (listing_id, day)
);

create table public.listing_events (
  id bigint generated always as identity primary key,
  listing_id uuid not null references public.listings on delete cascade,
  actor_id uuid,
  event text not null,
  from_state text,
  to_state text,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);

create table public.listing_photos (
  id uuid primary key default gen_random_uuid(),
  listing_id uuid not null references public.listings on delete cascade,
  path text not null check (char_length(path) <= 300),
  width integer,
  height integer,
  bytes bigint,
  alt text not null default '' check (char_length(alt) <= 200),
  position integer not null default 0 check (position between 0 and 1000),
  created_at timestamptz not null default now(),
  unique (listing_id, path)
);

create table public.listing_provenance (
  listing_id uuid not null references public.listings on delete cascade,
  field text not null check (field ~ '^(title|type|category|condition|price|place|attributes\.[a-z0-9_]{1,60})$'),
  source text not null check (source in ('photo', 'voice')),
  -- The model's confidence; null for speech.
  confidence real check (confidence between 0 and 1),
  confirmed_at timestamptz not null default now(),
  primary key (listing_id, field)
);

create table public.decisions (
  id uuid primary key default gen_random_uuid(),
  decision_no bigint generated always as identity unique,
  report_id uuid references public.reports on delete set null,
  target_kind text not null check (target_kind in ('listing', 'message', 'conversation', 'profile', 'review', 'photo')),
  target_id uuid not null,
  person_id uuid,
  action text not null check (action in ('none', 'warn', 'hide', 'remove', 'limit', 'suspend', 'ban')),
  rule text check (char_length(rule) <= 100),
  statement jsonb not null check (private.is_reason(statement, 10)),
  until timestamptz,
  automated boolean not null default false,
  decided_by uuid,
  decided_at timestamptz not null default now(),
  appeal_deadline timestamptz not null default now() + interval '6 months',
  appeal text check (char_length(btrim(appeal)) between 10 and 2000),
  appealed_at timestamptz,
  appeal_state text check (appeal_state in ('open', 'upheld', 'overturned')),
  appeal_statement text check (char_length(btrim(appeal_statement)) between 10 and 1000),
  appeal_by uuid,
  appeal_decided_at timestamptz,
  check ((appeal is null) = (appeal_state is null)),
  check ((appeal_decided_at is null) = (coalesce(appeal_state, 'open') = 'open'))
);

create table public.prohibited_rules (
  rule text primary key check (rule ~ '^[a-z][a-z_]{1,39}$'),
  name jsonb not null check (private.names_problem(name) is null),
  explanation jsonb not null check (char_length(explanation ->> 'en') between 10 and 400),
  sort smallint not null unique,
  active boolean not null default true
);

create table public.prohibited_terms (
  id bigint generated always as identity primary key,
  rule text not null references public.prohibited_rules on delete cascade,
  term text not null check (char_length(term) between 2 and 80),
  severity text not null check (severity in ('block', 'review', 'warn')),
  anywhere boolean not null default false,
  language text not null default 'en' check (language ~ '^[a-z]{2}$'),
  category text references public.categories,
  not_in text[] not null default '{}',
  regions text[],
  unless text[] not null default '{}',
  stems text not null default '',
  harmless text[] not null default '{}',
  unique (rule, term, severity, language)
);

create table private.photo_prints (
  photo_id uuid primary key references public.listing_photos on delete cascade,
  listing_id uuid not null references public.listings on delete cascade,
  seller_id uuid not null,
  phash bit(64),
  bands integer[] not null default '{}',
  codes text[] not null default '{}',
  texts text[] not null default '{}',
  reading text check (reading in ('waiting', 'failed'))
);

create table private.ticket_emails (
  id bigint generated always as identity primary key,
  message_id uuid not null references public.ticket_messages on delete cascade,
  kind text not null check (kind in ('copy', 'operator', 'answer')),
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  unique (message_id, kind)
);

create table public.webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id uuid not null references public.webhooks on delete cascade,
  event_id uuid not null references public.webhook_events on delete cascade,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  tried_at timestamptz,
  status smallint,
  problem text check (char_length(problem) <= 300),
  answer text check (char_length(answer) <= 1024),
  created_at timestamptz not null default now(),
  unique (webhook_id, event_id)
);

create table private.webhook_secrets (
  id bigint generated always as identity primary key,
  webhook_id uuid not null references public.webhooks on delete cascade,
  sealed text not null check (char_length(sealed) <= 1000),
  expires_at timestamptz
);

create or replace function private.lock_offer(wanted uuid, out offer public.offers, out talk public.conversations, out ad public.listings)
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  perform private.refuse_if(me is null, 'SK332', 'offers_signed_out');
  select conversation.* into talk from public.conversations conversation
    join public.offers known on known.conversation_id = conversation.id
    where known.id = wanted and me in (conversation.buyer_id, conversation.seller_id);
  perform private.refuse_if(not found, 'SK333', 'no_such_offer');
  perform from public.listings listing where listing.id = talk.listing_id for no key update;
  perform private.expire_deals(talk.listing_id);
  perform private.expire_offers(talk.listing_id);
  select * into ad from public.listings listing where listing.id = talk.listing_id;
  select * into offer from public.offers known where known.id = wanted for update;
end
$$;

create or replace function private.require_pending(offer public.offers) returns void
language sql immutable set search_path = ''
return private.refuse_if(offer.state <> 'pending', 'SK334', 'offer_settled', jsonb_build_object('state', offer.state));

create or replace function public.counter_offer(offer_id uuid, amount_minor integer, client_id uuid, message text default null)
returns public.offers
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  held record;
  made public.offers;
begin
  held := private.lock_offer(counter_offer.offer_id);
  select * into made from public.offers offer where offer.from_id = me and offer.client_id = counter_offer.client_id;
  if found then
    return made;
  end if;
  perform private.refuse_if((held.offer).from_id = me, 'SK335', 'own_offer_not_counterable');
  perform private.require_pending(held.offer);
  perform private.require_open_deal(held.talk, held.ad);
  perform private.refuse_if((held.ad).type = 'free', 'SK336', 'free_not_counterable');
  perform private.refuse_if((held.ad).type <> 'wanted' and ((held.offer).by_role = 'buyer' and amount_minor <= (held.offer).amount_minor
    or (held.offer).by_role = 'seller' and amount_minor >= (held.offer).amount_minor), 'SK337', 'counter_no_better');
  update public.offers offer set state = 'countered', changed_at = now() where offer.id = (held.offer).id;
  return private.place_offer(held.talk, held.ad, me, amount_minor, client_id, message, (held.offer).id);
end
$$;

create or replace function private.end_offer(wanted uuid, to_state text) returns public.offers
language plpgsql set search_path = '' as $$
declare
  me uuid := auth.uid();
  held record := private.lock_offer(wanted);
  ended public.offers;
begin
  perform private.refuse_if(to_state = 'declined' and (held.offer).from_id = me, 'SK338', 'own_offer_not_declinable');
  perform private.refuse_if(to_state = 'withdrawn' and (held.offer).from_id <> me, 'SK339', 'not_own_offer');
  if (held.offer).state = to_state then
    return held.offer;
  end if;
  perform private.require_pending(held.offer);
  update public.offers offer set state = to_state, changed_at = now() where offer.id = (held.offer).id returning * into ended;
  perform private.post_system_message(ended.conversation_id, me, 'offer_' || to_state, jsonb_build_object('offer_id', ended.id));
  if to_state = 'declined' then
    perform private.notify(ended.from_id, 'offer_declined', private.offer_facts(held.talk, me, jsonb_build_object(
      'offer_id', ended.id, 'amount_minor', ended.amount_minor, 'currency', ended.currency)), ended.id::text);
  end if;
  return ended;
end
$$;

create or replace function public.decline_offer(offer_id uuid) returns public.offers
language sql security definer set search_path = ''
return private.end_offer(offer_id, 'declined');

create or replace function public.withdraw_offer(offer_id uuid) returns public.offers
language sql security definer set search_path = ''
return private.end_offer(offer_id, 'withdrawn');

create or replace function public.offer_terms(listing_id uuid) returns jsonb
language sql stable set search_path = ''
return (
  select jsonb_build_object(
    'price_minor', listing.price_minor, 'currency', listing.currency,
    'floor_minor', case when listing.type <> 'wanted' and listing.price_minor > 0
      then greatest(1, ceil(listing.price_minor * listing.offer_floor_pct / 100.0)::integer) end,
    'tries', 3, 'tries_left', greatest(0, 3 - (
      select count(*) from public.offers offer where offer.listing_id = listing.id and offer.from_id = auth.uid() and offer.by_role = 'buyer')),
    'open', (
      select jsonb_build_object('id', offer.id, 'amount_minor', offer.amount_minor, 'mine', offer.from_id = auth.uid())
      from public.offers offer join public.conversations talk on talk.id = offer.conversation_id
      where offer.listing_id = listing.id and talk.buyer_id = auth.uid() and offer.state = 'pending' and offer.expires_at > now()))
  from public.listings listing where listing.id = offer_terms.listing_id
);

create or replace function public.current_state(offer public.offers) returns text
language sql stable set search_path = ''
return case when offer.state = 'pending' and offer.expires_at <= now() then 'expired' else offer.state end;

create or replace function private.place_offer(talk public.conversations, ad public.listings, me uuid, amount integer, said uuid,
  words text, answered uuid) returns public.offers
language plpgsql security definer set search_path = '' as $$
declare
  side text := case when me = talk.buyer_id then 'buyer' else 'seller' end;
  made public.offers;
begin
  perform private.refuse(private.amount_problem(ad, side, amount));
  perform private.refuse_if(ad.type = 'free' and side = 'seller', 'SK340', 'giver_cannot_offer');
  perform private.refuse_if(side = 'buyer' and (
    select count(*) from public.offers offer where offer.conversation_id = talk.id and offer.by_role = 'buyer') >= 3,
    'SK341', 'offers_used_up', jsonb_build_object('type', ad.type));
  perform private.refuse_if(char_length(words) > 2000, 'SK342', 'offer_message_too_long');
  insert into public.offers (conversation_id, listing_id, from_id, by_role, amount_minor, currency, counters_id, client_id)
  values (talk.id, ad.id, me, side, amount, ad.currency, answered, said) returning * into made;
  insert into public.messages (conversation_id, sender_id, kind, body, payload, client_id)
  values (talk.id, me, 'offer', nullif(btrim(words), ''), jsonb_build_object('offer_id', made.id, 'amount_minor', amount,
    'currency', made.currency, 'by_role', side, 'expires_at', made.expires_at), said);
  perform private.notify(case when me = talk.buyer_id then talk.seller_id else talk.buyer_id end, 'offer_received',
    private.offer_facts(talk, me, jsonb_build_object('offer_id', made.id, 'amount_minor', amount, 'currency', made.currency,
      'is_counter', answered is not null)), made.id::text);
  return made;
end
$$;

create or replace function public.make_offer(amount_minor integer, client_id uuid, listing_id uuid default null,
  conversation_id uuid default null, message text default null) returns public.offers
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  ad public.listings;
  talk public.conversations;
  made public.offers;
begin
  perform private.refuse_if(me is null, 'SK344', 'offer_signed_out');
  select * into made from public.offers offer where offer.from_id = me and offer.client_id = make_offer.client_id;
  if found then
    return made;
  end if;
  if make_offer.conversation_id is not null then
    select * into talk from public.conversations conversation
      where conversation.id = make_offer.conversation_id and me in (conversation.buyer_id, conversation.seller_id);
    perform private.refuse_if(not found, 'SK201', 'no_such_conversation');
  else
    select * into ad from public.listings listing where listing.id = make_offer.listing_id;
    perform private.refuse_if(ad.seller_id = me, 'SK345', 'own_ad_offer');
    talk := private.open_conversation(ad, me);
  end if;

  -- Lock the ad first: agreements about it are sequential.
  perform from public.listings listing where listing.id = talk.listing_id for no key update;
  -- A concurrent request may have succeeded.
  select * into made from public.offers offer where offer.from_id = me and offer.client_id = make_offer.client_id;
  if found then
    return made;
  end if;
  perform private.expire_deals(talk.listing_id);
  perform private.expire_offers(talk.listing_id);
  select * into ad from public.listings listing where listing.id = talk.listing_id;
  perform private.require_open_deal(talk, ad);

  select * into made from public.offers offer where offer.conversation_id = talk.id and offer.state = 'pending';
  perform private.refuse_if(made.from_id <> me, 'SK346', 'offer_open_already');
  if made.id is not null then
    update public.offers offer set state = 'superseded', changed_at = now() where offer.id = made.id;
  end if;
  return private.place_offer(talk, ad, me, amount_minor, client_id, message, null);
end
$$;

create or replace function private.has_own_news(talk uuid, what text) returns boolean
language sql stable set search_path = ''
return what in ('listing_reserved', 'listing_sold') and exists (
  select from public.reservations known where known.conversation_id = talk
    and known.state = case what when 'listing_sold' then 'sold' else 'held' end);

create or replace function private.notify_savers(news private.listing_news, ad public.listings) returns void
language sql set search_path = '' as $$
  select private.notify(heart.user_id, 'favorite_' || news.what,
    jsonb_strip_nulls(jsonb_build_object('listing_id', ad.id, 'title', ad.title, 'currency', ad.currency, 'amount_minor', ad.price_minor,
      'previous_minor', case when news.what = 'price_drop' then news.old_minor end,
      'channel', case when news.what = 'sold' then ad.sold_channel end)),
    concat_ws(':', ad.id, case when news.what = 'price_drop' then ad.price_minor::text else news.id::text end))
  from public.favorites heart
  where heart.listing_id = ad.id and heart.notify and heart.user_id <> ad.seller_id and heart.created_at <= news.created_at
    and not private.is_party_to(heart.user_id, news)
    -- A drop below the last price but not below the saved one is ignored.
    and (news.what = 'price_drop' and ad.price_minor >= coalesce(heart.seen_price_minor, news.old_minor)) is not true
$$;

create or replace function private.title_problem(title text) returns jsonb
language sql immutable set search_path = ''
return (
  select case
    when char_length(said) < 5 then private.problem('SK135', 'title_too_short', '{"min": 5}')
    when char_length(btrim(title)) > 80 then private.problem('SK136', 'title_too_long', '{"max": 80}')
    -- Two letters of any script, by Unicode block, independent of the locale.
    when said !~ U&'([A-Za-z\00AA-\1FFF\2C00-\2DFF\2E80-\2FDF\3040-\D7FF\F900-\FDFF\FE70-\FEFC\+010000-\+01EFFF\+020000-\+03FFFF][^\000A]*){2}'
      then private.problem('SK137', 'title_without_words')
    when private.contact_problem(said, 'title') is not null then private.contact_problem(said, 'title')
    when said ~ U&'([!-/:-@[-`{-~\2010-\2BFF\3001-\303F\+01F000-\+01FAFF])\\1{3,}' then private.problem('SK138', 'title_repeats_signs')
    -- Short titles such as "BMW X5" and "IKEA PAX" are names, not shouting.
    when private.is_shouting(said, 10) then private.problem('SK139', 'title_shouts')
    when (select uses from private.most_used(said, 3)) >= 3
      then private.problem('SK140', 'title_repeats_words')
  end
  from btrim(private.readable(title)) as words (said)
);

create or replace function private.listing_problem(listing public.listings) returns jsonb
language sql stable set search_path = ''
return coalesce(
  case
    when listing.category is null then private.problem('SK141', 'no_category')
    when not (select leaf from public.categories where slug = listing.category) then private.problem('SK142', 'category_not_precise')
    when not (select listing.type = any(allow_types) from public.categories where slug = listing.category)
      then private.problem('SK143', 'category_without_ad_type')
  end,
  private.title_problem(listing.title),
  private.description_problem(listing.description),
  private.price_problem(listing.type, listing.price_type, listing.price_minor, listing.currency),
  private.lure_price_problem(listing.category, listing.type, listing.price_type, listing.price_minor),
  private.attributes_problem(listing.category, listing.type, listing.attributes),
  case
    when btrim(listing.city) = '' then private.problem('SK145', 'no_city')
    when listing.ship_cost_minor is not null and listing.delivery = 'pickup' then private.problem('SK146', 'shipping_price_without_shipping')
  end);

create or replace function public.find_my_listings(words text) returns setof public.my_listings
language sql stable set search_path = ''
begin atomic
  select mine.* from public.my_listings mine
  where not exists (
    select from unnest(private.search_words(words)) word
    where array_to_string(private.search_words(mine.title), ' ') not like '%' || word || '%');
end;

create or replace function public.appeal_decision(decision_id uuid, reason text) returns public.decisions
language plpgsql security definer set search_path = '' as $$
declare
  appealed public.decisions;
begin
  perform private.refuse_if(char_length(btrim(coalesce(reason, ''))) not between 10 and 2000, 'SK604', 'bad_appeal');
  update public.decisions decision set appeal = btrim(reason), appealed_at = now(), appeal_state = 'open'
    where decision.id = appeal_decision.decision_id and decision.person_id = auth.uid() and decision.action <> 'none'
      and decision.appeal is null and decision.appeal_deadline > now()
    returning * into appealed;
  perform private.refuse_if(appealed.id is null, 'SK605', 'appeal_closed');
  update public.reports known set state = 'appealed', changed_at = now() where known.id = appealed.report_id;
  return appealed;
end
$$;

create or replace function public.decide_appeal(decision_id uuid, overturn boolean, statement text) returns public.decisions
language plpgsql security definer set search_path = '' as $$
declare
  appealed public.decisions;
begin
  perform private.require_role('moderator', 'admin');
  perform private.refuse_if(char_length(btrim(coalesce(statement, ''))) not between 10 and 1000, 'SK606', 'reasons_needed');
  select * into appealed from public.decisions decision where decision.id = decide_appeal.decision_id for update;
  perform private.refuse_if(appealed.appeal_state is distinct from 'open', 'SK607', 'no_open_appeal');
  perform private.refuse_if(appealed.decided_by = auth.uid() and exists (select from public.profiles other
      where other.role in ('moderator', 'admin') and other.id <> auth.uid()), 'SK608', 'own_decision_appealed');
  update public.decisions decision set appeal_state = case when overturn then 'overturned' else 'upheld' end,
      appeal_statement = btrim(decide_appeal.statement), appeal_by = auth.uid(), appeal_decided_at = now()
    where decision.id = appealed.id returning * into appealed;
  if overturn then
    perform private.undo(appealed);
  end if;
  update public.reports known set state = case when overturn then 'overturned' else 'upheld' end, changed_at = now()
    where known.id = appealed.report_id;
  perform private.notify(appealed.person_id, 'appeal_decided',
    jsonb_build_object('decision_no', appealed.decision_no, 'overturned', overturn), appealed.id::text);
  perform private.audit(case when overturn then 'appeal.overturn' else 'appeal.uphold' end, 'decision:' || appealed.id, null,
    jsonb_build_object('decision_no', appealed.decision_no, 'statement', appealed.appeal_statement));
  return appealed;
end
$$;

create or replace function private.undo(decision public.decisions) returns void
language plpgsql set search_path = '' as $$
begin
  if decision.action in ('limit', 'suspend', 'ban') then
    update public.profiles profile set standing = 'good', standing_until = null where profile.id = decision.person_id;
    update public.conversations talk set state = 'open', lock_reason = null
      where talk.state = 'locked' and talk.lock_reason = 'moderation' and decision.person_id in (talk.buyer_id, talk.seller_id);
    perform public.unhide_listing(ad.id) from public.listings ad
      where ad.seller_id = decision.person_id and ad.state = 'hidden' and ad.state_reason = decision.statement;
  elsif decision.action = 'hide' and decision.target_kind in ('listing', 'photo') then
    perform public.unhide_listing(ad.id) from public.listings ad where ad.state = 'hidden' and ad.id = case decision.target_kind
      when 'listing' then decision.target_id else (select photo.listing_id from public.listing_photos photo where photo.id = decision.target_id) end;
  elsif decision.action in ('hide', 'remove') and decision.target_kind in ('conversation', 'message') then
    update public.conversations talk set state = 'open', lock_reason = null
      where talk.state = 'locked' and talk.lock_reason = 'moderation' and talk.id = case decision.target_kind
        when 'conversation' then decision.target_id else (select said.conversation_id from public.messages said where said.id = decision.target_id) end;
  elsif decision.action in ('hide', 'remove') and decision.target_kind = 'review' then
    update public.reviews review set state = 'published' where review.id = decision.target_id and review.state = 'removed';
  end if;
end
$$;

create or replace function public.decide(target_kind text, target_id uuid, action text, statement text, report_id uuid default null,
  rule text default null, days integer default null) returns public.decisions
language plpgsql security definer set search_path = '' as $$
declare
  report public.reports;
  person uuid;
  made public.decisions;
  told uuid;
begin
  perform private.require_role('moderator', 'admin');
  perform private.refuse_if(action not in ('none', 'warn', 'hide', 'remove', 'limit', 'suspend', 'ban'), 'SK609', 'no_decision_chosen');
  perform private.refuse_if(char_length(btrim(coalesce(statement, ''))) not between 10 and 1000, 'SK606', 'reasons_needed');
  perform private.refuse_if(days is not null and days not between 1 and 365, 'SK610', 'bad_decision_days');
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('decide:' || target_kind || target_id, 0));
  if report_id is not null then
    select * into report from public.reports known where known.id = decide.report_id for update;
    perform private.refuse_if(report.id is null or report.target_kind <> decide.target_kind or report.target_id <> decide.target_id,
      'SK611', 'report_of_something_else');
    perform private.refuse_if(report.state not in ('new', 'triaged', 'in_review'), 'SK612', 'report_decided');
  end if;
  person := coalesce(report.reported_id, private.owner_of(decide.target_kind, decide.target_id));
  insert into public.decisions (report_id, target_kind, target_id, person_id, action, rule, statement, until, decided_by)
    values (decide.report_id, decide.target_kind, decide.target_id, person, decide.action, nullif(btrim(decide.rule), ''), to_jsonb(btrim(decide.statement)),
      case when decide.action in ('limit', 'suspend') then now() + make_interval(days => coalesce(days, 7)) end, auth.uid())
    returning * into made;
  perform private.apply_decision(made.target_kind, made.target_id, person, made.action, made.statement #>> '{}', made.rule, made.until);

  -- One decision answers all reports of the target.
  for told in
    update public.reports known set state = case when made.action = 'none' then 'rejected' else 'actioned' end,
      handled_by = auth.uid(), handled_at = now(), changed_at = now()
    where known.target_kind = made.target_kind and known.target_id = made.target_id and known.state in ('new', 'triaged', 'in_review')
      and (made.report_id is not null or made.action <> 'none')
    returning known.reporter_id
  loop
    if told is not null then
      perform private.notify(told, 'report_decided', jsonb_build_object('decision_no', made.decision_no, 'acted', made.action <> 'none'), made.id::text);
    end if;
  end loop;
  if person is not null and made.action <> 'none' then
    perform private.notify(person, 'decision_made', jsonb_build_object('decision_no', made.decision_no, 'action', made.action), made.id::text);
  end if;
  perform private.audit('decision.' || made.action, made.target_kind || ':' || made.target_id, null,
    jsonb_strip_nulls(jsonb_build_object('decision_no', made.decision_no, 'rule', made.rule, 'until', made.until, 'statement', made.statement)));
  return made;
end
$$;

create or replace function public.save_prohibited_term(rule text, term text, severity text, language text default 'en', anywhere boolean default false,
  unless text[] default '{}', not_in text[] default '{}', category text default null, regions text[] default null)
returns public.prohibited_terms
language plpgsql security definer set search_path = '' as $$
declare
  was public.prohibited_terms;
  made public.prohibited_terms;
begin
  perform private.require_role('admin');
  select * into was from public.prohibited_terms known
    where known.rule = save_prohibited_term.rule and known.term = save_prohibited_term.term and known.language = save_prohibited_term.language;
  delete from public.prohibited_terms known where known.id = was.id;
  insert into public.prohibited_terms (rule, term, severity, language, anywhere, unless, not_in, category, regions)
  values (save_prohibited_term.rule, save_prohibited_term.term, save_prohibited_term.severity, save_prohibited_term.language,
    coalesce(save_prohibited_term.anywhere, false), coalesce(save_prohibited_term.unless, '{}'), coalesce(save_prohibited_term.not_in, '{}'),
    save_prohibited_term.category, save_prohibited_term.regions)
  returning * into made;
  perform private.audit('prohibited_term.save', made.rule || '/' || made.term, case when was.id is not null then to_jsonb(was) end, to_jsonb(made));
  return made;
end
$$;

create or replace function private.photos_to_judge(ad uuid) returns jsonb
language sql stable security definer set search_path = ''
return case when ad is null then '{}' else jsonb_build_object(
  'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', photo.id, 'path', photo.path, 'alt', photo.alt)
      order by photo.position, photo.id), '[]')
    from (select * from public.listing_photos shown where shown.listing_id = ad order by shown.position, shown.id limit 12) photo),
  'same_photos', (select coalesce(jsonb_agg(jsonb_build_object('photo_id', copy.photo_id, 'path', mine.path, 'other_path', theirs.path,
      'ad', listing.id, 'title', listing.title, 'state', listing.state, 'price_minor', listing.price_minor, 'currency', listing.currency,
      'published_at', listing.first_published_at,
      'seller', (select jsonb_build_object('display_name', seller.display_name, 'avatar_path', seller.avatar_path)
        from public.sellers seller where seller.id = copy.other_seller),
      'same_seller', copy.other_seller = own.seller_id) order by listing.first_published_at), '[]')
    from (select distinct on (found.other_ad) found.* from private.copies_of_photos(ad) found
      order by found.other_ad, found.photo_id limit 4) copy
    join public.listing_photos mine on mine.id = copy.photo_id
    join public.listing_photos theirs on theirs.id = copy.other_photo
    join public.listings listing on listing.id = copy.other_ad
    join public.listings own on own.id = ad)) end;

create or replace function private.keep_print(photo public.listing_photos) returns void
language sql security definer set search_path = ''
begin atomic
  with object as (
    select stored.metadata from storage.objects stored where stored.bucket_id = 'listing-photos' and stored.name = photo.path for share)
  insert into private.photo_prints (photo_id, listing_id, seller_id, phash, bands, codes, texts, reading)
  select photo.id, photo.listing_id, listing.seller_id,
    case when object.metadata ->> 'perceptualHash' ~ '^[0-9a-f]{16}$' then ('x' || (object.metadata ->> 'perceptualHash'))::bit(64) end,
    case when object.metadata ->> 'perceptualHash' ~ '^[0-9a-f]{16}$' then private.bands_of(object.metadata ->> 'perceptualHash') else '{}' end,
    private.strings_in(object.metadata -> 'codes'), private.strings_in(object.metadata -> 'texts'), object.metadata ->> 'reading'
  from public.listings listing
  left join object on true
  where listing.id = photo.listing_id
  on conflict (photo_id) do update set phash = excluded.phash, bands = excluded.bands, codes = excluded.codes, texts = excluded.texts,
    reading = excluded.reading;
end;

create or replace function private.listing_card(listing public.listings) returns jsonb
language sql stable set search_path = ''
begin atomic
  select jsonb_build_object(
    'id', listing.id, 'ad_no', listing.ad_no, 'title', listing.title, 'type', listing.type,
    'price_minor', listing.price_minor, 'previous_price_minor', listing.previous_price_minor,
    'price_type', listing.price_type, 'currency', listing.currency, 'condition', listing.condition,
    'category', listing.category, 'area', listing.area, 'city', listing.city, 'lat', listing.lat, 'lng', listing.lng,
    'distance_km', null, 'delivery', listing.delivery, 'state', listing.state, 'published_at', listing.first_published_at,
    'seller_id', listing.seller_id, 'cover', shown.list -> 0, 'photo_count', shown.total,
    'photos', coalesce((
      select jsonb_agg(photo - '{width,height}'::text[] order by place)
      from jsonb_array_elements(shown.list) with ordinality as first (photo, place) where place <= 4), '[]'))
  from (
    select count(*) as total, jsonb_agg(jsonb_build_object('path', photo.path, 'alt', photo.alt, 'width', photo.width,
      'height', photo.height) order by photo.position, photo.created_at, photo.id) as list
    from public.listing_photos photo where photo.listing_id = listing.id) as shown;
end;

create or replace function public.resend_webhook(delivery_id bigint) returns public.webhook_deliveries
language plpgsql security definer set search_path = '' as $$
declare
  again public.webhook_deliveries;
begin
  perform private.require_role('admin');
  update public.webhook_deliveries delivery set state = 'pending', attempts = 0, due_at = now()
    where delivery.id = delivery_id returning * into again;
  perform private.refuse_if(not found, 'SK855', 'delivery_gone');
  perform private.run_job_now('deliver-webhooks');
  return again;
end
$$;

create index deal_events_conversation_idx on public.deal_events (conversation_id, id);

create unique index offers_one_open_idx on public.offers (conversation_id) where state = 'pending';

create index offers_conversation_idx on public.offers (conversation_id, created_at);

create index offers_listing_idx on public.offers (listing_id) where state = 'pending';

create index offers_over_idx on public.offers (expires_at) where state = 'pending';

create unique index reservations_held_idx on public.reservations (listing_id) where state = 'held';

create unique index reservations_sold_idx on public.reservations (conversation_id) where state = 'sold';

create index reservations_conversation_idx on public.reservations (conversation_id);

create index reservations_buyer_idx on public.reservations (buyer_id);

create index reservations_seller_idx on public.reservations (seller_id);

create index sold_comps_category_idx on public.sold_comps (category, sold_at desc);

create index favorites_listing_id_idx on public.favorites (listing_id);

create index listing_news_listing_id_idx on private.listing_news (listing_id);

create index listing_days_day_idx on public.listing_days (day);

create index listing_events_listing_id_idx on public.listing_events (listing_id, created_at desc);

create index listing_photos_path_idx on public.listing_photos (path);

create index decisions_person_idx on public.decisions (person_id, decided_at desc);

create index decisions_report_idx on public.decisions (report_id);

create index decisions_appeals_idx on public.decisions (appealed_at) where appeal_state = 'open';

create index decisions_decided_at_idx on public.decisions using brin (decided_at);

create index photo_prints_bands_idx on private.photo_prints using gin (bands);

create index photo_prints_listing_idx on private.photo_prints (listing_id);

create index ticket_emails_due_idx on private.ticket_emails (due_at);

create index webhook_deliveries_due_idx on public.webhook_deliveries (webhook_id, due_at) where state = 'pending';

create index webhook_deliveries_list_idx on public.webhook_deliveries (webhook_id, id desc);

create index webhook_deliveries_event_idx on public.webhook_deliveries (event_id);

create index webhook_secrets_webhook_idx on private.webhook_secrets (webhook_id);

alter table public.deal_events enable row level security;

alter table public.offers enable row level security;

alter table public.reservations enable row level security;

alter table public.sold_comps enable row level security;

alter table public.favorites enable row level security;

alter table public.listing_days enable row level security;

alter table public.listing_events enable row level security;

alter table public.listing_photos enable row level security;

alter table public.listing_provenance enable row level security;

alter table public.decisions enable row level security;

alter table public.prohibited_rules enable row level security;

alter table public.prohibited_terms enable row level security;

alter table public.webhook_deliveries enable row level security;

create or replace trigger a_guard_writes before insert or update on public.listing_photos
  for each statement execute function private.guard_writes('standing', 'second_factor');

create or replace trigger a_guard_writes before insert or update on public.listing_provenance
  for each statement execute function private.guard_writes('standing');

create or replace trigger a_guard_writes before insert or update on public.offers
  for each statement execute function private.guard_writes('standing', 'recovery', 'second_factor');

create or replace trigger a_guard_writes before insert or update on public.reservations
  for each statement execute function private.guard_writes('second_factor');

create or replace trigger a_guard_writes before insert or update on public.decisions
  for each statement execute function private.guard_writes('second_factor');

create or replace trigger a_guard_writes before insert on public.favorites
  for each statement execute function private.guard_writes('standing');

create or replace trigger record_offer after insert on public.offers
  for each row execute function private.record_offer_change();

create or replace trigger record_offer_change after update of state on public.offers
  for each row when (old.state is distinct from new.state)
  execute function private.record_offer_change();

create or replace trigger admit_favorite before insert on public.favorites
  for each row execute function private.admit_favorite();

create or replace trigger count_favorite after insert or delete on public.favorites
  for each row execute function private.count_favorite();

create or replace trigger admit_photo before insert on public.listing_photos
  for each row execute function private.admit_photo();

create or replace trigger carry_photos after insert or delete or update of position on public.listing_photos
  for each row execute function private.carry_photos();

create or replace trigger b_keep_alt before insert or update of alt on public.listing_photos
  for each row when (new.alt <> '') execute function private.refuse_contacts('alt', 'alt');

create or replace trigger keep_listing_events before update or delete on public.listing_events
  for each row execute function private.keep_listing_events();

create or replace trigger stem_prohibited_term before insert or update on public.prohibited_terms
  for each row execute function private.stem_prohibited_term();

create or replace trigger print_photo after insert on public.listing_photos
  for each row execute function private.print_photo();

create or replace trigger pause_offers_while_away before insert on public.offers
  for each row execute function private.pause_offers_while_away();

create or replace trigger count_photo before insert on public.listing_photos for each row
  when (auth.uid() is not null) execute function private.count_use('photo');

create or replace trigger a_count_favorite before insert on public.favorites for each row
  when (new.user_id = auth.uid()) execute function private.count_use('favorite');

create or replace trigger index_photo after insert or delete or update of position, alt on public.listing_photos
  for each row execute function private.index_changed();

create or replace trigger tell_webhooks after insert on public.listing_events
  for each row execute function private.queue_webhook_event_of_listing_event();

create or replace trigger tell_webhooks after insert on public.offers
  for each row when (new.state = 'pending')
  execute function private.queue_webhook_event_of_row('offer.made', 'offer_id=id', 'conversation_id', 'listing_id', 'from_id', 'by_role');

create or replace trigger tell_webhooks_of_change after update of state on public.offers
  for each row when (old.state <> new.state and new.state in ('accepted', 'declined', 'withdrawn'))
  execute function private.queue_webhook_event_of_row('offer.', 'offer_id=id', 'conversation_id', 'listing_id', 'from_id', 'by_role');

create policy "only the two people of a conversation read what became of its offers and deals" on public.deal_events
  for select to authenticated
  using (exists (select from public.conversations conversation where conversation.id = conversation_id));

create policy "who has a second factor shows it first" on public.deal_events as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "only the two people of a conversation see its offers" on public.offers
  for select to authenticated
  using (exists (select from public.conversations conversation where conversation.id = conversation_id));

create policy "who has a second factor shows it first" on public.offers as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "only the two people of a reservation see it" on public.reservations
  for select to authenticated using (buyer_id = (select auth.uid()) or seller_id = (select auth.uid()));

create policy "who has a second factor shows it first" on public.reservations as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "people see their own favorites" on public.favorites
  for select to authenticated using (user_id = (select auth.uid()));

create policy "people keep ads that they can read" on public.favorites
  for insert to authenticated
  with check (user_id = (select auth.uid()) and exists (select from public.listings listing where listing.id = listing_id));

create policy "people drop their own favorites" on public.favorites
  for delete to authenticated using (user_id = (select auth.uid()));

create policy "people sort their own favorites" on public.favorites
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "who has a second factor shows it first" on public.favorites as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "sellers read daily views of their ads" on public.listing_days
  for select to authenticated
  using (exists (select from public.listings listing where listing.id = listing_id and listing.seller_id = (select auth.uid())));

create policy "who has a second factor shows it first" on public.listing_days as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "sellers read the history of their ads" on public.listing_events
  for select to authenticated
  using (exists (select from public.listings listing where listing.id = listing_id and listing.seller_id = (select auth.uid())));

create policy "readers of an ad see its photos" on public.listing_photos
  for select to anon, authenticated
  using (exists (select from public.listings listing where listing.id = listing_id));

create policy "sellers add their photos to their ads" on public.listing_photos
  for insert to authenticated
  with check (
    split_part(path, '/', 1) = (select auth.uid())::text
    and exists (select from public.listings listing where listing.id = listing_id and listing.seller_id = (select auth.uid())
      and listing.state in ('draft', 'pending_review', 'changes_requested', 'active', 'reserved', 'paused', 'expired')));

create policy "sellers describe and arrange their own photos" on public.listing_photos
  for update to authenticated
  using (exists (select from public.listings listing where listing.id = listing_id and listing.seller_id = (select auth.uid())));

create policy "sellers remove photos from their own ads" on public.listing_photos
  for delete to authenticated
  using (exists (select from public.listings listing where listing.id = listing_id and listing.seller_id = (select auth.uid())));

create policy "applications see the photos of these ads" on public.listing_photos for select to application
  using (exists (select from public.listings listing where listing.id = listing_id));

create policy "sellers see where the fields of their ads come from" on public.listing_provenance
  for select to authenticated
  using (exists (select from public.listings ad where ad.id = listing_id and ad.seller_id = (select auth.uid())));

create policy "sellers note where the fields of their ads come from" on public.listing_provenance
  for insert to authenticated
  with check (exists (select from public.listings ad where ad.id = listing_id and ad.seller_id = (select auth.uid())));

create policy "sellers forget where the fields of their ads come from" on public.listing_provenance
  for delete to authenticated
  using (exists (select from public.listings ad where ad.id = listing_id and ad.seller_id = (select auth.uid())));

create policy "who has a second factor shows it first" on public.listing_provenance as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "people delete their own pictures that no ad shows" on storage.objects
  for delete to authenticated
  using (bucket_id in ('listing-photos', 'avatars') and split_part(name, '/', 1) = (select auth.uid())::text
    and not exists (select from public.listing_photos photo where bucket_id = 'listing-photos' and photo.path = name));

create policy "people read what was decided about them" on public.decisions
  for select to authenticated using (person_id = (select auth.uid()) and action <> 'none');

create policy "moderators read all decisions" on public.decisions
  for select to authenticated using ((select private.has_role('moderator', 'admin')));

create policy "who has a second factor shows it first" on public.decisions as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "everyone reads what may not be offered" on public.prohibited_rules
  for select to anon, authenticated using (active);

create policy "administrators read all rules" on public.prohibited_rules
  for select to authenticated using ((select private.has_role('moderator', 'admin')));

create policy "moderators read the words of the rules" on public.prohibited_terms
  for select to authenticated using ((select private.has_role('moderator', 'admin')));

create policy "administrators see webhooks" on public.webhook_deliveries
  for select to authenticated using ((select private.has_role('admin')));

create policy "who has a second factor shows it first" on public.webhook_deliveries as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

comment on table private.departed_ads is 'State of a leaving seller''s ads, restored if the seller returns.';

comment on table public.deal_events is 'Append-only log of changes of offers and deals, with the user who made them (null: a job). Written by triggers only.';

comment on function public.counter_offer(uuid, integer, uuid, text) is 'Answers the other user''s open offer with a counter-offer.';

comment on function public.decline_offer(uuid) is 'Declines the other user''s open offer.';

comment on function public.withdraw_offer(uuid) is 'Withdraws the caller''s open offer. It still counts as one of the three.';

comment on function public.offer_terms(uuid) is 'What a buyer needs to know before making an offer: minimum, offers left, and the open offer.';

comment on function public.current_state(public.offers) is 'The effective state of an offer: expired after 48 hours, even before the job has stored it.';

comment on function public.make_offer(integer, uuid, uuid, uuid, text) is
  'Makes an offer (0 requests a free item): on an ad, which opens the conversation, or in a conversation. Replaces the caller''s open offer; idempotent by client_id.';

comment on table public.offers is 'An amount offered by one side of a conversation. Written by make_offer() and the functions that answer it; its text is the message.';

comment on column public.offers.amount_minor is 'Zero for free ads only, as a request for the item.';

comment on column public.offers.by_role is 'The side that made it: the conversation''s buyer_id or seller_id.';

comment on column public.offers.client_id is 'Chosen by the client, so that a retry creates no second offer.';

comment on column public.offers.state is 'A pending offer may have expired: see current_state().';

comment on table public.reservations is 'For whom a seller reserves an ad, or to whom it was sold, without a deal. Written by reserve_for() and sell_to().';

comment on table public.sold_comps is 'Anonymous sale. Closed to the API: only price_guide() shows aggregates of at least 8.';

comment on column public.sold_comps.consented_at is 'When the seller consented.';

comment on table public.favorites is 'A saved ad. seen_price_minor is the price at that time, to show changes.';

comment on column public.favorites.notify is 'Whether to notify when it becomes cheaper, reserved, sold or available again.';

comment on table private.listing_news is 'News to be delivered. A row is deleted after delivery, or after the fifth failure.';

comment on function private.title_problem(text) is 'The problem with a title, or null. The forms check the same in marketplace/contract/limits.ts.';

comment on function private.listing_problem(public.listings) is 'All rules for a published ad except those about photos, which are in another table.';

comment on table public.listing_days is 'Views of an ad per day (UTC). Written by record_view(), kept for 180 days; days without views have no row.';

comment on table public.listing_events is 'Append-only history of an ad with the acting users. Written by triggers only; the last event has the ad''s state.';

comment on table public.listing_photos is 'A photo of an ad; the one at the lowest position is the cover.';

comment on column public.listing_photos.path is 'Object name in the bucket listing-photos. Its first folder is the seller''s id.';

comment on column public.listing_photos.width is 'Pixels, from the stored image: width, height and bytes never come from the client.';

comment on table public.listing_provenance is 'Fields of ads with an accepted suggestion. Typed fields have no entry.';

comment on function public.find_my_listings(text) is 'The caller''s own ads with all of these words, or parts of words, in the title; without accents and in any order.';

comment on table public.decisions is 'Moderators'' decisions with reasons. Written by functions only; the affected user can read them without the moderator''s name.';

comment on function public.appeal_decision(uuid, text) is 'Appeals a decision, which another moderator reviews. Once, within six months.';

comment on function public.decide_appeal(uuid, boolean, text) is 'For moderators: decides an appeal; another moderator than the first if there is one. Overturning undoes the decision.';

comment on function public.decide(text, uuid, text, text, uuid, text, integer) is
  'For moderators: decides about a reported or found target, applies it, and notifies the affected user and the reporters.';

comment on function public.save_prohibited_term(text, text, text, text, boolean, text[], text[], text, text[]) is 'Adds a term to a rule, or replaces it. For administrators.';

comment on table public.prohibited_rules is 'Items that must not be offered, or only after a review, with public texts per language.';

comment on table public.prohibited_terms is 'Terms of a rule. Compared by stem; a trailing star matches any ending.';

comment on column public.prohibited_terms.anywhere is 'Equally severe in the description. Otherwise a description counts one level less: block becomes review, review becomes warn.';

comment on column public.prohibited_terms.category is 'Only in this category and below; null: everywhere.';

comment on column public.prohibited_terms.not_in is 'Not in these categories and below, where the word means something else: a novel about guns.';

comment on column public.prohibited_terms.regions is 'Only for ads in these countries; null: everywhere.';

comment on column public.prohibited_terms.unless is 'Phrases in which the word is harmless: "toy gun". They apply to all terms of the rule, in all languages.';

comment on column public.prohibited_terms.harmless is 'The same phrases in normalised form.';

comment on table private.photo_prints is 'For each photo of an ad: perceptual hash, contents of QR codes, and recognised text. Written by a trigger only.';

comment on column private.photo_prints.bands is 'The hash in eight parts of 8 bits: two that differ in at most seven bits share one of them.';

comment on column private.photo_prints.reading is 'Why codes and text are unknown; null once processed, and if photos are not processed.';

comment on table private.ticket_emails is 'copy: to the author; operator: to the operator''s address; answer: the operator''s reply. Deleted when sent, or after eight attempts.';

comment on function public.resend_webhook(bigint) is 'Delivers again with the same webhook-id.';

comment on table public.webhook_deliveries is 'One delivery of an event to an endpoint. During an attempt due_at is a minute ahead, so that a crashed process releases it.';

comment on column public.webhook_deliveries.status is 'HTTP status of the last attempt; null without a response, and problem has the reason.';

comment on table private.webhook_secrets is 'Encrypted by the server, with a key that the database does not have. A replaced secret keeps signing for 24 hours.';

revoke all on public.deal_events from anon, authenticated;

grant select on public.deal_events to authenticated;

grant execute on function public.counter_offer(uuid, integer, uuid, text) to authenticated;

grant execute on function public.decline_offer(uuid) to authenticated;

grant execute on function public.withdraw_offer(uuid) to authenticated;

grant execute on function public.offer_terms(uuid) to authenticated;

grant execute on function public.current_state(offers) to authenticated;

grant execute on function public.make_offer(integer, uuid, uuid, uuid, text) to authenticated;

revoke all on public.offers from anon, authenticated;

grant select on public.offers to authenticated;

revoke all on public.reservations from anon, authenticated;

grant select on public.reservations to authenticated;

revoke all on public.sold_comps from anon, authenticated;

revoke all on public.favorites from anon, authenticated;

grant select, delete on public.favorites to authenticated;

grant insert (user_id, listing_id, folder, note, notify) on public.favorites to authenticated;

grant update (folder, note, notify) on public.favorites to authenticated;

grant execute on function private.title_problem(text) to anon, authenticated, service_role;

grant execute on function private.listing_problem(listings) to authenticated, service_role;

revoke all on public.listing_days from anon, authenticated;

grant select on public.listing_days to authenticated;

revoke all on public.listing_events from anon, authenticated;

grant select on public.listing_events to authenticated;

revoke all on public.listing_photos from anon, authenticated;

grant select on public.listing_photos to anon;

grant select, delete on public.listing_photos to authenticated;

grant insert (id, listing_id, path, alt, position) on public.listing_photos to authenticated;

grant select (id, listing_id, path, width, height, alt, position) on public.listing_photos to application;

grant update (alt, position) on public.listing_photos to authenticated;

revoke all on public.listing_provenance from anon, authenticated;

grant select, delete on public.listing_provenance to authenticated;

grant insert (listing_id, field, source, confidence, confirmed_at) on public.listing_provenance to authenticated;

grant execute on function public.find_my_listings(text) to authenticated;

revoke all on public.decisions from anon, authenticated;

grant select (id, decision_no, report_id, target_kind, target_id, person_id, action, rule, statement, until, automated, decided_at,
  appeal_deadline, appeal, appealed_at, appeal_state, appeal_statement, appeal_decided_at) on public.decisions to authenticated;

grant execute on function public.appeal_decision(uuid, text) to authenticated;

grant execute on function public.decide_appeal(uuid, boolean, text) to authenticated;

grant execute on function public.decide(text, uuid, text, text, uuid, text, integer) to authenticated;

grant execute on function public.save_prohibited_term(text, text, text, text, boolean, text[], text[], text, text[]) to authenticated;

revoke all on public.prohibited_rules from anon, authenticated;

grant select on public.prohibited_rules to anon, authenticated;

revoke all on public.prohibited_terms from anon, authenticated;

grant select on public.prohibited_terms to authenticated;

grant execute on function public.resend_webhook(bigint) to authenticated;

revoke all on public.webhook_deliveries from anon, authenticated;

grant select on public.webhook_deliveries to authenticated;

create table public.deals (
  id uuid primary key default gen_random_uuid(),
  listing_id uuid not null references public.listings on delete cascade,
  conversation_id uuid not null references public.conversations on delete cascade,
  -- Null for a deal that started with Buy now.
  offer_id uuid unique references public.offers on delete cascade,
  buyer_id uuid not null constraint deals_buyer_id_fkey references public.sellers on delete cascade,
  seller_id uuid not null constraint deals_seller_id_fkey references public.sellers on delete cascade,
  amount_minor integer not null check (amount_minor between 0 and 100000000),
  ship_cost_minor integer check (ship_cost_minor between 0 and 1000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  item_title text not null,
  mode text not null check (mode in ('meetup', 'ship')),
  state text not null default 'agreed'
    check (state in ('agreed', 'scheduled', 'handed_over', 'completed', 'cancelled', 'no_show')),
  meet_at timestamptz,
  meet_place text check (char_length(meet_place) between 2 and 120),
  proposed_by uuid,
  proposed_at timestamptz,
  proposed_place text check (char_length(proposed_place) between 2 and 120),
  carrier text check (char_length(carrier) between 2 and 60),
  tracking_number text check (char_length(tracking_number) between 4 and 60),
  reserved_until timestamptz not null,
  handed_over_at timestamptz,
  ended_at timestamptz,
  ended_by uuid,
  end_reason text check (end_reason in ('changed_mind', 'no_agreement', 'not_as_described', 'unsafe', 'other', 'ran_out',
    'ad_removed', 'left')),
  no_show_by uuid,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- Short number shown on both receipts.
  receipt_number bigint generated always as identity (start with 1001),
  check (buyer_id <> seller_id),
  check ((state in ('completed', 'cancelled', 'no_show')) = (ended_at is not null)),
  check ((state = 'no_show') = (no_show_by is not null)),
  check ((state = 'cancelled') = (end_reason is not null)),
  check (state <> 'scheduled' or meet_at is not null and meet_place is not null),
  check (num_nulls(proposed_by, proposed_at, proposed_place) in (0, 3))
);

create table public.fact_contests (
  id uuid primary key default gen_random_uuid(),
  seller_id uuid not null constraint fact_contests_seller_id_fkey references public.sellers on delete cascade,
  conversation_id uuid unique references public.conversations on delete cascade,
  deal_id uuid unique references public.deals on delete cascade,
  item_title text not null,
  statement text not null check (char_length(btrim(statement)) between 10 and 1000),
  state text not null default 'open' check (state in ('open', 'upheld', 'rejected')),
  answer text check (char_length(btrim(answer)) between 10 and 1000),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  check (num_nonnulls(conversation_id, deal_id) = 1),
  check ((state = 'open') = (decided_at is null) and (state = 'open') = (answer is null))
);

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  order_number bigint generated always as identity (start with 20001) unique,
  -- Null once the account is deleted: the order is kept for the books.
  buyer_id uuid references public.sellers on delete set null,
  seller_id uuid references public.sellers on delete set null,
  conversation_id uuid references public.conversations on delete set null,
  deal_id uuid references public.deals on delete set null,
  delivery text not null check (delivery in ('ship', 'meet')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- After the seller's bundle discount.
  items_minor integer not null check (items_minor between 1 and 100000000),
  discount_minor integer not null default 0 check (discount_minor between 0 and 100000000),
  shipping_minor integer not null check (shipping_minor between 0 and 1000000),
  fee_minor integer not null check (fee_minor >= 0),
  total_minor integer not null generated always as (items_minor + shipping_minor + fee_minor) stored,
  seller_fee_minor integer not null check (seller_fee_minor between 0 and items_minor),
  -- A carrier's label that the market bought for the seller: taken off what they get.
  label_minor integer not null default 0,
  refunded_minor integer not null default 0,
  state text not null default 'awaiting_payment' check (state in ('awaiting_payment', 'paid', 'shipped', 'delivered', 'disputed', 'returning',
    'completed', 'cancelled', 'expired', 'refunded', 'charged_back')),
  is_open boolean not null generated always as (state in ('awaiting_payment', 'paid', 'shipped', 'delivered', 'disputed', 'returning')) stored,
  end_reason text check (char_length(end_reason) between 1 and 300),
  pay_by timestamptz not null,
  -- The next automatic change and its time.
  due_at timestamptz,
  paid_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (buyer_id <> seller_id),
  check (label_minor between 0 and items_minor + shipping_minor - seller_fee_minor),
  check (refunded_minor between 0 and items_minor + shipping_minor + fee_minor),
  check (paid_at is not null or state in ('awaiting_payment', 'expired', 'cancelled'))
);

create table private.payments (
  reference text primary key check (char_length(reference) between 1 and 200),
  order_id uuid not null references public.orders,
  provider text not null check (provider in ('test', 'stripe')),
  amount_minor integer not null,
  currency text not null,
  state text not null default 'open' check (state in ('open', 'challenged', 'failed', 'succeeded', 'cancelled')),
  -- The provider's reference of the received money, from which transfers to sellers are made.
  charge text check (char_length(charge) <= 200),
  -- Distinguishes cards without storing the number.
  card_print text check (char_length(card_print) <= 100),
  -- As the buyer knows it: "Visa 4242".
  card_name text check (char_length(card_name) <= 60),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);

create table private.payment_tasks (
  -- Part of the idempotency key of the call to the provider.
  key text primary key check (char_length(key) between 1 and 200),
  kind text not null check (kind in ('refund', 'cancel', 'transfer', 'payout', 'dispute')),
  provider text not null,
  order_id uuid references public.orders,
  user_id uuid,
  payment text references private.payments,
  -- For a negative transfer: back from the seller's account.
  amount_minor integer,
  currency text,
  asked_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  -- Since when the provider may know of it: its result is queried before it is sent again.
  tried_at timestamptz,
  -- Number of refusals by the provider: the next call has another idempotency key.
  attempts integer not null default 0,
  last_error text,
  -- The provider's reference of the result.
  made text check (char_length(made) <= 200),
  done_at timestamptz
);

create table public.shipments (
  order_id uuid not null references public.orders on delete cascade,
  direction text not null default 'out' check (direction in ('out', 'back')),
  carrier text not null check (char_length(carrier) between 2 and 60),
  tracking text not null check (char_length(tracking) between 4 and 60),
  tracking_url text check (tracking_url ~ '^https://' and char_length(tracking_url) <= 300),
  shipped_at timestamptz not null default now(),
  delivered_at timestamptz,
  primary key (order_id, direction)
);

create table private.shipping_labels (
  -- The provider's name of the parcel.
  shipment text primary key check (char_length(shipment) between 1 and 100),
  order_id uuid not null references public.orders on delete cascade,
  direction text not null default 'out' check (direction in ('out', 'back')),
  -- As of the purchase; until then the parcel has only prices.
  carrier text check (char_length(carrier) between 2 and 60),
  tracking text check (char_length(tracking) between 4 and 60),
  tracking_url text check (tracking_url ~ '^https://' and char_length(tracking_url) <= 300),
  label_url text check (label_url ~ '^https://' and char_length(label_url) <= 500),
  qr_url text check (qr_url ~ '^https://' and char_length(qr_url) <= 500),
  price_minor integer check (price_minor >= 0),
  -- Since when its label is being bought: no other parcel takes its place meanwhile.
  claimed_at timestamptz,
  bought_at timestamptz check (bought_at is null or carrier is not null and tracking is not null and price_minor is not null),
  given_back_at timestamptz,
  unique (order_id, direction)
);

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  subject_id uuid not null constraint reviews_subject_id_fkey references public.sellers on delete cascade,
  author_id uuid constraint reviews_author_id_fkey references public.sellers on delete set null,
  listing_id uuid references public.listings on delete set null,
  item_title text not null default '' check (char_length(item_title) <= 80),
  rating smallint not null check (rating between 1 and 5),
  tags text[] not null default '{}' check (tags <@ array['on_time', 'friendly', 'as_described', 'communicative']),
  body text not null default '' check (char_length(body) <= 1000),
  reply text check (char_length(reply) between 1 and 1000),
  state text not null default 'submitted' check (state in ('submitted', 'published', 'held', 'removed')),
  created_at timestamptz not null default now(),
  deal_id uuid references public.deals on delete set null,
  published_at timestamptz,
  replied_at timestamptz,
  check (subject_id <> author_id),
  constraint reviews_one_each unique (deal_id, author_id)
);

create or replace function public.propose_meetup(deal_id uuid, meet_at timestamptz, place text) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  deal public.deals := private.lock_own_deal(propose_meetup.deal_id, array['agreed', 'scheduled'], private.problem('SK316', 'on_its_way'), true);
begin
  perform private.refuse_if(char_length(btrim(coalesce(place, ''))) not between 2 and 120, 'SK301', 'bad_meetup_place');
  perform private.refuse_if(private.has_contact(place), 'SK302', 'contact_in_meetup_place');
  perform private.refuse_if((private.deal_talk(deal)).state <> 'open', 'SK303', 'conversation_closed_for_deals');
  perform private.refuse_if(propose_meetup.meet_at is null or propose_meetup.meet_at < now(), 'SK304', 'meetup_in_past');
  perform private.refuse_if(propose_meetup.meet_at > now() + interval '30 days', 'SK305', 'meetup_too_late');
  if deal.proposed_by = me and deal.proposed_at = propose_meetup.meet_at and deal.proposed_place = btrim(place) then
    return deal; -- idempotent
  end if;
  update public.deals known set mode = 'meetup', ship_cost_minor = null, proposed_by = me, proposed_at = propose_meetup.meet_at,
    proposed_place = btrim(place), changed_at = now()
  where known.id = deal.id returning * into deal;
  insert into public.messages (conversation_id, sender_id, kind, payload)
  values (deal.conversation_id, me, 'meetup', jsonb_build_object('deal_id', deal.id, 'meet_at', deal.proposed_at, 'place', deal.proposed_place));
  perform private.notify(private.other_of_deal(deal, me), 'meetup_proposed',
    private.deal_facts(deal, me) || jsonb_build_object('meet_at', deal.proposed_at, 'place', deal.proposed_place),
    deal.id || ' ' || deal.proposed_at);
  return deal;
end
$$;

create or replace function public.confirm_meetup(deal_id uuid, meet_at timestamptz) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  deal public.deals := private.lock_own_deal(confirm_meetup.deal_id, array['agreed', 'scheduled'], private.problem('SK316', 'on_its_way'), true);
begin
  if deal.proposed_by is null and deal.meet_at = confirm_meetup.meet_at then
    return deal;
  end if;
  perform private.refuse_if(deal.proposed_by is null or deal.proposed_at is distinct from confirm_meetup.meet_at, 'SK306', 'proposal_changed');
  perform private.refuse_if(deal.proposed_by = me, 'SK307', 'own_proposal');
  perform private.refuse_if(deal.proposed_at < now(), 'SK308', 'proposal_over');
  update public.deals known set state = 'scheduled', meet_at = known.proposed_at, meet_place = known.proposed_place,
    proposed_by = null, proposed_at = null, proposed_place = null,
    reserved_until = greatest(known.reserved_until, known.proposed_at + interval '24 hours'), changed_at = now()
  where known.id = deal.id returning * into deal;
  perform private.set_deadline(due.order_id, due.event, greatest(due.due_at, deal.meet_at + interval '24 hours'))
    from private.order_deadlines due join public.orders bought on bought.id = due.order_id
    where bought.deal_id = deal.id and due.event = 'not_met';
  perform private.post_system_message(deal.conversation_id, me, 'meetup_confirmed',
    jsonb_build_object('deal_id', deal.id, 'meet_at', deal.meet_at, 'place', deal.meet_place));
  perform private.notify(private.other_of_deal(deal, me), 'meetup_confirmed', private.deal_facts(deal, me), deal.id || ' ' || deal.meet_at);
  return deal;
end
$$;

create or replace function public.choose_shipping(deal_id uuid) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  deal public.deals := private.lock_own_deal(choose_shipping.deal_id, array['agreed'], private.problem('SK317', 'meetup_agreed'));
  ad public.listings;
begin
  select * into ad from public.listings listing where listing.id = deal.listing_id;
  perform private.refuse_if(ad.delivery = 'pickup', 'SK309', 'pickup_only');
  if deal.mode = 'ship' then
    return deal;
  end if;
  update public.deals known set mode = 'ship', ship_cost_minor = ad.ship_cost_minor, proposed_by = null, proposed_at = null,
    proposed_place = null, changed_at = now()
  where known.id = deal.id returning * into deal;
  perform private.post_system_message(deal.conversation_id, auth.uid(), 'deal_ships', jsonb_build_object('deal_id', deal.id));
  return deal;
end
$$;

create or replace function public.mark_deal_shipped(deal_id uuid, carrier text, tracking_number text) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  deal public.deals := private.lock_own_deal(mark_deal_shipped.deal_id, array['agreed', 'handed_over'], private.problem('SK318', 'meetup_agreed_not_shipped'));
  is_correction constant boolean := deal.state = 'handed_over';
begin
  perform private.refuse_if(deal.seller_id <> auth.uid(), 'SK310', 'seller_marks_shipped');
  perform private.refuse_if(deal.mode <> 'ship', 'SK311', 'not_shipping');
  perform private.refuse_if(char_length(btrim(coalesce(carrier, ''))) not between 2 and 60, 'SK312', 'bad_carrier');
  perform private.refuse_if(private.has_contact(carrier), 'SK313', 'contact_in_carrier');
  perform private.refuse_if(btrim(coalesce(tracking_number, '')) !~ '^[A-Za-z0-9][A-Za-z0-9 -]{2,58}[A-Za-z0-9]$', 'SK314', 'bad_tracking_number');
  update public.deals known set state = 'handed_over', handed_over_at = case when is_correction then known.handed_over_at else now() end,
    carrier = btrim(mark_deal_shipped.carrier), tracking_number = btrim(mark_deal_shipped.tracking_number), changed_at = now()
  where known.id = deal.id returning * into deal;
  if not is_correction then
    perform private.post_system_message(deal.conversation_id, auth.uid(), 'deal_shipped',
      jsonb_build_object('deal_id', deal.id, 'carrier', deal.carrier, 'tracking_number', deal.tracking_number));
    perform private.notify(deal.buyer_id, 'deal_shipped', private.deal_facts(deal, auth.uid()), deal.id::text);
  end if;
  return deal;
end
$$;

create or replace function public.cancel_deal(deal_id uuid, reason text) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  deal public.deals := private.lock_own_deal(cancel_deal.deal_id, array['agreed', 'scheduled'], private.problem('SK319', 'on_its_way_not_cancellable'));
begin
  perform private.refuse_if(coalesce(reason, '') not in ('changed_mind', 'no_agreement', 'not_as_described', 'unsafe', 'other'),
    'SK009', 'unknown_choice', jsonb_build_object('name', 'reason', 'choices', 'changed_mind, no_agreement, not_as_described, unsafe, other'));
  update public.deals known set state = 'cancelled', end_reason = reason, ended_at = now(), ended_by = me, changed_at = now()
  where known.id = deal.id returning * into deal;
  perform private.free_listing(deal.listing_id);
  perform private.post_system_message(deal.conversation_id, me, 'deal_cancelled', jsonb_build_object('deal_id', deal.id, 'reason', reason));
  perform private.notify(private.other_of_deal(deal, me), 'deal_cancelled', private.deal_facts(deal, me), deal.id::text);
  return deal;
end
$$;

create or replace function public.report_no_show(deal_id uuid) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  deal public.deals := private.lock_own_deal(report_no_show.deal_id, array['scheduled'], private.problem('SK320', 'no_meetup_agreed'));
begin
  perform private.refuse_if(now() < deal.meet_at + interval '15 minutes', 'SK315', 'no_show_too_early');
  update public.deals known set state = 'no_show', no_show_by = private.other_of_deal(deal, me), ended_at = now(), ended_by = me, changed_at = now()
  where known.id = deal.id returning * into deal;
  perform private.free_listing(deal.listing_id);
  perform private.post_system_message(deal.conversation_id, me, 'deal_no_show', jsonb_build_object('deal_id', deal.id, 'no_show_by', deal.no_show_by));
  perform private.notify(deal.no_show_by, 'deal_no_show', private.deal_facts(deal, me), deal.id::text);
  return deal;
end
$$;

create or replace function private.deal_talk(deal public.deals) returns public.conversations
language sql stable set search_path = ''
as $$ select * from public.conversations conversation where conversation.id = deal.conversation_id $$;

create or replace function private.deal_facts(deal public.deals, teller uuid) returns jsonb
language sql stable set search_path = ''
return private.offer_facts(private.deal_talk(deal), teller, jsonb_strip_nulls(jsonb_build_object('deal_id', deal.id,
  'amount_minor', deal.amount_minor, 'currency', deal.currency, 'meet_at', deal.meet_at, 'place', deal.meet_place,
  'reason', deal.end_reason, 'tracking_number', deal.tracking_number)));

create or replace function private.other_of_deal(deal public.deals, person uuid) returns uuid
language sql immutable set search_path = ''
return case when person = deal.buyer_id then deal.seller_id else deal.buyer_id end;

create or replace function public.accept_offer(offer_id uuid) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  held record;
  made public.deals;
begin
  held := private.lock_offer(accept_offer.offer_id);
  perform private.refuse_if((held.offer).from_id = me, 'SK322', 'own_offer_not_acceptable');
  select * into made from public.deals deal where deal.offer_id = (held.offer).id;
  if found then
    return made;
  end if;
  perform private.require_pending(held.offer);
  perform private.require_open_deal(held.talk, held.ad);
  perform private.refuse_if(((held.ad).type = 'free') <> ((held.offer).amount_minor = 0), 'SK323', 'ad_changed_since_offer');
  update public.offers offer set state = 'accepted', changed_at = now() where offer.id = (held.offer).id;
  insert into public.deals (listing_id, conversation_id, offer_id, buyer_id, seller_id, amount_minor, ship_cost_minor, currency,
    item_title, mode, reserved_until)
  values ((held.ad).id, (held.talk).id, (held.offer).id,
    case when (held.ad).type = 'wanted' then (held.talk).seller_id else (held.talk).buyer_id end,
    case when (held.ad).type = 'wanted' then (held.talk).buyer_id else (held.talk).seller_id end,
    (held.offer).amount_minor, case when (held.ad).delivery = 'ship' then (held.ad).ship_cost_minor end, (held.offer).currency,
    (held.ad).title, case when (held.ad).delivery = 'ship' then 'ship' else 'meetup' end, now() + interval '72 hours')
  returning * into made;
  perform private.supersede_offers(made.listing_id);
  update public.listings listing set state = 'reserved' where listing.id = made.listing_id;
  perform private.post_system_message(made.conversation_id, me, 'offer_accepted',
    jsonb_build_object('offer_id', made.offer_id, 'deal_id', made.id, 'amount_minor', made.amount_minor, 'currency', made.currency));
  perform private.notify((held.offer).from_id, 'offer_accepted', private.deal_facts(made, me), made.offer_id::text);
  return made;
end
$$;

create or replace function private.has_open_order(deal uuid) returns boolean
language sql stable set search_path = ''
return exists (select from public.orders bought
  where bought.deal_id = deal and bought.is_open);

create or replace function private.lock_own_deal(wanted uuid, allowed_states text[], refusal jsonb, for_meetup boolean default false) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  deal public.deals;
begin
  perform private.refuse_if(me is null, 'SK324', 'deals_signed_out');
  select * into deal from public.deals known where known.id = wanted and me in (known.buyer_id, known.seller_id);
  perform private.refuse_if(not found, 'SK325', 'no_such_deal');
  perform from public.listings listing where listing.id = deal.listing_id for no key update;
  perform private.expire_deals(deal.listing_id);
  select * into deal from public.deals known where known.id = wanted for update;
  perform private.refuse_if(deal.state in ('completed', 'cancelled', 'no_show') and not deal.state = any(allowed_states),
    'SK326', 'deal_over', jsonb_build_object('how', case when deal.end_reason = 'ran_out' then 'ran_out' else deal.state end));
  if not deal.state = any(allowed_states) then
    perform private.refuse(refusal);
  elsif private.has_open_order(deal.id) and not (for_meetup
      and exists (select from public.orders bought where bought.deal_id = deal.id and bought.delivery = 'meet' and bought.state = 'paid')) then
    raise exception using errcode = 'SK380', message = 'deal_being_bought';
  end if;
  return deal;
end
$$;

create or replace function private.complete_deal(wanted uuid, who uuid) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  deal public.deals;
  ad public.listings;
begin
  -- Via handed_over, so that the log has both events.
  update public.deals known set state = 'handed_over', handed_over_at = now(), changed_at = now()
    where known.id = wanted and known.state in ('agreed', 'scheduled');
  update public.deals known set state = 'completed', ended_at = now(), ended_by = who, changed_at = now()
    where known.id = wanted returning * into deal;
  select * into ad from public.listings listing where listing.id = deal.listing_id;
  if ad.state in ('active', 'reserved') then
    perform private.settle_sale(ad, deal.amount_minor, 'here');
  end if;
  if exists (select from public.orders bought where bought.deal_id = deal.id and bought.paid_at is not null) then
    return deal; -- the order logs it
  end if;
  perform private.post_system_message(deal.conversation_id, coalesce(who, deal.buyer_id), 'deal_completed', jsonb_build_object('deal_id', deal.id));
  perform private.notify(person, 'deal_completed', private.deal_facts(deal, private.other_of_deal(deal, person)), deal.id::text)
    from unnest(array[deal.buyer_id, deal.seller_id]) as person where person is distinct from who;
  return deal;
end
$$;

create or replace function public.confirm_deal_receipt(deal_id uuid) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  deal public.deals := private.lock_own_deal(confirm_deal_receipt.deal_id, array['agreed', 'scheduled', 'handed_over', 'completed'], null);
begin
  perform private.refuse_if(deal.buyer_id <> auth.uid(), 'SK331', 'buyer_confirms_receipt');
  if deal.state = 'completed' then
    return deal;
  end if;
  return private.complete_deal(deal.id, auth.uid());
end
$$;

create or replace function private.orders_of(ad uuid) returns setof public.orders
language sql stable set search_path = '' as $$
  select bought.* from public.order_items item join public.orders bought on bought.id = item.order_id
  where item.listing_id = ad and bought.is_open
$$;

create or replace function private.is_party_to(person uuid, news private.listing_news) returns boolean
language sql stable set search_path = ''
return exists (
    select from public.deals deal where deal.listing_id = news.listing_id and person in (deal.buyer_id, deal.seller_id)
      and (news.what in ('reserved', 'sold') and deal.state in ('agreed', 'scheduled', 'handed_over')
        or news.what = 'reserved' and deal.created_at = news.created_at
        or news.what in ('sold', 'back') and deal.ended_at = news.created_at))
  or exists (
    select from public.reservations known where known.listing_id = news.listing_id and known.buyer_id = person
      and (news.what in ('reserved', 'sold') and known.state in ('held', 'sold') or known.changed_at = news.created_at));

create or replace function private.owner_of(kind text, target uuid) returns uuid
language sql stable set search_path = ''
return case kind
  when 'listing' then (select ad.seller_id from public.listings ad where ad.id = target)
  when 'photo' then (select ad.seller_id from public.listing_photos photo join public.listings ad on ad.id = photo.listing_id where photo.id = target)
  when 'message' then (select said.sender_id from public.messages said where said.id = target)
  when 'review' then (select review.author_id from public.reviews review where review.id = target)
  when 'profile' then (select profile.id from public.profiles profile where profile.id = target)
end;

create or replace function public.contest_fact(statement text, conversation_id uuid default null, deal_id uuid default null) returns public.fact_contests
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  fact record;
  made public.fact_contests;
begin
  perform private.refuse_if(me is null, 'SK614', 'figures_signed_out');
  perform private.refuse_if(char_length(btrim(coalesce(statement, ''))) not between 10 and 1000, 'SK615', 'bad_fact_contest');
  select * into fact from public.my_contestable_facts() mine
    where mine.conversation_id = contest_fact.conversation_id or mine.deal_id = contest_fact.deal_id;
  perform private.refuse_if(not found, 'SK616', 'fact_not_counted');
  perform private.refuse_if((select count(*) from public.fact_contests known where known.seller_id = me and known.state = 'open') >= 10,
    'SK617', 'fact_contests_full');
  insert into public.fact_contests (seller_id, conversation_id, deal_id, item_title, statement)
  values (me, fact.conversation_id, fact.deal_id, fact.title, btrim(contest_fact.statement))
  on conflict do nothing returning * into made;
  if not found then -- idempotent
    select * into made from public.fact_contests known
      where known.conversation_id = fact.conversation_id or known.deal_id = fact.deal_id;
  end if;
  return made;
end
$$;

create or replace function public.decide_fact_contest(contest_id uuid, uphold boolean, answer text) returns public.fact_contests
language plpgsql security definer set search_path = '' as $$
declare
  contest public.fact_contests;
begin
  perform private.require_role('moderator', 'admin');
  perform private.refuse_if(char_length(btrim(coalesce(answer, ''))) not between 10 and 1000, 'SK606', 'reasons_needed');
  select * into contest from public.fact_contests known
    where known.id = contest_id and known.seller_id <> auth.uid() for update;
  perform private.refuse_if(not found, 'SK618', 'nothing_to_decide');
  perform private.refuse_if(contest.state <> 'open', 'SK619', 'decided_already');
  update public.fact_contests known set state = case when uphold then 'upheld' else 'rejected' end,
    answer = btrim(decide_fact_contest.answer), decided_at = now()
  where known.id = contest.id returning * into contest;
  if uphold and contest.deal_id is not null then
    update public.sellers seller set no_show_count = greatest(0, seller.no_show_count - 1), deal_count = greatest(0, seller.deal_count - 1)
      where seller.id = contest.seller_id;
  elsif uphold then
    perform private.refresh_response_facts(contest.seller_id);
  end if;
  perform private.audit('fact.decide', contest.seller_id::text, null, jsonb_build_object('contest', contest.id, 'upheld', uphold));
  perform private.notify(contest.seller_id, 'fact_decided', jsonb_build_object('title', contest.item_title, 'statement', contest.answer,
    'upheld', uphold), contest.id::text);
  return contest;
end
$$;

create or replace function private.correct_refund(bought public.orders, back integer) returns public.orders
language plpgsql set search_path = '' as $$
declare
  more integer := case when back >= bought.items_minor then bought.total_minor else back end - bought.refunded_minor;
  sold integer := 0;
begin
  if more > 0 then
    sold := private.proceeds_left(bought, more);
    perform private.book('correction', 'correction ' || bought.id, bought, jsonb_build_object('balance', -sold, 'losses', sold - more, 'refund', more));
    update public.orders known set refunded_minor = known.refunded_minor + more where known.id = bought.id returning * into bought;
    perform private.ask_refund(bought, more, 'correction ' || bought.id);
  else
    sold := -least(-more, bought.items_minor + bought.shipping_minor - bought.seller_fee_minor - bought.label_minor);
    perform private.book('correction', 'correction ' || bought.id, bought, jsonb_build_object('balance', -sold, 'losses', sold));
  end if;
  perform private.ask_transfer(bought, -sold, 'transfer correction ' || bought.id) where sold <> 0;
  return bought;
end
$$;

create or replace function private.order_to_judge(wanted uuid) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders;
begin
  perform private.require_role('moderator', 'admin');
  select * into bought from public.orders known where known.id = wanted;
  perform private.refuse_if(not found, 'SK370', 'no_such_order');
  if auth.uid() in (bought.buyer_id, bought.seller_id) then
    raise exception using errcode = '42501', message = 'Somebody else decides about your own order.';
  end if;
  return bought;
end
$$;

create or replace function private.settle_dispute(bought public.orders, back integer, actor text) returns public.orders
language plpgsql set search_path = '' as $$
begin
  perform private.refuse_if(back is null or back < 0 or back > bought.total_minor,
    'SK375', 'bad_refund', jsonb_build_object('amount', private.money(bought.total_minor, bought.currency)));
  if back >= bought.items_minor then
    return private.move_order(bought.id, 'settle_whole', actor);
  end if;
  return private.move_order(bought.id, 'settle_part', actor, jsonb_build_object('refund_minor', back));
end
$$;

create or replace function private.book(kind text, reference text, bought public.orders, amounts jsonb, person uuid default null, currency text default null)
returns boolean
language plpgsql set search_path = '' as $$
declare
  entry bigint;
begin
  insert into public.ledger_entries (order_id, kind, reference) values (bought.id, book.kind, book.reference)
    on conflict on constraint ledger_entries_reference_key do nothing returning id into entry;
  if entry is null then
    return false;
  end if;
  insert into public.ledger_postings (entry_id, account_id, user_id, amount_minor, currency)
  select entry, private.ledger_account(amount.key, coalesce(book.currency, bought.currency),
      case when amount.key in ('balance', 'payout') then coalesce(bought.seller_id, person) end,
      case when amount.key in ('held', 'refund') then bought.id end),
    case when amount.key in ('balance', 'payout') then coalesce(bought.seller_id, person) end,
    amount.value::bigint, coalesce(book.currency, bought.currency)
  from jsonb_each_text(amounts) as amount where amount.value <> '0'
  order by amount.key;
  return true;
end
$$;

create or replace function private.set_deadlines(bought public.orders) returns void
language plpgsql set search_path = '' as $$
declare
  setting private.order_settings;
  ship_by timestamptz;
  -- The buyer has the whole last hour.
  checked_by timestamptz;
  is_sent_back constant boolean := exists (select from public.shipments parcel where parcel.order_id = bought.id and parcel.direction = 'back');
begin
  select * into setting from private.order_settings;
  ship_by := private.working_days_after(now(), setting.ship_within_working_days);
  checked_by := date_trunc('hour', now() + setting.check_within + interval '59 minutes 59 seconds');
  delete from private.order_deadlines known where known.order_id = bought.id;
  insert into private.order_deadlines (order_id, event, due_at)
  select bought.id, due.event, due.at from (values
    ('awaiting_payment', 'any', 'expire', bought.pay_by),
    ('paid', 'ship', 'remind', ship_by - interval '1 day'),
    ('paid', 'ship', 'not_shipped', ship_by),
    ('paid', 'meet', 'not_met', now() + setting.meet_within),
    ('shipped', 'any', 'deliver', now() + setting.arrive_within),
    ('delivered', 'ship', 'remind', checked_by - interval '1 day'),
    ('delivered', 'any', 'accept', checked_by),
    ('disputed', 'any', 'escalate', now() + setting.answer_within),
    ('returning', 'any', 'not_returned', case when not is_sent_back then now() + setting.return_within end),
    ('returning', 'any', 'return', case when is_sent_back then now() + setting.arrive_within end)) as due (state, delivery, event, at)
  where due.state = bought.state and due.delivery in ('any', bought.delivery) and due.at is not null
    and (due.event <> 'remind' or due.at > now());
end
$$;

create or replace function private.enter_state(bought public.orders, event text, actor text, was text, details jsonb) returns public.orders
language plpgsql set search_path = '' as $$
begin
  insert into public.order_events (order_id, event, actor, from_state, to_state, details)
  values (bought.id, enter_state.event, enter_state.actor, was, bought.state, details);
  if was is distinct from bought.state or event = 'ship_back' then
    perform private.set_deadlines(bought);
  else
    delete from private.order_deadlines known where known.order_id = bought.id and known.event = enter_state.event;
  end if;
  return private.note_due(bought.id);
end
$$;

create or replace function private.release_ads(bought public.orders, ads text) returns void
language plpgsql set search_path = '' as $$
declare
  item record;
  ad public.listings;
  -- The deal sells one unit of its ad.
  dealt uuid;
begin
  if bought.deal_id is not null and exists (select from public.deals deal where deal.id = bought.deal_id and deal.ended_at is null) then
    if ads = 'sell' then
      dealt := (private.complete_deal(bought.deal_id, bought.buyer_id)).listing_id;
    elsif bought.paid_at is null then
      return; -- the agreement stays valid, only the payment is missing
    else
      update public.deals deal set state = 'cancelled', end_reason = 'other', ended_at = now(), changed_at = now() where deal.id = bought.deal_id;
    end if;
  end if;
  for item in
    select sold.listing_id, sold.price_minor from public.order_items sold, generate_series(1 + (sold.listing_id = dealt is true)::integer, sold.quantity)
    where sold.order_id = bought.id and sold.listing_id is not null order by sold.listing_id
  loop
    if ads = 'free' then
      perform private.free_listing(item.listing_id);
    elsif ads = 'pause' then
      update public.listings listing set state = 'paused' where listing.id = item.listing_id and listing.state = 'reserved';
    else
      select * into ad from public.listings listing where listing.id = item.listing_id and listing.state in ('active', 'reserved');
      continue when not found;
      perform private.settle_sale(ad, item.price_minor, 'here');
    end if;
  end loop;
end
$$;

create or replace function private.move_order(wanted uuid, event text, actor text, details jsonb default '{}') returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders;
  was text;
  step private.order_transitions;
begin
  perform private.lock_ads(wanted);
  select * into bought from public.orders known where known.id = wanted for update;
  perform private.refuse_if(not found, 'SK370', 'no_such_order');
  was := bought.state;
  select * into step from private.order_transitions known
    where known.from_state = was and known.event = move_order.event and known.actor = move_order.actor and known.delivery in ('any', bought.delivery);
  if not found then
    -- Idempotent.
    if exists (select from public.order_events past where past.order_id = wanted and past.event = move_order.event and past.actor = move_order.actor
        and past.to_state = was and past.id = (select max(last.id) from public.order_events last where last.order_id = wanted)) then
      return bought;
    end if;
    raise exception using errcode = 'SK371', message = 'order_state', detail = jsonb_build_object('state', was);
  end if;
  update public.orders known set state = step.to_state, changed_at = now(),
    paid_at = case when step.money = 'hold' then now() else known.paid_at end,
    completed_at = case when step.to_state = 'completed' then now() else known.completed_at end,
    end_reason = coalesce(details ->> 'reason', known.end_reason)
    where known.id = wanted returning * into bought;
  bought := private.move_money(bought, was, step.money, details);
  if move_order.event = 'pay' then
    bought := private.make_deal_of(bought);
  end if;
  if step.ads is not null then
    perform private.release_ads(bought, step.ads);
  end if;
  if step.to_state in ('completed', 'cancelled', 'expired', 'refunded', 'charged_back') then
    delete from private.order_addresses known where known.order_id = wanted;
    -- They show it as well.
    update private.shipping_labels label set label_url = null, qr_url = null where label.order_id = wanted;
  end if;
  bought := private.enter_state(bought, move_order.event, move_order.actor, was, details);
  if step.notice is not null then
    perform private.notify_of_order(bought, step, details);
  end if;
  return bought;
end
$$;

create or replace function private.make_deal_of(bought public.orders) returns public.orders
language plpgsql set search_path = '' as $$
declare
  first public.order_items;
  talk uuid;
begin
  if bought.deal_id is not null then
    return bought;
  end if;
  select * into first from public.order_items item where item.order_id = bought.id and item.listing_id is not null order by item.position limit 1;
  if not found then
    return bought;
  end if;
  insert into public.conversations (listing_id, buyer_id, seller_id) values (first.listing_id, bought.buyer_id, bought.seller_id)
    on conflict do nothing returning id into talk;
  if talk is null then
    select known.id into talk from public.conversations known where known.listing_id = first.listing_id and known.buyer_id = bought.buyer_id;
  else
    update public.listings listing set chats_count = listing.chats_count + 1 where listing.id = first.listing_id;
  end if;
  -- Of two orders in one conversation the first has the deal.
  insert into public.deals (listing_id, conversation_id, buyer_id, seller_id, amount_minor, ship_cost_minor, currency, item_title, mode, reserved_until)
  values (first.listing_id, talk, bought.buyer_id, bought.seller_id, bought.items_minor, case when bought.delivery = 'ship' then bought.shipping_minor end,
    bought.currency, first.title, case when bought.delivery = 'ship' then 'ship' else 'meetup' end, now() + interval '72 hours')
  on conflict do nothing returning id into bought.deal_id;
  update public.orders known set conversation_id = talk, deal_id = bought.deal_id where known.id = bought.id returning * into bought;
  return bought;
end
$$;

create or replace function private.move_money(bought public.orders, was text, money text, details jsonb) returns public.orders
language plpgsql set search_path = '' as $$
declare
  back integer := coalesce((details ->> 'refund_minor')::integer, 0);
begin
  if money = 'hold' then
    perform private.book('payment', 'payment ' || (details ->> 'reference'), bought,
      jsonb_build_object('provider', -bought.total_minor, 'held', bought.total_minor));
  elsif money = 'take_back' then
    perform private.take_back(bought, coalesce((details ->> 'amount_minor')::integer, bought.total_minor - bought.refunded_minor));
    -- For a partial dispute.
    return private.share_out(bought, case when was = 'paid' then private.held_of(bought)::integer else 0 end);
  elsif money = 'win_back' then
    perform private.win_back(bought);
    return private.share_out(bought, case when bought.state = 'refunded' then private.held_of(bought)::integer else 0 end);
  elsif money = 'release' then
    return private.share_out(bought, back);
  elsif money = 'refund' then
    return private.share_out(bought, private.held_of(bought)::integer);
  elsif money = 'void' then
    perform private.void_payments(bought.id);
  end if;
  return bought;
end
$$;

create or replace function private.share_out(bought public.orders, back integer) returns public.orders
language plpgsql set search_path = '' as $$
declare
  held constant bigint := private.held_of(bought);
  seller_fee constant integer := bought.seller_fee_minor - round(bought.seller_fee_minor::numeric * least(back, bought.items_minor) / bought.items_minor)::integer;
  due bigint;
  times integer;
begin
  if held = 0 then
    return bought;
  end if;
  select coalesce(sum(posting.amount_minor) filter (where account.kind = 'balance' and entry.kind = 'release'), 0),
    count(distinct entry.id) filter (where entry.kind in ('release', 'refund'))
    into due, times
    from public.ledger_entries entry join public.ledger_postings posting on posting.entry_id = entry.id
    join private.ledger_accounts account on account.id = posting.account_id
    where entry.order_id = bought.id;
  due := least(held - back, greatest(bought.items_minor + bought.shipping_minor - bought.refunded_minor - back - seller_fee - bought.label_minor - due, 0));
  perform private.book(case when held = back then 'refund' else 'release' end,
    case when held = back then 'refund ' else 'release ' end || bought.id || case when times > 0 then ' ' || times else '' end, bought,
    jsonb_build_object('held', -held, 'refund', back, 'balance', due, 'fees', held - back - due));
  if back > 0 then
    update public.orders known set refunded_minor = known.refunded_minor + back where known.id = bought.id returning * into bought;
    perform private.ask_refund(bought, back, 'refund ' || bought.id || case when times > 0 then ' ' || times else '' end);
  end if;
  if due > 0 then
    perform private.ask_transfer(bought, due, 'transfer ' || bought.id || case when times > 0 then ' ' || times else '' end);
  end if;
  return bought;
end
$$;

create or replace function private.proceeds_left(bought public.orders, most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  proceeds integer;
begin
  select least(most, account.balance_minor, coalesce((
      select sum(posting.amount_minor) from public.ledger_entries entry join public.ledger_postings posting on posting.entry_id = entry.id
      where entry.order_id = bought.id and posting.account_id = account.id), 0))
    into proceeds from private.ledger_accounts account
    where account.kind = 'balance' and account.user_id = bought.seller_id and account.currency = bought.currency for update;
  return coalesce(proceeds, 0);
end
$$;

create or replace function private.take_back(bought public.orders, amount integer) returns void
language plpgsql set search_path = '' as $$
declare
  missing integer := least(amount, bought.total_minor);
  held constant integer := least(private.held_of(bought), missing);
  unsent integer := 0;
  sold integer := 0;
begin
  if exists (select from public.ledger_entries known where known.reference = 'chargeback ' || bought.id) then
    return;
  end if;
  missing := missing - held;
  if missing > 0 then
    update private.payment_tasks known set done_at = now(), last_error = 'taken back by the bank'
      where known.key = 'refund ' || bought.id and known.done_at is null
        and known.amount_minor <= missing - (bought.total_minor - bought.refunded_minor) returning known.amount_minor into unsent;
    missing := missing - coalesce(unsent, 0);
    sold := private.proceeds_left(bought, missing);
    missing := missing - sold;
  end if;
  perform private.book('chargeback', 'chargeback ' || bought.id, bought, jsonb_build_object('held', -held, 'refund', -coalesce(unsent, 0),
    'balance', -sold, 'losses', -missing, 'provider', held + coalesce(unsent, 0) + sold + missing));
  if sold > 0 then
    perform private.ask_transfer(bought, -sold, 'reverse ' || bought.id);
  end if;
end
$$;

create or replace function private.win_back(bought public.orders) returns void
language plpgsql set search_path = '' as $$
declare
  sold integer;
begin
  if private.reverse_entry('chargeback ' || bought.id, 'won ' || bought.id) then
    update private.payment_tasks known set done_at = null, last_error = null, due_at = now()
      where known.key = 'refund ' || bought.id and known.last_error = 'taken back by the bank';
    select -known.amount_minor into sold from private.payment_tasks known where known.key = 'reverse ' || bought.id;
    if sold <> 0 then
      perform private.ask_transfer(bought, sold, 'transfer won ' || bought.id);
    end if;
  end if;
end
$$;

create or replace function private.ask_transfer(bought public.orders, amount bigint, key text) returns void
language sql set search_path = '' as $$
  insert into private.payment_tasks (key, kind, provider, order_id, user_id, payment, amount_minor, currency)
  select ask_transfer.key, 'transfer', known.provider, bought.id, bought.seller_id, known.reference, amount, bought.currency
  from private.payments known
  where known.provider <> 'test' and known.reference = private.payment_of(bought.id)
  on conflict do nothing
$$;

create or replace function private.ask_refund(bought public.orders, amount integer, key text, payment text default null, currency text default null) returns void
language sql set search_path = '' as $$
  insert into private.payment_tasks (key, kind, provider, order_id, payment, amount_minor, currency)
  select ask_refund.key, 'refund', known.provider, bought.id, known.reference, amount, coalesce(ask_refund.currency, bought.currency)
  from private.payments known
  where known.order_id = bought.id and known.reference = coalesce(ask_refund.payment, private.payment_of(bought.id))
  on conflict do nothing
$$;

create or replace function private.void_payments(wanted uuid) returns integer
language sql set search_path = ''
begin atomic
  insert into private.payment_tasks (key, kind, provider, order_id, payment)
  select 'cancel ' || known.reference, 'cancel', known.provider, known.order_id, known.reference
  from private.payments known where known.order_id = wanted and known.state in ('open', 'challenged', 'failed') on conflict do nothing;
  select count(*)::integer from private.payments known
  where known.order_id = wanted and known.provider <> 'test' and known.state in ('open', 'challenged', 'failed');
end;

create or replace function private.notify_of_order(bought public.orders, step private.order_transitions, details jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  facts constant jsonb := jsonb_strip_nulls(jsonb_build_object('carrier', details -> 'carrier', 'tracking_number', details -> 'tracking'));
  last_event constant bigint := (select max(past.id) from public.order_events past where past.order_id = bought.id);
begin
  -- The seller sees an order once it is paid.
  if bought.conversation_id is not null and bought.seller_id is not null and bought.paid_at is not null and step.event <> 'remind' then
    perform private.post_system_message(bought.conversation_id, case step.actor when 'buyer' then coalesce(bought.buyer_id, bought.seller_id) else bought.seller_id end,
      step.notice, facts || jsonb_build_object('order_id', bought.id));
  end if;
  perform private.notify(person, step.notice, private.order_facts(bought, person) || facts, bought.id || ' ' || last_event)
    from unnest(array[case when step.tells in ('buyer', 'both') then bought.buyer_id end, case when step.tells in ('seller', 'both') then bought.seller_id end])
      as person where person is not null;
end
$$;

create or replace function private.flag_shared_card(bought public.orders, print text) returns void
language sql set search_path = '' as $$
  with used as (
    select count(distinct known.buyer_id) as accounts, bool_or(known.buyer_id = bought.seller_id) as buys_from_itself
    from private.payments paid join public.orders known on known.id = paid.order_id
    where paid.card_print = print and paid.state = 'succeeded' and paid.changed_at > now() - interval '30 days'
  )
  select private.notify(judge.id, 'shared_card', jsonb_build_object('count', used.accounts, 'order_number', bought.order_number),
    concat_ws(' ', 'shared card', print, used.accounts, case when used.buys_from_itself then bought.seller_id end))
  from used join public.profiles judge on judge.role in ('moderator', 'admin')
  where used.accounts >= 3 or used.buys_from_itself
$$;

create or replace function private.take_payment(payment private.payments, details jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  bought public.orders;
  paid integer := coalesce((details ->> 'amount_minor')::integer, payment.amount_minor);
  currency text := coalesce(details ->> 'currency', payment.currency);
begin
  update private.payments known set state = 'succeeded', card_print = coalesce(details ->> 'card_print', known.card_print),
    card_name = coalesce(details ->> 'card_name', known.card_name),
    charge = coalesce(details ->> 'charge', known.charge), changed_at = now()
    where known.reference = payment.reference;
  -- A later event may have the card. Test cards are shared by everybody.
  if payment.provider <> 'test' and payment.card_print is null and details ? 'card_print' then
    perform private.flag_shared_card(known, details ->> 'card_print') from public.orders known where known.id = payment.order_id;
  end if;
  if payment.state = 'succeeded' then
    return 'known';
  end if;
  perform private.lock_ads(payment.order_id);
  select * into bought from public.orders known where known.id = payment.order_id for update;
  if bought.state = 'awaiting_payment' and paid = bought.total_minor and currency = bought.currency then
    perform private.move_order(bought.id, 'pay', 'provider', jsonb_build_object('reference', payment.reference));
    -- The test card that is disputed later.
    insert into private.payment_tasks (key, kind, provider, order_id, payment, due_at)
    select 'dispute ' || payment.reference, 'dispute', 'test', bought.id, payment.reference, now() + interval '1 minute'
    where payment.provider = 'test' and details ->> 'card_print' = 'test disputed_later';
    return 'paid';
  end if;
  -- In the currency received, whatever the order's is.
  perform private.book('payment', 'payment ' || payment.reference, bought, jsonb_build_object('provider', -paid, 'refund', paid), null, currency);
  perform private.ask_refund(bought, paid, 'refund of ' || payment.reference, payment.reference, currency);
  return 'sent back';
end
$$;

create or replace function private.take_back_stray(bought public.orders, payment private.payments, event private.provider_events) returns void
language plpgsql set search_path = '' as $$
declare
  task constant text := 'refund of ' || payment.reference;
  amount integer;
  came_in text;
begin
  if event.kind = 'disputed' and exists (select from public.ledger_entries known where known.reference = 'chargeback of ' || payment.reference) then
    return;
  elsif event.kind = 'disputed' then
    select -sum(posting.amount_minor), min(posting.currency) into amount, came_in from public.ledger_entries entry join public.ledger_postings posting on posting.entry_id = entry.id
      join private.ledger_accounts account on account.id = posting.account_id and account.kind = 'provider' where entry.reference = 'payment ' || payment.reference;
    update private.payment_tasks known set done_at = now(), last_error = 'taken back by the bank' where known.key = task and known.done_at is null;
    perform private.book('chargeback', 'chargeback of ' || payment.reference, bought,
      jsonb_build_object(case when found then 'refund' else 'losses' end, -amount, 'provider', amount), null, came_in);
  elsif private.reverse_entry('chargeback of ' || payment.reference, 'won ' || payment.reference) then
    update private.payment_tasks known set done_at = null, last_error = null, due_at = now() where known.key = task and known.last_error = 'taken back by the bank';
  end if;
end
$$;

create or replace function private.take_dispute(bought public.orders, payment private.payments, event private.provider_events) returns text
language plpgsql set search_path = '' as $$
declare
  was text;
begin
  if private.payment_of(bought.id) is distinct from payment.reference then
    perform private.take_back_stray(bought, payment, event);
  elsif event.kind = 'disputed' then
    if bought.state in ('refunded', 'cancelled', 'expired') then
      perform private.take_back(bought, coalesce((event.details ->> 'amount_minor')::integer, bought.total_minor));
    elsif bought.state <> 'charged_back' then
      perform private.move_order(bought.id, 'charge_back', 'provider', event.details);
    end if;
  elsif bought.state = 'charged_back' then
    select past.from_state into was from public.order_events past
      where past.order_id = bought.id and past.event = 'charge_back' order by past.id desc limit 1;
    -- Items that were not sent, or were returned, are not paid for.
    perform private.move_order(bought.id, case when was in ('paid', 'returning') then 'give_back' else 'win_back' end, 'provider');
  else
    perform private.win_back(bought);
  end if;
  return event.kind;
end
$$;

create or replace function public.mark_return_shipped(order_id uuid, carrier text, tracking text) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(mark_return_shipped.order_id, 'buyer');
begin
  perform private.require_tracking(carrier, tracking);
  insert into public.shipments (order_id, direction, carrier, tracking, tracking_url)
  values (bought.id, 'back', btrim(mark_return_shipped.carrier), btrim(mark_return_shipped.tracking),
    private.tracking_link(btrim(mark_return_shipped.carrier), btrim(mark_return_shipped.tracking), null))
  on conflict on constraint shipments_pkey do nothing;
  if found then
    bought := private.move_order(bought.id, 'ship_back', 'buyer', jsonb_build_object('carrier', btrim(carrier), 'tracking', btrim(tracking)));
  end if;
  return bought;
end
$$;

create or replace function public.contest_return(order_id uuid, text text default null) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(contest_return.order_id, 'seller');
begin
  perform private.refuse_if(char_length(btrim(text)) not between 10 and 2000, 'SK374', 'dispute_text_length');
  bought := private.move_order(bought.id, 'contest', 'seller');
  update public.disputes known set answer = right(concat_ws(E'\n\n', known.answer, btrim(contest_return.text)), 4000)
    where known.order_id = bought.id and contest_return.text is not null;
  -- The users have nothing left to agree on.
  delete from private.order_deadlines due where due.order_id = bought.id;
  return private.note_due(bought.id);
end
$$;

create or replace function private.keeps_unit(ad uuid, me uuid) returns boolean
language sql stable set search_path = ''
return exists (select from public.deals deal
    where deal.listing_id = ad and deal.buyer_id = me and deal.state in ('agreed', 'scheduled') and not private.has_open_order(deal.id))
  or exists (select from public.reservations known where known.listing_id = ad and known.buyer_id = me and known.state = 'held'
    and not exists (select from private.orders_of(ad) as bought where bought.buyer_id = me));

create or replace function private.price_order(ads public.listings[], units integer[], deal public.deals, delivery text)
returns table (discount_minor integer, items_minor integer, shipping_minor integer, fee_minor integer)
language sql stable set search_path = '' as $$
  select priced.discount, priced.items, priced.shipping, private.buyer_fee(priced.items, price_order.delivery)
  from (
    select summed.discount, summed.full_price - summed.discount as items, summed.shipping
    from (
      select full_price, shipping, case when deal.id is null and things >= 2 then round(full_price * seller.bundle_percent / 100.0)::integer else 0 end as discount
      from (
        select coalesce(deal.amount_minor, sum(ad.price_minor * units[place]))::integer as full_price, sum(units[place]) as things,
          -- The most expensive of all.
          case when price_order.delivery = 'ship' then max(coalesce(ad.ship_cost_minor, 0)) else 0 end as shipping
        from generate_subscripts(ads, 1) as place, lateral (select (ads[place]).*) as ad) as listed
      join public.sellers seller on seller.id = (ads[1]).seller_id) as summed) as priced
$$;

create or replace function private.keep_address(bought public.orders, address_id uuid) returns void
language sql set search_path = '' as $$
  insert into private.order_addresses (order_id, sealed)
  select bought.id, known.sealed from private.addresses known where known.id = address_id and bought.delivery = 'ship'
  on conflict (order_id) do update set sealed = excluded.sealed
$$;

create or replace function private.order_to_pay(bought public.orders) returns jsonb
language sql immutable set search_path = ''
return jsonb_build_object('order_id', bought.id, 'total_minor', bought.total_minor, 'currency', bought.currency, 'items_minor', bought.items_minor,
  'discount_minor', bought.discount_minor, 'shipping_minor', bought.shipping_minor, 'fee_minor', bought.fee_minor, 'pay_by', bought.pay_by);

create or replace function private.find_own_order(wanted uuid, part text) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  bought public.orders;
begin
  perform private.refuse_if(me is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  select * into bought from public.orders known
    where known.id = wanted and (known.buyer_id = me and part in ('buyer', 'either') or known.seller_id = me and known.paid_at is not null and part in ('seller', 'either'));
  if found then
    return bought;
  end if;
  perform private.refuse_if(exists (select from public.orders known where known.id = wanted and (known.buyer_id = me or known.seller_id = me and known.paid_at is not null)),
    'SK372', 'order_of_other_part', jsonb_build_object('part', part));
  raise exception using errcode = 'SK370', message = 'no_such_order';
end
$$;

create or replace function private.move_own_order(wanted uuid, part text, event text, details jsonb default '{}') returns public.orders
language sql set search_path = ''
return (
  select private.move_order(bought.id, event, case when bought.buyer_id = auth.uid() then 'buyer' else 'seller' end, details)
  from private.find_own_order(wanted, part) as bought);

create or replace function public.mark_shipped(order_id uuid, carrier text, tracking text, tracking_url text default null) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(mark_shipped.order_id, 'seller');
begin
  perform private.require_tracking(carrier, tracking);
  bought := private.move_order(bought.id, 'ship', 'seller', jsonb_build_object('carrier', btrim(carrier), 'tracking', btrim(tracking)));
  insert into public.shipments (order_id, carrier, tracking, tracking_url)
  values (bought.id, btrim(mark_shipped.carrier), btrim(mark_shipped.tracking),
    coalesce((select label.tracking_url from private.shipping_labels label where label.order_id = bought.id and label.direction = 'out'
        and label.tracking = btrim(mark_shipped.tracking)),
      private.tracking_link(btrim(mark_shipped.carrier), btrim(mark_shipped.tracking), nullif(btrim(mark_shipped.tracking_url), ''))))
  on conflict on constraint shipments_pkey do nothing;
  return bought;
end
$$;

create or replace function public.confirm_receipt(order_id uuid) returns public.orders
language sql security definer set search_path = ''
return private.move_own_order(order_id, 'buyer', 'confirm');

create or replace function public.cancel_order(order_id uuid, reason text default null) returns public.orders
language sql security definer set search_path = ''
return private.move_own_order(order_id, 'either', 'cancel', jsonb_strip_nulls(jsonb_build_object('reason', left(nullif(btrim(reason), ''), 300))));

create or replace function public.report_lost(order_id uuid) returns public.orders
language sql security definer set search_path = ''
return private.move_own_order(order_id, 'seller', 'lose');

create or replace function public.write_review(deal_id uuid, rating integer, tags text[] default '{}', body text default '') returns public.reviews
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  deal public.deals;
  written public.reviews;
begin
  perform private.refuse_if(me is null, 'SK422', 'review_signed_out');
  -- Locked, so that of two concurrent reviews the second sees the first.
  select * into deal from public.deals known where known.id = write_review.deal_id and me in (known.buyer_id, known.seller_id)
    for no key update;
  perform private.refuse_if(not found, 'SK325', 'no_such_deal');
  perform private.refuse_if(deal.state not in ('completed', 'no_show'), 'SK423', 'review_before_deal_done');
  perform private.refuse_if(deal.ended_at < now() - private.review_time(), 'SK424', 'review_too_late');
  perform private.refuse_if(coalesce(rating, 0) not between 1 and 5, 'SK425', 'bad_stars');
  perform private.refuse_if(not coalesce(tags, '{}') <@ array['on_time', 'friendly', 'as_described', 'communicative'], 'SK426', 'bad_marks');
  perform private.refuse_if(char_length(coalesce(body, '')) > 1000, 'SK427', 'review_too_long');
  insert into public.reviews as known (subject_id, author_id, listing_id, deal_id, item_title, rating, tags, body)
  values (private.other_of_deal(deal, me), me, deal.listing_id, deal.id, deal.item_title, write_review.rating,
    array(select distinct tag from unnest(coalesce(write_review.tags, '{}')) as tag order by tag), btrim(coalesce(write_review.body, '')))
  on conflict on constraint reviews_one_each do update set rating = excluded.rating, tags = excluded.tags, body = excluded.body
    where known.state = 'submitted'
  returning * into written;
  perform private.refuse_if(not found, 'SK428', 'review_published');
  if (select count(*) from public.reviews review where review.deal_id = deal.id) = 2 then
    perform private.publish_reviews(deal.id);
    select * into written from public.reviews review where review.id = written.id;
  end if;
  return written;
end
$$;

create or replace function public.reply_to_review(review_id uuid, reply text) returns public.reviews
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  answered public.reviews;
begin
  perform private.refuse_if(me is null, 'SK429', 'review_answer_signed_out');
  select * into answered from public.reviews review
    where review.id = reply_to_review.review_id and review.subject_id = me and review.state = 'published' for no key update;
  perform private.refuse_if(not found, 'SK430', 'no_such_review');
  perform private.refuse_if(char_length(btrim(coalesce(reply_to_review.reply, ''))) not between 1 and 1000, 'SK431', 'bad_review_answer');
  perform private.refuse_if(answered.reply is not null, 'SK432', 'review_answered');
  update public.reviews review set reply = btrim(reply_to_review.reply), replied_at = now() where review.id = answered.id returning * into answered;
  if answered.author_id is not null then
    perform private.notify(answered.author_id, 'review_reply', jsonb_build_object('review_id', answered.id, 'title', answered.item_title,
      'seller_id', me, 'from', (select seller.display_name from public.sellers seller where seller.id = me)), answered.id::text);
  end if;
  return answered;
end
$$;

create or replace function private.protected_pay(talk uuid default null) returns text
language sql stable security definer set search_path = ''
return (select 'protected_pay' from private.order_settings setting where setting.payments <> 'off' and not exists (
  select from public.deals deal where deal.conversation_id = protected_pay.talk and deal.state = 'scheduled'));

create index deals_buyer_idx on public.deals (buyer_id, created_at desc);

create index deals_seller_idx on public.deals (seller_id, created_at desc);

create index deals_conversation_idx on public.deals (conversation_id);

create index deals_lapse_idx on public.deals (reserved_until) where state in ('agreed', 'scheduled');

create unique index deals_one_open_idx on public.deals (conversation_id) where state in ('agreed', 'scheduled', 'handed_over');

create index deals_open_idx on public.deals (listing_id) where state in ('agreed', 'scheduled', 'handed_over');

create unique index deals_receipt_number_idx on public.deals (receipt_number);

create index fact_contests_seller_idx on public.fact_contests (seller_id);

create index fact_contests_open_idx on public.fact_contests (created_at) where state = 'open';

create index orders_buyer_idx on public.orders (buyer_id, created_at desc);

create index orders_seller_idx on public.orders (seller_id, created_at desc);

create index orders_unpaid_idx on public.orders (buyer_id) where state = 'awaiting_payment';

create index orders_conversation_idx on public.orders (conversation_id);

create index orders_deal_idx on public.orders (deal_id);

create index payments_order_idx on private.payments (order_id);

create index payments_card_idx on private.payments (card_print) where card_print is not null;

create index payment_tasks_due_idx on private.payment_tasks (due_at) where done_at is null;

create index shipping_labels_unused_idx on private.shipping_labels (order_id) where bought_at is not null and given_back_at is null;

create index reviews_subject_idx on public.reviews (subject_id, created_at desc) where state = 'published';

create index reviews_submitted_idx on public.reviews (deal_id) where state = 'submitted';

create index reviews_author_idx on public.reviews (author_id, created_at desc);

alter table public.deals enable row level security;

alter table public.fact_contests enable row level security;

alter table public.orders enable row level security;

alter table private.payments enable row level security;

alter table private.payment_tasks enable row level security;

alter table public.shipments enable row level security;

alter table private.shipping_labels enable row level security;

alter table public.reviews enable row level security;

create or replace trigger a_guard_writes before insert or update on public.deals
  for each statement execute function private.guard_writes('standing', 'recovery', 'second_factor');

create or replace trigger a_guard_writes before insert or update on public.reviews
  for each statement execute function private.guard_writes('standing', 'second_factor');

create or replace trigger a_guard_writes before insert or update on public.fact_contests
  for each statement execute function private.guard_writes('second_factor');

create or replace trigger record_deal after insert or update on public.deals
  for each row execute function private.record_deal_change();

create or replace trigger require_unit before insert on public.deals
  for each row when (new.state in ('agreed', 'scheduled', 'handed_over')) execute function private.require_unit();

create or replace trigger run_provider_job after insert on private.payment_tasks
  for each statement execute function private.run_provider_job();

create or replace trigger count_ended_deal after update of state on public.deals
  for each row when (old.state not in ('completed', 'no_show') and new.state in ('completed', 'no_show'))
  execute function private.count_deals();

create or replace trigger count_known_deal after insert on public.deals
  for each row when (new.state in ('completed', 'no_show'))
  execute function private.count_deals();

create or replace trigger rate_seller after insert or delete or update of rating, state on public.reviews
  for each row execute function private.rate_seller();

create or replace trigger tell_webhooks after insert on public.deals
  for each row when (new.state = 'agreed')
  execute function private.queue_webhook_event_of_row('deal.', 'deal_id=id', 'conversation_id', 'listing_id', 'buyer_id', 'seller_id', 'state');

create or replace trigger tell_webhooks_of_change after update of state on public.deals
  for each row when (old.state <> new.state and new.state in ('completed', 'cancelled'))
  execute function private.queue_webhook_event_of_row('deal.', 'deal_id=id', 'conversation_id', 'listing_id', 'buyer_id', 'seller_id', 'state');

create or replace trigger tell_webhooks_of_no_show after update of state on public.deals
  for each row when (old.state <> new.state and new.state = 'no_show')
  execute function private.queue_webhook_event_of_row('deal.cancelled', 'deal_id=id', 'conversation_id', 'listing_id', 'buyer_id', 'seller_id', 'state');

create or replace trigger tell_webhooks after insert on public.reviews
  for each row when (new.state = 'published')
  execute function private.queue_webhook_event_of_row('review.published', 'review_id=id', 'subject_id', 'author_id', 'listing_id', 'deal_id', 'rating');

create or replace trigger tell_webhooks_of_change after update of state on public.reviews
  for each row when (new.state = 'published' and old.state <> 'published')
  execute function private.queue_webhook_event_of_row('review.published', 'review_id=id', 'subject_id', 'author_id', 'listing_id', 'deal_id', 'rating');

create policy "only the two people of a deal see it" on public.deals
  for select to authenticated using (buyer_id = (select auth.uid()) or seller_id = (select auth.uid()));

create policy "who has a second factor shows it first" on public.deals as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "sellers and moderators read what is contested" on public.fact_contests
  for select to authenticated using (seller_id = (select auth.uid()) or (select private.has_role('moderator', 'admin')));

create policy "who has a second factor shows it first" on public.fact_contests as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "only buyer and seller see an order, the seller once it is paid" on public.orders
  for select to authenticated
  using (buyer_id = (select auth.uid()) or seller_id = (select auth.uid()) and paid_at is not null);

create policy "who has a second factor shows it first" on public.orders as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "who sees an order sees its parcel" on public.shipments
  for select to authenticated using (exists (select from public.orders bought where bought.id = order_id));

create policy "who has a second factor shows it first" on public.shipments as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "the two people of an order see the photos of its dispute" on storage.objects
  for select to authenticated
  using (bucket_id = 'dispute-photos' and exists (select from public.orders bought where bought.id::text = split_part(objects.name, '/', 1)));

create policy "people add photos to disputes of orders they are part of" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'dispute-photos' and split_part(name, '/', 2) = (select auth.uid())::text and split_part(name, '/', 3) <> ''
    and exists (select from public.orders bought
      where bought.id::text = split_part(objects.name, '/', 1) and bought.state in ('shipped', 'delivered', 'disputed', 'returning')));

create policy "everyone reads published reviews" on public.reviews
  for select to anon, authenticated using (state = 'published');

create policy "authors read their own reviews" on public.reviews
  for select to authenticated using (author_id = (select auth.uid()));

comment on table public.deals is 'An agreement about an ad. Written by its functions only. While it is open, the ad is reserved for the buyer.';

comment on column public.deals.buyer_id is 'The user who receives the item and pays. For a wanted ad, the author of the ad.';

comment on column public.deals.ended_by is 'The user who ended it; null: a job or the moderators.';

comment on column public.deals.receipt_number is 'The number on the receipt.';

comment on function public.propose_meetup(uuid, timestamptz, text) is 'Proposes a time and place. A confirmed meet-up stays valid until the other user confirms the new one.';

comment on function public.confirm_meetup(uuid, timestamptz) is 'Confirms the proposed time and place. The ad stays reserved until a day after it.';

comment on function public.choose_shipping(uuid) is 'Switches to shipping instead of a handover, and drops a proposed meet-up.';

comment on function public.mark_deal_shipped(uuid, text, text) is 'Marks the parcel as shipped. Complete when the buyer confirms receipt, or 14 days later.';

comment on function public.cancel_deal(uuid, text) is 'Cancels a deal before the handover. The ad becomes available again.';

comment on function public.report_no_show(uuid) is 'Reports a no-show, 15 minutes after the agreed time. The ad becomes available again.';

comment on function public.accept_offer(uuid) is
  'Accepts an offer: reserves the ad for 72 hours, opens the deal and supersedes all other open offers. Idempotent.';

comment on function public.confirm_deal_receipt(uuid) is 'Completes the deal on behalf of the buyer, with or without a code.';

comment on table public.fact_contests is 'Objections of sellers to facts shown about them, with the decision. Written by contest_fact() and decide_fact_contest().';

comment on function public.contest_fact(text, uuid, uuid) is 'Contests a late reply (its conversation) or a no-show (its deal). A moderator decides.';

comment on function public.decide_fact_contest(uuid, boolean, text) is 'For moderators: decides a contested fact, with a reason. An upheld contest no longer counts.';

comment on function private.move_order(uuid, text, text, jsonb) is 'The only way to change an order''s state: by a row of private.order_transitions, else SK371.';

comment on function public.mark_return_shipped(uuid, text, text) is 'Marks the return as shipped. Without an answer of the seller, the refund follows once the parcel must have arrived.';

comment on function public.contest_return(uuid, text) is 'Contests a returned item: moderators decide.';

comment on function public.mark_shipped(uuid, text, text, text) is 'Marks a paid order as shipped. The tracking link is derived for a known carrier; a given one must lead to a known carrier. Idempotent.';

comment on function public.confirm_receipt(uuid) is 'The buyer confirms that everything is fine, which pays the seller. Idempotent.';

comment on function public.cancel_order(uuid, text) is 'Cancels an order before it is shipped or handed over, with a full refund. Idempotent.';

comment on function public.report_lost(uuid) is 'The seller reports the parcel as lost: the buyer is refunded in full. Idempotent.';

comment on table public.orders is 'A purchase. Written by start_order() and private.move_order() only. Amounts are integers in minor units.';

comment on column public.orders.fee_minor is 'Buyer protection.';

comment on column public.orders.refunded_minor is 'Refunded part of the total.';

comment on table private.payments is 'Payment attempts for orders, with the provider''s reference.';

comment on table private.payment_tasks is 'Tasks for the provider, written in the transaction that decides them and sent by a job until they are done.';

comment on table public.shipments is 'The parcel of an order, and the returned one, as reported by users or the carrier.';

comment on table private.shipping_labels is 'Labels of carriers that were priced or bought for parcels of orders, where a shipping provider is on. Links are cleared with the order''s address.';

comment on function public.write_review(uuid, integer, text[], text) is
  'Reviews the other user of a deal, within 14 days of its end. Hidden and editable until both have written or the 14 days are over.';

comment on function public.reply_to_review(uuid, text) is 'The single reply of the reviewed user to a published review.';

comment on table public.reviews is 'A review of one user by the other after a deal. Hidden until both have written or 14 days have passed.';

comment on column public.reviews.deal_id is 'Null for reviews of the demo market that predate its deals.';

revoke all on public.deals from anon, authenticated;

grant select on public.deals to authenticated;

grant execute on function public.propose_meetup(uuid, timestamptz, text) to authenticated;

grant execute on function public.confirm_meetup(uuid, timestamptz) to authenticated;

grant execute on function public.choose_shipping(uuid) to authenticated;

grant execute on function public.mark_deal_shipped(uuid, text, text) to authenticated;

grant execute on function public.cancel_deal(uuid, text) to authenticated;

grant execute on function public.report_no_show(uuid) to authenticated;

grant execute on function public.accept_offer(uuid) to authenticated;

grant execute on function public.confirm_deal_receipt(uuid) to authenticated;

revoke all on public.fact_contests from anon, authenticated;

grant select on public.fact_contests to authenticated;

grant execute on function public.contest_fact(text, uuid, uuid) to authenticated;

grant execute on function public.decide_fact_contest(uuid, boolean, text) to authenticated;

grant execute on function public.mark_return_shipped(uuid, text, text) to authenticated;

grant execute on function public.contest_return(uuid, text) to authenticated;

grant execute on function public.mark_shipped(uuid, text, text, text) to authenticated;

grant execute on function public.confirm_receipt(uuid) to authenticated;

grant execute on function public.cancel_order(uuid, text) to authenticated;

grant execute on function public.report_lost(uuid) to authenticated;

revoke all on public.orders from anon, authenticated;

grant select on public.orders to authenticated;

revoke all on public.shipments from anon, authenticated;

grant select on public.shipments to authenticated;

grant execute on function public.write_review(uuid, integer, text[], text) to authenticated;

grant execute on function public.reply_to_review(uuid, text) to authenticated;

revoke all on public.reviews from anon, authenticated;

grant select on public.reviews to anon, authenticated;

create table private.order_addresses (
  order_id uuid primary key references public.orders on delete cascade,
  sealed text not null
);

create table public.disputes (
  order_id uuid primary key references public.orders on delete cascade,
  reason text not null check (reason in ('not_received', 'wrong_item', 'not_as_described', 'damaged', 'counterfeit', 'other')),
  -- Statements and photos of both sides, who can add to them until the decision.
  text text not null check (char_length(text) between 10 and 4000),
  photos text[] not null default '{}' check (cardinality(photos) <= 8),
  answer text check (char_length(answer) between 1 and 4000),
  answer_photos text[] not null default '{}' check (cardinality(answer_photos) <= 8),
  -- The buyer's request and the seller's offer: an amount, or a full refund for the returned item.
  wish text not null default 'whole' check (wish in ('part', 'return', 'whole')),
  wanted_minor integer check (wanted_minor > 0),
  offered_minor integer check (offered_minor >= 0),
  offers_return boolean not null default false,
  -- Questions of moderators before the decision.
  question text check (char_length(question) between 10 and 500),
  asked_at timestamptz,
  outcome text check (outcome in ('paid', 'part', 'return', 'whole')),
  decided_minor integer check (decided_minor >= 0),
  decision text check (char_length(decision) between 10 and 1000),
  decided_by uuid,
  appeal text check (char_length(appeal) between 10 and 2000),
  appealed_by uuid,
  appealed_at timestamptz,
  -- The refund after the appeal.
  appeal_minor integer check (appeal_minor >= 0),
  appeal_decision text check (char_length(appeal_decision) between 10 and 1000),
  appeal_decided_by uuid,
  appeal_decided_at timestamptz,
  state text not null default 'open' check (state in ('open', 'escalated', 'settled', 'decided', 'withdrawn')),
  opened_at timestamptz not null default now(),
  answered_at timestamptz,
  escalated_at timestamptz,
  ended_at timestamptz,
  check ((state in ('settled', 'decided', 'withdrawn')) = (ended_at is not null)),
  check ((state = 'decided') = (decision is not null)),
  check (num_nulls(appeal, appealed_by, appealed_at) in (0, 3)),
  check (num_nulls(appeal_minor, appeal_decision, appeal_decided_by, appeal_decided_at) in (0, 4))
);

create table private.ledger_accounts (
  id bigint generated always as identity primary key,
  -- provider: received by the payment provider, negative. held and refund: per order. balance and payout: per seller.
  kind text not null check (kind in ('provider', 'held', 'refund', 'balance', 'payout', 'fees', 'losses')),
  user_id uuid,
  order_id uuid references public.orders,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Running balances for accounts of one order or one seller; the market's own are summed on demand.
  balance_minor bigint not null default 0,
  unique nulls not distinct (kind, user_id, order_id, currency),
  check ((order_id is not null) = (kind in ('held', 'refund'))),
  check ((user_id is not null) = (kind in ('balance', 'payout'))),
  constraint ledger_never_overdrawn check (balance_minor >= 0)
);

create table public.ledger_entries (
  id bigint generated always as identity primary key,
  order_id uuid references public.orders,
  kind text not null check (kind in ('payment', 'release', 'refund', 'refund_sent', 'payout', 'payout_sent', 'payout_returned', 'chargeback', 'reversal', 'correction',
    'provider_fee')),
  -- A movement is booked once, however often it is reported.
  reference text not null unique check (char_length(reference) between 1 and 200),
  created_at timestamptz not null default now()
);

create table public.ledger_postings (
  id bigint generated always as identity primary key,
  entry_id bigint not null references public.ledger_entries,
  account_id bigint not null references private.ledger_accounts,
  -- Owner of the account: null for orders and the market.
  user_id uuid,
  amount_minor bigint not null check (amount_minor <> 0),
  currency text not null,
  -- Running balance after this posting; null if private.ledger_accounts has none. Written by keep_balance.
  balance_minor bigint
);

create table private.order_deadlines (
  order_id uuid not null references public.orders on delete cascade,
  event text not null,
  due_at timestamptz not null,
  primary key (order_id, event)
);

create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders on delete cascade,
  event text not null,
  actor text not null,
  from_state text,
  to_state text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);

create table public.order_items (
  order_id uuid not null references public.orders on delete cascade,
  position smallint not null check (position between 1 and 20),
  listing_id uuid references public.listings on delete set null,
  title text not null,
  -- Per unit.
  price_minor integer not null check (price_minor between 1 and 100000000),
  quantity integer not null default 1 check (quantity between 1 and 99),
  primary key (order_id, position)
);

create or replace function private.units_ordered(ad uuid) returns integer
language sql stable set search_path = ''
return (
  select coalesce(sum(item.quantity), 0)::integer from public.order_items item
  where item.listing_id = ad and item.order_id in (select bought.id from private.orders_of(ad) as bought));

create or replace function public.appeal_dispute(order_id uuid, text text) returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(appeal_dispute.order_id, 'either');
  appealed public.disputes;
begin
  perform private.refuse_if(coalesce(char_length(btrim(text)), 0) not between 10 and 2000, 'SK374', 'dispute_text_length');
  update public.disputes known set appeal = btrim(appeal_dispute.text), appealed_by = auth.uid(), appealed_at = now()
    from private.order_settings setting
    where known.order_id = bought.id and known.state = 'decided' and known.appealed_at is null and known.ended_at > now() - setting.appeal_within
    returning known.* into appealed;
  if appealed.order_id is null then
    -- Idempotent.
    select * into appealed from public.disputes known where known.order_id = bought.id and known.appealed_by = auth.uid();
    perform private.refuse_if(appealed.order_id is null, 'SK388', 'dispute_not_appealable',
      (select jsonb_build_object('days', extract(day from setting.appeal_within)) from private.order_settings setting));
    return appealed;
  end if;
  insert into public.order_events (order_id, event, actor, from_state, to_state)
  values (bought.id, 'appeal', case when bought.buyer_id = auth.uid() then 'buyer' else 'seller' end, bought.state, bought.state);
  perform private.notify(person, 'order_escalated', private.order_facts(bought, person), bought.id || ' appeal')
    from unnest(array[bought.buyer_id, bought.seller_id]) as person where person is not null and person <> auth.uid();
  return appealed;
end
$$;

create or replace function public.decide_dispute_appeal(order_id uuid, refund_minor integer, decision text) returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders;
  appealed public.disputes;
begin
  perform private.require_role('moderator', 'admin');
  select * into bought from public.orders known where known.id = decide_dispute_appeal.order_id for update;
  select * into appealed from public.disputes known where known.order_id = bought.id and known.appealed_at is not null and known.appeal_decided_at is null for update;
  perform private.refuse_if(appealed.order_id is null, 'SK378', 'no_open_dispute');
  if auth.uid() in (bought.buyer_id, bought.seller_id, appealed.decided_by) then
    raise exception using errcode = '42501', message = 'Somebody else decides about your own order or decision.';
  end if;
  perform private.refuse_if(coalesce(char_length(btrim(decision)), 0) not between 10 and 1000, 'SK377', 'decision_length');
  perform private.refuse_if(refund_minor is null or refund_minor not between 0 and bought.total_minor,
    'SK375', 'bad_refund', jsonb_build_object('amount', private.money(bought.total_minor, bought.currency)));
  if decide_dispute_appeal.refund_minor <> appealed.decided_minor and bought.state in ('completed', 'refunded') then
    bought := private.correct_refund(bought, decide_dispute_appeal.refund_minor);
  end if;
  update public.disputes known set appeal_minor = decide_dispute_appeal.refund_minor, appeal_decision = btrim(decide_dispute_appeal.decision),
    appeal_decided_by = auth.uid(), appeal_decided_at = now() where known.order_id = bought.id returning * into appealed;
  insert into public.order_events (order_id, event, actor, from_state, to_state, details)
  values (bought.id, 'appeal_decided', 'moderator', bought.state, bought.state, jsonb_build_object('refund_minor', decide_dispute_appeal.refund_minor));
  perform private.notify(person, 'order_settled', private.order_facts(bought, person), bought.id || ' appeal decided')
    from unnest(array[bought.buyer_id, bought.seller_id]) as person where person is not null;
  perform private.audit('dispute.appeal', 'order:' || bought.id, null, to_jsonb(appealed));
  return appealed;
end
$$;

create or replace function private.has_open_business(person uuid) returns boolean
language sql stable set search_path = ''
return exists (select from public.orders bought where bought.is_open and bought.paid_at is not null and person in (bought.buyer_id, bought.seller_id))
  or exists (select from private.ledger_accounts account, private.order_settings setting
    where account.user_id = person and (account.kind = 'payout' and account.balance_minor > 0
      or account.kind = 'balance' and account.balance_minor >= setting.min_payout_minor));

create or replace function public.decide_dispute(order_id uuid, refund_minor integer, decision text, take_back boolean default false) returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.order_to_judge(decide_dispute.order_id);
  open_dispute public.disputes;
begin
  perform private.refuse_if(coalesce(char_length(btrim(decision)), 0) not between 10 and 1000, 'SK377', 'decision_length');
  open_dispute := private.open_dispute_of(bought.id);
  perform private.refuse_if(take_back and open_dispute.reason = 'not_received', 'SK395', 'nothing_to_return');
  if take_back then
    bought := private.move_order(bought.id, 'take_back', 'moderator');
  else
    bought := private.settle_dispute(bought, decide_dispute.refund_minor, 'moderator');
  end if;
  update public.disputes known set state = 'decided', ended_at = now(), decision = btrim(decide_dispute.decision), decided_by = auth.uid(),
    decided_minor = case when take_back then bought.total_minor else bought.refunded_minor end,
    outcome = case when take_back then 'return' when bought.state = 'refunded' then 'whole' when bought.refunded_minor > 0 then 'part' else 'paid' end
  where known.order_id = bought.id returning * into open_dispute;
  perform private.audit('dispute.decide', 'order:' || bought.id, null, to_jsonb(open_dispute));
  return open_dispute;
end
$$;

create or replace function public.ask_for_evidence(order_id uuid, question text) returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.order_to_judge(ask_for_evidence.order_id);
  open_dispute public.disputes := private.open_dispute_of(bought.id);
begin
  perform private.refuse_if(coalesce(char_length(btrim(question)), 0) not between 10 and 500, 'SK392', 'question_length');
  update public.disputes known set question = btrim(ask_for_evidence.question), asked_at = now() where known.order_id = bought.id returning * into open_dispute;
  perform private.notify(person, 'dispute_question', private.order_facts(bought, person) || jsonb_build_object('statement', open_dispute.question),
    bought.id || ' ' || open_dispute.asked_at) from unnest(array[bought.buyer_id, bought.seller_id]) as person where person is not null;
  perform private.audit('dispute.ask', 'order:' || bought.id, null, jsonb_build_object('question', open_dispute.question));
  return open_dispute;
end
$$;

create or replace function public.open_dispute(order_id uuid, reason text, text text, wanted_minor integer default null, wish text default null,
  photos text[] default '{}') returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(open_dispute.order_id, 'buyer');
  made public.disputes;
begin
  perform private.refuse_if(coalesce(reason, '') not in ('not_received', 'wrong_item', 'not_as_described', 'damaged', 'counterfeit', 'other'),
    'SK009', 'unknown_choice', jsonb_build_object('name', 'reason', 'choices', 'not_received, wrong_item, not_as_described, damaged, counterfeit, other'));
  perform private.refuse_if(wish not in ('part', 'return', 'whole') or wish = 'return' and reason = 'not_received',
    'SK009', 'unknown_choice', jsonb_build_object('name', 'wish', 'choices', 'part, return, whole'));
  perform private.refuse_if(coalesce(char_length(btrim(text)), 0) not between 10 and 2000, 'SK374', 'dispute_text_length');
  perform private.refuse_if(wanted_minor not between 1 and bought.total_minor or wish = 'part' and wanted_minor is null,
    'SK375', 'bad_refund', jsonb_build_object('amount', private.money(bought.total_minor, bought.currency)));
  perform private.require_dispute_photos(bought.id, photos);
  bought := private.move_order(bought.id, 'dispute', 'buyer', jsonb_build_object('dispute', reason));
  insert into public.disputes (order_id, reason, text, photos, wish, wanted_minor)
  values (bought.id, open_dispute.reason, btrim(open_dispute.text), coalesce(open_dispute.photos, '{}'),
    coalesce(open_dispute.wish, case when open_dispute.wanted_minor is null then 'whole' else 'part' end), open_dispute.wanted_minor)
  on conflict on constraint disputes_pkey do nothing;
  select * into made from public.disputes known where known.order_id = bought.id;
  return made;
end
$$;

create or replace function public.add_evidence(order_id uuid, text text default '', photos text[] default '{}') returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(add_evidence.order_id, 'either');
  open_dispute public.disputes := private.open_dispute_of(bought.id);
  is_buyer boolean := bought.buyer_id = auth.uid();
  said text := btrim(coalesce(text, ''));
begin
  perform private.refuse_if(said = '' and coalesce(cardinality(photos), 0) = 0 or char_length(said) > 2000
    or char_length(coalesce(case when is_buyer then open_dispute.text else open_dispute.answer end, '')) + char_length(said) > 3998, 'SK394', 'evidence_length');
  perform private.require_dispute_photos(bought.id, photos);
  perform private.refuse_if(cardinality(case when is_buyer then open_dispute.photos else open_dispute.answer_photos end || photos) > 8, 'SK393', 'bad_dispute_photos');
  update public.disputes known set
    text = case when is_buyer then concat_ws(E'\n\n', known.text, nullif(said, '')) else known.text end,
    photos = case when is_buyer then known.photos || coalesce(add_evidence.photos, '{}') else known.photos end,
    answer = case when is_buyer then known.answer else nullif(concat_ws(E'\n\n', known.answer, nullif(said, '')), '') end,
    answer_photos = case when is_buyer then known.answer_photos else known.answer_photos || coalesce(add_evidence.photos, '{}') end,
    answered_at = case when is_buyer then known.answered_at else coalesce(known.answered_at, now()) end
  where known.order_id = bought.id returning * into open_dispute;
  return open_dispute;
end
$$;

create or replace function public.offer_refund(order_id uuid, amount_minor integer) returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(offer_refund.order_id, 'seller');
  open_dispute public.disputes := private.open_dispute_of(bought.id);
begin
  perform private.refuse_if(amount_minor is null or amount_minor not between 0 and bought.total_minor,
    'SK375', 'bad_refund', jsonb_build_object('amount', private.money(bought.total_minor, bought.currency)));
  update public.disputes known set offered_minor = offer_refund.amount_minor, offers_return = false, answered_at = coalesce(known.answered_at, now())
    where known.order_id = bought.id returning * into open_dispute;
  -- An offer that meets the request needs no answer.
  if offer_refund.amount_minor >= coalesce(open_dispute.wanted_minor, bought.items_minor) then
    return private.end_dispute(private.settle_dispute(bought, offer_refund.amount_minor, 'seller'), 'settled');
  end if;
  perform private.notify_of_proposal(bought, open_dispute);
  return open_dispute;
end
$$;

create or replace function public.offer_return(order_id uuid) returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(offer_return.order_id, 'seller');
  open_dispute public.disputes := private.open_dispute_of(bought.id);
begin
  perform private.refuse_if(open_dispute.reason = 'not_received', 'SK395', 'nothing_to_return');
  update public.disputes known set offers_return = true, offered_minor = null, answered_at = coalesce(known.answered_at, now())
    where known.order_id = bought.id returning * into open_dispute;
  if open_dispute.wish = 'return' then
    perform private.move_order(bought.id, 'take_back', 'seller');
    return open_dispute;
  end if;
  perform private.notify_of_proposal(bought, open_dispute);
  return open_dispute;
end
$$;

create or replace function private.notify_of_proposal(bought public.orders, proposed public.disputes) returns void
language plpgsql set search_path = '' as $$
declare
  due timestamptz := now() + (select setting.answer_within from private.order_settings setting);
begin
  if proposed.state = 'open' then
    perform private.set_deadline(bought.id, 'escalate', due);
  end if;
  perform private.notify(bought.buyer_id, 'refund_offered', private.order_facts(bought, bought.buyer_id) || jsonb_build_object(
    'refund_minor', coalesce(proposed.offered_minor, 0), 'is_return', proposed.offers_return, 'due_at', due),
    concat_ws(' ', bought.id, proposed.offered_minor, proposed.offers_return));
end
$$;

create or replace function public.accept_refund(order_id uuid) returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(accept_refund.order_id, 'buyer');
  open_dispute public.disputes := private.open_dispute_of(bought.id);
begin
  perform private.refuse_if(open_dispute.offered_minor is null and not open_dispute.offers_return, 'SK376', 'no_refund_offered');
  if open_dispute.offers_return then
    perform private.move_order(bought.id, 'take_back', 'buyer');
    return open_dispute;
  end if;
  return private.end_dispute(private.settle_dispute(bought, open_dispute.offered_minor, 'buyer'), 'settled');
end
$$;

create or replace function private.end_dispute(bought public.orders, how text) returns public.disputes
language sql set search_path = ''
begin atomic
  update public.disputes known set state = how, ended_at = now(),
    outcome = case when bought.state = 'refunded' then 'whole' when bought.refunded_minor > 0 then 'part' else 'paid' end
  where known.order_id = bought.id returning known.*;
end;

create or replace function public.withdraw_dispute(order_id uuid) returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(withdraw_dispute.order_id, 'buyer');
  open_dispute public.disputes := private.open_dispute_of(bought.id);
begin
  return private.end_dispute(private.move_order(bought.id, 'withdraw', 'buyer'), 'withdrawn');
end
$$;

create or replace function public.escalate_dispute(order_id uuid) returns public.disputes
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(escalate_dispute.order_id, 'either');
  open_dispute public.disputes := private.open_dispute_of(bought.id);
begin
  perform private.move_order(bought.id, 'escalate', case when bought.buyer_id = auth.uid() then 'buyer' else 'seller' end);
  select * into open_dispute from public.disputes known where known.order_id = bought.id;
  return open_dispute;
end
$$;

create or replace function private.open_dispute_of(wanted uuid) returns public.disputes
language plpgsql set search_path = '' as $$
declare
  open_dispute public.disputes;
begin
  perform private.lock_ads(wanted);
  select * into open_dispute from public.disputes known where known.order_id = wanted and known.ended_at is null for update;
  perform private.refuse_if(not found, 'SK378', 'no_open_dispute');
  return open_dispute;
end
$$;

create or replace function private.order_record(person uuid) returns jsonb
language sql stable set search_path = ''
return (
  select jsonb_build_object('bought', count(*) filter (where known.buyer_id = person), 'sold', count(*) filter (where known.seller_id = person),
    'disputes', count(*) filter (where dispute.order_id is not null))
  from public.orders known left join public.disputes dispute on dispute.order_id = known.id
  where person in (known.buyer_id, known.seller_id) and known.paid_at is not null);

create or replace function public.my_order_card(order_id uuid) returns text
language sql stable security definer set search_path = ''
return (
  select known.card_name from private.find_own_order(my_order_card.order_id, 'buyer') as bought join private.payments known on known.order_id = bought.id
  where known.state = 'succeeded' order by known.changed_at limit 1);

create or replace function private.dispute_side(person uuid) returns jsonb
language sql stable set search_path = ''
return (
  select private.order_record(person) || jsonb_build_object('id', known.id, 'display_name', known.display_name, 'avatar_path', known.avatar_path)
  from public.sellers known where known.id = person);

create or replace function private.note_due(wanted uuid) returns public.orders
language sql set search_path = ''
begin atomic
  update public.orders known
  set due_at = (select min(due.due_at) from private.order_deadlines due where due.order_id = wanted and due.event <> 'remind')
  where known.id = wanted returning known.*;
end;

create or replace function private.held_of(bought public.orders) returns bigint
language sql stable set search_path = ''
return coalesce((select known.balance_minor from private.ledger_accounts known where known.kind = 'held' and known.order_id = bought.id), 0);

create or replace function private.payment_of(wanted uuid) returns text
language sql stable set search_path = ''
return (select past.details ->> 'reference' from public.order_events past where past.order_id = wanted and past.event = 'pay');

create or replace function private.order_facts(bought public.orders, recipient uuid) returns jsonb
language sql stable set search_path = ''
return jsonb_strip_nulls(jsonb_build_object('order_id', bought.id, 'order_number', bought.order_number, 'conversation_id', bought.conversation_id,
  'as', case when recipient = bought.seller_id then 'seller' else 'buyer' end,
  'title', (select item.title from public.order_items item where item.order_id = bought.id order by item.position limit 1),
  'listing_id', (select item.listing_id from public.order_items item where item.order_id = bought.id order by item.position limit 1),
  'from', (select other.display_name from public.sellers other where other.id = case recipient when bought.buyer_id then bought.seller_id else bought.buyer_id end),
  'amount_minor', case when recipient = bought.seller_id
    then greatest(bought.items_minor + bought.shipping_minor - bought.seller_fee_minor - bought.label_minor - bought.refunded_minor, 0) else bought.total_minor end,
  'refund_minor', bought.refunded_minor, 'currency', bought.currency, 'is_paid', bought.paid_at is not null, 'reason', bought.end_reason, 'due_at', bought.due_at,
  'answer_hours', (select extract(epoch from setting.answer_within)::integer / 3600 from private.order_settings setting)));

create or replace function private.choice_of(ads public.listings[], units integer[], deal public.deals, delivery text) returns jsonb
language sql stable set search_path = ''
return (
  select jsonb_build_object('goods_minor', price.items_minor + price.discount_minor, 'discount_minor', price.discount_minor, 'items_minor', price.items_minor,
    'shipping_minor', price.shipping_minor, 'fee_minor', price.fee_minor, 'total_minor', price.items_minor + price.shipping_minor + price.fee_minor,
    'apart_minor', case when choice_of.delivery = 'ship' then (
      select sum(coalesce((ads[place]).ship_cost_minor, 0) * units[place]) from generate_subscripts(ads, 1) as place) else 0 end)
  from private.price_order(ads, units, deal, choice_of.delivery) as price);

create or replace function private.units_left(ad public.listings, me uuid) returns integer
language sql stable set search_path = ''
return greatest(ad.quantity - private.units_promised(ad.id) + coalesce((
    select sum(item.quantity)::integer from private.orders_of(ad.id) as bought
    join public.order_items item on item.order_id = bought.id and item.listing_id = ad.id
    where bought.buyer_id = me and bought.state = 'awaiting_payment'), 0)
  + private.keeps_unit(ad.id, me)::integer, 0);

create or replace function public.confirm_return(order_id uuid) returns public.orders
language sql security definer set search_path = ''
return private.move_own_order(order_id, 'seller', 'return');

create index disputes_waiting_idx on public.disputes (escalated_at) where state = 'escalated';

create index disputes_appealed_idx on public.disputes (appealed_at) where appealed_at is not null and appeal_decided_at is null;

create index ledger_accounts_user_idx on private.ledger_accounts (user_id) where user_id is not null;

create index ledger_accounts_order_idx on private.ledger_accounts (order_id) where order_id is not null;

create index ledger_entries_order_idx on public.ledger_entries (order_id, id);

create index ledger_postings_entry_idx on public.ledger_postings (entry_id);

create index ledger_postings_account_idx on public.ledger_postings (account_id, id);

create index ledger_postings_user_idx on public.ledger_postings (user_id, id) where user_id is not null;

create index order_deadlines_due_idx on private.order_deadlines (due_at);

create index order_events_order_idx on public.order_events (order_id, id);

create index order_items_listing_idx on public.order_items (listing_id);

alter table private.order_addresses enable row level security;

alter table public.disputes enable row level security;

alter table private.ledger_accounts enable row level security;

alter table public.ledger_postings enable row level security;

alter table public.ledger_entries enable row level security;

alter table private.order_deadlines enable row level security;

alter table public.order_events enable row level security;

alter table public.order_items enable row level security;

create or replace trigger follow_order after insert on public.order_events
  for each row when (new.event in ('escalate', 'contest', 'take_back', 'charge_back', 'return', 'not_returned')) execute function private.follow_order();

create or replace trigger keep_balance before insert on public.ledger_postings for each row execute function private.keep_balance();

create or replace trigger ledger_entries_are_kept before update or delete on public.ledger_entries
  for each row execute function private.refuse_change();

create or replace trigger ledger_entries_are_not_truncated before truncate on public.ledger_entries
  for each statement execute function private.refuse_change();

create or replace trigger ledger_postings_are_kept before update or delete on public.ledger_postings
  for each row execute function private.refuse_change();

create or replace trigger ledger_postings_are_not_truncated before truncate on public.ledger_postings
  for each statement execute function private.refuse_change();

create or replace trigger send_order after insert on public.order_events
  for each row execute function private.send_order();

create or replace trigger notify_of_payout after insert on public.ledger_postings
  for each row when (new.user_id is not null) execute function private.notify_of_payout();

create constraint trigger require_even_entry after insert on public.ledger_entries
  deferrable initially deferred for each row execute function private.require_even_entry();

create constraint trigger require_even_entry after insert on public.ledger_postings
  deferrable initially deferred for each row execute function private.require_even_entry();

create policy "who sees an order sees its dispute, and so do moderators" on public.disputes
  for select to authenticated
  using (exists (select from public.orders bought where bought.id = order_id) or (select private.has_role('moderator', 'admin')));

create policy "who has a second factor shows it first" on public.disputes as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "sellers see movements of their balance" on public.ledger_postings
  for select to authenticated using (user_id = (select auth.uid()));

create policy "who has a second factor shows it first" on public.ledger_postings as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "who sees a posting sees its entry" on public.ledger_entries
  for select to authenticated using (exists (select from public.ledger_postings posting where posting.entry_id = ledger_entries.id));

create policy "who has a second factor shows it first" on public.ledger_entries as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "who sees an order sees what happened to it" on public.order_events
  for select to authenticated using (exists (select from public.orders bought where bought.id = order_id));

create policy "who has a second factor shows it first" on public.order_events as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "who sees an order sees its items" on public.order_items
  for select to authenticated using (exists (select from public.orders bought where bought.id = order_id));

create policy "who has a second factor shows it first" on public.order_items as restrictive for all to authenticated
  using ((select private.second_factor_shown()));

create policy "moderators see the photos of disputes" on storage.objects
  for select to authenticated
  using (bucket_id = 'dispute-photos' and (select private.has_role('moderator', 'admin'))
    and exists (select from public.disputes dispute where dispute.order_id::text = split_part(objects.name, '/', 1)));

comment on table private.order_addresses is 'The address at the time of purchase, for the seller of a paid order. Deleted when the order ends.';

comment on table public.disputes is 'The buyer''s problem with an order. The seller answers within 48 hours; without an agreement moderators decide.';

comment on function public.appeal_dispute(uuid, text) is 'Appeals a decision about an order, to be reviewed by another moderator. Once, within 14 days by default.';

comment on function public.decide_dispute_appeal(uuid, integer, text) is
  'For moderators other than the first: the final refund to the buyer, with reasons. The market covers what the seller no longer has, or what the buyer was already refunded.';

comment on function public.decide_dispute(uuid, integer, text, boolean) is
  'For moderators: decides the refund of an order, immediate or after the return, with reasons that both users can read.';

comment on function public.ask_for_evidence(uuid, text) is 'For moderators: asks both sides of a dispute for details.';

comment on function public.open_dispute(uuid, text, text, integer, text, text[]) is
  'Reports a problem with an order, with photos and the requested solution: a partial refund, a return for a full refund, or a full refund. The money stays held.';

comment on function public.add_evidence(uuid, text, text[]) is 'Adds a statement and photos of either side to an open dispute.';

comment on function public.offer_refund(uuid, integer) is 'The seller offers a refund. The requested amount settles the dispute; less waits for accept_refund().';

comment on function public.offer_return(uuid) is 'The seller offers a return for a full refund. Effective immediately if requested; otherwise it waits for accept_refund().';

comment on function public.accept_refund(uuid) is 'The buyer accepts the seller''s offer: a refund or a return.';

comment on function public.withdraw_dispute(uuid) is 'The buyer withdraws the problem: the seller gets the money.';

comment on function public.my_order_card(uuid) is 'The caller''s payment method for an order, such as "Visa 4242"; null if unknown.';

comment on function public.confirm_return(uuid) is 'Confirms the arrival of a return, which refunds the buyer in full. Idempotent.';

comment on table private.ledger_accounts is 'Ledger accounts. No foreign key to users: the books outlive accounts.';

comment on table public.ledger_entries is 'One movement of money. Immutable; a mistake is reversed by another entry.';

comment on table private.order_deadlines is 'Scheduled state changes of orders. Rows are deleted with the state that set them; private.pass_deadlines() handles due ones.';

comment on table public.order_events is 'Append-only history of an order with the cause (buyer, seller, moderator, carrier, provider, clock).';

comment on table public.order_items is 'The ads of an order, with title and price at the time of purchase.';

revoke all on public.disputes from anon, authenticated;

grant select (order_id, reason, text, photos, answer, answer_photos, wish, wanted_minor, offered_minor, offers_return, question, asked_at, outcome,
  decided_minor, decision, appeal, appealed_by, appealed_at, appeal_minor, appeal_decision, appeal_decided_at, state, opened_at, answered_at,
  escalated_at, ended_at) on public.disputes to authenticated;

grant execute on function public.appeal_dispute(uuid, text) to authenticated;

grant execute on function public.decide_dispute_appeal(uuid, integer, text) to authenticated;

grant execute on function public.decide_dispute(uuid, integer, text, boolean) to authenticated;

grant execute on function public.ask_for_evidence(uuid, text) to authenticated;

grant execute on function public.open_dispute(uuid, text, text, integer, text, text[]) to authenticated;

grant execute on function public.add_evidence(uuid, text, text[]) to authenticated;

grant execute on function public.offer_refund(uuid, integer) to authenticated;

grant execute on function public.offer_return(uuid) to authenticated;

grant execute on function public.accept_refund(uuid) to authenticated;

grant execute on function public.withdraw_dispute(uuid) to authenticated;

grant execute on function public.escalate_dispute(uuid) to authenticated;

grant execute on function public.my_order_card(uuid) to authenticated;

grant execute on function public.confirm_return(uuid) to authenticated;

revoke all on public.ledger_postings from anon, authenticated, service_role;

grant select (id, entry_id, user_id, amount_minor, currency, balance_minor) on public.ledger_postings to authenticated;

grant select on public.ledger_postings to service_role;

revoke all on public.ledger_entries from anon, authenticated, service_role;

grant select on public.ledger_entries to authenticated, service_role;

revoke all on public.order_events from anon, authenticated;

grant select on public.order_events to authenticated;

revoke all on public.order_items from anon, authenticated;

grant select on public.order_items to authenticated;

create or replace function private.dispute_line(wanted uuid) returns jsonb
language sql stable set search_path = ''
return (
  select private.order_facts(bought, bought.seller_id) || jsonb_build_object('state', dispute.state, 'reason', dispute.reason, 'opened_at', dispute.opened_at,
    'seller', seller.display_name, 'buyer', buyer.display_name, 'cover_path', (
      select ad.cover_path from public.order_items item join public.listings ad on ad.id = item.listing_id
      where item.order_id = bought.id order by item.position limit 1))
  from public.disputes dispute join public.orders bought on bought.id = dispute.order_id
  left join public.sellers seller on seller.id = bought.seller_id left join public.sellers buyer on buyer.id = bought.buyer_id
  where dispute.order_id = wanted);

-- Records the function files that this baseline contains. Other servers that run it, such as hosted Supabase, lack the table.
do $record$
begin
  if to_regclass('migrations.repeatable') is not null then
    insert into migrations.repeatable (owner, name, checksum) values
('app', 'schemas/account/functions/activity.sql', 'c5dd45dff4799809a409b9182f5c5a2a661df89d8f6338b7f2e9abe14c103f77'),
('app', 'schemas/account/functions/applications.sql', 'bb17532a98a9a8fde2ce25b0640dab1b4577ba0b40617da186d4c869c4ecdfa5'),
('app', 'schemas/account/functions/data_exports.sql', 'e528e58712db639cd630e337e888e5b7204200613d33c3296ca0e26aa1086e50'),
('app', 'schemas/account/functions/erasing.sql', 'a843fdf3e091214e7f2b2238cc3c8abb4697010b4538269803db67bf50b7b534'),
('app', 'schemas/account/functions/leaving.sql', 'd4458c6adb8ce943db6a3b44f0c8a969dccd5c677c20e2013b97735a8c99187f'),
('app', 'schemas/account/functions/personal_tokens.sql', '189f60fc24dfa925c798054398394018507374ecc4b25e70591ae792e03a3911'),
('app', 'schemas/account/functions/recovery.sql', '7daeab3f18efaaadac59171a2600d59220cdccb00f37825e6f58017be0ee5b68'),
('app', 'schemas/account/functions/return.sql', 'dd108cc02dd12f7cf0fbba3b725ae89e3ccd429434e8dc3727a47796abe1f902'),
('app', 'schemas/account/functions/second_factor.sql', 'ffca96f163864e9c698054f0d72ac0702a16025c592c25ffe8a8e5bc4f0b8a5b'),
('app', 'schemas/account/functions/sessions.sql', '953d629baea3c83ca565836a5795b2aa7a73804c8ccb972d54f0e5e94b941b42'),
('app', 'schemas/account/functions/writes.sql', '33b0585ebff9deef299b51b6b99c8ca4d31d6ba67210250236d255b5348c64ef'),
('app', 'schemas/admin/functions/branding.sql', 'a7c3b133166a8ef326e1ff0224eb69e986fe2ad73223d5cfb9f612b0e92e5ba1'),
('app', 'schemas/admin/functions/roles.sql', 'b8ed3be273499fdc0cdc29085b6ec69e40c939b8ea34922f69031fa2f4962219'),
('app', 'schemas/categories/functions/categories.sql', '07a633cbe4d84cc0ee5e90bfc0127f980a565633fab9f6086c74c93c8d541ebf'),
('app', 'schemas/categories/functions/changes.sql', 'e9c08fc82f0ccf481a16ac545395adfdeb043041b494884594e2d4b5af7e0185'),
('app', 'schemas/categories/functions/editing.sql', '6b4baffc17bf1e54011676579281f66e0283cd587ff049797bd1f062d3118460'),
('app', 'schemas/categories/functions/suggestions.sql', '92acceec6f857b6e4f620a47a68de396774e6b07cc6f54261056cf89cfeafaaa'),
('app', 'schemas/deals/functions/arrangements.sql', 'b4c8e92a77028f9bbe46c2a2e6fb291ab76df2c1a004189f4cc1ac6455f8b6b7'),
('app', 'schemas/deals/functions/deal_changes.sql', 'cf2dd367bb61a44fca725837ca47a66121467016cca3dbc699108f3e6ae18fff'),
('app', 'schemas/deals/functions/deals.sql', 'e0993b463b88e9fe389d6e7714fcedb702e6a77bbf8a3c113f22f903355f657f'),
('app', 'schemas/deals/functions/handover.sql', 'b0e83cbc9aa86f02aa27411c8c87e49df576592b62441749dcf2955793a9f37f'),
('app', 'schemas/deals/functions/money.sql', 'e8f2570fdb869fb009be05292e78a10ccee4ca08bb62b99d1403dee7b6054abe'),
('app', 'schemas/deals/functions/offer_answers.sql', 'ea1daefb1b39aef099cd70b6f1a041c0c6cbb5e12f9bbba9530cdd3d59e8bd16'),
('app', 'schemas/deals/functions/offer_changes.sql', '02a548896f08fa26779b2d4b1233e3bf2bc6bf155188e9eb532b3c4035ceb5a9'),
('app', 'schemas/deals/functions/offers.sql', '3f2d235c88347f129b0342b16e72264139d3ff41fc265feec7b3487406e904f0'),
('app', 'schemas/deals/functions/price_guide.sql', '6b451b538b6667e10c93a77d71128db7e158e70f1ae17ff143507d97ebf825fd'),
('app', 'schemas/deals/functions/quantity.sql', '01cdbee1df8b47e49b146efee0107a6475d161c8707d07e372a964633839d23f'),
('app', 'schemas/deals/functions/reservations.sql', '57161c88cb7c05adf34b768b1847ccad22d8483bec1c48d39f4d0f61589b70eb'),
('app', 'schemas/deals/functions/todo.sql', '7a7fb8dd30b58a97d26f867f6a96b038db2a1332176aaf3c117489fcd2a17516'),
('app', 'schemas/favorites/functions/favorites.sql', 'cb28e47220d50d6008375cfb13616a9eb49947b5739fc9d2a8854af362dbcfb7'),
('app', 'schemas/favorites/functions/follows.sql', '2e972f560342daffa5ebcf35134f1c92f450af3b6b75507270a207daa5be0efa'),
('app', 'schemas/favorites/functions/listing_news.sql', 'dea7bd4ad5bc1066d2a3482d0d4c58d9badb544ccc0564fef220dc27ff697599'),
('app', 'schemas/foundation/functions/refusals.sql', 'c1002363286f64ecb5532ddfdeaa5576db9eebd9acb3e9822459e0c404af9149'),
('app', 'schemas/help/functions/articles.sql', '78a822390e314537f9b1a11a82c6bc2b6fd5e5ba0e3225f33243e6f1a71b73ec'),
('app', 'schemas/help/functions/function_calls.sql', 'a07329cfad11291aa6831093f0fe2ee99d18e0eba7aa712295d0834eb9940451'),
('app', 'schemas/help/functions/search.sql', 'cefbbc869a6dda08880d13b11179b52cc6632c4d75540e4b8f4d7bc61e22131a'),
('app', 'schemas/help/functions/votes.sql', '16cceb9f2bce8953c32b37b1ccd49b0fb1262d991dd2c7aea44c9d63dd8a6ef1'),
('app', 'schemas/listings/functions/bulk_changes.sql', '310029bec038417f8806f7185ce5d5f9a6a1e25c35739361c361a70007b1b99a'),
('app', 'schemas/listings/functions/expiry.sql', 'afacbfeadd3e546890e0c4ffdbf13dd626dfb44e6f45c466161855c8da22c4e7'),
('app', 'schemas/listings/functions/expiry_reminders.sql', '90984605602cb86ce1ad1458071997e8c9c71c01246b9454e45a3501aa4e59e7'),
('app', 'schemas/listings/functions/fate.sql', '16303496007d1f57faffab116509e4a9ed1a1e91e3ebf389a1d5877f4fb69461'),
('app', 'schemas/listings/functions/import.sql', 'e797023c6b7876cb1a4c044a4fd654ea91d140be8ec10a61a91c69bac2cdcb08'),
('app', 'schemas/listings/functions/my_listings.sql', 'ca936b7686c22b1a43f63b203edcb743aaeac7beeab7a05e7c1b9ac5889b713d'),
('app', 'schemas/listings/functions/photos.sql', '91c580ec06fc34f3baf05d69a7559965d4a6a024655c59385b7f44da444c05e1'),
('app', 'schemas/listings/functions/plain_text.sql', '09c5d69f619ef1c54f07df4c54187f670486255feda824597dc2e44efec08412'),
('app', 'schemas/listings/functions/provenance.sql', 'bb7e7bf2292d1984367c2c8719d75729d71ebac69459374605fd817f75e01ad2'),
('app', 'schemas/listings/functions/reposts.sql', '4a6639ea94a060e511522d74ce0473e68242677627ccac2c2ce7bdc357c2cab7'),
('app', 'schemas/listings/functions/rules.sql', 'edba84578f0092e8c152bb0050b17db7bed651006bcbd9c4b7846ba6eca99387'),
('app', 'schemas/listings/functions/text_rules.sql', 'ce33b6ccc41809fc2309219fba292f80fb4fe25690d50a0a200dfd14556a2dd3'),
('app', 'schemas/listings/functions/title.sql', '805c9e5c1e5677d55c898e6f16d10c169c4325663ff03b6f9070180bd860347c'),
('app', 'schemas/listings/functions/verbs.sql', '879abbcfb4d4e4a766b02ed0668d35db4ba20dc374f0810a6ca4732c3fc71ba8'),
('app', 'schemas/listings/functions/views.sql', '9a02414109dddd772227e8c3a398f8ebc28ef791febd1efc4f04ff105c85edba'),
('app', 'schemas/listings/views/my_listings.sql', '58d5170cd9bbf9d01a6351e3adc6a13f6d3be26f2a8da1586d738cfd208a3069'),
('app', 'schemas/messages/functions/blocks.sql', '87ff74f0755545cb43cca84569bf12858a7fcca7c5c195d6946268ef1825c192'),
('app', 'schemas/messages/functions/conversations.sql', '68bab3dcdcf07ecfa92b24fb2a8b6b27df376dd5f33a232565108fe5e23cadf1'),
('app', 'schemas/messages/functions/deletion.sql', 'af2104ad66ea628fa4a88cbeb54f0594fbd2c4d7a36070e7b3de998dbbcb5a58'),
('app', 'schemas/messages/functions/inbox.sql', '639e5412400e70b73197085a3f6282fd1f570ffa7285e7d94c174d635fbe4884'),
('app', 'schemas/messages/functions/photos.sql', '5ac6b412c52f5c6c8715f77f22c108f20e64f8ee10ffba076e5dd978e6d408c8'),
('app', 'schemas/messages/functions/presence.sql', '886eac6aaacd964f6994bc042abf77fa289df76b531fba736b4cc67ac19b6bbb'),
('app', 'schemas/messages/functions/reading.sql', '6a465ee9e8792b36be9d9bccdcd3b4948165e5e76f349e6a7b1231d857ef0b37'),
('app', 'schemas/messages/functions/thread_lines.sql', '819a47b40f42dbd8767f591def316f068acdd6e5786746af35c166fc82d8bb4b'),
('app', 'schemas/messages/functions/topics.sql', 'acb253a9bde3a58c0c3da477efe89a96dea42429d9d38b454007b3d4b61c1305'),
('app', 'schemas/moderation/functions/appeals.sql', '5309d844db56dfee95048ca6749fa0b21920477bc5caa4e5e2f47fa61591ec48'),
('app', 'schemas/moderation/functions/automatic_decisions.sql', 'aac8a1c194766448de7549c34c621f63fa35c04b7e63de134b9cee5ae13601a4'),
('app', 'schemas/moderation/functions/decisions.sql', 'c3c3ac21f96a52530e95328d35db9bbb6b7648e187a4358b835fbc48a399cca1'),
('app', 'schemas/moderation/functions/fact_contests.sql', '28fe2c188b2adbc75ea1d737dbe00e831c5918890f8d652bfa0a73033f719ab0'),
('app', 'schemas/moderation/functions/files.sql', '0d573adf2269c830df1e4536ccaca5eba87f66021f32a961a07e7ccd69ca31f4'),
('app', 'schemas/moderation/functions/listing_decisions.sql', '9ce74bc9f298491e357a76402e756c8922e6f2161500f360c9a687a21758bd3f'),
('app', 'schemas/moderation/functions/lookup.sql', '09af13c6ecb178b7ca86e8beac85cb393743b8abaf53f119959240b7bfbe77a0'),
('app', 'schemas/moderation/functions/prohibited_items.sql', 'e17235f9d74a8629b3cbcddb5c7f28b7bfec3d26fda2c42a4c29881811c42d51'),
('app', 'schemas/moderation/functions/queue.sql', 'dc6cda014f5fc7749ed2d81f496314a70682f24e9a5eeb6b40ed15e693890c5b'),
('app', 'schemas/moderation/functions/report_appeals.sql', '1fe48831b47979e9271018b6b70eaccd887b56a64e0a07a83a51c578e93ea1b5'),
('app', 'schemas/moderation/functions/reports.sql', '3ca97c02f08709f185c33435f88cc00cd9f0ed8f3a93218ab06fad4dfdd5ea74'),
('app', 'schemas/moderation/functions/standing.sql', '60048691172b9fb2645e4890794db363f2001b8a1ac5aa1fc2c394c412b5e7ac'),
('app', 'schemas/moderation/functions/transparency.sql', 'f10c653456e7432d6b933ef980e98525ff2aacfbe3baa2bc88a78815373f0d8d'),
('app', 'schemas/notifications/functions/delivery.sql', '24e150911fb5244c54253d0cbde8d4020e4f3e8f81f7259579e26b060d17102a'),
('app', 'schemas/notifications/functions/notifications.sql', '1851315a61460fe0ade7135048498ee942e8b21ca0cdf3b744652bd819e2b3eb'),
('app', 'schemas/notifications/functions/time_zone.sql', '1d60e9f73f81b82b56f7359993f6f069a3048f934212338ff21f2c2cd46b63af'),
('app', 'schemas/orders/functions/addresses.sql', '3ea9301d638380f9bdfe4b3e6f9a9ebfcc279575087253219d6140bdaaba9de7'),
('app', 'schemas/orders/functions/appeals.sql', '46a32eb9427043a22a71ff991c6d6ef20ee66541e9e7fb68357d5671ae85a0c1'),
('app', 'schemas/orders/functions/balance.sql', '311cc38221508621fa25623016b36ec6be94b0c008b0bf33fa5d233cd96a54b4'),
('app', 'schemas/orders/functions/decisions.sql', '82d45fba791192b409065131cceb33fac157ca3676bf1d509d432110c640ad59'),
('app', 'schemas/orders/functions/disputes.sql', '71b4ccde860d9673adadb0dba29b4aae6e72baee2c9d2f54ba94b78c5827632b'),
('app', 'schemas/orders/functions/facts.sql', '3e6c790af99bdf656fad39818ef3a484b4e55cbd2b8eb22031d74190cd316a4d'),
('app', 'schemas/orders/functions/labels.sql', 'dec86552e603a6785b3c64307c805085e1c183e97e7372134f0bf5009f62b9c7'),
('app', 'schemas/orders/functions/ledger.sql', 'bd1525e29c6a4b9603da58da3c65a0b57deb39e0a7f06effcfe14d717e5bfc19'),
('app', 'schemas/orders/functions/moves.sql', 'cf9f6ab10c0efde97dbfa4329c2b1cd6bc684db98feb02e7eba3121ed54a5b78'),
('app', 'schemas/orders/functions/news.sql', '1567a04d29cd0f6f66fcc98baa960536061cf3827bb6a28010185af05e41cf3e'),
('app', 'schemas/orders/functions/payments.sql', 'b7dc0e34ae51a797ffd095b5a1f718c44508a5d956fdfe4caaacf21475cf81f0'),
('app', 'schemas/orders/functions/payout_accounts.sql', '363966706aaf65f4d856f253c2674893d50652c54f8b05cc5f2d5ef4d5a65d2f'),
('app', 'schemas/orders/functions/payouts.sql', '2161e6cfa432feaa5a38869de7fec65e678f18bd21e90bd34590ca0bb99e78d7'),
('app', 'schemas/orders/functions/prices.sql', 'b311b84623baca856d4aedf1240b447e9f32900b9c55ae910f735056fbac53a4'),
('app', 'schemas/orders/functions/reconciliation.sql', '5d48eff936914d2dcbcb4fd8c015508312f32513dbf81a8034bb359dd1dc7f51'),
('app', 'schemas/orders/functions/returns.sql', '18f491b963f27e2f69c3282d3f11efcf8453a130844606902de6c8345ca815d1'),
('app', 'schemas/orders/functions/settings.sql', '414ac0d433c23d0af10cc3dbca3a3d18513047c1b106449eb4647934d83ff5a6'),
('app', 'schemas/orders/functions/start_order.sql', '487b965c260e8f492e9afee886f77a7322ff5ae05b9c405ff6a07b859d3eebab'),
('app', 'schemas/orders/functions/statements.sql', '912b2f92713876afa2792357c2c0901462cc88aebbce3fafb1dbb32a124de1cc'),
('app', 'schemas/orders/functions/tracking.sql', '85981b26219c67f9283ba7a6aa467530d94bdf6e1af42e12a10cf3c0c6725e54'),
('app', 'schemas/orders/functions/verbs.sql', '6a7d85fc588929d1634b754f2a034130ebd5ca8d3c98ebad64b1269a7eb265e9'),
('app', 'schemas/photos/functions/prints.sql', '516f6bea1bbd7a7102a24180b2018f275881f6a2d384f5ecf4b34c6be740b194'),
('app', 'schemas/photos/functions/queue.sql', '1c053486ca24ea38155dd3231116072cd65c7ed9edfee94c1c694dbcbd90b65c'),
('app', 'schemas/photos/functions/texts.sql', '728b1b429d775360a22a9e8ccfbbb6da712e5e450084f73b13722590c9579cf1'),
('app', 'schemas/photos/functions/unread.sql', 'ff217f8c374a9695f2e3f65296381374f038a162f7c107344284f586b1b2e96c'),
('app', 'schemas/places/functions/distance.sql', '5085402ba8f52296ccca71fe0d0e9a5e14d76a23d6bb20f977f1a9a5fa1f3a9e'),
('app', 'schemas/places/functions/map.sql', 'f34d3a0ef4958a69a3599fce15031bf2b6d553b5504f6d7265af5087d1a60229'),
('app', 'schemas/places/functions/places.sql', 'ede3bc4fe78f3c04d8c1d094f964fd8ea48281002bfc62336fd8e57cdf13ef3c'),
('app', 'schemas/profiles/functions/dashboard.sql', '73a83761bd19a9e022d40c8c3857e304b14c9dce4c04f0a0e085aa9d9f69c23d'),
('app', 'schemas/profiles/functions/profiles.sql', 'b4dfd0060579dc89c2b9f7bab430f194066d7c52e403784ff70dc41f21710d16'),
('app', 'schemas/profiles/functions/reserved_names.sql', '4b2663f7b4b71a357b860bbc0c4c1e8db67ddb797666eab8acb36f85b3c9825e'),
('app', 'schemas/profiles/functions/seller_facts.sql', '1dd4ff81229d3b7e91c0f383008bf69ad85bf1c442750f4eb8a7e0d9af32693b'),
('app', 'schemas/profiles/functions/seller_figures.sql', 'e656456a4d407f0d1f18d24378491048c14aeb27af7679b63fb45bfeb302d6d2'),
('app', 'schemas/profiles/functions/traders.sql', '200fc31ec272350d2d7cbf6867d5931c8db16c11f9bffbe72d2f53de63aa4c08'),
('app', 'schemas/profiles/functions/vacation.sql', 'f791c5e5e6a3346f33d66fb67c49b371c8b216bda5c2f65e96ae1c74370f97d4'),
('app', 'schemas/rate_limits/functions/client_network.sql', '86e6ada3cbec15f6313fc5d32d1911abfbfa9fca7c640308afcab34bffddd372'),
('app', 'schemas/rate_limits/functions/listing_quotas.sql', '51e69e4f4eebe69cb0a8d3430f0f377e23daa3c22906a2e131677e49455e8c4b'),
('app', 'schemas/rate_limits/functions/rate_limits.sql', '65b8ebc3d0a0a008b52cd792087920d881a9ab43c8dcf789e17080434aebf158'),
('app', 'schemas/rate_limits/functions/set_rate_limits.sql', 'bc7d352d0a7cce4e4330c355ed8763d76d0e60cf98f9cb34b5fbf2b8284e1f08'),
('app', 'schemas/rate_limits/functions/trust.sql', '3befb7fd10fd1ad3d9582f0fda2da677c2278aa12f1abf18fa36156e30551a12'),
('app', 'schemas/reviews/functions/ratings.sql', 'f16ab4c08e546e7dcf9f85b5687c6e1eda715ecac76fe09efc95d46f9285d13d'),
('app', 'schemas/reviews/functions/reviews.sql', '53881b1ff0efcf41f4da5149c539a68f5e96b031beb557226705d63505ad818e'),
('app', 'schemas/saved_searches/functions/matching.sql', 'af15c5bf2a7e39dcde5b6cd06196ac898b78a0fd8c0f55be6df1b1e780149fc3'),
('app', 'schemas/saved_searches/functions/saved_searches.sql', '7f124e8b7096f0d2ccefcfb935da652e79fe2f65d7cbb69866b25cdb8fb1a3f6'),
('app', 'schemas/scam/functions/disguises.sql', '75f3554f1b27cc549cb644fd8615778b04ef3f6239b580597a5ebe717eda5584'),
('app', 'schemas/scam/functions/feedback.sql', '4d1b996829068748c233d0064846d617d1d4ace7f1383abb80a2fe7c482c4d81'),
('app', 'schemas/scam/functions/judge_message.sql', '9fb7094f633f1cbaff0baf0e5f8602f1a308f4c08e45cd8cefea54cd103fa8db'),
('app', 'schemas/scam/functions/judgement.sql', 'f18178a58d693bff357fd9bdc3746aa9555f4cfa90b5e662a3c8876f273cdfdd'),
('app', 'schemas/scam/functions/message_guard.sql', '15e613b4e17673b1e73bbb339be720a76318459f538d4cfb4997fa746324bda0'),
('app', 'schemas/scam/functions/own_site.sql', 'd0b684ead6dd1f7784022c9e002ed75d113b029013160e005cdc8a8041169861'),
('app', 'schemas/scam/functions/read_message.sql', '0ad0f1397a1bdfa90ac9eeb7047a7a3c6cc68fa7ef99ddb67c805fa11c29c3ea'),
('app', 'schemas/scam/functions/reading.sql', 'fb9bfb141a72bc571063a503d2b7be5ee886165878f1077e8759b694a861280f'),
('app', 'schemas/scam/functions/rule_editing.sql', '5cdc68b635f1cdae16a42318f431b5ca50aa52675f5f96ec80a7a12e02e10e85'),
('app', 'schemas/scam/functions/second_opinion.sql', '32f342f019a1a472166ad9ef5f8409a82a0e429d33ef377450b33b588e8d638a'),
('app', 'schemas/scam/functions/suspicion.sql', '678406f2bc205f9c5bd44de0ff2a37f3e3bcd68833cc09ad3a0bacf91f5d5245'),
('app', 'schemas/scam/functions/talk.sql', '1fe1076a36c2ddad71d73bd7f064456ccfc77e7d7a2033a17d68abda6ddc94d1'),
('app', 'schemas/search/functions/answered.sql', '7ec3eaa710fbffa3eeb0b024b1fa8f7c20441570cb36a7f8a3456162b12bd2b0'),
('app', 'schemas/search/functions/attributes.sql', '97e3c085ba6707534aee30acc11636e943e0fa5ccecc83ea7fc4250e9ad5ad7b'),
('app', 'schemas/search/functions/facets.sql', '111b2f1ac4be957f262e13b4a78d9f99ba6d4e4021c82d020e73c1818012caed'),
('app', 'schemas/search/functions/feeding.sql', 'f9aa852602a3254d27eba99af060e1359e02ce4a890277e9d2c036b5f53919f6'),
('app', 'schemas/search/functions/indexing.sql', 'ec47c2b0c2fe213e7bd51e483cc4befc470823cc6a82f6e462922cda7414d388'),
('app', 'schemas/search/functions/reading.sql', 'ae52e0ab8905f9b68534a1e1c7cefa5534054dc4b9abd45491b11e8598e7cc1a'),
('app', 'schemas/search/functions/similar.sql', '1fa9e1cd1a1a36920562a2aaf2702fdf1472cb16b4d70061a96f7fa65d212db7'),
('app', 'schemas/search/functions/things.sql', '6927b90d13a59a83cc41515d827b0810c156b294f0e438347b78c03a08fd67bf'),
('app', 'schemas/search/functions/vocabulary.sql', 'c64fc0d27af1e565faa72046e8c6c1c2b289f90bb87c1c328ac3d7fa27ac6436'),
('app', 'schemas/search/functions/words.sql', '71ad61556d35d9feff19392300ea423fe5da7a2043182d055925506f4268d5ec'),
('app', 'schemas/support/functions/pictures.sql', 'a8babce565882ed4e789311b398e79152998f855e5b0dfcf3b1a89f022aa0a17'),
('app', 'schemas/support/functions/tickets.sql', '341f6c1852fec180bb8419838f394b6c32ff3f03bbecbd2ab528bae0df1740ea'),
('app', 'schemas/webhooks/functions/delivery.sql', '1ab1357e5ffdb4352110e0ef48560ce3bdda702bb28ae7217fe3a32539779971'),
('app', 'schemas/webhooks/functions/events.sql', 'a5f27e303640df56d6cf3af799561afe14688b5fa3d58786839f99db30ac7f19'),
('app', 'schemas/webhooks/functions/webhooks.sql', 'b6f62247ff59c842988b9e63cf7d07e199bde3ddeceb44250983d766226f8a12');
  end if;
end
$record$;
