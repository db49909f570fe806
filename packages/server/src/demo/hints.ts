import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { DB } from '../kernel/data/database.generated.ts';
import { DEMO_PASSWORD, DEMO_SCREEN, findDemoSchool } from './seed/found.ts';

const SIGN_INS = ['admin', 'teacher', 'parent', 'student'];
const EXAMPLES = {
  'School homepage': 'examples/school-homepage/',
  'Entrance hall': 'examples/signage/',
};

/** Hints for somebody at the terminal: the sign-ins, the screen of the hall, the examples. */
export async function hintsOf(db: Kysely<DB>, { url, root }: { url: string; root: string }): Promise<string[]> {
  const school = await findDemoSchool(db, 'demo');
  if (!school?.is_demo) return [];
  const line = (name: string, value: string) => `  ${name.padEnd(16)} ${value}`;
  return [
    '',
    line('Demo school', `${url}/demo/login`),
    line('Sign in as', `${SIGN_INS.join(', ')} (password ${DEMO_PASSWORD})`),
    ...Object.entries(EXAMPLES).flatMap(([name, path]) =>
      existsSync(join(root, path)) ? line(name, `${url}/${path}`) : [],
    ),
    line('Monitor', `${url}/monitor/view?token=${DEMO_SCREEN}-sub`),
    '',
  ];
}
