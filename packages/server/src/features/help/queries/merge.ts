import { joins, type Merge, moves } from '../../../kernel/data/merge.ts';

/** What two accounts asked and said which become one. */
export const helpMerge: Merge = {
  'contact_persons.user_id': moves(),
  'faq_votes.user_id': joins('faq_votes.user_id', { within: ['article'] }),
  'feedback.user_id': moves(),
  'timetable_reports.user_id': moves(),
  'timetable_reports.author_id': moves(),
  'timetable_reports.answered_by': moves(),
};
