-- Choices of a category's fields in every language, and units where a language writes them otherwise. They stand in the fields'
-- definitions: `label` of a choice stays its English name, `labels` has the others ({"de": "Ecksofa"}); `unit_labels` of a field the
-- same for its unit. Ads and filters name choices by their id.

comment on column public.categories.attributes is 'Fields of the category: key, label per language, type, unit, unit_labels per language, min, max, options (id, label in English, labels per language, synonyms), required, filterable, facet, show_on_card. One record drives form, filter, page and index.';

-- Names in languages other than English, of `longest` characters at most.
create function private.other_names_problem(names jsonb, longest integer) returns text
language sql immutable
set search_path = ''
begin atomic
  select case
    when jsonb_typeof(names) <> 'object' then 'Names in other languages are given by language: {"de": "…"}.'
    when exists (
      select from jsonb_each(names) as named (language, value)
      where language !~ '^[a-z]{2}$' or jsonb_typeof(value) <> 'string' or char_length(btrim(value #>> '{}')) not between 1 and longest)
      then format('A name in another language has 1 to %s characters, for a language of two letters.', longest)
  end;
end;
comment on function private.other_names_problem(jsonb, integer) is 'What is wrong with names by language, as a sentence, or null.';

-- What definition_problem() said before, with the names in other languages.
alter function private.definition_problem(jsonb) rename to definition_problem_in_english;
create function private.definition_problem(field jsonb) returns text
language sql immutable
set search_path = ''
begin atomic
  select coalesce(
    private.definition_problem_in_english(field),
    private.other_names_problem(field -> 'unit_labels', 12),
    (select min(private.other_names_problem(choice -> 'labels', 60)) from jsonb_array_elements(coalesce(field -> 'options', '[]')) as choice));
end;
comment on function private.definition_problem(jsonb) is 'What is wrong with the definition of a field, as a sentence, or null.';

create or replace function private.whole_definition(field jsonb) returns jsonb
language sql immutable
set search_path = ''
begin atomic
  select jsonb_strip_nulls(jsonb_build_object(
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
end;

-- What search reads of the fields: without the names in other languages, which it does not search.
create function private.searched_fields(attributes jsonb) returns jsonb
language sql immutable
set search_path = ''
begin atomic
  select coalesce(jsonb_agg((field - 'unit_labels') || jsonb_build_object('options', (
    select coalesce(jsonb_agg(choice - 'labels' order by at), '[]')
    from jsonb_array_elements(coalesce(field -> 'options', '[]')) with ordinality as offered (choice, at))) order by place), '[]')
  from jsonb_array_elements(attributes) with ordinality as defined (field, place);
end;

-- A name in another language is no reason to write the entries of all ads anew.
drop trigger remember_to_index on public.categories;
create trigger remember_to_index after update of name, synonyms, synonyms_i18n, attributes on public.categories
  for each row when (old.name <> new.name or old.synonyms <> new.synonyms or old.synonyms_i18n <> new.synonyms_i18n
    or old.attributes <> new.attributes and private.searched_fields(old.attributes) <> private.searched_fields(new.attributes))
  execute function private.remember_to_index();

alter table private.attribute_definitions add column unit_labels jsonb;
create or replace function private.define_attributes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from private.attribute_definitions where category = new.slug;
  insert into private.attribute_definitions (category, key, place, type, is_main, unit, unit_labels, label, options)
  select new.slug, field ->> 'key', min(place), min(field ->> 'type'), bool_or(coalesce(field ->> 'facet', 'true') = 'true'), min(field ->> 'unit'),
    (array_agg(field -> 'unit_labels'))[1],
    (array_agg(coalesce(field -> 'label', jsonb_build_object('en', field ->> 'key'))))[1],
    (array_agg(case jsonb_typeof(field -> 'options') when 'array' then field -> 'options' else '[]' end))[1]
  from jsonb_array_elements(new.attributes) with ordinality as defined (field, place)
  where coalesce(field ->> 'filterable', 'true') = 'true' and field ->> 'key' <> ''
  group by field ->> 'key';
  return null;
end
$$;

-- As before; a choice that has names in other languages is labelled with all of them, by language.
create or replace function private.attribute_options(pairs jsonb, key text, type text, category text, wanted jsonb) returns jsonb
language sql stable
set search_path = ''
begin atomic
  with valued as (
    select pair.v as value, pair.n as ads, private.folded(pair.v #>> '{}') as folded
    from jsonb_to_recordset(coalesce(pairs -> attribute_options.key, '[]')) as pair (v jsonb, n bigint)
    union all
    select asked, 0, private.folded(asked #>> '{}') from jsonb_array_elements(private.as_list(wanted)) as asked
  ),
  counted as (
    select folded, (array_agg(value order by ads desc, value))[1] as value, sum(ads) as ads from valued group by folded
  ),
  labelled as (
    select distinct on (option ->> 'id') option ->> 'id' as id,
      case when option ? 'labels' then (option -> 'labels') || jsonb_build_object('en', option -> 'label') else option -> 'label' end as label
    from private.attribute_definitions defined, jsonb_array_elements(defined.options) as option
    where defined.key = attribute_options.key
    order by option ->> 'id', defined.category = attribute_options.category desc, defined.category
  )
  select coalesce(jsonb_agg(jsonb_build_object('value', best.value, 'label', labelled.label, 'count', best.ads) order by best.ads desc, best.value), '[]')
  from (
    select * from counted
    order by exists (select from valued where valued.ads = 0 and valued.folded = counted.folded) desc, ads desc, value limit 30) as best
  left join labelled on not private.is_number_type(type) and type <> 'bool' and labelled.id = best.value #>> '{}';
end;

-- As before, with how other languages write the unit.
create or replace function private.attribute_facets(pairs jsonb, ads bigint, category text, wanted jsonb) returns jsonb
language sql stable
set search_path = ''
return (
  select coalesce(jsonb_agg(jsonb_build_object('key', shown.key, 'type', shown.type, 'label', shown.label, 'unit', shown.unit, 'main', shown.is_main,
    'unit_labels', (select defined.unit_labels from private.attribute_definitions defined
      where shown.unit is not null and defined.key = shown.key and defined.unit = shown.unit and defined.unit_labels is not null
      order by defined.category limit 1),
    'options', private.attribute_options(pairs, shown.key, shown.type, category, wanted -> shown.key),
    'range', case when private.is_number_type(shown.type) then private.value_range(
      (select jsonb_agg(pair) from jsonb_array_elements(pairs -> shown.key) as pair where jsonb_typeof(pair -> 'v') = 'number'),
      case when shown.type = 'decimal' then 0.1 else 1 end) end) order by shown.place, shown.key), '[]')
  from private.shown_attributes(pairs, ads, category, array(select jsonb_object_keys(wanted))) as shown
);

-- The words for the fields that this program brings. A choice that an operator has renamed, or translated, keeps what it says.
create function private.in_languages(fields jsonb, words jsonb, units jsonb) returns jsonb
language sql immutable
set search_path = ''
begin atomic
  select coalesce(jsonb_agg(field
      || case when units ? (field ->> 'unit') and not field ? 'unit_labels' then jsonb_build_object('unit_labels', units -> (field ->> 'unit')) else '{}' end
      || case when jsonb_typeof(field -> 'options') = 'array' then jsonb_build_object('options', (
        select coalesce(jsonb_agg(case
          when not choice ? 'labels' and words #>> array[field ->> 'key', choice ->> 'id', 'en'] = choice ->> 'label'
            then choice || jsonb_build_object('labels', (words #> array[field ->> 'key', choice ->> 'id']) - 'en')
          else choice end order by at), '[]')
        from jsonb_array_elements(field -> 'options') with ordinality as offered (choice, at))) else '{}' end
    order by place), '[]')
  from jsonb_array_elements(fields) with ordinality as defined (field, place);
end;

update public.categories category set
  attributes = private.in_languages(category.attributes, given.words, given.units),
  retired_attributes = private.in_languages(category.retired_attributes, given.words, given.units)
from (select $words${
"sofa_type": {
  "straight": {"en": "Straight", "pt": "Reto", "es": "Recto", "de": "Gerade", "fr": "Droit"},
  "corner": {"en": "Corner", "pt": "De canto", "es": "Rinconera", "de": "Ecksofa", "fr": "D’angle"},
  "sofa-bed": {"en": "Sofa bed", "pt": "Sofá-cama", "es": "Sofá cama", "de": "Schlafsofa", "fr": "Canapé-lit"},
  "modular": {"en": "Modular", "pt": "Modular", "es": "Modular", "de": "Modular", "fr": "Modulable"}
},
"material": {
  "wood": {"en": "Wood", "pt": "Madeira", "es": "Madera", "de": "Holz", "fr": "Bois"},
  "metal": {"en": "Metal", "pt": "Metal", "es": "Metal", "de": "Metall", "fr": "Métal"},
  "leather": {"en": "Leather", "pt": "Pele", "es": "Cuero", "de": "Leder", "fr": "Cuir"},
  "fabric": {"en": "Fabric", "pt": "Tecido", "es": "Tela", "de": "Stoff", "fr": "Tissu"},
  "velvet": {"en": "Velvet", "pt": "Veludo", "es": "Terciopelo", "de": "Samt", "fr": "Velours"},
  "rattan": {"en": "Rattan", "pt": "Rattan", "es": "Ratán", "de": "Rattan", "fr": "Rotin"},
  "glass": {"en": "Glass", "pt": "Vidro", "es": "Vidrio", "de": "Glas", "fr": "Verre"},
  "plastic": {"en": "Plastic", "pt": "Plástico", "es": "Plástico", "de": "Kunststoff", "fr": "Plastique"},
  "marble": {"en": "Marble", "pt": "Mármore", "es": "Mármol", "de": "Marmor", "fr": "Marbre"},
  "mixed": {"en": "Mixed", "pt": "Misto", "es": "Mixto", "de": "Gemischt", "fr": "Mixte"},
  "ceramic": {"en": "Ceramic", "pt": "Cerâmica", "es": "Cerámica", "de": "Keramik", "fr": "Céramique"},
  "textile": {"en": "Textile", "pt": "Têxtil", "es": "Textil", "de": "Textil", "fr": "Textile"},
  "paper": {"en": "Paper", "pt": "Papel", "es": "Papel", "de": "Papier", "fr": "Papier"},
  "cotton": {"en": "Cotton", "pt": "Algodão", "es": "Algodón", "de": "Baumwolle", "fr": "Coton"},
  "linen": {"en": "Linen", "pt": "Linho", "es": "Lino", "de": "Leinen", "fr": "Lin"},
  "wool": {"en": "Wool", "pt": "Lã", "es": "Lana", "de": "Wolle", "fr": "Laine"},
  "denim": {"en": "Denim", "pt": "Ganga", "es": "Vaquero", "de": "Denim", "fr": "Denim"},
  "polyester": {"en": "Polyester", "pt": "Poliéster", "es": "Poliéster", "de": "Polyester", "fr": "Polyester"},
  "viscose": {"en": "Viscose", "pt": "Viscose", "es": "Viscosa", "de": "Viskose", "fr": "Viscose"},
  "silk": {"en": "Silk", "pt": "Seda", "es": "Seda", "de": "Seide", "fr": "Soie"},
  "acrylic": {"en": "Acrylic", "pt": "Acrílico", "es": "Acrílico", "de": "Acryl", "fr": "Acrylique"},
  "suede": {"en": "Suede", "pt": "Camurça", "es": "Ante", "de": "Wildleder", "fr": "Daim"},
  "canvas": {"en": "Canvas", "pt": "Lona", "es": "Lona", "de": "Canvas", "fr": "Toile"},
  "mesh": {"en": "Mesh", "pt": "Rede", "es": "Malla", "de": "Mesh", "fr": "Mesh"},
  "synthetic": {"en": "Synthetic", "pt": "Sintético", "es": "Sintético", "de": "Synthetik", "fr": "Synthétique"},
  "rubber": {"en": "Rubber", "pt": "Borracha", "es": "Goma", "de": "Gummi", "fr": "Caoutchouc"}
},
"colour": {
  "black": {"en": "Black", "pt": "Preto", "es": "Negro", "de": "Schwarz", "fr": "Noir"},
  "white": {"en": "White", "pt": "Branco", "es": "Blanco", "de": "Weiß", "fr": "Blanc"},
  "grey": {"en": "Grey", "pt": "Cinzento", "es": "Gris", "de": "Grau", "fr": "Gris"},
  "blue": {"en": "Blue", "pt": "Azul", "es": "Azul", "de": "Blau", "fr": "Bleu"},
  "green": {"en": "Green", "pt": "Verde", "es": "Verde", "de": "Grün", "fr": "Vert"},
  "red": {"en": "Red", "pt": "Vermelho", "es": "Rojo", "de": "Rot", "fr": "Rouge"},
  "yellow": {"en": "Yellow", "pt": "Amarelo", "es": "Amarillo", "de": "Gelb", "fr": "Jaune"},
  "orange": {"en": "Orange", "pt": "Laranja", "es": "Naranja", "de": "Orange", "fr": "Orange"},
  "pink": {"en": "Pink", "pt": "Cor-de-rosa", "es": "Rosa", "de": "Rosa", "fr": "Rose"},
  "purple": {"en": "Purple", "pt": "Roxo", "es": "Morado", "de": "Lila", "fr": "Violet"},
  "brown": {"en": "Brown", "pt": "Castanho", "es": "Marrón", "de": "Braun", "fr": "Marron"},
  "beige": {"en": "Beige", "pt": "Bege", "es": "Beige", "de": "Beige", "fr": "Beige"},
  "gold": {"en": "Gold", "pt": "Dourado", "es": "Dorado", "de": "Gold", "fr": "Doré"},
  "silver": {"en": "Silver", "pt": "Prateado", "es": "Plateado", "de": "Silber", "fr": "Argenté"},
  "multicolour": {"en": "Multicolour", "pt": "Multicolor", "es": "Multicolor", "de": "Mehrfarbig", "fr": "Multicolore"}
},
"bed_size": {
  "other": {"en": "other", "pt": "Outro", "es": "Otro", "de": "Andere", "fr": "Autre"}
},
"bulb": {
  "led-built-in": {"en": "LED built in", "pt": "LED integrado", "es": "LED integrado", "de": "LED fest verbaut", "fr": "LED intégrée"}
},
"coffee_type": {
  "espresso": {"en": "Espresso", "pt": "Expresso", "es": "Espresso", "de": "Espresso", "fr": "Expresso"},
  "bean-to-cup": {"en": "Bean to cup", "pt": "Automática com moinho", "es": "Superautomática", "de": "Vollautomat", "fr": "À grains"},
  "capsule": {"en": "Capsule", "pt": "Cápsulas", "es": "Cápsulas", "de": "Kapsel", "fr": "Capsules"},
  "filter": {"en": "Filter", "pt": "Filtro", "es": "Filtro", "de": "Filter", "fr": "Filtre"},
  "moka": {"en": "Moka", "pt": "Cafeteira italiana", "es": "Italiana", "de": "Herdkanne", "fr": "Italienne"}
},
"appliance_type": {
  "kettle": {"en": "Kettle", "pt": "Chaleira", "es": "Hervidor", "de": "Wasserkocher", "fr": "Bouilloire"},
  "toaster": {"en": "Toaster", "pt": "Torradeira", "es": "Tostadora", "de": "Toaster", "fr": "Grille-pain"},
  "blender": {"en": "Blender", "pt": "Liquidificadora", "es": "Batidora", "de": "Mixer", "fr": "Blender"},
  "food-processor": {"en": "Food processor", "pt": "Robot de cozinha", "es": "Robot de cocina", "de": "Küchenmaschine", "fr": "Robot de cuisine"},
  "air-fryer": {"en": "Air fryer", "pt": "Fritadeira sem óleo", "es": "Freidora de aire", "de": "Heißluftfritteuse", "fr": "Friteuse à air"},
  "oven": {"en": "Oven", "pt": "Forno", "es": "Horno", "de": "Backofen", "fr": "Four"},
  "iron": {"en": "Iron", "pt": "Ferro de engomar", "es": "Plancha de ropa", "de": "Bügeleisen", "fr": "Fer à repasser"},
  "steamer": {"en": "Steamer", "pt": "Vaporizador", "es": "Vaporizador", "de": "Dampfglätter", "fr": "Défroisseur"},
  "fan": {"en": "Fan", "pt": "Ventoinha", "es": "Ventilador", "de": "Ventilator", "fr": "Ventilateur"},
  "heater": {"en": "Heater", "pt": "Aquecedor", "es": "Calefactor", "de": "Heizgerät", "fr": "Chauffage"},
  "humidifier": {"en": "Humidifier", "pt": "Humidificador", "es": "Humidificador", "de": "Luftbefeuchter", "fr": "Humidificateur"},
  "air-purifier": {"en": "Air purifier", "pt": "Purificador de ar", "es": "Purificador de aire", "de": "Luftreiniger", "fr": "Purificateur d’air"},
  "dehumidifier": {"en": "Dehumidifier", "pt": "Desumidificador", "es": "Deshumidificador", "de": "Luftentfeuchter", "fr": "Déshumidificateur"},
  "hair-dryer": {"en": "Hair dryer", "pt": "Secador de cabelo", "es": "Secador de pelo", "de": "Haartrockner", "fr": "Sèche-cheveux"},
  "straightener": {"en": "Straightener", "pt": "Alisador de cabelo", "es": "Plancha de pelo", "de": "Glätteisen", "fr": "Lisseur"},
  "shaver": {"en": "Shaver", "pt": "Máquina de barbear", "es": "Afeitadora", "de": "Rasierer", "fr": "Rasoir"}
},
"vacuum_type": {
  "robot": {"en": "Robot", "pt": "Robot", "es": "Robot", "de": "Saugroboter", "fr": "Robot"},
  "stick": {"en": "Stick", "pt": "Vertical sem fios", "es": "Escoba", "de": "Akkusauger", "fr": "Balai"},
  "cylinder": {"en": "Cylinder", "pt": "De arrasto", "es": "Trineo", "de": "Bodenstaubsauger", "fr": "Traîneau"},
  "upright": {"en": "Upright", "pt": "Vertical", "es": "Vertical", "de": "Bürstsauger", "fr": "Vertical"},
  "handheld": {"en": "Handheld", "pt": "De mão", "es": "De mano", "de": "Handstaubsauger", "fr": "À main"}
},
"plant_type": {
  "succulent": {"en": "Succulent", "pt": "Suculenta", "es": "Suculenta", "de": "Sukkulente", "fr": "Plante grasse"},
  "foliage": {"en": "Foliage", "pt": "Folhagem", "es": "De hoja", "de": "Grünpflanze", "fr": "Plante verte"},
  "flowering": {"en": "Flowering", "pt": "Com flor", "es": "Con flor", "de": "Blühpflanze", "fr": "Plante fleurie"},
  "tree": {"en": "Tree", "pt": "Árvore", "es": "Árbol", "de": "Baum", "fr": "Arbre"},
  "herb": {"en": "Herb", "pt": "Erva aromática", "es": "Hierba aromática", "de": "Kräuter", "fr": "Herbe aromatique"},
  "cutting": {"en": "Cutting", "pt": "Estaca", "es": "Esqueje", "de": "Steckling", "fr": "Bouture"}
},
"light_need": {
  "low": {"en": "Low", "pt": "Pouca", "es": "Poca", "de": "Wenig", "fr": "Faible"},
  "medium": {"en": "Medium", "pt": "Média", "es": "Media", "de": "Mittel", "fr": "Moyenne"},
  "bright": {"en": "Bright", "pt": "Muita", "es": "Mucha", "de": "Hell", "fr": "Vive"}
},
"power_source": {
  "corded": {"en": "Corded", "pt": "Com fio", "es": "Con cable", "de": "Kabel", "fr": "Filaire"},
  "battery": {"en": "Battery", "pt": "Bateria", "es": "Batería", "de": "Akku", "fr": "Batterie"},
  "petrol": {"en": "Petrol", "pt": "Gasolina", "es": "Gasolina", "de": "Benzin", "fr": "Essence"},
  "manual": {"en": "Manual", "pt": "Manual", "es": "Manual", "de": "Von Hand", "fr": "Manuel"}
},
"size": {
  "one-size": {"en": "One size", "pt": "Tamanho único", "es": "Talla única", "de": "Einheitsgröße", "fr": "Taille unique"}
},
"dress_length": {
  "mini": {"en": "Mini", "pt": "Mini", "es": "Mini", "de": "Mini", "fr": "Mini"},
  "knee": {"en": "Knee", "pt": "Pelo joelho", "es": "Por la rodilla", "de": "Knielang", "fr": "Genou"},
  "midi": {"en": "Midi", "pt": "Midi", "es": "Midi", "de": "Midi", "fr": "Midi"},
  "maxi": {"en": "Maxi", "pt": "Comprido", "es": "Largo", "de": "Maxi", "fr": "Maxi"}
},
"pattern": {
  "plain": {"en": "Plain", "pt": "Liso", "es": "Liso", "de": "Uni", "fr": "Uni"},
  "stripes": {"en": "Stripes", "pt": "Riscas", "es": "Rayas", "de": "Streifen", "fr": "Rayures"},
  "dots": {"en": "Dots", "pt": "Bolinhas", "es": "Lunares", "de": "Punkte", "fr": "Pois"},
  "floral": {"en": "Floral", "pt": "Florido", "es": "Flores", "de": "Blumen", "fr": "Fleuri"},
  "check": {"en": "Check", "pt": "Xadrez", "es": "Cuadros", "de": "Karo", "fr": "Carreaux"},
  "print": {"en": "Print", "pt": "Estampado", "es": "Estampado", "de": "Druck", "fr": "Imprimé"}
},
"fit": {
  "slim": {"en": "Slim", "pt": "Justo", "es": "Ajustado", "de": "Schmal", "fr": "Ajusté"},
  "regular": {"en": "Regular", "pt": "Normal", "es": "Normal", "de": "Normal", "fr": "Normal"},
  "loose": {"en": "Loose", "pt": "Largo", "es": "Holgado", "de": "Weit", "fr": "Ample"}
},
"gender": {
  "women": {"en": "Women", "pt": "Mulher", "es": "Mujer", "de": "Damen", "fr": "Femme"},
  "men": {"en": "Men", "pt": "Homem", "es": "Hombre", "de": "Herren", "fr": "Homme"},
  "unisex": {"en": "Unisex", "pt": "Unissexo", "es": "Unisex", "de": "Unisex", "fr": "Unisexe"},
  "kids": {"en": "Kids", "pt": "Criança", "es": "Niños", "de": "Kinder", "fr": "Enfant"}
},
"jewel_type": {
  "necklace": {"en": "Necklace", "pt": "Colar", "es": "Collar", "de": "Kette", "fr": "Collier"},
  "bracelet": {"en": "Bracelet", "pt": "Pulseira", "es": "Pulsera", "de": "Armband", "fr": "Bracelet"},
  "earrings": {"en": "Earrings", "pt": "Brincos", "es": "Pendientes", "de": "Ohrringe", "fr": "Boucles d’oreilles"},
  "ring": {"en": "Ring", "pt": "Anel", "es": "Anillo", "de": "Ring", "fr": "Bague"},
  "brooch": {"en": "Brooch", "pt": "Broche", "es": "Broche", "de": "Brosche", "fr": "Broche"}
},
"metal": {
  "gold": {"en": "Gold", "pt": "Ouro", "es": "Oro", "de": "Gold", "fr": "Or"},
  "silver-925": {"en": "Silver 925", "pt": "Prata 925", "es": "Plata 925", "de": "Silber 925", "fr": "Argent 925"},
  "steel": {"en": "Steel", "pt": "Aço", "es": "Acero", "de": "Stahl", "fr": "Acier"},
  "plated": {"en": "Plated", "pt": "Banhado", "es": "Chapado", "de": "Vergoldet oder versilbert", "fr": "Plaqué"},
  "brass": {"en": "Brass", "pt": "Latão", "es": "Latón", "de": "Messing", "fr": "Laiton"},
  "none": {"en": "None", "pt": "Nenhum", "es": "Ninguno", "de": "Keines", "fr": "Aucun"}
},
"movement": {
  "quartz": {"en": "Quartz", "pt": "Quartzo", "es": "Cuarzo", "de": "Quarz", "fr": "Quartz"},
  "automatic": {"en": "Automatic", "pt": "Automático", "es": "Automático", "de": "Automatik", "fr": "Automatique"},
  "manual": {"en": "Manual", "pt": "Corda manual", "es": "Cuerda manual", "de": "Handaufzug", "fr": "Remontage manuel"},
  "digital": {"en": "Digital", "pt": "Digital", "es": "Digital", "de": "Digital", "fr": "Numérique"}
},
"brand": {
  "other": {"en": "Other", "pt": "Outra", "es": "Otra", "de": "Andere", "fr": "Autre"}
},
"connector": {
  "jack": {"en": "Jack", "pt": "Jack", "es": "Jack", "de": "Klinke", "fr": "Jack"}
},
"band_type": {
  "fitness-band": {"en": "Fitness band", "pt": "Pulseira de atividade", "es": "Pulsera de actividad", "de": "Fitnessband", "fr": "Bracelet d’activité"},
  "smartwatch": {"en": "Smartwatch", "pt": "Smartwatch", "es": "Reloj inteligente", "de": "Smartwatch", "fr": "Montre connectée"},
  "strap": {"en": "Strap", "pt": "Bracelete", "es": "Correa", "de": "Armband", "fr": "Bracelet"}
},
"kb_layout": {
  "none": {"en": "None", "pt": "Nenhuma", "es": "Ninguna", "de": "Keine", "fr": "Aucune"}
},
"component": {
  "gpu": {"en": "GPU", "pt": "Placa gráfica (GPU)", "es": "Tarjeta gráfica (GPU)", "de": "Grafikkarte (GPU)", "fr": "Carte graphique (GPU)"},
  "cpu": {"en": "CPU", "pt": "Processador (CPU)", "es": "Procesador (CPU)", "de": "Prozessor (CPU)", "fr": "Processeur (CPU)"},
  "psu": {"en": "PSU", "pt": "Fonte (PSU)", "es": "Fuente (PSU)", "de": "Netzteil (PSU)", "fr": "Alimentation (PSU)"},
  "motherboard": {"en": "Motherboard", "pt": "Placa-mãe", "es": "Placa base", "de": "Mainboard", "fr": "Carte mère"},
  "case": {"en": "Case", "pt": "Caixa", "es": "Caja", "de": "Gehäuse", "fr": "Boîtier"},
  "cooling": {"en": "Cooling", "pt": "Arrefecimento", "es": "Refrigeración", "de": "Kühlung", "fr": "Refroidissement"}
},
"drive_type": {
  "usb-stick": {"en": "USB stick", "pt": "Pen USB", "es": "Memoria USB", "de": "USB-Stick", "fr": "Clé USB"}
},
"platform": {
  "retro": {"en": "Retro", "pt": "Retro", "es": "Retro", "de": "Retro", "fr": "Rétro"},
  "other": {"en": "Other", "pt": "Outra", "es": "Otra", "de": "Andere", "fr": "Autre"}
},
"language": {
  "en": {"en": "English", "pt": "Inglês", "es": "Inglés", "de": "Englisch", "fr": "Anglais"},
  "pt": {"en": "Portuguese", "pt": "Português", "es": "Portugués", "de": "Portugiesisch", "fr": "Portugais"},
  "es": {"en": "Spanish", "pt": "Espanhol", "es": "Español", "de": "Spanisch", "fr": "Espagnol"},
  "de": {"en": "German", "pt": "Alemão", "es": "Alemán", "de": "Deutsch", "fr": "Allemand"},
  "fr": {"en": "French", "pt": "Francês", "es": "Francés", "de": "Französisch", "fr": "Français"},
  "it": {"en": "Italian", "pt": "Italiano", "es": "Italiano", "de": "Italienisch", "fr": "Italien"},
  "other": {"en": "Other", "pt": "Outra", "es": "Otro", "de": "Andere", "fr": "Autre"}
},
"headphone_type": {
  "over-ear": {"en": "Over ear", "pt": "Circumaurais", "es": "Circumaurales", "de": "Ohrumschließend", "fr": "Circum-aural"},
  "on-ear": {"en": "On ear", "pt": "Supra-aurais", "es": "Supraaurales", "de": "Ohraufliegend", "fr": "Supra-aural"},
  "in-ear": {"en": "In ear", "pt": "Intra-auriculares", "es": "Intraurales", "de": "In-Ear", "fr": "Intra-auriculaire"}
},
"era": {
  "before-1950": {"en": "Before 1950", "pt": "Antes de 1950", "es": "Antes de 1950", "de": "Vor 1950", "fr": "Avant 1950"},
  "1950-1979": {"en": "1950 1979", "pt": "1950–1979", "es": "1950–1979", "de": "1950–1979", "fr": "1950–1979"},
  "1980-1999": {"en": "1980 1999", "pt": "1980–1999", "es": "1980–1999", "de": "1980–1999", "fr": "1980–1999"},
  "2000-now": {"en": "2000 now", "pt": "Desde 2000", "es": "Desde 2000", "de": "Seit 2000", "fr": "Depuis 2000"}
},
"film_format": {
  "instant": {"en": "Instant", "pt": "Instantâneo", "es": "Instantánea", "de": "Sofortbild", "fr": "Instantané"},
  "large": {"en": "Large", "pt": "Grande formato", "es": "Gran formato", "de": "Großformat", "fr": "Grand format"}
},
"mount": {
  "micro-four-thirds": {"en": "Micro four thirds", "pt": "Micro 4/3", "es": "Micro 4/3", "de": "Micro Four Thirds", "fr": "Micro 4/3"},
  "none": {"en": "None", "pt": "Nenhum", "es": "Ninguna", "de": "Keines", "fr": "Aucune"}
},
"ball": {
  "football": {"en": "Football", "pt": "Futebol", "es": "Fútbol", "de": "Fußball", "fr": "Football"},
  "basketball": {"en": "Basketball", "pt": "Basquetebol", "es": "Baloncesto", "de": "Basketball", "fr": "Basket-ball"},
  "volleyball": {"en": "Volleyball", "pt": "Voleibol", "es": "Voleibol", "de": "Volleyball", "fr": "Volley-ball"},
  "handball": {"en": "Handball", "pt": "Andebol", "es": "Balonmano", "de": "Handball", "fr": "Handball"},
  "rugby": {"en": "Rugby", "pt": "Râguebi", "es": "Rugby", "de": "Rugby", "fr": "Rugby"}
},
"water": {
  "surfboard": {"en": "Surfboard", "pt": "Prancha de surf", "es": "Tabla de surf", "de": "Surfbrett", "fr": "Planche de surf"},
  "wetsuit": {"en": "Wetsuit", "pt": "Fato de neopreno", "es": "Traje de neopreno", "de": "Neoprenanzug", "fr": "Combinaison néoprène"},
  "sup": {"en": "SUP board", "pt": "Prancha de SUP", "es": "Tabla de SUP", "de": "SUP-Board", "fr": "Paddle"},
  "kayak": {"en": "Kayak", "pt": "Caiaque", "es": "Kayak", "de": "Kajak", "fr": "Kayak"},
  "snorkel": {"en": "Snorkel", "pt": "Snorkel", "es": "Esnórquel", "de": "Schnorchel", "fr": "Tuba"}
},
"frame_size": {
  "kids": {"en": "Kids", "pt": "Criança", "es": "Niños", "de": "Kinder", "fr": "Enfant"}
},
"brake": {
  "rim": {"en": "Rim", "pt": "De aro", "es": "De llanta", "de": "Felgenbremse", "fr": "Sur jante"},
  "disc-mechanical": {"en": "Disc mechanical", "pt": "Disco mecânico", "es": "Disco mecánico", "de": "Scheibe, mechanisch", "fr": "Disque mécanique"},
  "disc-hydraulic": {"en": "Disc hydraulic", "pt": "Disco hidráulico", "es": "Disco hidráulico", "de": "Scheibe, hydraulisch", "fr": "Disque hydraulique"},
  "coaster": {"en": "Coaster", "pt": "Contrapedal", "es": "Contrapedal", "de": "Rücktritt", "fr": "Rétropédalage"},
  "drum": {"en": "Drum", "pt": "Tambor", "es": "Tambor", "de": "Trommel", "fr": "Tambour"}
},
"frame_material": {
  "aluminium": {"en": "Aluminium", "pt": "Alumínio", "es": "Aluminio", "de": "Aluminium", "fr": "Aluminium"},
  "steel": {"en": "Steel", "pt": "Aço", "es": "Acero", "de": "Stahl", "fr": "Acier"},
  "carbon": {"en": "Carbon", "pt": "Carbono", "es": "Carbono", "de": "Carbon", "fr": "Carbone"},
  "titanium": {"en": "Titanium", "pt": "Titânio", "es": "Titanio", "de": "Titan", "fr": "Titane"}
},
"make": {
  "other": {"en": "Other", "pt": "Outra", "es": "Otra", "de": "Andere", "fr": "Autre"}
},
"fuel": {
  "petrol": {"en": "Petrol", "pt": "Gasolina", "es": "Gasolina", "de": "Benzin", "fr": "Essence"},
  "diesel": {"en": "Diesel", "pt": "Gasóleo", "es": "Diésel", "de": "Diesel", "fr": "Diesel"},
  "hybrid": {"en": "Hybrid", "pt": "Híbrido", "es": "Híbrido", "de": "Hybrid", "fr": "Hybride"},
  "plug-in-hybrid": {"en": "Plug in hybrid", "pt": "Híbrido plug-in", "es": "Híbrido enchufable", "de": "Plug-in-Hybrid", "fr": "Hybride rechargeable"},
  "electric": {"en": "Electric", "pt": "Elétrico", "es": "Eléctrico", "de": "Elektro", "fr": "Électrique"},
  "lpg": {"en": "LPG", "pt": "GPL", "es": "GLP", "de": "LPG", "fr": "GPL"}
},
"gearbox": {
  "manual": {"en": "Manual", "pt": "Manual", "es": "Manual", "de": "Schaltgetriebe", "fr": "Manuelle"},
  "automatic": {"en": "Automatic", "pt": "Automática", "es": "Automático", "de": "Automatik", "fr": "Automatique"}
},
"book_format": {
  "paperback": {"en": "Paperback", "pt": "Capa mole", "es": "Tapa blanda", "de": "Taschenbuch", "fr": "Broché"},
  "hardback": {"en": "Hardback", "pt": "Capa dura", "es": "Tapa dura", "de": "Gebunden", "fr": "Relié"},
  "pocket": {"en": "Pocket", "pt": "Livro de bolso", "es": "De bolsillo", "de": "Pocketformat", "fr": "Poche"},
  "spiral": {"en": "Spiral", "pt": "Espiral", "es": "Espiral", "de": "Spiralbindung", "fr": "Spirale"},
  "set": {"en": "Set", "pt": "Coleção", "es": "Colección", "de": "Sammlung", "fr": "Coffret"}
},
"disc_format": {
  "single": {"en": "Single", "pt": "Single", "es": "Single", "de": "Single", "fr": "45 tours"},
  "cassette": {"en": "Cassette", "pt": "Cassete", "es": "Casete", "de": "Kassette", "fr": "Cassette"}
},
"instrument": {
  "acoustic-guitar": {"en": "Acoustic guitar", "pt": "Guitarra acústica", "es": "Guitarra acústica", "de": "Akustikgitarre", "fr": "Guitare acoustique"},
  "electric-guitar": {"en": "Electric guitar", "pt": "Guitarra elétrica", "es": "Guitarra eléctrica", "de": "E-Gitarre", "fr": "Guitare électrique"},
  "bass": {"en": "Bass", "pt": "Baixo", "es": "Bajo", "de": "Bass", "fr": "Basse"},
  "ukulele": {"en": "Ukulele", "pt": "Ukulele", "es": "Ukelele", "de": "Ukulele", "fr": "Ukulélé"},
  "piano": {"en": "Piano", "pt": "Piano", "es": "Piano", "de": "Klavier", "fr": "Piano"},
  "violin": {"en": "Violin", "pt": "Violino", "es": "Violín", "de": "Geige", "fr": "Violon"},
  "flute": {"en": "Flute", "pt": "Flauta", "es": "Flauta", "de": "Flöte", "fr": "Flûte"},
  "drums": {"en": "Drums", "pt": "Bateria", "es": "Batería", "de": "Schlagzeug", "fr": "Batterie"},
  "other": {"en": "Other", "pt": "Outro", "es": "Otro", "de": "Anderes", "fr": "Autre"}
}
}$words$::jsonb as words, $units${"years": {"pt": "anos", "es": "años", "de": "Jahre", "fr": "ans"}, "in": {"pt": "pol.", "es": "pulg.", "de": "Zoll", "fr": "po"}, "GB": {"fr": "Go"}, "MP": {"fr": "Mpx"}, "cc": {"pt": "cm³", "es": "cm³", "de": "cm³", "fr": "cm³"}, "min": {"de": "Min."}}$units$::jsonb as units) as given
where category.attributes <> '[]' or category.retired_attributes <> '[]';

drop function private.in_languages(jsonb, jsonb, jsonb);
