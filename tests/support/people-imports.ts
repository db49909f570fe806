import { expect } from 'vitest';
import type { ImportLine, ImportRun } from '../../packages/core/src/features/user-import/schema.ts';
import { readXlsx } from '../../packages/formats/src/tables/xlsx.ts';
import { readPlanTables } from './imports.ts';
import type { TestServer } from './server.ts';

/** Whose lists are imported where. */
export interface Importing {
  readonly server: TestServer;
  readonly token: string;
  readonly schoolId: number;
  /** Between two looks at a run that is at work, ms. */
  readonly pause?: number;
}

const path = (schoolId: number, rest = '') => `/v1/schools/${schoolId}/csv-users${rest}`;

/** The state of the newest import once nothing works on it. */
export async function settledRun({ server, token, schoolId, pause = 30 }: Importing): Promise<ImportRun> {
  for (;;) {
    const { body } = await server.request('GET', path(schoolId, '/status'), { token });
    if (!['QUEUED', 'PROCESSING', 'SAVING', 'UNDOING'].includes(body.data.state)) return body.data;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Uploads a list, given as lines or bytes, and waits until it is planned: READY or FAILED. */
export async function uploadPeople(
  importing: Importing,
  content: readonly string[] | Uint8Array<ArrayBuffer>,
  { name = 'people.csv', ...fields }: Record<string, string> = {},
): Promise<ImportRun> {
  const { server, token, schoolId } = importing;
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  const bytes = content instanceof Uint8Array ? content : new TextEncoder().encode(`${content.join('\n')}\n`);
  form.append('files', new Blob([bytes]), name);
  const created = await server.request('POST', path(schoolId), { token, body: form });
  if (created.status !== 200) throw new Error(`import answered ${created.status}: ${created.text}`);
  return settledRun(importing);
}

/** Saves what was shown and waits for the end; answers the error when it is refused. */
export async function savePeople(
  importing: Importing,
  { revision }: ImportRun,
  choices: { archive_missing?: boolean; many_missing?: boolean; accept_classes?: string[] } = {},
): Promise<ImportRun & { code?: string }> {
  const { server, token, schoolId } = importing;
  const body = { revision, archive_missing: false, many_missing: false, ...choices };
  const answer = await server.request('PUT', path(schoolId, '/save'), { token, body });
  if (answer.status !== 200) return answer.body.error;
  return settledRun(importing);
}

/** Takes an import back and waits for the end; answers the error when it is refused. */
export async function revertPeople(
  { server, token, schoolId, pause = 30 }: Importing,
  { id }: { id: number },
): Promise<ImportRun & { code?: string }> {
  const bulk = `/v1/schools/${schoolId}/bulks/${id}`;
  const answer = await server.request('PUT', `${bulk}/revert`, { token });
  if (answer.status !== 200) return answer.body.error;
  for (;;) {
    const { data } = (await server.request('GET', bulk, { token })).body;
    if (data.state !== 'UNDOING') return data;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** The plan, or a part of it. */
export async function linesOf({ server, token, schoolId }: Importing, query = ''): Promise<ImportLine[]> {
  const { body } = await server.request('GET', path(schoolId, `/search${query}`), { token });
  return body.data;
}

/** Everything about people that an import may change, for a comparison before and after. */
export const readPeopleTables = (server: TestServer) =>
  readPlanTables(server, ['users', 'user_parents', 'grade_memberships', 'user_import_identities']);

/** The codes in a spreadsheet of letters, in its order. */
export async function codesIn(bytes: Uint8Array): Promise<string[]> {
  const limit = 1e7;
  const [only] = await readXlsx(bytes, { entries: 100, budget: { left: limit, limit } });
  const codes = only?.rows.slice(1).map(({ cells }) => cells[5] ?? '') ?? [];
  expect(codes).toEqual(codes.map(() => expect.stringMatching(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/)));
  return codes;
}

/** Tries out what taking an import back would do, and waits for the end: the answer, or the refusal. */
export async function tryRevert({ server, token, schoolId, pause = 30 }: Importing, { id }: { id: number }) {
  const revert = `/v1/schools/${schoolId}/bulks/${id}/revert`;
  const asked = await server.request('POST', revert, { token });
  if (asked.status !== 200) return asked.body.error;
  for (;;) {
    const { data, error } = (await server.request('GET', revert, { token })).body;
    if (error || data.people !== null) return error ?? data;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
