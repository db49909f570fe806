import { type BuiltSchool, buildUser } from './people.ts';
import type { TestServer } from './server.ts';

/** Another school has the service of a school too, where it knows somebody else under a subject of the first. */
export async function shareService(
  server: TestServer,
  { from, to }: Record<'from' | 'to', BuiltSchool>,
  subject: string,
) {
  const { pool, kysely } = server.test.database;
  await pool.query(
    `insert into auth_drivers select $1, name, issuer, client, null, scope, match_claim, match_field, is_on, updated_at, passwords
    from auth_drivers where school_id = $2 on conflict do nothing`,
    [to.id, from.id],
  );
  const { id } = await buildUser(kysely, to.id, 'dana', 'TEACHER');
  await pool.query('insert into auth_driver_people values ($1, $2, $3, now(), now())', [to.id, id, subject]);
  return {
    async left() {
      const { rows } = await pool.query(
        `select (select count(*)::int from auth_drivers where school_id = $1) as drivers,
          (select count(*)::int from auth_driver_people where school_id = $1) as people`,
        [to.id],
      );
      return rows[0];
    },
    [Symbol.asyncDispose]: async () => {
      await pool.query('delete from auth_driver_people where school_id = $1', [to.id]);
      await pool.query('delete from auth_drivers where school_id = $1', [to.id]);
    },
  };
}
