import { CLOUD_BIN_PAGE } from '@kreide/core/features/cloud';
import { expect, it } from 'vitest';
import { api, bring, channel, server, tokens, withOffice } from '../../../../../tests/support/wopi.ts';

withOffice();

interface Named {
  readonly name: string;
}
const namesOf = async (who: string, path: string): Promise<string[]> =>
  (await api(who, 'GET', path)).body.data.map(({ name }: Named) => name);
const remove = (who: string, ...files: string[]) => api(who, 'DELETE', '/delete', { files });
const restore = (who: string, ...files: string[]) => api(who, 'PUT', '/bin/restore', { files });

function replace(who: string, name: string, alt?: string) {
  const form = new FormData();
  form.append('is_replacing', 'true');
  form.append('files', new Blob(['second']), name);
  if (alt) form.append('alt_names[]', alt);
  return server.request('POST', `/v1/channels/cloud/${channel.id}/upload`, { token: tokens[who], body: form });
}

it('the bin comes page by page, each with the first of the next', async () => {
  const all = [];
  for (let number = 0; number <= CLOUD_BIN_PAGE + 1; number += 1) all.push(await bring('ben', `${number}.txt`));
  expect((await remove('ben', ...all)).status).toBe(204);
  const [first, second] = [await namesOf('ada', '/bin?page=1'), await namesOf('ada', '/bin?page=2')];
  expect(first).toHaveLength(CLOUD_BIN_PAGE + 1);
  expect(second).toHaveLength(2);
  expect(second[0]).toBe(first.at(-1));
  expect(await namesOf('ada', '/bin?page=3')).toEqual([]);
});

it('what was handed in is so no more where it is brought back without its folder', async () => {
  const folder = { parent: null, name: 'Abgabe', upload_limited_at: '2099-11-20T07:00:00Z' };
  const parent: string = (await api('ada', 'POST', '/create-directory', folder)).body.data.uuid;
  const bens = await bring('ben', 'Arbeit.txt', 'bens', parent);
  await remove('ben', bens);
  await remove('ada', parent);
  expect((await restore('ben', bens)).body.data).toMatchObject([{ parent: null, handed_in_at: null }]);
  expect(await namesOf('cem', '/files')).toEqual(['Arbeit.txt']);
  // So who reviews may bring it back there as well.
  await remove('ada', bens);
  expect((await restore('ada', bens)).status).toBe(200);
});

it('two of one name come back as two, and a version of either bears its name', async () => {
  const first = await bring('ben', 'Lied.txt', 'first');
  expect((await replace('ben', 'Lied.txt')).status).toBe(200);
  await remove('ben', first);
  const other = await bring('ben', 'Lied.txt', 'other');
  await remove('ben', other);
  const back = await restore('ben', other, first);
  expect(back.body.data.map(({ name }: Named) => name).toSorted()).toEqual(['Lied (2).txt', 'Lied.txt']);
  const second = back.body.data.find(({ name }: Named) => name === 'Lied (2).txt').uuid;
  expect(second).toBe(other);
  await remove('ben', first);
  await api('ben', 'PUT', '/rename', { path: '/Lied (2).txt', new_path: 'Lied.txt' });
  expect((await restore('ben', first)).body.data).toMatchObject([{ name: 'Lied (2).txt' }]);
  const [version] = (await api('ben', 'GET', `/files/${first}/versions`)).body.data;
  const answer = await api('ben', 'PUT', `/files/${first}/versions/${version.uuid}/restore`);
  expect(decodeURIComponent(answer.body.data.meta.download_uri)).toContain('/Lied (2).txt');
});

it('what is said of a picture stays with its next content, unless something else is said', async () => {
  const file = await bring('ben', 'Bild.txt');
  await api('ben', 'PUT', `/files/${file}`, { alt_name: 'Der Chor' });
  expect((await replace('ben', 'Bild.txt')).body.data).toMatchObject([{ uuid: file, alt_name: 'Der Chor' }]);
  expect((await replace('ben', 'Bild.txt', 'Am See')).body.data).toMatchObject([{ uuid: file, alt_name: 'Am See' }]);
});
