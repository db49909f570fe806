import type { Insertable, Kysely } from 'kysely';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';
import { type SeenRequest, sendJson, startScriptedServer } from './scripted-server.ts';
import { TEST_NOW } from './server.ts';

type Values = Partial<Insertable<DB['leads']>>;

let built = 0;

/** A lead of a school that sells the product. */
export async function buildLead(db: Kysely<DB>, school_id: number, values: Values = {}) {
  built += 1;
  const at = new Date(TEST_NOW).toISOString();
  return db
    .insertInto('leads')
    .values({
      school_id,
      source: 'referral',
      source_key: `built ${built}`,
      name: `Schule ${built}`,
      created_at: at,
      fetched_at: at,
      updated_at: at,
      expires_at: '2028-11-18T00:00:00Z',
      ...values,
    })
    .returning(['id', 'uuid', 'updated_at'])
    .executeTakeFirstOrThrow();
}

/** Both schools are those of the operator, where selling the product is a right that people can have. */
export async function letSell(db: Kysely<DB>, ...schools: readonly { id: number }[]): Promise<void> {
  await db
    .updateTable('schools')
    .set({ purpose: 'internal' })
    .where(
      'id',
      'in',
      schools.map(({ id }) => id),
    )
    .execute();
}

export interface LeadsPeer extends AsyncDisposable {
  url: string;
  /** What the server under test needs to reach it. */
  env: Record<string, string>;
  seen: SeenRequest[];
  /** What it knows, in pages of two. */
  leads: Record<string, unknown>[];
  /** The status of all answers; 200 answers what it knows. */
  status: number;
  /** Answers wait for it. */
  gate: Promise<void>;
}

/** A conformance peer of a source of leads: pages named by what follows, one lead below the address, and a token. */
export async function startLeadsPeer(token = 'token-of-the-crm'): Promise<LeadsPeer> {
  const server = await startScriptedServer(async (request, response) => {
    await peer.gate;
    const url = new URL(request.path, 'http://peer');
    if (request.headers.authorization !== `Bearer ${token}`) return sendJson(response, 401, {});
    if (peer.status === 302) return void response.writeHead(302, { location: `${server.url}/elsewhere` }).end();
    if (peer.status !== 200) return sendJson(response, peer.status, {});
    const [, folder, key] = url.pathname.split('/');
    if (folder !== 'leads') return sendJson(response, 404, {});
    if (key !== undefined) {
      const found = peer.leads.find(({ id }) => `${id}` === decodeURIComponent(key));
      return sendJson(response, found ? 200 : 404, found ?? {});
    }
    const from = Number(url.searchParams.get('page') ?? 0);
    const next = from + 2 < peer.leads.length ? from + 2 : null;
    return sendJson(response, 200, { leads: peer.leads.slice(from, from + 2), next });
  });
  const peer: LeadsPeer = {
    url: `${server.url}/leads`,
    env: {
      KREIDE_LEADS_URL: `${server.url}/leads`,
      KREIDE_LEADS_TOKEN: token,
      KREIDE_OUTBOUND_ALLOW: `127.0.0.1 ${server.url}`,
    },
    seen: server.seen,
    leads: [],
    status: 200,
    gate: Promise.resolve(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return peer;
}
