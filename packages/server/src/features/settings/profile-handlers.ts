import { EMAIL_LINK_SECONDS, profileApi, settingsEvents } from '@kreide/core/features/settings';
import { SEXES } from '@kreide/core/features/users';
import { isLanguage } from '@kreide/core/kernel';
import { email as isEmail, isPhoneNumber } from '@kreide/core/validation';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { implement } from '../../kernel/http/implement.ts';
import { isOwnPassword, reserveAttempt } from '../auth/index.ts';
import { findProfile, isTaken, lockUser, type PersonKey, requireSelf, updateProfile } from '../users/index.ts';
import { refuseField } from './field.ts';
import type { SendLetter } from './mails.ts';
import { createEmailChange, findEmailChange, findPendingEmail, removeEmailChange } from './queries/email-changes.ts';

/** The page behind the link that proves an address. */
const toConfirmPath = (token: string): string => `/confirm-email#token=${token}`;

const DAY_SECONDS = 24 * 60 * 60;

/** What a person changes of their own (P-7.49, P-7.54 to P-7.58). Old and new values are nobody's but theirs: the log says what, not how. */
export function profileHandlers({ appUrl, mail, send }: Pick<FeatureParts, 'appUrl' | 'mail'> & { send: SendLetter }) {
  async function toSettings(db: Kysely<DB>, person: PersonKey, now: Date) {
    const profile = await findProfile(db, person);
    if (!profile) throw new Error('a session of a person who is gone');
    const { role: _, sex, locale, ...shown } = profile;
    return {
      data: {
        ...shown,
        sex: SEXES.find((one) => one === sex) ?? null,
        locale: isLanguage(locale) ? locale : null,
        pending_email: await findPendingEmail(db, person, now),
      },
    };
  }

  return implement(profileApi, {
    async getSettings({ params, actor, db, now, fail }) {
      return toSettings(db, await requireSelf({ params, actor, db, fail }), now);
    },

    async updateSettings({ params, body, actor, db, write, record, now, t, fail }) {
      const person = await requireSelf({ params, actor, db, fail });
      const phone = body.phone?.trim() || null;
      if (!isPhoneNumber(phone)) refuseField('phone', 'isPhoneNumber', t('validations:custom.phone.isPhoneNumber'));
      const trx = await write();
      await updateProfile(trx, person, { phone });
      record({ entity: 'users', id: person.user_id });
      return toSettings(trx, person, now);
    },

    async updateName({ params, body, actor, db, write, record, now, t, fail }) {
      const person = await requireSelf({ params, actor, db, fail });
      const { sex } = body;
      const [firstname, lastname] = [body.firstname.trim(), body.lastname.trim()];
      if (firstname === '') refuseField('firstname', 'required', t('validations:messages.required'));
      if (lastname === '') refuseField('lastname', 'required', t('validations:messages.required'));
      const trx = await write();
      await updateProfile(trx, person, { sex, firstname, lastname });
      record({ entity: 'users', id: person.user_id });
      return toSettings(trx, person, now);
    },

    async updateEmail({ params, body, actor, db, write, record, now, t, fail }) {
      const person = await requireSelf({ params, actor, db, fail });
      if (!mail) return fail('mail_unavailable');
      const email = body.email.trim();
      if (!isEmail(email)) refuseField('email', 'email', t('validations:messages.email'));
      if (!(await isOwnPassword(db, actor, body.current_password, now)))
        refuseField('current_password', 'current_password', t('kernel:rules.current_password'));
      const trx = await write();
      const token = await createEmailChange(trx, person, email, EMAIL_LINK_SECONDS, now);
      const to = { kind: 'email', recipients: [email], seconds: EMAIL_LINK_SECONDS } as const;
      await send(trx, person, to, now, (say, school) => ({
        subject: say('settings:mail.email.subject'),
        lines: [say('settings:mail.email.text', { school }), say('settings:mail.email.ignore')],
        action: { text: say('settings:mail.email.action'), url: appUrl() + toConfirmPath(token) },
      }));
      const present = await findProfile(trx, person);
      const old = { kind: 'email', recipients: [present?.email], seconds: DAY_SECONDS } as const;
      await send(trx, person, old, now, (say, school) => ({
        subject: say('settings:mail.emailAsked.subject'),
        lines: [say('settings:mail.emailAsked.text', { school }), say('settings:mail.notYou')],
      }));
      record({ entity: 'users', id: person.user_id });
      return toSettings(trx, person, now);
    },

    async confirmEmail({ body, db, write, record, request, now, fail }) {
      const change = await findEmailChange(db, body.token, now);
      if (!change) {
        await reserveAttempt(db, { link: request.network }, now);
        return fail('not_found');
      }
      const { school_id, user_id, email, slink } = change;
      const person = { school_id, user_id };
      if (await isTaken(db, school_id, { id: user_id, username: '', email })) return fail('account_taken');
      const trx = await write();
      await lockUser(trx, school_id, user_id);
      const before = await findProfile(trx, person);
      if (!(await removeEmailChange(trx, person))) return fail('not_found');
      await updateProfile(trx, person, { email });
      const old = { kind: 'email', recipients: [before?.email], seconds: DAY_SECONDS } as const;
      await send(trx, person, old, now, (say, school) => ({
        subject: say('settings:mail.emailChanged.subject'),
        lines: [say('settings:mail.emailChanged.text', { school }), say('settings:mail.notYou')],
      }));
      record({ entity: 'users', id: user_id, by: person });
      return { data: { slink, email } };
    },

    async updateUsername({ params, body, actor, db, write, record, now, t, fail }) {
      const person = await requireSelf({ params, actor, db, fail });
      const { username } = body;
      if (!(await isOwnPassword(db, actor, body.current_password, now)))
        refuseField('current_password', 'current_password', t('kernel:rules.current_password'));
      if (await isTaken(db, actor.school_id, { id: actor.user_id, username, email: null }))
        refuseField('username', 'taken', t('settings:rules.taken'));
      const trx = await write();
      await updateProfile(trx, person, { username });
      record({ entity: 'users', id: person.user_id });
      return toSettings(trx, person, now);
    },

    async updateLocale({ params, body, actor, db, write, record, emit, now, fail }) {
      const person = await requireSelf({ params, actor, db, fail });
      const trx = await write();
      await updateProfile(trx, person, body);
      record({ entity: 'users', id: person.user_id, after: body });
      await emit(settingsEvents.localeChanged, { users: [person.user_id] }, body);
      return toSettings(trx, person, now);
    },

    async changeStatistics({ params, body, actor, db, write, record, now, fail }) {
      const person = await requireSelf({ params, actor, db, fail });
      const before = await findProfile(db, person);
      const trx = await write();
      await updateProfile(trx, person, body);
      record({
        entity: 'users',
        id: person.user_id,
        before: { is_trackable: before?.is_trackable ?? false },
        after: body,
      });
      return toSettings(trx, person, now);
    },
  });
}
