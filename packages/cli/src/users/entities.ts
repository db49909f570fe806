import { type ImportRun, userImportApi } from '@kreide/core/features/user-import';
import type { Cli } from '../cli.ts';
import { toPlain } from '../output.ts';
import type { Connection } from '../session.ts';

/** Short names of classes and teachers whom a list names and the school does not have. */
export interface Entities {
  readonly grades: string[];
  readonly teachers: string[];
}

/** What the list of the import names beside its people (T-7.90). */
export async function extractEntities(cli: Cli, { client, self }: Connection): Promise<Entities> {
  const params = { id: String((await self()).school_id) };
  const { data } = await client.call(userImportApi.extractTimetableEntities, { params }, { signal: cli.signal });
  return {
    grades: data.grades.map(({ shortcut }) => shortcut),
    teachers: data.teachers.map(({ shortcut }) => shortcut),
  };
}

/**
 * Adds them before anybody is saved; they go with the import when it is taken back (T-7.91). `accepted` are doubtful classes
 * that somebody has said are meant. Answers the new plan.
 */
export async function publishEntities(
  cli: Cli,
  { client, self }: Connection,
  { grades, teachers }: Entities,
  accepted: string[],
): Promise<ImportRun> {
  const body = { grades, teachers, accept_classes: accepted };
  const params = { id: String((await self()).school_id) };
  return (await client.call(userImportApi.publishTimetableEntities, { params, body }, { signal: cli.signal })).data;
}

export const isAny = ({ grades, teachers }: Entities): boolean => grades.length + teachers.length > 0;

/** What would be added, in words. */
export function toEntities({ t }: Pick<Cli, 't'>, entities: Entities): string {
  if (!isAny(entities)) return `\n${t('users.noEntities')}\n`;
  return `\n${toPlain(t('users.entities', { names: [...entities.grades, ...entities.teachers].join(', ') }))}\n`;
}
