import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { findIdentified } from '../user-import/index.ts';
import { countProvisioned, listProvisioned } from '../users/index.ts';
import type { Asking, Changing, Hearers } from './asking.ts';
import { type Wanted, wantedOf } from './filter.ts';
import { parseGroupId } from './group-names.ts';
import { parseGroup, toGroupResource } from './group-resource.ts';
import { changeGroup, createGroup, listGroups, removeGroup } from './groups.ts';
import { project, type Query, select, toList } from './listing.ts';
import { parseOperations, patch } from './patch.ts';
import { type Found, findPeople, SOURCE, toFound } from './people.ts';
import { type Json, notFound, type Resource, read, ScimError } from './protocol.ts';
import { findByUserName, lockScim } from './queries.ts';
import { parsePatched, parseUser, toUserResource } from './user-resource.ts';
import { changePerson, createPerson, removePerson } from './users.ts';

/** What can be done with one kind of resources. */
export interface Resources {
  list(asking: Asking, query: Query): Promise<Json>;
  get(asking: Asking, id: string): Promise<Resource>;
  create(asking: Asking, body: unknown): Promise<Resource>;
  replace(asking: Asking, id: string, body: unknown): Promise<Resource>;
  patch(asking: Asking, id: string, body: unknown): Promise<Resource>;
  remove(asking: Asking, id: string): Promise<void>;
}

/** Made from another version than there is now (RFC 7644 §3.14). */
function refuseOld({ version }: Asking, resource: Resource): void {
  if (version === null || version.trim() === '*') return;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  if (!version.split(',').map(bare).includes(bare(resource.meta.version)))
    throw new ScimError(412, 'Somebody has changed this meanwhile: the version is another one.');
}

/** Changes of one school come one after the other: two services, or two calls of one, never make the same person twice. */
async function change<T>(kysely: Kysely<DB>, asking: Asking, run: (changing: Changing) => Promise<T>): Promise<T> {
  const told: (() => void)[] = [];
  const result = await kysely.transaction().execute(async (trx) => {
    await lockScim(trx, asking.school_id);
    return run({ ...asking, db: trx, after: (tell) => told.push(tell) });
  });
  for (const tell of told) tell();
  return result;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function findPerson(asking: Asking, id: string): Promise<Found> {
  const [found] = UUID.test(id) ? await findPeople(asking, { uuids: [id.toLowerCase()] }) : [];
  if (!found) throw notFound(`There is no person ${id.slice(0, 100)}.`);
  return found;
}

/** Those among whom everybody is who matches; null: everybody. */
async function candidatesOf(asking: Asking, { id, userName, externalId, email }: Wanted): Promise<Found[] | null> {
  const { db, school_id, today } = asking;
  if (id !== undefined) return UUID.test(id) ? findPeople(asking, { uuids: [id.toLowerCase()] }) : [];
  if (userName !== undefined) {
    const known = await findByUserName(db, school_id, userName);
    const named = await listProvisioned(db, school_id, { username: userName }, today);
    const brought = known === null ? [] : await listProvisioned(db, school_id, { ids: [known] }, today);
    return toFound(asking, [...brought, ...named.filter((row) => row.id !== known)]);
  }
  if (externalId !== undefined)
    return findPeople(asking, { ids: await findIdentified(db, school_id, externalId, SOURCE) });
  return email === undefined ? null : findPeople(asking, { email });
}

export function usersOf(kysely: Kysely<DB>, hearers: Hearers): Resources {
  const show = ({ person }: Found, { base }: Asking) => toUserResource(person, base);
  return {
    async list(asking, query) {
      const { filter, offset, limit } = query;
      if (filter === null) {
        const total = await countProvisioned(asking.db, asking.school_id, asking.today);
        const page = limit === 0 ? [] : await findPeople(asking, {}, { offset, limit });
        return toList(
          page.map((found) => project(show(found, asking), query)),
          total,
          offset,
        );
      }
      const found = (await candidatesOf(asking, wantedOf(filter))) ?? (await findPeople(asking, {}));
      const living = found.filter(({ row }) => row.deleted_at === null);
      return select(
        living.map((each) => show(each, asking)),
        query,
      );
    },
    async get(asking, id) {
      return show(await findPerson(asking, id), asking);
    },
    async create(asking, body) {
      const draft = parseUser(body);
      return change(kysely, asking, async (changing) => show(await createPerson(changing, hearers, draft), asking));
    },
    async replace(asking, id, body) {
      const draft = parseUser(body);
      return change(kysely, asking, async (changing) => {
        const found = await findPerson(changing, id);
        refuseOld(asking, show(found, asking));
        if (draft.user_name === undefined) throw new ScimError(400, 'userName is missing.', 'invalidValue');
        return show(await changePerson(changing, hearers, found, draft), asking);
      });
    },
    async patch(asking, id, body) {
      const operations = parseOperations(body);
      return change(kysely, asking, async (changing) => {
        const found = await findPerson(changing, id);
        const former = show(found, asking);
        refuseOld(asking, former);
        const draft = parsePatched(patch(former, operations), former);
        return show(await changePerson(changing, hearers, found, draft), asking);
      });
    },
    async remove(asking, id) {
      await change(kysely, asking, async (changing) => {
        const found = await findPerson(changing, id);
        refuseOld(asking, show(found, asking));
        await removePerson(changing, hearers, found);
      });
    },
  };
}

async function findGroup(asking: Asking, id: string) {
  const of = parseGroupId(id);
  const [found] = of ? await listGroups(asking, of) : [];
  if (!found) throw notFound(`There is no group ${id.slice(0, 100)}.`);
  return found;
}

export function groupsOf(kysely: Kysely<DB>, hearers: Hearers): Resources {
  return {
    async list(asking, query) {
      const { id } = wantedOf(query.filter);
      const groups = await listGroups(asking, id === undefined ? null : parseGroupId(id));
      return select(
        groups.map((each) => toGroupResource(each, asking.base)),
        query,
      );
    },
    async get(asking, id) {
      return toGroupResource(await findGroup(asking, id), asking.base);
    },
    async create(asking, body) {
      const draft = parseGroup(body);
      return change(kysely, asking, async (changing) =>
        toGroupResource(await createGroup(changing, hearers, draft), asking.base),
      );
    },
    async replace(asking, id, body) {
      const draft = parseGroup(body);
      return change(kysely, asking, async (changing) => {
        const found = await findGroup(changing, id);
        refuseOld(asking, toGroupResource(found, asking.base));
        return toGroupResource(await changeGroup(changing, hearers, found, draft), asking.base);
      });
    },
    async patch(asking, id, body) {
      const operations = parseOperations(body);
      return change(kysely, asking, async (changing) => {
        const found = await findGroup(changing, id);
        const former = toGroupResource(found, asking.base);
        refuseOld(asking, former);
        const patched = patch(former, operations);
        if (read(patched, 'displayName') === undefined)
          throw new ScimError(400, 'displayName cannot be removed.', 'invalidValue');
        const draft = parseGroup({
          ...patched,
          members: read(patched, 'members') ?? null,
          externalId: read(patched, 'externalId') ?? null,
        });
        return toGroupResource(await changeGroup(changing, hearers, found, draft), asking.base);
      });
    },
    async remove(asking, id) {
      await change(kysely, asking, async (changing) => {
        const found = await findGroup(changing, id);
        refuseOld(asking, toGroupResource(found, asking.base));
        await removeGroup(changing, hearers, found);
      });
    },
  };
}
