import {
  ANNOUNCEMENTS_MAXIMUM,
  type ContactPerson,
  contactProblems,
  helpApi,
  helpEvents,
  type SharedContacts,
  toContacts,
} from '@kreide/core/features/help';
import type { Translate } from '@kreide/core/kernel';
import type { FeatureParts } from '../../kernel/feature.ts';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { faqHandlers } from './faq-handlers.ts';
import { type FeedbackParts, feedbackHandlers } from './feedback-handlers.ts';
import { findAnnouncement, listAnnouncements } from './queries/announcements.ts';
import { arePresent, getContacts, listHidden, lockContacts, replaceContacts } from './queries.ts';
import { type ReportWays, reportHandlers } from './report-handlers.ts';

/** The drafts as they are stored; 422 with their problems in words. */
function toPersons(drafts: readonly ContactPerson[], t: Translate): ContactPerson[] {
  refuseIssues(
    drafts.flatMap((draft, index) =>
      contactProblems(draft).map(({ field, rule, params }) => ({
        path: `body.persons.${index}.${field}`,
        rule,
        params,
        message: t(`help:rules.${rule}`, params),
      })),
    ),
  );
  return drafts.map(({ name, user_id, about, email, telephone, hours }) => ({
    name: name.trim(),
    user_id,
    about: about.trim(),
    email: email.trim(),
    telephone: telephone.trim(),
    hours: hours.trim(),
  }));
}

/** What the log says of them: no address of anybody. */
const toRecord = ({ persons }: SharedContacts) => ({ order: persons.map(({ name }) => name).join(', ') });

export type HelpParts = Pick<FeatureParts, 'clock' | 'database'> & FeedbackParts & ReportWays;

/** The contact persons of a school: everybody reads them, administrators change them [P-7.47]; and the answered questions. */
export function helpHandlers(parts: HelpParts) {
  return implement(helpApi, {
    ...faqHandlers(parts),

    async listAnnouncements({ query, db, language, now }) {
      return { data: await listAnnouncements(db, language, Number(query.limit ?? ANNOUNCEMENTS_MAXIMUM), now) };
    },

    async getAnnouncement({ params, db, language, now, fail }) {
      const found = await findAnnouncement(db, params.announcement, language, now);
      return found ? { data: found } : fail('not_found');
    },

    ...feedbackHandlers(parts),
    ...reportHandlers(parts),

    async getContacts({ params, actor, db, now, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: toContacts(await getContacts(db, actor.school_id, now), actor) };
    },

    async updateContacts({ params, body, actor, now, t, write, record, emit, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const ids = body.persons.flatMap(({ user_id }) => user_id ?? []);
      const persons = toPersons(body.persons, t);
      const trx = await write();
      await lockContacts(trx, actor.school_id);
      // Waits for people who are being erased at this moment.
      if (!(await arePresent(trx, actor.school_id, ids, now))) return fail('not_found');
      const before = await getContacts(trx, actor.school_id, now);
      if (before.updated_at !== body.updated_at) return fail('conflict');
      const hidden = await listHidden(trx, actor.school_id, before);
      await replaceContacts(trx, actor.school_id, [...persons, ...hidden], now);
      const after = await getContacts(trx, actor.school_id, now);
      record({ entity: 'contact_persons', id: actor.school_id, before: toRecord(before), after: toRecord(after) });
      await emit(helpEvents.contactsChanged, { school: actor.school_id }, after);
      return { data: toContacts(after, actor) };
    },
  });
}
