import { readFileSync } from 'node:fs';
import type { Upload } from '../../packages/core/src/features/timetable-import/schema.ts';
import type { TestServer } from './server.ts';

/** An upload takes a second; before a hook gives up without a word, this says where it stands. */
const PATIENCE_MS = 45_000;

type Requester = Pick<TestServer, 'request'>;

/** Uploads files as the CLI does and waits until they are read. */
export async function uploadFiles(
  server: Requester,
  token: string,
  files: readonly { name: string; bytes: Uint8Array<ArrayBuffer> }[],
  fields: Record<string, string> = {},
): Promise<Upload> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { name, bytes } of files) form.append('files', new Blob([bytes]), name);
  const created = await server.request('POST', '/v1/timetable-service/upload', { token, body: form });
  if (created.status !== 200) throw new Error(`upload answered ${created.status}: ${created.text}`);
  const begun = performance.now();
  for (;;) {
    const { body } = await server.request('GET', `/v1/timetable-service/uploads/${created.body.data.uuid}`, { token });
    const { state, progress } = body.data;
    if (state !== 'QUEUED' && state !== 'PROCESSING') return body.data;
    if (performance.now() - begun > PATIENCE_MS)
      throw new Error(`the upload is still ${state}, at ${progress} percent`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The header line of a plan as CSV. */
export const PLAN_HEAD = 'lesson_id;classes;teachers;subject;rooms;weekday;period';

/** Uploads one file, given as its bytes, its text or its lines, and waits until it is read: READY or FAILED. */
export function uploadPlan(
  server: Requester,
  token: string,
  content: string | readonly string[] | Uint8Array,
  { name = 'plan.csv', ...fields }: Record<string, string> = {},
): Promise<Upload> {
  const text = Array.isArray(content) ? `${content.join('\n')}\n` : content;
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : new Uint8Array(text as Uint8Array);
  return uploadFiles(server, token, [{ name, bytes }], fields);
}

/** Uploads and publishes one file. */
export async function publishPlan(...plan: Parameters<typeof uploadPlan>): Promise<Upload> {
  const [server, token] = plan;
  return publishUpload(server, token, await uploadPlan(...plan));
}

/** Publishes what was shown with the upload; one that changes nothing is left alone. */
export async function publishUpload(server: Requester, token: string, upload: Upload, replace = true): Promise<Upload> {
  if (upload.changes?.is_empty) return upload;
  const answer = await server.request('POST', `/v1/timetable-service/uploads/${upload.uuid}/publish`, {
    token,
    body: { replace, revision: upload.changes?.revision },
  });
  if (answer.status !== 200) throw new Error(`publish answered ${answer.status}: ${answer.text}`);
  return answer.body.data;
}

export function readBytes(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path));
}

/** Every table that a publication may change. */
const PLAN_TABLES = [
  'school_years',
  'times',
  'holidays',
  'grades',
  'teachers',
  'bookables',
  'subjects',
  'courses',
  'external_keys',
  'patterns',
  'plan_versions',
  'lesson_identities',
  'lessons',
  'substitutions',
  'substituted_lessons',
  'supervisions',
  'upload_changes',
];

/** The rows of these tables as text, for a comparison before and after. */
export async function readPlanTables(server: TestServer, tables = PLAN_TABLES): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of tables) {
    const { rows } = await server.test.database.pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t order by 1`,
    );
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}
