import { structureApi } from '@kreide/core/features/structure';
import { ApiError, ROLES } from '@kreide/core/kernel';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../failures.ts';
import { printJson, toFields } from '../output.ts';
import type { Connection } from '../session.ts';
import { listPeople } from '../users/people.ts';

/** How many people and classes there are; null: that is not for this person to know. */
async function countSchool(cli: Cli, connection: Connection) {
  try {
    const people = await listPeople(cli, connection, {});
    const grades = await connection.client.call(structureApi.listGrades, {}, { signal: cli.signal });
    const roles = ROLES.map((role) => [role, people.filter((person) => person.role === role).length] as const);
    return { people: people.length, roles: Object.fromEntries(roles), classes: grades.data.length };
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.code === 'forbidden') return null;
    throw thrown;
  }
}

/** The school of the session: who it is, which year is active, how large it is. */
export async function showSchool(cli: Cli, connection: Connection, isJson: boolean): Promise<ExitCode> {
  const { t, terminal } = cli;
  const { school } = await connection.self();
  const { id, uuid, name, slink, locale, time_zone, timetable } = school;
  const year = timetable.schoolyears.find((one) => one.id === timetable.active_schoolyear_id)?.name ?? null;
  const counts = await countSchool(cli, connection);
  if (isJson) {
    const server = connection.server;
    printJson(cli, { id, uuid, name, slink, server, locale, time_zone, schoolyear: year, counts, error: null });
    return EXIT.done;
  }
  const number = (count: number) => t('report.number', { number: count });
  terminal.out(
    toFields([
      [t('school.name'), name],
      [t('school.slink'), slink],
      [t('whoami.server'), connection.server],
      [t('schoolyear.name'), year ?? '–'],
      [t('school.language'), locale],
      [t('school.timeZone'), time_zone],
      ...(counts
        ? [
            [t('report.grades'), number(counts.classes)] as const,
            [t('schoolyear.people'), number(counts.people)] as const,
            ...ROLES.map((role) => [`  ${t(`users.roles.${role}`)}`, number(counts.roles[role] ?? 0)] as const),
          ]
        : []),
    ]),
  );
  return EXIT.done;
}
