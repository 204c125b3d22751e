import { behind, near, type RuleOf } from './rule.ts'

/** Insults and threats. */
export const HURT_RULES: readonly RuleOf[] = [
  [
    'hurt.insult',
    'harassment',
    `(${behind('you_are', 'insult', 4)} | insult <1> you_are) & !${near('i_am', 'insult', 3)}`,
    50,
    'warn',
  ],
  ['hurt.strong', 'harassment', 'insult_strong', 50, 'warn'],
  ['hurt.threat', 'harassment', 'threat | you_will_see & seems_bad', 70, 'warn'],
  [
    'hurt.knows',
    'harassment',
    `${behind('i_know', 'your_life', 6)} & !threat & !seems_good | ill_will & (your_life | your_street) | pity & (happens | your_life) | ${behind('i_know', 'your_street', 6)} & surely_bad`,
    70,
    'warn',
  ],
  [
    'hurt.blackmail',
    'harassment',
    'stars & or_else & (discount_demand | amount | percent | do_refund | do_pay | digits | number)',
    60,
    'warn',
  ],
  ['hurt.sexual', 'harassment', 'sexual_strong | sexual & (body_photo | photo) | wear & wear_for_me', 60, 'warn'],
  [
    'hurt.body_photo',
    'harassment',
    `body_photo | your_body & (photo | do_give | do_pay | wear | worn) | ${near('photo', 'wear_it', 6)}`,
    60,
    'warn',
  ],
  ['hurt.on_you', 'harassment', 'on_you & (show_me | photo)', 60, 'warn'],
  ['hurt.slander', 'harassment', 'tell_all & (or_else | discount_demand)', 60, 'warn'],
  ['hurt.worn', 'harassment', 'unwashed & garment & !told', 60, 'warn'],
  ['hurt.hate', 'harassment', 'hate | people_like & seems_bad', 60, 'warn'],
  ['hurt.feet', 'harassment', 'feet & (photo | do_give | wear | wear_it) & (do_pay | wear_it)', 60, 'warn'],
]
