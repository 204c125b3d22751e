insert into public.posts (slug, title, body, publish_at) values
  ('figs', 'Figs & how to dry them', 'Slowly.', now()),
  ('olives', 'Olives', 'Next year.', now() + interval '1 year');
