export const REPORTED: Readonly<Record<string, string>> = {
  listing: 'an ad',
  message: 'a message',
  conversation: 'a conversation',
  profile: 'a person',
  review: 'a review',
  photo: 'a photo',
}

/** What became of a report. */
export const OUTCOME: Readonly<Record<string, string>> = {
  new: 'Received',
  triaged: 'Received',
  in_review: 'Being looked at',
  actioned: 'Something was done',
  rejected: 'Breaks no rule',
  duplicate: 'Known already',
  appealed: 'Being looked at again',
  upheld: 'Something was done',
  overturned: 'Breaks no rule',
}

export const DECISION: Readonly<Record<string, string>> = {
  warn: 'You were warned',
  hide: 'Something of yours was taken out of sight',
  remove: 'Something of yours was removed',
  limit: 'Your account is limited: no new ads or conversations',
  suspend: 'Your account is suspended',
  ban: 'Your account is banned',
}

export const APPEAL: Readonly<Record<string, string>> = {
  open: 'Your appeal is being looked at',
  upheld: 'The decision stands',
  overturned: 'The decision was undone',
}
