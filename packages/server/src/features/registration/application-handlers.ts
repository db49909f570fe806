import {
  type ApplyingSchool,
  type CreatedKey,
  OPEN_APPLICATIONS,
  type registrationApi,
  toApplicationType,
  toCode,
} from '@kreide/core/features/registration';
import { toLocal, type UserType } from '@kreide/core/kernel';
import { email as isEmail } from '@kreide/core/validation';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { sanitizeHtmlIn, sanitizeHtmlOut } from '../../kernel/text/html.ts';
import { refuseUnknown, reserveAttempt } from '../auth/index.ts';
import { findApplyingSchool, getSchool, lockSchool } from '../schools/index.ts';
import { hasGrade, setGrade } from '../structure/index.ts';
import { createPending, isNameFree, lockUser } from '../users/index.ts';
import { createTicket, isTicket } from './form-ticket.ts';
import { freeUsername, makeKeys } from './key-handlers.ts';
import type { SendAnswer } from './mails.ts';
import {
  answerApplication,
  countOpenApplications,
  createApplication,
  findApplication,
  languageOf,
  listApplicationPages,
  listApplications,
  saveApplicationPage,
  toApplication,
} from './queries/applications.ts';
import { tellWaiting } from './waiting.ts';

export type ApplicationHandlers = Pick<
  Handlers<typeof registrationApi>,
  | ('getApplyingSchool' | 'getApplicationInformation' | 'apply')
  | ('listApplications' | 'acceptApplication' | 'declineApplication')
  | ('listApplicationPages' | 'updateApplicationPage')
>;

interface ApplicationParts {
  secret: string;
  appUrl: () => string;
  /** Null: this installation sends no mails. */
  send: SendAnswer | null;
}

/** A school with the pages that it has opened; undefined: there is none, or it has opened none. */
async function findOpenSchool(db: Kysely<DB>, uuid: string) {
  const school = await findApplyingSchool(db, uuid);
  const pages = school ? (await listApplicationPages(db, school.id)).filter(({ is_open }) => is_open) : [];
  if (!school || pages.length === 0) return undefined;
  const { name, slink, app_branding } = school;
  const shown: ApplyingSchool = { name, slink, app_branding, types: pages.map(({ type }) => type) };
  return { id: school.id, pages, shown };
}

const emptied = (text: string | null): string | null => text?.trim() || null;

/** Applications to a school (P-2.19 to P-2.22, P-7.16). A wrong address and a closed page are answered alike. */
export function applicationHandlers({ secret, appUrl, send }: ApplicationParts): ApplicationHandlers {
  return {
    async getApplyingSchool({ params, request, db, now }) {
      const school = await findOpenSchool(db, params.uuid);
      return school ? { data: school.shown } : refuseUnknown(db, request.network, now);
    },

    async getApplicationInformation({ params, request, db, now }) {
      const school = await findOpenSchool(db, params.uuid);
      const type = toApplicationType(params.type);
      const page = school?.pages.find((one) => one.type === type);
      if (!school || !page) return refuseUnknown(db, request.network, now);
      // Pictures of the school are for its members: none has an address here.
      const content_rendered = sanitizeHtmlOut(page.content, { fileAddress: () => null });
      const ticket = createTicket(secret, school.id, now);
      return { data: { school: school.shown, type: page.type, content_rendered, ticket } };
    },

    async apply({ body, request, db, now, t, write, record, emit, fail }) {
      const school = await findOpenSchool(db, body.school_uuid);
      if (!school?.pages.some(({ type }) => type === body.type)) return refuseUnknown(db, request.network, now);
      const required = (['firstname', 'lastname'] as const).filter((field) => body[field].trim() === '');
      const fields: string[] = body.type === 'PARENT' && !emptied(body.child) ? [...required, 'child'] : required;
      refuseIssues([
        ...fields.map((field) => ({
          path: `body.${field}`,
          rule: 'required',
          message: t('registration:rules.required'),
        })),
        ...(isEmail(body.email.trim())
          ? []
          : [{ path: 'body.email', rule: 'email', message: t('registration:rules.email') }]),
      ]);
      if (!isTicket(secret, school.id, body.ticket, now)) return fail('form_expired');
      await reserveAttempt(db, { apply: request.network }, now);
      // A program believes that it was heard.
      if (body.website !== '') return undefined;
      if ((await countOpenApplications(db, school.id)) >= OPEN_APPLICATIONS) return fail('applications_full');
      const { school_uuid: _, ticket: __, website: ___, ...given } = body;
      const application = {
        ...given,
        firstname: given.firstname.trim(),
        lastname: given.lastname.trim(),
        email: given.email.trim(),
        phone: emptied(given.phone),
        message: emptied(given.message),
        child: body.type === 'PARENT' ? emptied(given.child) : null,
      };
      const trx = await write();
      const id = await createApplication(trx, school.id, application, now);
      record({
        entity: 'applications',
        id: id ?? null,
        by: { school_id: school.id, user_id: null },
        after: { type: body.type, is_new: id !== undefined },
      });
      if (id !== undefined) await tellWaiting(trx, school.id, emit);
      return undefined;
    },

    async listApplications({ query, actor, db }) {
      const rows = await listApplications(db, actor.school_id, query.page ?? 1);
      return { data: rows.map(toApplication) };
    },

    async acceptApplication({ params, body, actor, db, now, t, write, record, emit, fail }) {
      const { school_id } = actor;
      const { grade_id } = body;
      if (grade_id !== null && !(await hasGrade(db, school_id, grade_id))) return fail('not_found');
      const trx = await write();
      const application = await findApplication(trx, school_id, params.id, { isLocked: true });
      if (!application) return fail('not_found');
      if (application.state !== 'open') return fail('already_answered');
      const { firstname, lastname, email } = application;
      if (!(await isNameFree(trx, school_id, email, null)))
        refuseIssues([{ path: 'params.id', rule: 'emailTaken', message: t('registration:rules.emailTaken') }]);
      const locale = languageOf(application);
      const type = application.type as UserType;
      const username = await freeUsername(trx, school_id, firstname, lastname);
      const user_id = await createPending(trx, school_id, { firstname, lastname, type, username, email, locale }, now);
      const answer = { state: 'accepted', user_id, answered_by: actor.user_id } as const;
      await answerApplication(trx, school_id, application.id, answer, now);
      if (grade_id !== null && type === 'STUDENT') {
        await lockUser(trx, school_id, user_id);
        await setGrade(trx, school_id, user_id, grade_id, toLocal(now, actor.time_zone).date);
      }
      const [made] = await makeKeys(trx, { secret, actor, now }, { kind: 'account', user_ids: [user_id] });
      const { code } = made as CreatedKey;
      await send?.(trx, { school_id, user_id, recipient: email, language: locale }, now, (say, school, slink) => ({
        subject: say('registration:mail.accepted.subject'),
        lines: [say('registration:mail.accepted.text', { school }), say('registration:mail.accepted.code', { code })],
        action: {
          text: say('registration:mail.accepted.action'),
          // In the fragment: it reaches no server and no log.
          url: `${appUrl()}/${slink}/register/activate#${toCode(code)}`,
        },
      }));
      record({ entity: 'applications', id: application.id, after: { state: 'accepted', user_id, type, grade_id } });
      await tellWaiting(trx, school_id, emit);
      return { data: { ...(made as CreatedKey), is_mailed: send !== null } };
    },

    async declineApplication({ params, body, actor, now, t, write, record, emit, fail }) {
      const { school_id } = actor;
      const reason = body.reason.trim();
      if (reason === '')
        refuseIssues([{ path: 'body.reason', rule: 'required', message: t('registration:rules.required') }]);
      const trx = await write();
      const application = await findApplication(trx, school_id, params.id, { isLocked: true });
      if (!application) return fail('not_found');
      if (application.state !== 'open') return fail('already_answered');
      const answer = { state: 'declined', reason, answered_by: actor.user_id } as const;
      await answerApplication(trx, school_id, application.id, answer, now);
      const to = { school_id, user_id: null, recipient: application.email, language: languageOf(application) };
      await send?.(trx, to, now, (say, school) => ({
        subject: say('registration:mail.declined.subject'),
        lines: [
          say('registration:mail.declined.text', { school }),
          say('registration:mail.declined.reason', { reason }),
        ],
      }));
      record({ entity: 'applications', id: application.id, after: { state: 'declined' } });
      await tellWaiting(trx, school_id, emit);
      const row = await findApplication(trx, school_id, application.id);
      return row ? { data: toApplication(row) } : fail('not_found');
    },

    async listApplicationPages({ params, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const { uuid } = await getSchool(db, actor.school_id);
      const pages = await listApplicationPages(db, actor.school_id);
      return { data: { url: `${appUrl()}/school/info/user-type/${uuid}`, pages } };
    },

    async updateApplicationPage({ params, body, actor, now, write, record, fail }) {
      const type = toApplicationType(params.type);
      if (params.id !== actor.school_id || type === undefined) return fail('not_found');
      const page = { type, is_open: body.is_open, content: sanitizeHtmlIn(body.content, { origin: appUrl() }) };
      const trx = await write();
      await lockSchool(trx, actor.school_id);
      const pages = await listApplicationPages(trx, actor.school_id);
      const { updated_at, ...before } = pages.find((one) => one.type === type) ?? fail('not_found');
      if (updated_at !== body.updated_at) return fail('conflict');
      await saveApplicationPage(trx, actor.school_id, page, now);
      record({ entity: 'schools', id: actor.school_id, before, after: page });
      return { data: { ...page, updated_at: now.toISOString() } };
    },
  };
}
