// features: cloud

import { afterAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { act, actionsOf, button, dialog, row, withCloud } from '../support/cloud-flows.ts';
import { startOfficeServer } from '../support/office-server.ts';

const office = await startOfficeServer();
afterAll(() => office[Symbol.asyncDispose]());
const { kreide, idOfChannel, home } = withCloud({
  env: { KREIDE_OFFICE_URL: office.url, KREIDE_OUTBOUND_ALLOW: `127.0.0.0/8 ${office.url}` },
});

it('a document is begun, opened at the office server by a token that stands in no address, and edited by all [C-2.29] [C-2.32] [C-2.127] [T-2.152] [C-4.77] [T-4.59]', async () => {
  await using app = await kreide.open({ username: 'ada' });
  const { page } = app;
  await page.goto(`/cloud/create/file/${idOfChannel()}`);
  const form = dialog(page, 'Neues Dokument');
  await form.getByLabel('Name').fill('Protokoll');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Anlegen und öffnen' }).click();
  await expect.poll(() => office.opened.length).toBe(1);
  const [{ path, form: sent, referer } = { path: '', form: new URLSearchParams(), referer: '' }] = office.opened;
  const token = sent.get('access_token') ?? '';
  expect(path).toMatch(/^\/editor\/docx\?/);
  expect(token).not.toBe('');
  expect(`${path} ${referer}`).not.toContain(token);
  const source = new URL(path, office.url).searchParams.get('WOPISrc') ?? '';
  const info = await office.call({ source, token, now: kreide.server.clock.now() });
  expect(info.body).toMatchObject({ BaseFileName: 'Protokoll.docx', UserCanWrite: true });

  await page.bringToFront();
  await page.goto(home());
  await row(page, 'Protokoll.docx').waitFor();
  await using other = await kreide.open({ username: 'ben' });
  await other.page.goto(home());
  await row(other.page, 'Protokoll.docx').waitFor();
  expect(await actionsOf(other.page, 'Protokoll.docx')).not.toContain('Online bearbeiten');
  await act(page, 'Protokoll.docx', 'Gemeinsam bearbeiten lassen');
  await row(page, 'Protokoll.docx').getByText('Alle bearbeiten').waitFor();
  await expectAccessible(page);
  await other.page.reload();
  await row(other.page, 'Protokoll.docx').getByText('Alle bearbeiten').waitFor();
  await act(other.page, 'Protokoll.docx', 'Online bearbeiten');
  await expect.poll(() => office.opened.length).toBe(2);
  expect(office.opened[1]?.form.get('access_token')).not.toBe(token);

  // Whose right is gone is handed nothing any more, also at the old address.
  await act(page, 'Protokoll.docx', 'Nur noch selbst bearbeiten');
  await row(page, 'Protokoll.docx').getByText('Alle bearbeiten').waitFor({ state: 'detached' });
  const uuid = new URL(source).pathname.split('/').at(-1) ?? '';
  await other.page.goto(`/kreide-redirect-page?path=/cloud/files/${idOfChannel()}&data=${uuid}`);
  await other.page.getByRole('heading', { name: 'Hier lässt sich nichts bearbeiten' }).waitFor();
  expect(office.opened).toHaveLength(2);
  await expectAccessible(other.page);
  expect(await button(other.page, 'Protokoll.docx öffnen').count()).toBe(0);
});
