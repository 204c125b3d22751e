/**
 * Sentences that the database fills in (`format('… %s …')` in the migrations), with names for what it puts there. Loaded
 * with the catalogue of a language, so that `translated()` finds them; English does without.
 */
export const SERVER_SENTENCES = [
  'Add at least {count} photos before you publish the ad.',
  'Ads that may fall under “{rule}” are looked at by a person first. {explanation}',
  'Fill in “{name}”.',
  'Remove the e-mail address from the {field}: people reach you through messages.',
  'Remove the link from the {field}.',
  'Remove the phone number from the {field}: people reach you through messages.',
  'The asking price is {amount}. Offer that or less.',
  'The seller takes offers from {amount} on.',
  'This ad runs until {until}. You can extend it from {from} on.',
  'This is on offer already, as ad no. {number}. Change or extend that one: it keeps everybody who saved it.',
  'You ask for {amount}: a counter-offer cannot be higher.',
  'You have sent these very words to {count} people. Write this message in your own words.',
  '“{category}” takes no new ads at present. Choose another category.',
] as const
