import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LeadsPeer, startLeadsPeer } from '../../../../../tests/support/leads.ts';
import { createOutbound, type Outbound, parseAllowances } from '../../kernel/outbound/index.ts';
import { readLead, readLeads, toFoundLead } from './source.ts';

let peer: LeadsPeer;
let outbound: Outbound;
beforeAll(async () => {
  peer = await startLeadsPeer();
  outbound = createOutbound({ allow: parseAllowances(peer.env.KREIDE_OUTBOUND_ALLOW ?? '') });
});
afterAll(async () => {
  await outbound[Symbol.asyncDispose]();
  await peer[Symbol.asyncDispose]();
});

async function readAll(parts: Partial<Parameters<typeof readLeads>[0]> = {}) {
  const pages = [];
  const source = { url: peer.url, token: 'token-of-the-crm' };
  for await (const page of readLeads({ outbound, source, ...parts })) pages.push(page);
  return pages;
}

it('the source is asked under the rules for every address: none in the network of the server unless it is allowed', async () => {
  await using strict = createOutbound();
  await expect(readAll({ outbound: strict })).rejects.toMatchObject({ reason: 'address' });
  expect(peer.seen).toHaveLength(0);
  await expect(readAll({ source: { url: peer.url, token: null } })).rejects.toMatchObject({ reason: 'refused' });
});

it('what is no list of leads is refused, also one that leads in a circle', async () => {
  peer.leads = [{ id: 1, name: 'A' }];
  expect(await readAll()).toMatchObject([{ leads: [{ source_key: '1' }], refused: 0 }]);
  const answers = ['[]', '{"leads":{}}', '<html>', '{"leads":[],"next":"a"}'];
  for (const body of answers) {
    const fixed = {
      ...outbound,
      request: async () => ({ status: 200, headers: {}, url: new URL(peer.url), body: Buffer.from(body) }),
    };
    await expect(readAll({ outbound: fixed }), body).rejects.toMatchObject({ reason: 'unreadable' });
  }
});

it('one that never ends is refused, and so is another lead than the one that was asked for', async () => {
  let asked = 0;
  const endless = {
    ...outbound,
    request: async () => {
      asked += 1;
      // Without a limit the test ends nonetheless.
      const next = asked < 300 ? asked : null;
      const body = Buffer.from(JSON.stringify({ id: 2, name: 'A', leads: [], next }));
      return { status: 200, headers: {}, url: new URL(peer.url), body };
    },
  };
  await expect(readAll({ outbound: endless })).rejects.toMatchObject({ reason: 'unreadable' });
  expect(asked).toBe(201);
  const source = { url: peer.url, token: null };
  await expect(readLead({ outbound: endless, source }, '1')).rejects.toMatchObject({ reason: 'unreadable' });
  expect(await readLead({ outbound: endless, source }, '2')).toMatchObject({ name: 'A' });
});

it('an entry keeps what can be kept of it, and is none without a name or an id', () => {
  expect(
    toFoundLead({ id: 7, name: ' A\u0000mselschule ', email: 'x', country: 'Österreich', type: 'no', brand: 'A B' }),
  ).toMatchObject({
    source_key: '7',
    name: 'A mselschule',
    email: '',
    country: 'DE',
    type: null,
    brand: '',
  });
  expect(toFoundLead({ id: 'x'.repeat(190), name: 'A' })).not.toBeNull();
  for (const entry of [
    null,
    'x',
    [],
    {},
    { id: 1 },
    { name: 'A' },
    { id: '', name: 'A' },
    { id: 'x'.repeat(191), name: 'A' },
    { id: 1.5, name: 'A' },
  ])
    expect(toFoundLead(entry), JSON.stringify(entry)).toBeNull();
});
