// The client is written from the protocol; these tests were not tried with Collabora.
import { strFromU8, unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../../tests/support/people.ts';
import { startTestServer } from '../../../../../../tests/support/server.ts';
import {
  api,
  bring,
  db,
  details,
  edit,
  office,
  people,
  school,
  server,
  tokens,
  withOffice,
} from '../../../../../../tests/support/wopi.ts';

withOffice();

describe('a new document', () => {
  const create = (who: string, body: object) => api(who, 'POST', '/create', { parent: null, ...body });

  it('is an empty file of its kind in its folder, which can be edited at once, and has a name of its own [C-7.61]', async () => {
    expect((await api('ben', 'GET', '')).body.data.meta.new_documents).toEqual(['doc', 'sheet', 'slide']);
    const parts = { doc: 'word/document.xml', sheet: 'xl/workbook.xml', slide: 'ppt/presentation.xml' };
    for (const [type, part] of Object.entries(parts)) {
      const made = await create('ben', { name: 'Plan', type });
      expect(made.status).toBe(200);
      const { uuid, name, extension, can } = made.body.data;
      expect([name, extension, can.collaborate]).toEqual([expect.stringMatching(/^Plan\.\w{4}$/), name.slice(5), 1]);
      const entries = unzipSync((await (await edit('ben', uuid)).read()).bytes);
      expect(Object.keys(entries)).toEqual(expect.arrayContaining(['[Content_Types].xml', '_rels/.rels', part]));
      // Every part is XML that can be read, and everything that one refers to is there.
      for (const [path, bytes] of Object.entries(entries)) {
        const parser = new SaxesParser();
        parser.on('error', (error) => {
          throw new Error(`${path}: ${error.message}`);
        });
        parser.on('opentag', ({ name: tag, attributes }) => {
          const target = attributes.Target ?? attributes.PartName;
          if (tag !== 'Relationship' && tag !== 'Override') return;
          const base = `http://package/${path.replace(/_rels\/[^/]+$/, '')}`;
          expect(Object.keys(entries)).toContain(new URL(String(target), base).pathname.slice(1));
        });
        parser.write(strFromU8(bytes)).close();
      }
    }
    const again = await create('ben', { name: 'Plan.docx', type: 'doc' });
    expect(again.body.data.name).toBe('Plan (2).docx');
    expect(again.body.meta.warnings).toHaveLength(1);
    expect((await create('ben', { name: 'a/b', type: 'doc' })).body.error.issues[0].path).toBe('body.name');
    expect((await create('dora', { name: 'Plan', type: 'doc' })).status).toBe(403);
  });

  it('does not come into a channel that is full', async () => {
    for (const who of ['ada', 'ben']) await bring(who, 'Bild.docx', 'x'.repeat(1_500_000));
    const full = await create('cem', { name: 'Plan', type: 'doc' });
    expect([full.status, full.body.error.issues[0].rule]).toEqual([422, 'quota']);
  });
});

describe('the office server', () => {
  const admin = async () => {
    tokens.eva ??= '';
    people.eva ??= await buildUser(db(), school.id, 'eva', 'ADMIN');
    tokens.eva = await signIn(server, 'amsel', 'eva');
    server.clock.advance(10_000);
    return (await server.request('GET', '/v1/channels/cloud/office', { token: tokens.eva })).body.data;
  };

  it('that is no help is no reason to offer anything, and administrators are told why', async () => {
    const right = office.discovery ?? '';
    const { host } = new URL(office.url);
    expect(await admin()).toEqual({ host, problem: null, extensions: ['docx', 'odt', 'pptx', 'xlsx'] });
    const uuid = await bring('ben', 'Plan.docx');
    const editor = await edit('ben', uuid);
    for (const [problem, discovery] of [
      ['status', null],
      ['not_understood', '<html></html>'],
      ['not_understood', 'no xml'],
      ['not_understood', `<!DOCTYPE a [<!ENTITY b "c">]>${right.replace(/^<[^>]*>/, '')}`],
      ['no_proof', right.replace(/<proof-key[^>]*>/, '')],
      ['other_address', right.replaceAll(office.url, 'http://other.example')],
      ['no_editing', right.replaceAll('name="edit"', 'name="view"')],
    ] as const) {
      office.discovery = discovery;
      expect(await admin()).toEqual({ host, problem, extensions: [] });
    }
    const { meta, can } = await details('ben', uuid);
    expect([meta.has_wopi_support, meta.edit_uri, can.collaborate, can['change-collaboration']]).toEqual([
      false,
      null,
      0,
      0,
    ]);
    expect((await api('ben', 'GET', '')).body.data.meta.new_documents).toEqual([]);
    const made = await api('ben', 'POST', '/create', { parent: null, name: 'Plan', type: 'doc' });
    expect([made.status, made.body.error.code]).toEqual([409, 'office_away']);
    // What is open already is saved, by the keys that were known.
    await editor.operate('LOCK', { 'x-wopi-lock': 'A' });
    expect((await editor.put('typed meanwhile', 'A')).status).toBe(200);
    office.discovery = right;
    expect(await admin()).toMatchObject({ problem: null });
    expect((await details('ben', uuid)).can.collaborate).toBe(1);
  });

  it.each([
    ['refused', () => ({ KREIDE_OFFICE_URL: office.url })],
    [
      'unreachable',
      () => ({ KREIDE_OFFICE_URL: 'http://127.0.0.1:9', KREIDE_OUTBOUND_ALLOW: '127.0.0.0/8 http://127.0.0.1:9' }),
    ],
    ['absent', () => ({})],
  ] as const)('is asked only where it may be, and without one nothing is open: %s', async (problem, env) => {
    await using other = await startTestServer({ env: env() });
    const { id } = await buildSchool(other.test.database.kysely, 'meise');
    await buildUser(other.test.database.kysely, id, 'eva', 'ADMIN');
    const token = await signIn(other, 'meise', 'eva');
    const { body } = await other.request('GET', '/v1/channels/cloud/office', { token });
    expect(body.data).toMatchObject({ problem, extensions: [] });
    const closed = await other.request('GET', '/wopi/files/00000000-0000-4000-8000-000000000000?access_token=x');
    expect(closed.status).toBe(problem === 'absent' ? 404 : 401);
  });
});
