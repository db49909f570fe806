import { isSameName, isUsername, type RegistrationBody, TERMS_VERSION } from '@kreide/core/features/registration';
import { ApiError, type Issue, type Translate, toLocal } from '@kreide/core/kernel';
import { email as isEmail } from '@kreide/core/validation';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { giveBack, newPasswordProblems, reserveAttempt } from '../auth/index.ts';
import { gradesOf, listFreeTeachers, listInUse, subjectsOf } from '../structure/index.ts';
import { isNameFree, listRegistering } from '../users/index.ts';
import type { FoundKey } from './queries.ts';

/** What can be chosen on the way, in words. */
export async function listChoices(db: Kysely<DB>, schoolId: number) {
  const toUnit = ({ id, shortcut, name }: { id: number; shortcut: string; name: string | null }) => ({
    id,
    shortcut,
    name,
  });
  return {
    grades: (await listInUse(gradesOf(db, schoolId))).map(toUnit),
    subjects: (await listInUse(subjectsOf(db, schoolId))).map(toUnit),
    shortcuts: (await listFreeTeachers(db, schoolId)).map(toUnit),
  };
}

/** What is wrong with a registration, each at its field, in words. */
export async function registrationProblems(
  db: Kysely<DB>,
  key: FoundKey,
  body: RegistrationBody,
  t: Translate,
): Promise<Issue[]> {
  const issues: Issue[] = [];
  const add = (field: keyof RegistrationBody, rule: Parameters<typeof sentence>[0]) =>
    issues.push({ path: `body.${field}`, rule, message: sentence(rule) });
  const sentence = (
    rule: 'terms' | 'email' | 'emailRequired' | 'emailTaken' | 'username' | 'usernameTaken' | 'unknownChoice',
  ) => t(`registration:rules.${rule}`);
  const { school_id } = key;
  const own = key.kind === 'account' ? key.user_id : null;
  if (body.terms_version !== TERMS_VERSION) add('terms_version', 'terms');
  const isPupil = key.kind === 'account' && key.type === 'STUDENT';
  if (body.email === null && !isPupil) add('email', 'emailRequired');
  else if (body.email !== null && !isEmail(body.email)) add('email', 'email');
  else if (body.email !== null && !(await isNameFree(db, school_id, body.email, own))) add('email', 'emailTaken');
  if (!isUsername(body.username)) add('username', 'username');
  else if (!(await isNameFree(db, school_id, body.username, own))) add('username', 'usernameTaken');
  const { username, email, firstname, lastname } = body;
  issues.push(...(await newPasswordProblems(db, body, { school_id, username, email, firstname, lastname }, t)));
  const { grades, subjects, shortcuts } = await listChoices(db, school_id);
  const has = (units: readonly { id: number }[], id: number) => units.some((unit) => unit.id === id);
  if (body.grade_id !== undefined && !has(grades, body.grade_id)) add('grade_id', 'unknownChoice');
  if (body.teacher_id !== undefined && !has(shortcuts, body.teacher_id)) add('teacher_id', 'unknownChoice');
  const { grade_ids = [], subject_ids = [] } = body.teaching ?? {};
  if (!grade_ids.every((id) => has(grades, id)) || !subject_ids.every((id) => has(subjects, id)))
    add('teaching', 'unknownChoice');
  return issues;
}

/** Whether the name is that of the child of a code. */
const isChildOf = (key: FoundKey, child: { firstname: string; lastname: string }): boolean =>
  isSameName(key.firstname, child.firstname) && isSameName(key.lastname, child.lastname);

/** The child of a code for who gives its name; names are not to be guessed either. */
export async function openChild(
  db: Kysely<DB>,
  key: FoundKey,
  child: { firstname: string; lastname: string },
  now: Date,
): Promise<void> {
  if (key.kind !== 'child') throw new ApiError({ code: 'unknown_activation_code' });
  const tries = { child: `${key.school_id} ${key.id}` };
  await reserveAttempt(db, tries, now);
  if (!isChildOf(key, child)) throw new ApiError({ code: 'child_wrong' });
  await giveBack(db, tries);
}

/** The child of a code as its parents see it. */
export async function toFoundChild(db: Kysely<DB>, key: FoundKey, now: Date) {
  const today = toLocal(now, key.time_zone).date;
  const [child] = await listRegistering(db, key.school_id, [key.user_id], today);
  const grades = await listInUse(gradesOf(db, key.school_id));
  return {
    id: key.user_id,
    displayname: `${key.firstname} ${key.lastname}`,
    grade: grades.find(({ id }) => id === child?.grade_id)?.shortcut ?? null,
  };
}
