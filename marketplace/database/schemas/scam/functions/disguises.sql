-- Disguised text that scam detection normalises.

-- Look-alikes of plain letters beyond those of plain_letters(): Unicode's confusables (UTS #39, Unicode licence) of scripts close to Latin, small
-- capitals, and enclosed letters. Only used for texts that contain one of them.
create or replace function private.fold_confusables(said text) returns text
language sql immutable set search_path = ''
return case when said ~ U&'[\0180-\02AF\0370-\03FF\0410-\058F\13A0-\13FF\1D00-\1DBF\1E80-\1EFF\2C60-\2CFF\A4D0-\A7FF\AB30-\ABBF\+010300-\+01032F\+01D200-\+01D24F\+01F150-\+01F18F]'
  then translate(said, 'ƀƂƃƄƉƌƍƑƒƖƗƙƚƝƞƟƥƦƭƮƴƵƶƽǀǤǥȤȥȼȾɄɆɇɈɉɍɎɏɑɓɖɗɠɡɢɣɦɨɩɪɫɭɯɳɴɵɼɽʀʂʋʏʐʙʜʟʠͿΘγηθσϜϳϺБЬгћѡѢѣѲѳѴѵѽҌҍғҚҞҢҪҫҬҮүҰұҲҽҿӀӇӉӍӏӨөԌՍՏՕագզհոռսցքօᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᎾᏀᏂᏃᏌᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏫᏲᏳᏴᴀᴄᴅᴇᴊᴋᴍᴏᴑᴘᴛᴜᴠᴡᴢᴦᵮᵰᵲᵴᵵᵶᵻᵼᵽᵾᶃᶌẝỿⱧⱩⲅⲎⲒⲔⲘⲚⲞⲟⲢⲣⲤⲥⲦⲨⲬⳐꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴꙇꚕꜰꜱꝀꝊꝋꝡꞘꞙꞟꞯꞲꞳꞴꬲꬵꬽꬾꭇꭈꭎꭒꭚꭴꭵꮁꮃꮎꮓꮜꮩꮪꮯꮻ𐋵𐌁𐌂𐌉𐌑𐌕𐌗𐌠𐌢𝈍𝈓𝈖𝈚𝈪🅐🅑🅒🅓🅔🅕🅖🅗🅘🅙🅚🅛🅜🅝🅞🅟🅠🅡🅢🅣🅤🅥🅦🅧🅨🅩🅰🅱🅲🅳🅴🅵🅶🅷🅸🅹🅺🅻🅼🅽🅾🅿🆀🆁🆂🆃🆄🆅🆆🆇🆈🆉',
    'bbbbDdgFfllklNnOpRtTyZzslGgZzcTUEeJjrYyabddgggyhiiillwnnorrrsuyzbhlqJOynOoFjMbbrhwbbOoVvwbbrKKHCcTYyYyXeelHHMiOoGUSOwqqhnnugfoDRTiYAJEWMHYOGhZUbRWSVSLCPKdOhGBacdejkmooptuvwzrfnrstziipugyfyHKrHlKMNOoPpCcTYXLBPdDTGKJCZFMNLSRVHWXYAElOUihfsKOowFfuqJXBefoorruuyoirwozuvscoZBClMTXlXVFROLabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz') else said end;
comment on function private.fold_confusables(text) is 'Replaces look-alikes of Latin letters.';

-- Whether a host occurs in the original text as often as in the normalised one: otherwise folding has created another site.
create or replace function private.is_written_out(said text, host text, hosts text[]) returns boolean
language sql immutable set search_path = ''
return (
  select count(*) >= cardinality(array_positions(hosts, host))
  from regexp_matches(lower(private.readable(said)), '[a-z0-9-]+(?:\.[a-z0-9-]+)+', 'g') as part
  where btrim(regexp_replace(part[1], '^www\.', ''), '.-') = host
);

-- A short first message without a question; questions are common.
create or replace function private.short_fingerprint(said text) returns bytea
language sql immutable set search_path = ''
return (
  select case when cardinality(words) between 3 and 7 and said !~ U&'[?\061F\FF1F]' then pg_catalog.sha256(convert_to(array_to_string(words, ' '), 'UTF8')) end
  from (select array(select part[1] from regexp_matches(private.plain_letters(said), '[a-z0-9]+', 'g') as part)) as read (words)
);
