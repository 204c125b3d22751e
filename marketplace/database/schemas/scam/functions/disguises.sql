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
