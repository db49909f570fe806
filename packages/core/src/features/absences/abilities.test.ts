import { expect, it } from 'vitest';
import { defaultPermissions, PERMISSIONS, type Permission } from '../../kernel/abilities.ts';
import { classbookAbilitiesOf } from '../classbook/index.ts';
import { ABSENCE_ABILITIES, type AbsenceRelation, absenceAbilitiesOf, type JudgedAbsence } from './abilities.ts';

const me = { user_id: 1, permissions: new Set<Permission>(['view-sick-notes']) };
const nobody = { user_id: 1, permissions: new Set(PERMISSIONS.filter((one) => one !== 'view-sick-notes')) };
const current: JudgedAbsence = {
  author_id: 2,
  editor_id: null,
  is_of_family: true,
  is_deleted: false,
  is_begun: false,
  is_over: false,
  is_personal: true,
  is_undecided: true,
  has_note: true,
};
const of = (
  relation: AbsenceRelation | null,
  changed: Partial<JudgedAbsence> | null = {},
  { person = me, pupilsReport = true } = {},
) => {
  const can = absenceAbilitiesOf(person, relation, changed && { ...current, ...changed }, { pupilsReport });
  return Object.keys(can).filter((key) => can[key as keyof typeof can] === 1);
};
const without = (...keys: string[]) => ABSENCE_ABILITIES.filter((key) => !keys.includes(key));

it('the abilities are these, and without the permission nobody has one [T-6.07] [T-6.25]', () => {
  expect(of('school')).toEqual(without());
  for (const relation of ['school', 'class', 'teaching', 'parent', 'self', null] as const)
    expect(of(relation, {}, { person: nobody })).toEqual([]);
  expect(of(null)).toEqual([]);
});

it('office and class teachers decide, of what is deleted they see the rest, and groups have no parents', () => {
  for (const relation of ['school', 'class'] as const) {
    expect(of(relation, { is_over: true, is_begun: true })).toEqual(without());
    expect(of(relation, { is_deleted: true })).toEqual([
      'view-history',
      'change-past',
      'create-absences',
      'view-absence-comment',
      'view-absence-parent-note',
    ]);
    expect(of(relation, { is_personal: false })).toEqual(without('notify-parents', 'update-absence-parent-note'));
    expect(of(relation, null)).toEqual(without('update', 'delete'));
  }
});

it('who only teaches a pupil changes their own absences from today on, and never reads what the family wrote', () => {
  const seen = ['view-history', 'create-absences', 'create-absence-comment', 'view-absence-comment'];
  expect(of('teaching').toSorted()).toEqual(seen.toSorted());
  expect(of('teaching', { author_id: 1 }).toSorted()).toEqual(
    [...seen, 'update', 'delete', 'update-absence-comment'].toSorted(),
  );
  expect(of('teaching', { author_id: 1, is_begun: true })).not.toContain('delete');
  expect(of('teaching', { author_id: 1, is_begun: true, is_over: true })).not.toContain('update');
});

const READ = ['create-absences', 'view-absence-parent-note'];
const NOTE = [...READ, 'update-absence-parent-note'];

it('families see and write their note alone, and change what is theirs as long as it lasts [T-6.16]', () => {
  for (const [relation, author_id] of [
    ['parent', 2],
    ['self', 1],
  ] as const) {
    expect(of(relation, { author_id })).toEqual(['update', 'delete', ...NOTE]);
    expect(of(relation, { author_id, is_begun: true })).toEqual(['update', ...NOTE]);
    expect(of(relation, { author_id, is_begun: true, is_over: true })).toEqual(NOTE);
    expect(of(relation, { author_id, is_personal: false })).toEqual(READ);
    expect(of(relation, { author_id, is_deleted: true })).toEqual(READ);
    expect(of(relation, null)).toEqual(NOTE);
  }
  expect(of('parent', { is_undecided: false, editor_id: 3 })).toEqual(['update', 'delete', ...NOTE]);
  expect(of('parent', { is_of_family: false, is_undecided: false })).toEqual(NOTE);
});

it('pupils change what they wrote themselves, while it is undecided and nobody else has changed it', () => {
  const own = { author_id: 1 };
  expect(of('self')).toEqual(READ);
  expect(of('self', { has_note: false })).toEqual(READ);
  expect(of('self', { editor_id: 1 })).toEqual(READ);
  expect(of('self', { ...own, editor_id: 1 })).toEqual(['update', 'delete', ...NOTE]);
  expect(of('self', { ...own, editor_id: 2 })).toEqual(READ);
  expect(of('self', { ...own, is_undecided: false })).toEqual(READ);
});

it('pupils say why they were missing where nobody has, until the school decides', () => {
  const found = { is_of_family: false };
  expect(of('self', found)).toEqual(READ);
  expect(of('self', { ...found, has_note: false })).toEqual(NOTE);
  expect(of('self', { ...found, editor_id: 1 })).toEqual(NOTE);
  expect(of('self', { ...found, editor_id: 3 })).toEqual(READ);
  expect(of('self', { ...found, has_note: false, is_undecided: false })).toEqual(READ);
});

it('pupils report themselves only where their school lets them', () => {
  expect(of('self', {}, { pupilsReport: false })).toEqual(['view-absence-parent-note']);
  expect(of('self', null, { pupilsReport: false })).toEqual(['view-absence-parent-note']);
  expect(of('parent', {}, { pupilsReport: false })).toContain('update');
});

it('the class book says who may see sick notes: families, teachers and the office [T-6.25]', () => {
  const roles = ['STUDENT', 'PARENT', 'TEACHER', 'ADMIN', 'SECRETARIAT'] as const;
  for (const role of roles) expect(defaultPermissions[role]).toContain('view-sick-notes');
  for (const role of ['EMPLOYEE', 'SALES'] as const) expect(defaultPermissions[role]).not.toContain('view-sick-notes');
  expect(classbookAbilitiesOf(me, 'family')).toMatchObject({ 'view-sick-notes': 1, 'view-absences': 0 });
  expect(classbookAbilitiesOf(me, 'none')).toMatchObject({ 'view-sick-notes': 0 });
  expect(classbookAbilitiesOf(nobody, 'school')).toMatchObject({ 'view-sick-notes': 0 });
});
