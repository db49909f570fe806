// features: webuntis, timetable-import

import { describe, expect, it } from 'vitest';
import { useCliSchool } from '../support/cli-school.ts';
import { jobsDone } from '../support/notifications.ts';
import { PASSWORD, signIn } from '../support/people.ts';

const { current, as } = useCliSchool();
const run = (args: readonly string[], env: Record<string, string>) =>
  current.cli.run(['timetable', 'webuntis', ...args], env);

async function call(method: string, path: string, body: object) {
  const token = await signIn(current.server, current.school.slink, 'admin');
  const { id } = current.school;
  return (await current.server.request(method, `/v1/schools/${id}${path}`, { token, body })).body.data;
}
/** Upload credentials, as they stand on the computer of a planning program. */
async function credentials(): Promise<Record<string, string>> {
  const { username, password } = await call('POST', '/source/credentials-internal', { password: PASSWORD });
  const place = { KREIDE_SERVER: current.server.url, KREIDE_SCHOOL: current.school.slink };
  return { ...place, KREIDE_USERNAME: username, KREIDE_UPLOAD_PASSWORD: password };
}
/** In a network that the server may not reach. */
const connect = () =>
  call('PUT', '/webuntis-connection', {
    address: 'https://127.0.0.1',
    school_name: 'amsel',
    username: 'plan',
    password: 'geheim',
    interval_minutes: 60,
    is_on: false,
    publishes: true,
    updated_at: null,
  });

describe('kreide timetable webuntis', () => {
  it('tries the saved connection, reads it, and says how that went, with upload credentials too [D-3.03]', async () => {
    const env = await credentials();
    expect(await run(['status'], env)).toMatchObject({
      code: 0,
      stdout: 'The school has no connection to WebUntis.\n',
    });
    expect((await run(['check'], env)).code).toBe(1);
    await connect();
    const refused = 'This address is in a network that this server may not reach.';
    expect(await run(['check'], env)).toMatchObject({ code: 1, stdout: `${refused}\n` });
    const checked = await run(['check', '--json'], env);
    expect([checked.code, JSON.parse(checked.stdout)]).toEqual([
      1,
      { reason: 'address_refused', message: refused, classes: 0, calls: [] },
    ]);
    expect((await run(['status'], env)).stdout).toContain('not read yet');
    expect(await run(['fetch'], env)).toMatchObject({ code: 0 });
    await jobsDone(current.server);
    const status = await run(['status'], as('admin'));
    expect(status).toMatchObject({ code: 1 });
    expect(status.stdout).toContain('https://127.0.0.1');
    expect(status.stdout).toContain(refused);
    const told = await run(['status', '--json'], env);
    expect(JSON.parse(told.stdout)).toMatchObject({ outcome: 'failed', reason: 'address_refused', failures: 1 });
    expect(told.stdout).not.toContain('geheim');
  });
});
