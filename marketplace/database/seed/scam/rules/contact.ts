import { behind, near, type RuleOf } from './rule.ts'

const HERE = '!stay_here & !refuse & !seems_good'

/** Contact details, also disguised by words, punctuation and spaces; and moving off the site, the first step of nearly all scams. */
export const CONTACT_RULES: readonly RuleOf[] = [
  ['contact.phone', 'contact_detail', 'phone & !(part_number & !call_me)', 40, 'mask'],
  ['contact.mail', 'contact_detail', 'mail', 40, 'mask'],
  ['contact.handle', 'contact_detail', 'handle', 40, 'mask'],
  [
    'contact.spelled_mail',
    'contact_detail',
    'at_sign & (dot_word | dot_end | mine | mail_provider) | mail_word & dot_word',
    40,
    'mask',
  ],
  [
    'contact.called_number',
    'contact_detail',
    'digits & (call_me | mine | do_contact) & !part_number & !thing_number',
    40,
    'mask',
  ],
  [
    'contact.social_name',
    'contact_detail',
    '(my_social | social_place & my_name | (messenger | messenger_weak | social_place) & name_here) & !thing_app',
    40,
    'mask',
  ],
  [
    'contact.elsewhere',
    'contact_detail',
    '(my_contact | mine | number_at & !part_number) & hidden_in_photo & !thing_number',
    40,
    'warn',
  ],
  ['contact.name', 'contact_detail', 'name_here & (phone | digits | my_contact | mine)', 40, 'warn'],
  ['contact.mail_provider', 'contact_detail', 'mail_provider & !thing_app', 40, 'mask'],

  [
    'leave.messenger',
    'off_platform',
    `messenger & !${behind('not', 'messenger', 2)} & !thing_app & !stay_here & !told & !seems_good`,
    40,
    'warn',
  ],
  [
    'leave.other_app',
    'off_platform',
    `messenger_weak & (do_contact | have_you | phone_no | mine | elsewhere | flirt | do_give) & !thing_app & ${HERE}`,
    40,
    'warn',
  ],
  [
    'leave.asks_contact',
    'off_platform',
    `(phone_no & !dont_give | ${near('(do_give | do_contact)', 'own_phone', 3)} & !amount | mail_addr & (do_give | do_contact | rarely_here | flirt)) & !thing_number & !told & !on_sight & ${HERE}`,
    40,
    'warn',
  ],
  [
    'leave.off_site',
    'off_platform',
    `elsewhere & (do_contact & !do_open | talk | deal | no_fee | fee & (dont_pay | save) | do_pay & money | rarely_here) & !told & !on_sight & ${HERE}`,
    40,
    'warn',
  ],
  [
    'leave.rarely_here',
    'off_platform',
    `(rarely_here | ${behind('not', 'alerts', 4)}) & (do_contact | phone_no | mail_addr | messenger_weak | elsewhere | by_mail | talk) & !told & ${HERE}`,
    40,
    'warn',
  ],
  [
    'leave.flirt',
    'off_platform',
    `flirt & (elsewhere | messenger | messenger_weak | social_place | phone_no | mail_addr | by_mail | away | wear_for_me) & !told & ${HERE}`,
    40,
    'warn',
  ],
]
