import { describe, expect, it } from 'vitest';
import { listUnboundTables } from './support/wall/bound-tables.ts';

const TABLES = new Set(['news', 'users', 'files', 'sessions']);
const unbound = (statement: string) => listUnboundTables(statement, TABLES);

describe('a statement names the school of every row', () => {
  it.each([
    'select * from news where school_id = $1 and id = $2',
    'select * from news as n where $1 = n.school_id',
    'select * from news where school_id = any($1::bigint[])',
    'select * from news where school_id in ($1, $2)',
    'select * from news where (school_id, id) in (($1, $2), ($3, $4))',
    'select * from news n join users u on u.school_id = n.school_id and u.id = n.user_id where n.school_id = $1',
    'select * from users u join news n on u.school_id = n.school_id where u.school_id = $1',
    'select * from news n left join users u on u.school_id = n.school_id where n.school_id = $1',
    'select * from news n, users u where n.school_id = u.school_id and u.school_id = $1',
    'select * from news n join users u using (school_id) where n.school_id = $1',
    'select * from schools s join news n on n.school_id = s.id where s.slink = $1',
    'select * from schools s join news n on n.school_id = s.id where lower(s.slink) = lower($1)',
    'select *, (select count(*) from users u where u.school_id = n.school_id) from news n where n.school_id = $1',
    'select * from news n where school_id = $1 and exists (select from users u where u.school_id = n.school_id)',
    'with mine as (select * from news where school_id = $1) select * from mine m join users u on u.school_id = m.school_id',
    'select * from (select school_id from news where school_id = $1) n join users u on u.school_id = n.school_id',
    'select * from unnest($1::bigint[]) x(id) join news n on n.id = x.id and n.school_id = $2',
    'select * from news where school_id = $1 union all select * from news where school_id = $2',
    'select * from news where (school_id = $1 and id = 1) or (school_id = $1 and id = 2)',
    'update news set title = $1 where school_id = $2',
    'update news n set title = u.lastname from users u where u.school_id = n.school_id and n.school_id = $1',
    'delete from news using users u where news.school_id = $1 and u.school_id = news.school_id',
    'insert into news (school_id, title) values ($1, $2)',
    'insert into news (school_id, title) select u.school_id, u.lastname from users u where u.school_id = $1',
    'select * from schools where lower(name) like $1',
    'select * from news n join (select school_id, id from users where x) u on u.school_id = n.school_id where n.school_id = $1',
    'select * from sessions s join (select id, slink from schools) o on o.id = s.school_id where s.access_hash = $1',
    'select * from sessions where access_hash in ($1, $2)',
    'listen changes',
    'select 1',
  ])('%s', (statement) => {
    expect(unbound(statement)).toEqual([]);
  });
});

describe('a statement that forgets the school is found', () => {
  it.each([
    ['select * from news where id = $1', ['news']],
    ['select * from files where uuid = any($1)', ['files']],
    ['select * from files where uuid in ($1, $2)', ['files']],
    ['select * from news n join users u on u.school_id = n.school_id where n.id = $1', ['news', 'users']],
    ['select * from news n join users u on u.id = n.user_id where n.school_id = $1', ['users']],
    ['select * from news n left join users u on u.id = n.user_id where n.school_id = $1', ['users']],
    ['select * from news n left join users u on u.school_id = $1 and u.id = n.user_id', ['news']],
    ['select * from news n left join users u on n.school_id = $1 and u.school_id = n.school_id', ['news', 'users']],
    ['select * from news where school_id = $1 or id = $2', ['news']],
    ['select * from news where not (school_id = $1)', ['news']],
    ['select * from news where school_id <> $1', ['news']],
    ['select * from news where school_id >= $1', ['news']],
    ['select * from news n where n.school_id = n.id', ['news']],
    ['select * from news n, users u where n.school_id = u.school_id', ['news', 'users']],
    ['select * from news where school_id = $1 and exists (select from users where id = $2)', ['users']],
    ['select *, (select count(*) from users u where u.id = n.user_id) from news n where n.school_id = $1', ['users']],
    ['with mine as (select * from news) select * from mine where school_id = $1', ['news']],
    ['select * from (select * from news) n where n.school_id = $1', ['news']],
    ['select * from news where school_id = $1 union all select * from news', ['news']],
    ['select * from schools s join news n on n.school_id = s.id where s.is_beta', ['news']],
    ['select * from news n join (select school_id, id from users) u on u.id = n.id where n.school_id = $1', ['users']],
    ['select * from news n join (select school_id, id from users) u on u.school_id = n.school_id', ['news', 'users']],
    ['select * from news n join (select id from users) u on u.id = n.id where n.school_id = $1', ['users']],
    ['select * from news n join (select id from schools) s on s.id = n.school_id', ['news']],
    ['select * from sessions where user_id = $1', ['sessions']],
    ['update news set title = $1 where id = $2', ['news']],
    ['update news n set title = u.lastname from users u where u.id = n.user_id and n.school_id = $1', ['users']],
    ['delete from news where id = $1', ['news']],
    ['insert into news (title) values ($1)', ['news']],
    ['insert into news (school_id, title) select $1, u.lastname from users u', ['users']],
    ['select * from news where school_id = (select school_id from users where id = $1)', ['users']],
    ['select * from news where id in (select id from files)', ['files', 'news']],
  ])('%s', (statement, tables) => {
    expect(unbound(statement)).toEqual(tables);
  });
});
