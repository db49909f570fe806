import {
  CODE_LENGTH,
  isSameName,
  isUsername,
  type Registration,
  registrationApi,
  registrationStepsOf,
  TERMS_VERSION,
  toShortName,
} from '@kreide/core/features/registration';
import { SEXES, type Sex, USERNAME_LENGTH } from '@kreide/core/features/users';
import { toLocal, type UserType } from '@kreide/core/kernel';
import { PASSWORD_MINIMUM } from '@kreide/core/validation';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { hasher, hashPassword } from '../auth/index.ts';
import { getSchool } from '../schools/index.ts';
import { claimTeacher, setGrade } from '../structure/index.ts';
import {
  activate,
  createParent,
  findPerson,
  isNameFree,
  listRegistering,
  lockUser,
  type Registered,
  saveLink,
} from '../users/index.ts';
import { applicationHandlers } from './application-handlers.ts';
import { type ChildRequestParts, childRequestHandlers } from './child-request-handlers.ts';
import { freeUsername, keyHandlers } from './key-handlers.ts';
import { keyStateOf, openForCheck, openKey, openUsableKey } from './opened-key.ts';
import { ownHandlers } from './own-handlers.ts';
import { addConsent, type FoundKey, lockKey, setTeaching, useKey } from './queries.ts';
import { listChoices, openChild, registrationProblems, toFoundChild } from './registering.ts';

export interface RegistrationParts extends ChildRequestParts {
  /** Called after somebody's plan changed. */
  planChanged: (schoolId: number) => void;
}

type Call = Pick<HandlerContext, 'db' | 'now' | 'request'>;

export function registrationHandlers({ secret, appUrl, send, planChanged }: RegistrationParts) {
  const partsOf = ({ db, now, request }: Call) => ({ db, now, secret, network: request.network });

  async function toRegistration(db: Kysely<DB>, key: FoundKey, now: Date): Promise<Registration> {
    const { kind } = key;
    const state = keyStateOf(key, now);
    const school = await getSchool(db, key.school_id);
    const on = toLocal(new Date(key.used_at ?? key.withdrawn_at ?? key.expires_at), key.time_zone).date;
    const type = kind === 'child' ? 'PARENT' : (key.type as UserType);
    const head = {
      kind,
      state,
      on,
      type,
      terms_version: TERMS_VERSION,
      name: kind === 'child' ? null : toShortName(key.firstname, key.lastname),
      school: { name: school.name, slink: school.slink },
    };
    if (state !== 'open') return { ...head, steps: [], person: null, choices: null };
    const today = toLocal(now, school.time_zone).date;
    const [known] = await listRegistering(db, key.school_id, [key.user_id], today);
    const person = await findPerson(db, key.school_id, key.user_id);
    const isOwn = kind === 'account' && known !== undefined;
    const choices = await listChoices(db, key.school_id);
    return {
      ...head,
      steps: registrationStepsOf({
        kind,
        type,
        hasGrade: (known?.grade_id ?? null) !== null || choices.grades.length === 0,
        hasShortcut: (person?.teacher_id ?? null) !== null,
      }),
      person: isOwn
        ? {
            firstname: known.firstname,
            lastname: known.lastname,
            email: known.email,
            sex: SEXES.find((one) => one === known.sex) ?? (null as Sex | null),
            username: known.username,
          }
        : null,
      choices,
    };
  }

  return implement(registrationApi, {
    ...keyHandlers({ secret }),
    ...applicationHandlers({ secret, appUrl, send }),
    ...childRequestHandlers({ secret, appUrl, send }),
    ...ownHandlers({ secret, planChanged }),

    async getSteps({ query, ...call }) {
      const key = await openKey(partsOf(call), query.code);
      return { data: await toRegistration(call.db, key, call.now) };
    },

    async getInformation() {
      return {
        data: {
          terms_version: TERMS_VERSION,
          code_length: CODE_LENGTH,
          password_minimum: PASSWORD_MINIMUM,
          username_minimum: USERNAME_LENGTH.minimum,
        },
      };
    },

    async checkEmail({ body, ...call }) {
      const key = await openForCheck(partsOf(call), body.code);
      return { data: { is_free: await isNameFree(call.db, key.school_id, body.email, ownerOf(key)) } };
    },

    async checkUsername({ body, ...call }) {
      const key = await openForCheck(partsOf(call), body.code);
      const is_free =
        isUsername(body.username) && (await isNameFree(call.db, key.school_id, body.username, ownerOf(key)));
      return { data: { is_free } };
    },

    async suggestUsername({ query, ...call }) {
      const key = await openForCheck(partsOf(call), query.code);
      return { data: { username: await freeUsername(call.db, key.school_id, query.firstname, query.lastname) } };
    },

    async checkChild({ body, ...call }) {
      const key = await openForCheck(partsOf(call), body.code);
      await openChild(call.db, key, body, call.now);
      return { data: await toFoundChild(call.db, key, call.now) };
    },

    async register({ body, t, write, record, fail, afterCommit, ...call }) {
      const { db, now } = call;
      const key = await openUsableKey(partsOf(call), body.code);
      if (key.kind === 'child') await openChild(db, key, body.child ?? { firstname: '', lastname: '' }, now);
      const issues = await registrationProblems(db, key, body, t);
      // Names that the school gave stay as they are.
      if (key.kind === 'account' && !isSameName(`${key.firstname}${key.lastname}`, `${body.firstname}${body.lastname}`))
        issues.push({ path: 'body.lastname', rule: 'ownName', message: t('registration:rules.ownName') });
      refuseIssues(issues);
      const asker = { lane: `code ${key.id}`, isKnownDevice: false };
      const registered: Registered = {
        sex: body.sex,
        email: body.email,
        username: body.username,
        locale: body.locale,
        firstname: key.kind === 'account' ? key.firstname : body.firstname.trim(),
        lastname: key.kind === 'account' ? key.lastname : body.lastname.trim(),
        password_hash: await hashPassword(body.password, hasher.deriveFor(asker)),
      };
      const { school_id } = key;
      const trx = await write();
      await lockKey(trx, key);
      const today = toLocal(now, key.time_zone).date;
      const user_id = key.kind === 'account' ? key.user_id : await createParent(trx, school_id, registered, now);
      if (!(await useKey(trx, key, user_id, now))) return fail('code_used');
      await lockUser(trx, school_id, user_id);
      if (key.kind === 'account') await activate(trx, school_id, user_id, registered);
      else
        await saveLink(
          trx,
          school_id,
          { parent_id: user_id, user_id: key.user_id, relation: body.relation ?? 'OTHER' },
          now,
        );
      const [present] = await listRegistering(trx, school_id, [user_id], today);
      const given = body.grade_id === undefined ? null : await enterGrade(trx, key, body.grade_id, today);
      if (body.teacher_id !== undefined && present?.type === 'TEACHER')
        await claimTeacher(trx, school_id, body.teacher_id, user_id);
      if (body.teaching && present?.type === 'TEACHER')
        await setTeaching(trx, { school_id, user_id }, body.teaching, now);
      await addConsent(trx, { school_id, user_id }, body.terms_version, now);
      record({
        entity: 'users',
        id: user_id,
        by: { school_id, user_id },
        after: { username: body.username, type: present?.type ?? null, terms_version: body.terms_version },
      });
      if (key.kind === 'child') {
        const after = { parent_id: user_id, grade_id: given };
        record({ entity: 'users', id: key.user_id, by: { school_id, user_id }, after });
      }
      afterCommit(() => planChanged(school_id));
      return { data: { slink: key.slink, username: body.username } };
    },
  });
}

/** The grade of the pupil of a code, where the school knows none; null: it knows one, or the code is of somebody else. */
async function enterGrade(trx: Kysely<DB>, key: FoundKey, gradeId: number, today: string): Promise<number | null> {
  const { school_id, user_id } = key;
  await lockUser(trx, school_id, user_id);
  const [pupil] = await listRegistering(trx, school_id, [user_id], today);
  if (pupil?.type !== 'STUDENT' || pupil.grade_id !== null) return null;
  await setGrade(trx, school_id, user_id, gradeId, today);
  return gradeId;
}

/** Whose own name and address are not taken. */
const ownerOf = (key: FoundKey): number | null => (key.kind === 'account' ? key.user_id : null);
