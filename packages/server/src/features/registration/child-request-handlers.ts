import {
  CHILD_REQUESTS,
  type CreatedKey,
  childRequestRulesOf,
  missingInChildRequest,
  type registrationApi,
  registrationEvents,
  toCode,
} from '@kreide/core/features/registration';
import { DEFAULT_LANGUAGE, isLanguage, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { getSchool, setSchoolProperties } from '../schools/index.ts';
import { findProfile, listMailable, listRegistering, lockUser, requireSelf } from '../users/index.ts';
import { makeKeys } from './key-handlers.ts';
import type { SendAnswer } from './mails.ts';
import {
  countChildRequests,
  createChildRequest,
  endChildRequest,
  findOwnRequest,
  findReceivedRequest,
  listOwnRequests,
  listReceivedRequests,
  type ReceivedRow,
  toChildRequest,
  toReceivedRequest,
} from './queries/child-requests.ts';
import { countWaiting, tellWaiting } from './waiting.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The page where a parent enters the code; the code is in the fragment, which reaches no server and no log. */
const ENTER_CODE = '/settings/add-child/activation-key';

export type ChildRequestHandlers = Pick<
  Handlers<typeof registrationApi>,
  | ('requestChildCode' | 'listOwnChildRequests' | 'withdrawChildRequest')
  | ('listChildRequests' | 'acceptChildRequest' | 'refuseChildRequest')
  | ('getWaiting' | 'getChildRequestRules' | 'updateChildRequestRules')
>;

export interface ChildRequestParts {
  secret: string;
  appUrl: () => string;
  /** Null: this installation sends no mails. */
  send: SendAnswer | null;
}

/** Tells a parent what became of a request. */
async function tellParent(
  db: Kysely<DB>,
  school_id: number,
  { id, parent_id }: Pick<ReceivedRow, 'id' | 'parent_id'>,
  emit: HandlerContext['emit'],
): Promise<void> {
  const request = await findOwnRequest(db, { school_id, user_id: parent_id }, id);
  if (request) await emit(registrationEvents.childRequestAnswered, { users: [parent_id] }, toChildRequest(request));
}

/** Asking for a child's code and answering that (P-7.75, P-6.22). Who the child is, people decide: nothing is looked up. */
export function childRequestHandlers({ secret, appUrl, send }: ChildRequestParts): ChildRequestHandlers {
  async function toReceived(db: Kysely<DB>, schoolId: number, rows: readonly ReceivedRow[], now: Date) {
    const parents = rows.map(({ parent_id }) => parent_id);
    const mailable = new Set((await listMailable(db, schoolId, parents, now)).map(({ id }) => id));
    return rows.map((row) => toReceivedRequest(row, send !== null && mailable.has(row.parent_id)));
  }

  return {
    async requestChildCode({ params, body, actor, db, now, t, write, record, emit, fail }) {
      const parent = await requireSelf({ params, actor, db, fail });
      if (actor.type !== 'PARENT') return fail('forbidden');
      const { school_id, user_id } = parent;
      const { asks } = childRequestRulesOf((await getSchool(db, school_id)).properties);
      const names = (['firstname', 'lastname'] as const).filter((field) => body[field].trim() === '');
      refuseIssues(
        [...names, ...missingInChildRequest(body, asks)].map((field) => ({
          path: `body.${field}`,
          rule: 'required',
          message: t('registration:rules.required'),
        })),
      );
      const trx = await write();
      // Several at the same time see each other.
      await lockUser(trx, school_id, user_id);
      const counts = await countChildRequests(trx, parent, new Date(now.getTime() - DAY_MS));
      if (counts.open >= CHILD_REQUESTS.open || counts.recent >= CHILD_REQUESTS.daily) return fail('requests_full');
      const draft = {
        firstname: body.firstname.trim(),
        lastname: body.lastname.trim(),
        // The server does not keep answers that the school does not want to know.
        birthdate: asks === 'grade' ? null : body.birthdate,
        grade: asks === 'birthdate' ? null : (body.grade?.trim() ?? null),
      };
      const request = await createChildRequest(trx, parent, draft, now);
      record({ entity: 'child_requests', id: request.id, after: { parent_id: user_id } });
      await tellWaiting(trx, school_id, emit);
      return { data: request };
    },

    async listOwnChildRequests({ params, actor, db, fail }) {
      const parent = await requireSelf({ params, actor, db, fail });
      if (actor.type !== 'PARENT') return fail('forbidden');
      const { asks } = childRequestRulesOf((await getSchool(db, parent.school_id)).properties);
      return { data: { asks, requests: (await listOwnRequests(db, parent)).map(toChildRequest) } };
    },

    async withdrawChildRequest({ params, actor, db, now, write, record, emit, fail }) {
      const parent = await requireSelf({ params, actor, db, fail });
      const id = params.request_id;
      if (!(await findOwnRequest(db, parent, id))) return fail('not_found');
      const trx = await write();
      if (!(await endChildRequest(trx, parent.school_id, id, { state: 'withdrawn' }, now)))
        return fail('already_answered');
      record({ entity: 'child_requests', id, before: { state: 'open' }, after: { state: 'withdrawn' } });
      await tellWaiting(trx, parent.school_id, emit);
      const request = await findOwnRequest(trx, parent, id);
      return request ? { data: toChildRequest(request) } : fail('not_found');
    },

    async listChildRequests({ query, actor, db, now }) {
      const rows = await listReceivedRequests(db, actor.school_id, query.page ?? 1);
      return { data: await toReceived(db, actor.school_id, rows, now) };
    },

    async acceptChildRequest({ params, body, actor, db, now, t, write, record, emit, fail }) {
      const { school_id } = actor;
      const request = await findReceivedRequest(db, school_id, params.id);
      if (!request) return fail('not_found');
      const [child] = await listRegistering(db, school_id, [body.child_id], toLocal(now, actor.time_zone).date);
      if (!child) return fail('not_found');
      if (child.type !== 'STUDENT')
        refuseIssues([{ path: 'body.child_id', rule: 'notPupil', message: t('registration:rules.notPupil') }]);
      const parent = await findProfile(db, { school_id, user_id: request.parent_id });
      const recipient = body.way === 'mail' ? (parent?.email ?? null) : null;
      if (body.way === 'mail' && (!send || recipient === null)) return fail('mail_unavailable');
      const trx = await write();
      const [made] = await makeKeys(trx, { secret, actor, now }, { kind: 'child', user_ids: [child.id] });
      const { id: key_id, code } = made as CreatedKey;
      const answer = { state: 'accepted', way: body.way, key_id, answered_by: actor.user_id } as const;
      if (!(await endChildRequest(trx, school_id, request.id, answer, now))) return fail('already_answered');
      if (send && recipient !== null) {
        const language = [parent?.locale, (await getSchool(trx, school_id)).locale].find(isLanguage);
        const to = { school_id, user_id: request.parent_id, recipient, language: language ?? DEFAULT_LANGUAGE };
        await send(trx, to, now, (say, school) => ({
          subject: say('registration:mail.childCode.subject'),
          lines: [
            say('registration:mail.childCode.text', { school, name: request.firstname }),
            say('registration:mail.childCode.code', { code }),
          ],
          action: { text: say('registration:mail.childCode.action'), url: `${appUrl()}${ENTER_CODE}#${toCode(code)}` },
        }));
      }
      record({
        entity: 'child_requests',
        id: request.id,
        before: { state: 'open' },
        after: { state: 'accepted', child_id: child.id, parent_id: request.parent_id, way: body.way },
      });
      await tellParent(trx, school_id, request, emit);
      await tellWaiting(trx, school_id, emit);
      return { data: made as CreatedKey };
    },

    async refuseChildRequest({ params, body, actor, db, now, t, write, record, emit, fail }) {
      const { school_id } = actor;
      const reason = body.reason.trim();
      if (reason === '')
        refuseIssues([{ path: 'body.reason', rule: 'required', message: t('registration:rules.required') }]);
      if (!(await findReceivedRequest(db, school_id, params.id))) return fail('not_found');
      const trx = await write();
      const answer = { state: 'refused', reason, answered_by: actor.user_id } as const;
      if (!(await endChildRequest(trx, school_id, params.id, answer, now))) return fail('already_answered');
      record({ entity: 'child_requests', id: params.id, before: { state: 'open' }, after: { state: 'refused' } });
      await tellWaiting(trx, school_id, emit);
      const row = await findReceivedRequest(trx, school_id, params.id);
      const [request] = await toReceived(trx, school_id, row ? [row] : [], now);
      if (!row || !request) return fail('not_found');
      await tellParent(trx, school_id, row, emit);
      return { data: request };
    },

    async getWaiting({ actor, db }) {
      return { data: await countWaiting(db, actor.school_id) };
    },

    async getChildRequestRules({ params, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: childRequestRulesOf((await getSchool(db, actor.school_id)).properties) };
    },

    async updateChildRequestRules({ params, body, actor, write, record, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const trx = await write();
      const before = childRequestRulesOf((await getSchool(trx, actor.school_id)).properties);
      await setSchoolProperties(trx, actor.school_id, { 'registration.child_requests.asks': body.asks });
      record({ entity: 'schools', id: actor.school_id, before, after: body });
      return { data: body };
    },
  };
}
