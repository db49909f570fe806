import { expect, it } from 'vitest';
import { withPairedSchool } from '../../../../../tests/support/paired-school.ts';
import { signIn } from '../../../../../tests/support/people.ts';
import { linesOf, savePeople, settledRun } from '../../../../../tests/support/people-imports.ts';

const pairs = withPairedSchool();
const { call } = pairs;
const enter = async (step: string) => expect((await call('PUT', '/csv-users/step', { step })).status).toBe(200);

it('a change of school year is compared with the directory: read at the step of the list, whole, and saved at the last [T-2.118]', async () => {
  const token = await signIn(pairs.server, pairs.school.slink, 'admin');
  const importing = { server: pairs.server, token, schoolId: pairs.school.id };
  expect((await call('GET', '/csv-users/comparison')).body.data).toEqual({ directory: 'Schulserver' });
  expect((await call('POST', '/csv-users/comparison/directory')).body.error.code).toBe('comparison_over');
  expect((await call('POST', '/csv-users/comparison', { type: 'data-sync' })).body.data).toMatchObject({
    state: 'OPEN',
    source: 'directory',
    comparison: { type: 'data-sync', step: 'introduction' },
  });
  await enter('remove-duplicated-users');
  await enter('new-users-list');
  expect((await call('PUT', '/csv-users/step', { step: 'auto-matches' })).body.error.code).toBe('step_missing');
  // A list that is uploaded belongs to the other type.
  const body = new FormData();
  body.append('comparison', 'true');
  body.append('files', new Blob(['Nachname;Vorname\nA;B']), 'people.csv');
  const upload = await pairs.server.request('POST', `/v1/schools/${pairs.school.id}/csv-users`, { token, body });
  expect(upload.body.error.code).toBe('comparison_over');
  expect((await call('POST', '/csv-users/comparison/directory')).status).toBe(200);
  const read = await settledRun(importing);
  expect(read).toMatchObject({
    state: 'READY',
    comparison: { type: 'data-sync', step: 'new-users-list' },
    files: [{ name: 'Schulserver.csv' }],
  });
  await enter('auto-matches');
  for (const { key, candidates } of await linesOf(importing, '?kind=ambiguous'))
    await call('POST', `/csv-users/users/${candidates[0]?.id}/merge`, { key });
  for (const step of ['confirm-graduates', 'confirm-new-students', 'summary']) await enter(step);
  // Whoever does not stand there leaves, as with a list: nobody of the pupils.
  const last = await settledRun(importing);
  const saved = await savePeople(importing, last, {
    archive_missing: true,
    many_missing: true,
    accept_classes: last.doubtful_classes,
  });
  expect(saved).toMatchObject({ state: 'SAVED', counts: { ambiguous: 0 } });
  const { rows } = await pairs.server.test.database.pool.query(
    "select u.username from user_import_identities i join users u on u.school_id = i.school_id and u.id = i.user_id where i.school_id = $1 and i.source = 'directory' and i.external_id = 'p2'",
    [pairs.school.id],
  );
  expect(rows).toEqual([{ username: 'bblum' }]);
  // The next reading knows them by that.
  expect((await call('POST', '/data-sync')).status).toBe(200);
  expect((await settledRun(importing)).counts).toMatchObject({ new: 0, ambiguous: 0 });
});
