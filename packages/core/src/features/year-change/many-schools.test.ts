import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  GRADES,
  listedIn,
  type MadeSchool,
  madeSchools,
  nextClassOf,
  toRows,
} from '../../../../../tests/support/year-schools.ts';
import { planPeople, readPeople, type SchoolPerson } from '../user-import/index.ts';
import { proposeSteps } from './grades.ts';
import { planChange } from './plan.ts';

const RUNS = 500;
const TODAY = '2026-11-22';
const PLAIN = { columns: {}, type: null, date_order: null };

/** Pupils have the numbers from 1 on, in their order, parents those from 1001 on. */
const PARENTS = 1001;
const gradeId = (name: string) => GRADES.indexOf(name) + 1;

function toSchool({ pupils, parents }: MadeSchool): SchoolPerson[] {
  const base = {
    is_admin: false,
    is_archived: false,
    is_leaving: false,
    has_left: false,
    is_waiting: true,
    sex: null,
    shortcut: null,
    phone: null,
  };
  return [
    ...pupils.map(({ firstname, lastname, birth_date, external_id, class: name }, index) => ({
      ...base,
      id: index + 1,
      type: 'STUDENT' as const,
      firstname,
      lastname,
      birth_date,
      external_id,
      class: name,
      email: null,
      children: [],
    })),
    ...parents.map(({ firstname, lastname, email, family }, index) => ({
      ...base,
      id: PARENTS + index,
      type: 'PARENT' as const,
      firstname,
      lastname,
      email,
      class: null,
      birth_date: null,
      external_id: null,
      children: pupils.flatMap((pupil, at) => (pupil.family === family ? [at + 1] : [])),
    })),
  ];
}

const planOf = (school: MadeSchool) =>
  planChange({
    pupils: school.pupils.map(({ lastname, firstname, class: name }, index) => ({
      id: index + 1,
      name: `${lastname}, ${firstname}`,
      grade_id: gradeId(name),
      next_grade_id: null,
    })),
    grades: GRADES.map((shortcut) => ({ id: gradeId(shortcut), shortcut })),
    proposed: proposeSteps(GRADES),
    said: new Map(),
    repeaters: new Set(school.pupils.flatMap(({ fate }, index) => (fate === 'repeats' ? [index + 1] : []))),
  });

/** The list of the new year, read and compared with the school of before. */
function compare(school: MadeSchool) {
  const listed = listedIn(school);
  const rows = toRows(school, listed).map((cells, index) => ({ line: index + 1, cells, is_broken: false }));
  const { people, rejected } = readPeople([{ file: 'next.csv', sheet: null, rows }], PLAIN, TODAY);
  const known = toSchool(school);
  const plan = planPeople({ people, school: known, classes: GRADES, decisions: new Map(), is_whole: true, rejected });
  return { listed, rejected, known, ...plan };
}

describe(`${RUNS} schools that change the year`, () => {
  it('have everybody in the plan once, in the class after theirs, unless they repeat or have come to the end [D-3.10] [T-2.80]', () => {
    fc.assert(
      fc.property(madeSchools, (school) => {
        const { people, counts } = planOf(school);
        expect(people.map(({ user_id }) => user_id).toSorted((a, b) => a - b)).toEqual(
          school.pupils.map((_, index) => index + 1),
        );
        for (const { user_id, kind, to } of people) {
          const pupil = school.pupils[user_id - 1] as MadeSchool['pupils'][number];
          // Whoever leaves before the end of their school is not known to the change: they go on until somebody says so.
          const next = nextClassOf({ ...pupil, fate: pupil.fate === 'leaves' ? 'goes_on' : pupil.fate });
          expect([kind, to]).toEqual([next === null ? 'leaves' : next === pupil.class ? 'repeats' : 'moved', next]);
        }
        expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(school.pupils.length);
      }),
      { numRuns: RUNS },
    );
  });

  it('find everybody of the next list again: nobody is lost, doubled or taken for another, guardians stay with their own [D-3.06] [D-3.10]', () => {
    fc.assert(
      fc.property(madeSchools, (school) => {
        const { listed, rejected, known, lines } = compare(school);
        const ids = lines.flatMap(({ user_id }) => user_id ?? []);
        expect(new Set(ids).size, 'nobody is in the plan twice').toBe(ids.length);
        const named = (lastname: string, firstname: string, born: string) => `${lastname}|${firstname}|${born}`;
        const sizes = new Map<string, number>();
        for (const { lastname, firstname, birth_date } of [...school.pupils, ...school.newcomers]) {
          const name = named(lastname, firstname, birth_date);
          sizes.set(name, (sizes.get(name) ?? 0) + 1);
        }
        const refused = new Set(rejected.map(({ line }) => line));
        const shown = new Set(lines.flatMap(({ user_id, candidates }) => [user_id, ...candidates.map(({ id }) => id)]));
        const missing = new Set(lines.flatMap(({ kind, user_id }) => (kind === 'missing' ? [user_id] : [])));
        for (const [at, { index, ...pupil }] of listed.entries()) {
          const line = lines.find(
            ({ type, person }) => type === 'STUDENT' && person?.places.some((place) => place.line === at + 2),
          );
          expect(line === undefined, 'a row is a person or refused').toBe(refused.has(at + 2));
          if (index === null) expect(line?.user_id ?? null, 'who is new is nobody else').toBeNull();
          else {
            expect(missing.has(index + 1), 'who is on the list is not missing').toBe(false);
            if (line) expect(shown.has(index + 1), 'who is on the list is shown').toBe(true);
            if (line?.user_id) expect(line.user_id, 'nobody is taken for another').toBe(index + 1);
            const original = school.pupils[index];
            const isAlone =
              original && sizes.get(named(original.lastname, original.firstname, original.birth_date)) === 1;
            // Two of one name and birth date may be refused together, until somebody says who is who.
            const isCertain = isAlone
              ? school.has_ids || pupil.fate !== 'renamed'
              : school.has_ids && line !== undefined;
            if (isCertain) expect(line?.user_id ?? null, 'who is certain is found').toBe(index + 1);
          }
        }
        for (const { type, person, user_id } of lines) {
          if (type !== 'PARENT' || !person) continue;
          const own = known.find(({ email }) => email !== null && email === person.email);
          expect(user_id, 'guardians are who they were').toBe(own?.id);
          expect(person.children.length + person.absent_children.length).toBeGreaterThan(0);
        }
        expect(
          lines.filter(({ kind, type }) => kind === 'missing' && type === 'PARENT'),
          'parents stay',
        ).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});
