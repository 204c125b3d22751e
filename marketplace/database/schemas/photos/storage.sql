-- Buckets. Their policies are with what they belong to.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('listing-photos', 'listing-photos', true, 20971520, array['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/avif']),
  ('avatars', 'avatars', true, 5242880, array['image/jpeg', 'image/png', 'image/webp', 'image/avif']),
  ('chat-photos', 'chat-photos', false, 20971520, array['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/avif']),
  ('dispute-photos', 'dispute-photos', false, 20971520, array['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/avif']),
  ('ticket-attachments', 'ticket-attachments', false, 5242880, array['image/jpeg', 'image/png', 'image/webp']),
  ('branding', 'branding', true, 1048576, array['image/png', 'image/webp', 'image/jpeg', 'image/avif']);

-- On our own backend, images are validated, oriented, stripped of metadata and resized; QR codes are read immediately, text later.
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
