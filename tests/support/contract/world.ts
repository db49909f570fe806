import { join } from 'node:path';
import { buildFullSchool, type FullSchool } from '../full-school.ts';
import { type BuiltUser, PASSWORD } from '../people.ts';
import { ROOT, startTestServer, type TestAnswer, type TestServer } from '../server.ts';
import type { Asking, Input } from './calls.ts';
import type { Column } from './rights-table.ts';

/** A server with two full schools: `here` has published all it can, `there` is one that nobody from here may see. */
export interface World {
  server: TestServer;
  here: FullSchool;
  there: FullSchool;
  /** Signs in the person of a column again and returns the answer. */
  login(school: FullSchool, column: Column): Promise<TestAnswer>;
  /** The access token of the person of a column, cached unless a fresh one is requested. */
  tokenOf(school: FullSchool, column: Column, isFresh?: boolean): Promise<string | undefined>;
}

/** Shared by the tests of one feature's endpoints. The values are set when the tests run, not before. */
export interface Stage extends World {
  asking(column: Column, schools?: Pick<World, 'here' | 'there'>): Asking;
  /** The input of `sample`, by the endpoint's name. */
  sampleOf(name: string): Input;
}

/** The person of a column; an anonymous caller asks for the student's objects. */
export function personOf(school: FullSchool, column: Column): BuiltUser {
  return school.people[column === 'anonymous' ? 'student' : column];
}

export async function startWorld(): Promise<World> {
  // Seen where a school takes part, which neither does before a call says so.
  const server = await startTestServer({ env: { KREIDE_OFFERS: join(ROOT, 'examples/offers/offers.json') } });
  const isPublic = { public_monitor: true, public_timetable: true, public_news: true };
  const here = await buildFullSchool(server, 'amsel', 'zimtstern', isPublic);
  const there = await buildFullSchool(server, 'drossel', 'quittenbaum');
  const tokens = new Map<string, string>();

  const login = ({ school, people }: FullSchool, column: Column) => {
    const { username } = people[column === 'anonymous' ? 'student' : column];
    const body = { slink: school.slink, username, password: PASSWORD, stayLoggedIn: true, is_native: true };
    return server.request('POST', '/v1/auth/login', { body });
  };

  async function tokenOf(school: FullSchool, column: Column, isFresh = false): Promise<string | undefined> {
    if (column === 'anonymous') return undefined;
    const key = `${school.school.id} ${column}`;
    const token =
      (isFresh ? undefined : tokens.get(key)) ?? ((await login(school, column)).body.access_token as string);
    if (!isFresh) tokens.set(key, token);
    return token;
  }

  return { server, here, there, login, tokenOf };
}
