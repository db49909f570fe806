import { expect, it } from 'vitest';
import { defaultPermissions, PERMISSIONS, type Permission } from '../../kernel/abilities.ts';
import { CLASSBOOK_VIEWS, classbookAbilitiesOf, entryAbilitiesOf, noticeAbilitiesOf } from './abilities.ts';

const person = (...permissions: Permission[]) => ({ user_id: 1, permissions: new Set(permissions) });
const all = person(...PERMISSIONS);
const allowed = (can: Record<string, number>) => Object.keys(can).filter((key) => can[key] === 1);

it('each part of a class book needs the permission of its name [T-6.02]', () => {
  for (const view of CLASSBOOK_VIEWS) {
    expect(allowed(classbookAbilitiesOf(person(view), 'teaching'))).toEqual([view]);
    expect(allowed(classbookAbilitiesOf(person(view), 'none'))).toEqual([]);
  }
  expect(allowed(classbookAbilitiesOf(all, 'family'))).toEqual(['view-notices', 'view-homeworks', 'view-sick-notes']);
  expect(allowed(classbookAbilitiesOf(all, 'school'))).toEqual([
    ...CLASSBOOK_VIEWS,
    'view-sick-notes',
    'export',
    'check',
  ]);
});

it('the product lets teachers see all parts, families theirs, and employees none', () => {
  const viewsOf = (role: keyof typeof defaultPermissions) =>
    CLASSBOOK_VIEWS.filter((view) => defaultPermissions[role].includes(view));
  expect(viewsOf('TEACHER')).toEqual([...CLASSBOOK_VIEWS]);
  for (const role of ['STUDENT', 'PARENT'] as const) expect(viewsOf(role)).toEqual(['view-notices', 'view-homeworks']);
  expect(viewsOf('EMPLOYEE')).toEqual([]);
});

it('an entry is written by who holds the lesson; who has it by the plan adds to it', () => {
  const of = (holds: boolean, is_regular: boolean, is_begun = true) =>
    allowed(entryAbilitiesOf(all, { holds, is_regular, is_begun }));
  expect(of(true, false)).toEqual(['write-topic', 'create-homework', 'create-notice', 'mark']);
  expect(of(true, false, false)).toEqual(['write-topic', 'create-homework', 'create-notice']);
  expect(of(false, true)).toEqual(['write-topic', 'create-homework']);
  expect(of(false, false)).toEqual([]);
  expect(allowed(entryAbilitiesOf(person('view-notices'), { holds: true, is_regular: true, is_begun: true }))).toEqual(
    [],
  );
});

it('a notice is changed by its author and who sees the whole school, and never once it is deleted [T-6.05]', () => {
  const of = (reach: 'school' | 'teaching' | 'family', created_by: number | null, is_deleted = false) =>
    allowed(noticeAbilitiesOf(all, reach, { created_by, is_deleted }));
  expect(of('teaching', 1)).toEqual(['update', 'delete', 'view-history']);
  expect(of('teaching', 2)).toEqual(['view-history']);
  expect(of('school', null)).toEqual(['update', 'delete', 'view-history']);
  expect(of('teaching', 1, true)).toEqual(['view-history']);
  expect(of('family', 1)).toEqual([]);
});
