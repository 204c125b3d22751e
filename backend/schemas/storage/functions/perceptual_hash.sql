-- Similarity of pictures. Uploads to buckets with an image policy get a perceptual hash of 64 bits: equal for equal pictures, and
-- different in few bits for the same picture in another size, format or quality.

create or replace function storage.perceptual_hash(metadata jsonb) returns bit(64)
language sql immutable parallel safe set search_path = '' as $$
  select case when metadata ->> 'perceptualHash' ~ '^[0-9a-f]{16}$' then ('x' || (metadata ->> 'perceptualHash'))::bit(64) end
$$;
comment on function storage.perceptual_hash(jsonb) is
  'The fingerprint in an object''s metadata; null for what is no picture. Written by the storage service from the pixels, never by a client.';
-- Executable by everyone, because every role that writes objects evaluates the index expression. Pure: it discloses nothing.
grant execute on function storage.perceptual_hash(jsonb) to anon, authenticated, public, service_role;

create or replace function storage.hamming_distance(one bit(64), other bit(64)) returns integer
language sql immutable parallel safe set search_path = '' as $$
  select bit_count(one # other)::integer
$$;
comment on function storage.hamming_distance(bit, bit) is
  'How many of 64 bits differ. Of 216 photographs copies differ in 0 to 10 bits, nearly always; of 1,000 pairs of others one differs in fewer than 18.';
-- Executable by everyone, because every role that writes objects evaluates the index expression. Pure: it discloses nothing.
grant execute on function storage.hamming_distance(bit, bit) to anon, authenticated, public, service_role;
