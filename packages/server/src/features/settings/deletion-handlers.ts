import { deletionRulesOf } from '@kreide/core/features/schools';
import { deletionApi, deletionStateOf, reversionEnd } from '@kreide/core/features/settings';
import { email as isEmail } from '@kreide/core/validation';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { isOwnPassword } from '../auth/index.ts';
import { getSchool, setDeletionRules } from '../schools/index.ts';
import { findPerson, findProfile, findTwoFactor, type PersonKey, requireSelf } from '../users/index.ts';
import { refuseField } from './field.ts';
import { isLastAdministrator } from './last-administrator.ts';
import type { SendLetter } from './mails.ts';
import {
  addRequest,
  approveRequest,
  findRequest,
  listRequests,
  removeRequest,
  toStatus,
} from './queries/deletion-requests.ts';

const WEEK_SECONDS = 7 * 24 * 60 * 60;

/** Where a person looks at the state of the deletion. */
const STATUS_PAGE = '/settings/self/delete-account';

interface Asking {
  params: { id: number | 'self' };
  actor: Actor;
  db: Kysely<DB>;
  fail(code: 'not_found' | 'forbidden'): never;
}

/** The person of the address: the caller, or anybody of the school for those who manage people; an administrator for another one. */
async function requireManaged({ params, actor, db, fail }: Asking): Promise<PersonKey> {
  if (params.id === 'self' || !actor.permissions.has('manage-users')) return requireSelf({ params, actor, db, fail });
  if (!(await findPerson(db, actor.school_id, params.id))) return fail('not_found');
  const account = await findTwoFactor(db, { school_id: actor.school_id, id: params.id });
  if (account?.role === 'ADMIN' && actor.role !== 'ADMIN') return fail('forbidden');
  return { school_id: actor.school_id, user_id: params.id };
}

/** Asking for the deletion of an account, approving it, taking it back (P-4.20 to P-4.24). */
export function deletionHandlers({ appUrl, send }: Pick<FeatureParts, 'appUrl'> & { send: SendLetter }) {
  const toStatusPage = () => appUrl() + STATUS_PAGE;

  return implement(deletionApi, {
    async requestDeletion({ params, body, actor, db, write, record, now, t, fail }) {
      const person = await requireSelf({ params, actor, db, fail });
      const { enabled } = deletionRulesOf((await getSchool(db, person.school_id)).properties);
      if (!enabled) return fail('deletion_off');
      const email = body.email.trim();
      if (!isEmail(email)) refuseField('email', 'email', t('validations:messages.email'));
      if (!(await isOwnPassword(db, actor, body.password, now)))
        refuseField('password', 'current_password', t('kernel:rules.current_password'));
      const trx = await write();
      if (await isLastAdministrator(trx, person)) return fail('last_administrator');
      if (!(await addRequest(trx, person, email, now))) return fail('deletion_asked');
      const profile = await findProfile(trx, person);
      // Whoever took the account over could have entered an address of their own.
      const to = { kind: 'deletion', recipients: [email, profile?.email], seconds: WEEK_SECONDS } as const;
      await send(trx, person, to, now, (say, school) => ({
        subject: say('settings:mail.deletionAsked.subject'),
        lines: [say('settings:mail.deletionAsked.text', { school }), say('settings:mail.deletionAsked.next')],
        action: { text: say('settings:mail.deletionAction'), url: toStatusPage() },
      }));
      record({ entity: 'users', id: person.user_id });
      return { data: toStatus(await findRequest(trx, person)) };
    },

    async getDeletionStatus({ params, actor, db, fail }) {
      return { data: toStatus(await findRequest(db, await requireManaged({ params, actor, db, fail }))) };
    },

    async cancelDeletion({ params, actor, db, write, record, now, fail }) {
      const person = await requireManaged({ params, actor, db, fail });
      const trx = await write();
      const request = await findRequest(trx, person, { isLocked: true });
      if (!request) return fail('not_found');
      if (deletionStateOf(toStatus(request), now) === 'over') return fail('deletion_over');
      await removeRequest(trx, person);
      const to = { kind: 'deletion', recipients: [request.email], seconds: WEEK_SECONDS } as const;
      const isOwn = person.user_id === actor.user_id;
      await send(trx, person, to, now, (say, school) => ({
        subject: say('settings:mail.deletionCancelled.subject'),
        lines: [
          say(isOwn ? 'settings:mail.deletionCancelled.own' : 'settings:mail.deletionCancelled.bySchool', { school }),
        ],
      }));
      record({ entity: 'users', id: person.user_id });
      return { data: toStatus(undefined) };
    },

    async approveDeletion({ params, actor, db, write, record, now, fail }) {
      const person = await requireManaged({ params, actor, db, fail });
      const trx = await write();
      const request = await findRequest(trx, person, { isLocked: true });
      if (!request) return fail('not_found');
      if (await isLastAdministrator(trx, person)) return fail('last_administrator');
      if (request.approved_at === null) {
        const { reversion_days } = deletionRulesOf((await getSchool(trx, person.school_id)).properties);
        await approveRequest(trx, person, now, reversionEnd(now, reversion_days));
        const to = { kind: 'deletion', recipients: [request.email], seconds: WEEK_SECONDS } as const;
        await send(trx, person, to, now, (say, school) => ({
          subject: say('settings:mail.deletionApproved.subject'),
          lines: [
            say('settings:mail.deletionApproved.text', { school, count: reversion_days }),
            say('settings:mail.deletionApproved.next'),
          ],
          action: { text: say('settings:mail.deletionAction'), url: toStatusPage() },
        }));
      }
      record({ entity: 'users', id: person.user_id });
      return { data: toStatus(await findRequest(trx, person)) };
    },

    async listDeletionRequests({ actor, db }) {
      const requests = await listRequests(db, actor.school_id);
      return {
        data: requests.map(({ user_id, username, firstname, lastname, role, ...request }) => ({
          user_id,
          username,
          role,
          displayname: `${firstname} ${lastname}`,
          ...toStatus(request),
        })),
      };
    },

    async getDeletionRules({ params, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: deletionRulesOf((await getSchool(db, actor.school_id)).properties) };
    },

    async updateDeletionRules({ params, body, actor, write, record, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const trx = await write();
      const before = deletionRulesOf((await getSchool(trx, actor.school_id)).properties);
      await setDeletionRules(trx, actor.school_id, body);
      record({ entity: 'schools', id: actor.school_id, before, after: body });
      return { data: body };
    },
  });
}
