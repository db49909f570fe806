import { describe, expect, it } from 'vitest';
import { defaultPermissions, type Permission, ROLES } from '../../kernel/abilities.ts';
import { roomAbilitiesOf, timetableAbilitiesOf } from './abilities.ts';
import { ENTITIES } from './schema.ts';

const OWN = 7;
const OTHER = 8;
const mayView = (
  permissions: readonly Permission[],
  target: { entity?: (typeof ENTITIES)[number]; id?: number; is_child?: boolean } = {},
  type = 'STUDENT',
) =>
  timetableAbilitiesOf(
    { user_id: OWN, type, permissions: new Set(permissions) },
    { entity: 'users', id: OWN, is_child: false, ...target },
  ).view === 1;

describe('the plan of a grade, a teacher, a room or a course', () => {
  const units = ENTITIES.filter((entity) => entity !== 'users');

  it.each(units)('is open to who may view all plans, and to nobody by an equal id: %s [T-1.01]', (entity) => {
    expect(mayView(['view-timetable-all'], { entity, id: OTHER })).toBe(true);
    expect(mayView(['view-timetable', 'view-timetable-planner'], { entity, id: OWN, is_child: true }, 'PARENT')).toBe(
      false,
    );
  });

  it('is open by default to students, parents, teachers and administrators, not to other employees [T-1.01]', () => {
    const roles = ROLES.filter((role) => mayView(defaultPermissions[role], { entity: 'grades', id: 1 }));
    expect(roles).toEqual(['STUDENT', 'PARENT', 'TEACHER', 'ADMIN']);
  });
});

describe('the plan of a person', () => {
  it('is open to that person while they may view their timetable', () => {
    expect(mayView(['view-timetable'])).toBe(true);
    expect(mayView([])).toBe(false);
    expect(mayView(['view-timetable', 'view-timetable-all'], { id: OTHER })).toBe(false);
  });

  it('is open to the parents, whose type counts besides the relation', () => {
    expect(mayView(['view-timetable'], { id: OTHER, is_child: true }, 'PARENT')).toBe(true);
    expect(mayView(['view-timetable'], { id: OTHER, is_child: false }, 'PARENT')).toBe(false);
    expect(mayView([], { id: OTHER, is_child: true }, 'PARENT')).toBe(false);
    for (const type of ['STUDENT', 'TEACHER', 'WIZARD'])
      expect(mayView(['view-timetable'], { id: OTHER, is_child: true }, type), type).toBe(false);
  });

  it('is open to planners, whoever it is', () => {
    expect(mayView(['view-timetable-planner'], { id: OTHER })).toBe(true);
  });
});

it('free rooms are for staff that may see the plans of rooms', () => {
  const may = (type: string, ...permissions: Permission[]) =>
    roomAbilitiesOf({ type, permissions: new Set(permissions) }).findRooms === 1;
  expect(['TEACHER', 'EMPLOYEE', 'ADMIN'].filter((type) => may(type, 'view-timetable-all'))).toHaveLength(3);
  expect(may('TEACHER', 'view-timetable')).toBe(false);
  for (const type of ['STUDENT', 'PARENT']) expect(may(type, 'view-timetable-all'), type).toBe(false);
});
